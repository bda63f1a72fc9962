"""A moment of a match as plain data in the rules' state names (RULES.md §3).

What is left out: an empty board, no marks drawn, no seat removed; `turn` and `phase` as they follow from the rest.
"""

from typing import Any, cast

from games.tictactoe.board import BOARDS
from games.tictactoe.state import Mark, Phase, Size, State
from services.kernel.seats import Seat
from tests.conformance.forms import Match, by_number, must
from tests.conformance.moments import Example, MomentData

SEATS = 2
_MARKS: tuple[dict[Seat, Mark], ...] = ({}, {0: "X", 1: "O"}, {0: "O", 1: "X"})


class Data(MomentData, frozen=True):
    """The names of a moment."""

    phase: Phase | None = None
    turn: Seat | None = None
    board: tuple[str, ...] | None = None
    marks: dict[Seat, Mark] = {}
    last: str | None = None


def write(state: State) -> dict[str, Any]:
    """What is written otherwise than the state has it."""
    board = BOARDS[state.size]
    last = None if state.last is None else board.names[state.last]
    return {"board": board.rows(state.x, state.o), "marks": by_number(state.marks), "last": last}


def state_of(given: Data, match: Match) -> State:
    """Everything as given, and what follows from it. Raises `InvalidDataError` with the first name that cannot be."""
    board = BOARDS[match.terms.size]
    rows = board.rows(0, 0) if given.board is None else given.board
    must(board.is_text(rows), "board")
    must(given.marks in _MARKS, "marks")
    x, o = board.masks(rows)
    leader = next((seat for seat, mark in given.marks.items() if mark == "X"), None)
    line = board.finished(x) | board.finished(o)
    ended = line != 0 or x | o == board.full
    left = given.removed[0] if given.removed and not ended else None
    turn = given.turn
    if ended or left is not None or leader is None:
        turn = None
    elif turn is None:
        turn = leader if x.bit_count() <= o.bit_count() else 1 - leader
    last = board.names.index(given.last) if given.last in board.names else None
    must(not (board.finished(x) and board.finished(o)), "board")
    must(leader is not None or not x | o, "marks")
    must(given.turn in (None, turn) and turn in (None, 0, 1), "turn")
    must(given.last is None or (last is not None and (x | o) >> last & 1 == 1), "last")
    must(len(set(given.removed)) < 2, "removed")
    state = State(cast(Size, board.size), leader, turn, x, o, last, line, left)
    must(given.phase in (None, state.phase), "phase")
    return state


EXAMPLE = Example(
    {"size": 3},
    {"board": ["...", "...", "..."], "marks": {"0": "X", "1": "O"}},
    {"timeouts": [1, 0]},
    {"move": "place", "row": 1, "col": 1},
    "lines",
    {"size": 4},
)
