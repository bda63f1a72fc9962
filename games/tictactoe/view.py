"""Views and events: everything, by everybody (RULES.md §7)."""

from typing import Literal

import msgspec

from games.api import Action, Drawn, GameEvent, Left
from games.tictactoe.board import BOARDS
from games.tictactoe.moves import Place
from games.tictactoe.state import Mark, Phase, Size, State
from games.toolkit.event_data import EventData, SeatLeft
from services.kernel.seats import Seat, Viewer

_SEATS = ("0", "1")


class View(msgspec.Struct, frozen=True):
    """The board as a viewer sees it. Only `seat` differs from viewer to viewer."""

    seat: Seat | None
    """The seat that this view is for; None for spectators and replays."""
    size: Size
    k: int
    """Marks in line that win."""
    phase: Phase
    turn: Seat | None
    board: tuple[str, ...]
    """Top row first, of `X`, `O` and `.`."""
    marks: dict[str, Mark]
    """Seat → its mark; empty until the leader is drawn."""
    last: str | None
    """The cell marked last, `2,3`."""
    line: tuple[str, ...]
    """All cells of finished runs, sorted."""
    result: Literal["won", "draw", "forfeited"] | None
    winner: Seat | None


def view(state: State, viewer: Viewer) -> View:
    """The match as `viewer` sees it."""
    over, marks = state.over, state.marks
    winner = state.winner if over else None
    board = BOARDS[state.size]
    rows, line = board.rows(state.x, state.o), board.texts(state.line)
    return View(
        viewer if isinstance(viewer, int) else None,
        state.size,
        board.k,
        "match_over" if over else "playing",
        state.turn,
        rows,
        dict(zip(_SEATS, marks, strict=False)),
        None if state.last is None else board.names[state.last],
        line,
        _result(state, winner) if over else None,
        winner,
    )


def _result(state: State, winner: Seat | None) -> Literal["won", "draw", "forfeited"]:
    if winner is None:
        return "draw"
    return "won" if state.left is None else "forfeited"


def event(before: State, actor: Seat | None, action: Place | Action, after: State, viewer: Viewer) -> GameEvent | None:
    """The event, the same for all: `leader` (seat), `place` (row, col, mark) or `left` (seat)."""
    if isinstance(action, Place):
        mark = "X" if actor == before.leader else "O"
        return GameEvent("place", {"row": action.row, "col": action.col, "mark": mark})
    if isinstance(action, Drawn):
        return GameEvent("leader", {"seat": after.leader})
    if isinstance(action, Left):
        return GameEvent("left", {"seat": action.seat})
    raise ValueError(f"tictactoe asks for nothing that is answered by {action}")


# --- what events say, by kind ---


class Leader(EventData, frozen=True):
    """Who begins, with X."""

    seat: Seat


class Placed(EventData, frozen=True):
    """A mark was put on a cell; both numbers count from 1 at the top left."""

    row: int
    col: int
    mark: Literal["X", "O"]


EVENTS: dict[str, type] = {"leader": Leader, "place": Placed, "left": SeatLeft}
