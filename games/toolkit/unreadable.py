"""Moves that could not be read, of every game in the same form."""

from collections.abc import Mapping
from typing import Any

from games.api import Unreadable


def unreadable(raw: Mapping[str, Any]) -> Unreadable:
    """A move as it came: its name, empty where it is no text, and everything else as its parameters."""
    name = raw.get("move")
    return Unreadable(name if isinstance(name, str) else "", {key: raw[key] for key in raw if key != "move"})
