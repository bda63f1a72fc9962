"""Moves and their plain form (RULES.md §7)."""

from collections.abc import Mapping
from typing import Any

import msgspec

from games.api import Leave, Unreadable
from games.dominoes.chain import End
from games.dominoes.tiles import BY_TEXT, TEXTS
from games.toolkit.refusals import unreadable

SIDES: tuple[End | None, ...] = (None, "up_left", "down_right")
"""What `side` may be, nothing first."""


class Lay(msgspec.Struct, frozen=True, tag_field="move", tag="lay"):
    """Lay a tile. `tile` is its text, high-low; `side` counts only where the ends differ."""

    tile: str
    side: End | None = None


def parse(raw: Mapping[str, Any]) -> Lay | Leave | Unreadable:
    """A move from `{"move": "lay", "tile": "6-4", "side": "up_left"}`; a tile may be written in both orders."""
    name = raw.get("move")
    if name == "lay":
        return parse_lay(raw.get("tile"), raw.get("side"))
    if name == "leave":
        return Leave()
    return unreadable(raw)


def parse_lay(tile: object, side: object) -> Lay | Unreadable:
    """A lay from the text of a tile that exists and the name of an end, or none."""
    found = BY_TEXT.get(tile) if isinstance(tile, str) else None
    if found is not None and (side is None or side == "up_left" or side == "down_right"):
        return Lay(TEXTS[found], side)
    return Unreadable("lay", {"tile": tile, "side": side})


def write(move: Lay) -> dict[str, Any]:
    """The inverse of `parse`: without `side` where none was named."""
    if move.side is None:
        return {"move": "lay", "tile": move.tile}
    return {"move": "lay", "tile": move.tile, "side": move.side}


def text(move: Lay) -> str:
    """As people write it: `6-4`, or `6-4 up_left`."""
    return move.tile if move.side is None else f"{move.tile} {move.side}"
