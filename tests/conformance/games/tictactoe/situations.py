"""A moment of a match as plain data in the rules' state names (RULES.md §3).

`phase`, `turn`, `board`, `marks`, `last`, `timeouts`, and `removed` where a seat has gone. Names left out: an empty
board, no marks drawn, nobody gone; `turn` and `phase` as they follow from the rest.
"""

from typing import Any, cast

from services.kernel.seats import Seat
from services.tables.games.tictactoe.board import BOARDS, Board
from services.tables.games.tictactoe.state import Mark, Options, Phase, Size, State
from tests.conformance.by_seat import must
from tests.conformance.toolkit import moment
from tests.conformance.toolkit.situation import Situation

_MARKS: tuple[dict[Seat, Mark], ...] = ({}, {0: "X", 1: "O"}, {0: "O", 1: "X"})


class Data(moment.Given, frozen=True, forbid_unknown_fields=True):
    """The names of a moment."""

    phase: Phase | None = None
    turn: Seat | None = None
    board: tuple[str, ...] | None = None
    marks: dict[Seat, Mark] = {}
    last: str | None = None


def write(situation: Situation) -> dict[str, Any]:
    """The inverse of `read`."""
    state: State = situation.state
    board = BOARDS[state.size]
    return moment.written(
        situation,
        Data,
        board=board.rows(state.x, state.o),
        marks={str(seat): mark for seat, mark in enumerate(state.marks)},
        last=None if state.last is None else board.names[state.last],
    )


def _state(options: Options, given: Data) -> State:
    """The state, or Wrong with the first name that cannot be or does not fit the rest."""
    board = BOARDS[options.size]
    rows = board.rows(0, 0) if given.board is None else given.board
    must(board.is_text(rows), "board")
    must(given.marks in _MARKS, "marks")
    state = _assembled(board, given, *board.masks(rows))
    _check(board, given, state)
    return state


def _assembled(board: Board, given: Data, x: int, o: int) -> State:
    """Everything as given, and what follows from it."""
    leader = next((seat for seat, mark in given.marks.items() if mark == "X"), None)
    line = board.finished(x) | board.finished(o)
    ended = line != 0 or x | o == board.full
    left = given.removed[0] if given.removed and not ended else None
    turn = None if ended or left is not None or leader is None else _turn(given, leader, x, o)
    last = board.names.index(given.last) if given.last in board.names else None
    return State(cast(Size, board.size), leader, turn, x, o, last, line, left)


def _turn(given: Data, leader: Seat, x: int, o: int) -> Seat:
    """The turn as given, else that of the seat which has placed no more marks than the other."""
    if given.turn is not None:
        return given.turn
    return leader if x.bit_count() <= o.bit_count() else 1 - leader


def _check(board: Board, given: Data, state: State) -> None:
    """The parts fit each other."""
    marked = state.x | state.o
    must(not (board.finished(state.x) and board.finished(state.o)), "board")
    must(state.leader is not None or not marked, "marks")
    must(given.turn in (None, state.turn) and state.turn in (None, 0, 1), "turn")
    must(given.phase in (None, state.phase), "phase")
    must(given.last is None or (state.last is not None and marked >> state.last & 1 == 1), "last")
    must(len(set(given.removed)) < 2, "removed")


read = moment.reader(Data, _state, 2)
