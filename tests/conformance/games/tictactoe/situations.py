"""A moment of a match as plain data in the rules' state names (RULES.md §3).

`phase`, `turn`, `board`, `marks`, `last`, `timeouts`, and `removed` where a seat has gone. Names left out: an empty
board, no marks drawn, nobody gone; `turn` and `phase` as they follow from the rest.
"""

from collections.abc import Mapping
from typing import Any, cast

import msgspec

from services.kernel.refusal import Refusal
from services.kernel.seats import Seat
from services.tables.games.api import AnyGame
from services.tables.games.tictactoe.board import BOARDS, Board
from services.tables.games.tictactoe.state import Mark, Options, Phase, Size, State
from tests.conformance.toolkit.situation import Situation, removed_seats, seat_records, timeouts_data

_MARKS: tuple[dict[Seat, Mark], ...] = ({}, {0: "X", 1: "O"}, {0: "O", 1: "X"})


class _Data(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    phase: Phase | None = None
    turn: Seat | msgspec.UnsetType | None = msgspec.UNSET
    board: tuple[str, ...] | None = None
    marks: dict[Seat, Mark] = {}
    last: str | None = None
    timeouts: dict[Seat, int] | tuple[int, ...] = ()
    removed: tuple[Seat, ...] = ()


def read(game: AnyGame, options: Mapping[str, Any], data: Mapping[str, Any]) -> Situation | Refusal:
    """Plain data as state and seats; `options_invalid`, or `situation_invalid` with the name that is wrong."""
    chosen = game.options(options, {})
    if isinstance(chosen, Refusal):
        return chosen
    try:
        given = msgspec.convert(data, _Data, str_keys=True)
    except msgspec.ValidationError as problem:
        return Refusal("situation_invalid", str(problem))
    seats = seat_records(2, given.timeouts, given.removed)
    if seats is None:
        return Refusal("situation_invalid", "timeouts, removed")
    state = _state(cast(Options, chosen).size, given)
    return state if isinstance(state, Refusal) else Situation(game.id, state, seats)


def write(moment: Situation) -> dict[str, Any]:
    """The inverse of `read`."""
    state: State = moment.state
    board = BOARDS[state.size]
    data: dict[str, Any] = {
        "phase": state.phase,
        "turn": state.turn,
        "board": list(board.rows(state.x, state.o)),
        "marks": {str(seat): mark for seat, mark in enumerate(state.marks)},
        "last": None if state.last is None else board.names[state.last],
        "timeouts": timeouts_data(moment.seats),
    }
    removed = removed_seats(moment.seats)
    return data | {"removed": list(removed)} if removed else data


def _state(size: Size, given: _Data) -> State | Refusal:
    """The state, or the first name that cannot be or does not fit the rest."""
    board = BOARDS[size]
    rows = board.rows(0, 0) if given.board is None else given.board
    if not board.is_text(rows):
        return Refusal("situation_invalid", "board")
    if given.marks not in _MARKS:
        return Refusal("situation_invalid", "marks")
    state = _assembled(board, given, *board.masks(rows))
    wrong = _contradiction(board, given, state)
    return Refusal("situation_invalid", wrong) if wrong else state


def _assembled(board: Board, given: _Data, x: int, o: int) -> State:
    """Everything as given, and what follows from it."""
    leader = next((seat for seat, mark in given.marks.items() if mark == "X"), None)
    line = board.finished(x) | board.finished(o)
    ended = line != 0 or x | o == board.full
    left = given.removed[0] if given.removed and not ended else None
    turn = None if ended or left is not None or leader is None else _turn(given, leader, x, o)
    last = board.names.index(given.last) if given.last in board.names else None
    return State(cast(Size, board.size), leader, turn, x, o, last, line, left)


def _turn(given: _Data, leader: Seat, x: int, o: int) -> Seat:
    """The turn as given, else that of the seat which has placed no more marks than the other."""
    if isinstance(given.turn, int):
        return given.turn
    return leader if x.bit_count() <= o.bit_count() else 1 - leader


def _contradiction(board: Board, given: _Data, state: State) -> str | None:
    """The name that does not fit the rest; None if all is well."""
    marked = state.x | state.o
    fits = {
        "board": not (board.finished(state.x) and board.finished(state.o)),
        "marks": state.leader is not None or not marked,
        "turn": given.turn in (msgspec.UNSET, state.turn) and state.turn in (None, 0, 1),
        "phase": given.phase in (None, state.phase),
        "last": given.last is None or (state.last is not None and marked >> state.last & 1 == 1),
        "removed": len(set(given.removed)) < 2,
    }
    return next((name for name, fit in fits.items() if not fit), None)
