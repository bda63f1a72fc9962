"""Moves that cannot be played: those that could not be read, and the refusals with which most games check a move
first, in the usual order; the web client has words for them."""

from collections.abc import Mapping
from typing import Any

from games.api import Unreadable
from services.kernel.refusal import Refusal

MATCH_OVER = Refusal("match_over")
UNKNOWN_MOVE = Refusal("unknown_move")
"""The game has no such move."""
WRONG_PHASE = Refusal("wrong_phase")
NOT_YOUR_TURN = Refusal("not_your_turn")
BAD_PARAMETERS = Refusal("bad_parameters")
"""Something of the move is missing or of another type."""


def unreadable(raw: Mapping[str, Any]) -> Unreadable:
    """A move as it came: its name, empty where it is no text, and everything else as its parameters."""
    name = raw.get("move")
    return Unreadable(name if isinstance(name, str) else "", {key: raw[key] for key in raw if key != "move"})
