"""Moves and their plain form (RULES.md §6)."""

from collections.abc import Mapping
from typing import Any

import msgspec

from games.api import Leave, Unreadable
from games.baccarat.payouts import BOXES, Stakes
from games.toolkit.refusals import unreadable
from services.kernel.chips import is_amount


class Bet(msgspec.Struct, frozen=True, tag_field="move", tag="bet"):
    """Lay a whole set of stakes in place of the earlier one; an empty set takes all back."""

    stakes: Stakes


class Repeat(msgspec.Struct, frozen=True, tag_field="move", tag="repeat"):
    """Lay the set of one's last settled round again."""


class Done(msgspec.Struct, frozen=True, tag_field="move", tag="done"):
    """Lay no more in this window."""


class StandUp(msgspec.Struct, frozen=True, tag_field="move", tag="stand_up"):
    """Give the seat up."""


Move = Bet | Repeat | Done | StandUp

PLAIN: dict[str, Move] = {"repeat": Repeat(), "done": Done(), "stand_up": StandUp()}
"""The moves without parameters by their names."""
NAMES = frozenset({"bet", *PLAIN})


def parse(raw: Mapping[str, Any]) -> Move | Leave | Unreadable:
    """A move from `{"move": "bet", "stakes": {"banker": 300}}`, `{"move": "done"}`."""
    name = raw.get("move")
    if not isinstance(name, str):
        return unreadable(raw)
    if name == "leave":
        return Leave()
    if name == "bet" and is_set(raw.get("stakes")):
        return Bet(dict(raw["stakes"]))
    return PLAIN.get(name) or unreadable(raw)


def is_set(found: Any) -> bool:
    """Whether this is a set of amounts on boxes that some variant has; whether it may be laid is not asked."""
    return isinstance(found, Mapping) and all(
        box in BOXES["fortune_six"] and is_amount(chips) for box, chips in found.items()
    )


def write(move: Move) -> dict[str, Any]:
    """The inverse of `parse`."""
    match move:
        case Bet(stakes):
            return {"move": "bet", "stakes": dict(stakes)}
        case Repeat():
            return {"move": "repeat"}
        case Done():
            return {"move": "done"}
        case StandUp():
            return {"move": "stand_up"}


def text(move: Move) -> str:
    """As people write it: `bet banker=300 tie=20`."""
    if isinstance(move, Bet):
        return " ".join(["bet", *(f"{box}={chips}" for box, chips in move.stakes.items())])
    return str(write(move)["move"])
