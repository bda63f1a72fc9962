"""The pure functions of the rules, over plain data and thin over the engine (RULES.md §8).

Refusals of all: `options_invalid` for a size, `bad_parameters` for a board or mark that is none.
"""

from collections.abc import Callable, Sequence
from typing import Any

from services.kernel.refusal import Refusal
from services.tables.games.tictactoe import rules
from services.tables.games.tictactoe.board import BOARDS, Board
from services.tables.games.tictactoe.bot import completes
from services.tables.games.tictactoe.moves import Place, parse_place
from services.tables.games.tictactoe.state import State

MARKS = ("X", "O")


def calculations(game_id: str) -> tuple[Callable[..., Any], ...]:
    """The functions of the rules."""
    return validate_options, place, lines, threats


def validate_options(raw_options: Any) -> dict[str, Any] | Refusal:
    """`options` with defaults filled in, or `options_invalid`."""
    options = rules.options(raw_options, {})
    return options if isinstance(options, Refusal) else {"options": {"size": options.size}}


def place(size: Any, board: Any, mark: Any, row: Any, col: Any) -> dict[str, Any] | Refusal:
    """`board` after the mark, `result` (null, `won`, `draw`), `line`: all cells of finished runs, sorted.

    It is the mark's turn whatever the board. Refusals, after those of all: `match_over`, `bad_parameters`,
    `out_of_board`, `cell_taken`.
    """
    before = _state(size, board, mark)
    if isinstance(before, Refusal):
        return before
    seat, move = MARKS.index(mark), parse_place(row, col)
    refusal = rules.check(before, seat, move)
    if refusal or not isinstance(move, Place):
        return refusal or rules.BAD_PARAMETERS
    after = rules.apply(before, seat, move)
    geometry = BOARDS[size]
    return {
        "board": list(geometry.rows(after.x, after.o)),
        "result": rules.result(after).reason if after.over else None,
        "line": list(geometry.texts(after.line)),
    }


def lines(size: Any) -> dict[str, Any] | Refusal:
    """`lines`: the number of winning lines."""
    geometry = _geometry(size)
    return geometry if isinstance(geometry, Refusal) else {"lines": len(geometry.lines)}


def threats(size: Any, board: Any, mark: Any) -> dict[str, Any] | Refusal:
    """`cells`, sorted, with any of which the mark would win at once; none once somebody has won."""
    state = _state(size, board, mark)
    if isinstance(state, Refusal):
        return state
    geometry = BOARDS[size]
    own = state.x if mark == "X" else state.o
    free = rules.legal(state, MARKS.index(mark))
    cells = (geometry.cell(move.row, move.col) for move in free)
    return {"cells": [geometry.names[cell] for cell in cells if completes(geometry, own, cell)]}


def _geometry(size: object) -> Board | Refusal:
    options = rules.options({"size": size}, {})
    return options if isinstance(options, Refusal) else BOARDS[options.size]


def _state(size: object, rows: Sequence[str], mark: object) -> State | Refusal:
    """The board with X on seat 0 and the mark's seat in turn, or ended."""
    options = rules.options({"size": size}, {})
    if isinstance(options, Refusal):
        return options
    geometry = BOARDS[options.size]
    if mark not in MARKS or not geometry.is_text(rows):
        return rules.BAD_PARAMETERS
    x, o = geometry.masks(rows)
    line = geometry.finished(x) | geometry.finished(o)
    ended = line or x | o == geometry.full
    return State(options.size, 0, None if ended else MARKS.index(mark), x, o, line=line)
