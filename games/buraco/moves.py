"""Moves and their plain form (RULES.md §5)."""

from collections.abc import Mapping
from typing import Any

import msgspec

from games.api import Leave, Unreadable
from games.toolkit import meld_moves
from games.toolkit.meld_moves import DiscardCard, DrawStock, LayMeld, LayOff, parse_discard, parse_play
from games.toolkit.refusals import unreadable


class TakePile(msgspec.Struct, frozen=True, tag_field="move", tag="take_pile"):
    """Take the whole pile."""


Move = DrawStock | TakePile | LayMeld | LayOff | DiscardCard


def parse(raw: Mapping[str, Any]) -> Move | Leave | Unreadable:
    """A move in plain form."""
    name = raw.get("move")
    move = _parse_without_parameters(name) or (parse_discard(raw) if name == "discard" else parse_play(raw))
    return move or unreadable(raw)


def _parse_without_parameters(name: object) -> DrawStock | TakePile | Leave | None:
    if name == "draw":
        return DrawStock()
    if name == "take_pile":
        return TakePile()
    return Leave() if name == "leave" else None


def write(move: Move) -> dict[str, Any]:
    """The inverse of `parse`: without `end` where none is named."""
    return {"move": "take_pile"} if isinstance(move, TakePile) else meld_moves.write(move)
