"""The rules: turns, what is allowed, how a match ends (RULES.md §1, §2, §4, §5)."""

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from games.api import (
    Action,
    Decide,
    Draw,
    Drawn,
    Due,
    Hand,
    Left,
    Next,
    Over,
    Progress,
    Result,
    Unreadable,
)
from games.tictactoe.board import BOARDS, finished
from games.tictactoe.moves import Place
from games.tictactoe.state import Options, State
from games.toolkit.options import chosen_options
from games.toolkit.refusals import BAD_PARAMETERS, MATCH_OVER, NOT_YOUR_TURN
from services.kernel.refusal import Refusal
from services.kernel.seats import Seat

SEATS = frozenset({0, 1})

DRAW_LEADER = Draw(hand=1, purpose="leader", kind="below", n=2)

ILLEGAL_MOVE = Refusal("illegal_move")
OUT_OF_BOARD = Refusal("out_of_board")
CELL_TAKEN = Refusal("cell_taken")


def options(raw: Mapping[str, Any], frozen: Mapping[str, Any]) -> Options | Refusal:
    """The board's size; anything else is `options_invalid`. The platform's settings change nothing here."""
    return chosen_options(Options, raw)


def sides(options: Options) -> tuple[tuple[Seat, ...], ...]:
    """Each seat plays for itself."""
    return ((0,), (1,))


def start(options: Options) -> State:
    """An empty board; the leader is not drawn yet."""
    return State(options.size)


def next_(state: State) -> Next:
    """The leader's draw, then a mark of the seat in turn until the match ends. Each mark is a decision of its own."""
    if state.over:
        return Over(result(state))
    if state.turn is None:
        return DRAW_LEADER
    return Decide((Due(state.turn, (state.x | state.o).bit_count() + 1),), SEATS)


def check(state: State, seat: Seat, move: Place | Unreadable) -> Refusal | None:
    """Why not, first hit: `match_over`, `not_your_turn`, `bad_parameters`, `out_of_board`, `cell_taken`; a move
    that this game does not have is `illegal_move` (RULES.md §4)."""
    if state.over:
        return MATCH_OVER
    if isinstance(move, Unreadable) and move.move != "place":
        return ILLEGAL_MOVE
    if seat != state.turn:
        return NOT_YOUR_TURN
    if isinstance(move, Unreadable):
        return BAD_PARAMETERS
    size = state.size
    if not (0 < move.row <= size and 0 < move.col <= size):
        return OUT_OF_BOARD
    if (state.x | state.o) >> (move.row - 1) * size + move.col - 1 & 1:
        return CELL_TAKEN
    return None


def legal(state: State, seat: Seat) -> Iterator[Place]:
    """The free cells in reading order, for the seat in turn."""
    if seat == state.turn and not state.over:
        board = BOARDS[state.size]
        for cell in board.cells(board.full & ~(state.x | state.o)):
            yield Place(*board.row_col(cell))


def apply(state: State, actor: Seat | None, action: Place | Action) -> State:
    """The state after a mark, the leader's draw, or a seat's leaving."""
    if isinstance(action, Place):
        return _place(state, action)
    if isinstance(action, Drawn):
        leader = action.values[0]
        return State(state.size, leader, leader)
    if isinstance(action, Left):
        return state if state.over else msgspec.structs.replace(state, turn=None, left=action.seat)
    raise ValueError(f"tictactoe asks for nothing that is answered by {action}")


def _place(state: State, move: Place) -> State:
    """The mark of the seat in turn on a free cell; the match ends with a run or a full board (RULES.md §5)."""
    size, x, o = state.size, state.x, state.o
    board = BOARDS[size]
    cell = (move.row - 1) * size + move.col - 1
    if state.turn == state.leader:
        x |= 1 << cell
        line = finished(board.through[cell], x)
    else:
        o |= 1 << cell
        line = finished(board.through[cell], o)
    turn = None if line or x | o == board.full or state.turn is None else 1 - state.turn
    return State(size, state.leader, turn, x, o, cell, line)


def result(state: State) -> Result:
    """How an ended match ended: `won`, `draw`, or `forfeited` by leaving. The winner has the one point."""
    winner = state.winner
    if winner is None:
        return Result(places=(1, 1), points=(0, 0), reason="draw")
    reason = "won" if state.left is None else "forfeited"
    return Result((1, 2), (1, 0), reason) if winner == 0 else Result((2, 1), (0, 1), reason)


def progress(state: State) -> Progress:
    """The first round is done when each seat has placed a mark (RULES.md §6). The match is its only hand."""
    points = result(state).points if state.over else (0, 0)
    played_out = state.over and state.left is None
    board = BOARDS[state.size]
    return Progress(
        hand=1,
        active=SEATS - {state.left},
        first_round_done=bool(state.x and state.o),
        points=points,
        hands=(Hand(1, state.winner, points, {"line": list(board.texts(state.line))}),) if played_out else (),
    )


def timed_out(state: State, seat: Seat) -> tuple[Place, ...]:
    """A period that runs out places nothing (RULES.md §6)."""
    return ()
