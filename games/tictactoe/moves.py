"""Moves and their plain form (RULES.md §4)."""

from collections.abc import Mapping
from typing import Any

import msgspec

from games.api import Leave, Unreadable
from games.toolkit.refusals import unreadable


class Place(msgspec.Struct, frozen=True, tag_field="move", tag="place"):
    """Put one's mark on a cell; both numbers count from 1 at the top left."""

    row: int
    col: int


def parse(raw: Mapping[str, Any]) -> Place | Leave | Unreadable:
    """A move from `{"move": "place", "row": 2, "col": 3}`; resigning is leaving."""
    name = raw.get("move")
    if name == "place":
        return parse_place(raw.get("row"), raw.get("col"))
    if name == "resign" or name == "leave":
        return Leave()
    return unreadable(raw)


def parse_place(row: object, col: object) -> Place | Unreadable:
    """A mark from its two numbers, which must be integers (true and 1.0 are none)."""
    if type(row) is int and type(col) is int:
        return Place(row, col)
    return Unreadable("place", {"row": row, "col": col})


def write(move: Place) -> dict[str, Any]:
    """The inverse of `parse`."""
    return {"move": "place", "row": move.row, "col": move.col}
