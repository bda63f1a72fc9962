"""The pure functions of the rules, over plain data and thin over the engine (RULES.md §8).

Refusals of all: `options_invalid` for a size, `bad_parameters` for a board or mark that is none.
"""

from collections.abc import Sequence
from typing import Any, cast

from games.tictactoe import rules
from games.tictactoe.board import BOARDS, Board
from games.tictactoe.bot import completes
from games.tictactoe.moves import Place, parse_place
from games.tictactoe.state import Size, State
from services.kernel.refusal import Refusal
from tests.conformance.forms import must, unwrap
from tests.conformance.toolkit.trials import validate_options

MARKS = ("X", "O")


def place(size: Any, board: Any, mark: Any, row: Any, col: Any) -> dict[str, Any] | Refusal:
    """`board` after the mark, `result` (null, `won`, `draw`), `line`: all cells of finished runs, sorted.

    It is the mark's turn whatever the board. Refusals, after those of all: `match_over`, `bad_parameters`,
    `out_of_board`, `cell_taken`.
    """
    before = _state(size, board, mark)
    seat, move = MARKS.index(mark), parse_place(row, col)
    if (refusal := rules.check(before, seat, move)) or not isinstance(move, Place):
        return refusal or rules.BAD_PARAMETERS
    after = rules.apply(before, seat, move)
    geometry = BOARDS[size]
    return {
        "board": list(geometry.rows(after.x, after.o)),
        "result": rules.result(after).reason if after.over else None,
        "line": list(geometry.texts(after.line)),
    }


def lines(size: Any) -> dict[str, Any]:
    """`lines`: the number of winning lines."""
    return {"lines": len(_geometry(size).lines)}


def threats(size: Any, board: Any, mark: Any) -> dict[str, Any]:
    """`cells`, sorted, with any of which the mark would win at once; none once a mark has won."""
    state, geometry = _state(size, board, mark), _geometry(size)
    own = state.x if mark == "X" else state.o
    free = rules.legal(state, MARKS.index(mark))
    cells = (geometry.cell(move.row, move.col) for move in free)
    return {"cells": [geometry.names[cell] for cell in cells if completes(geometry, own, cell)]}


CALCULATIONS = (validate_options, place, lines, threats)


def _geometry(size: object) -> Board:
    return BOARDS[unwrap(rules.options({"size": size}, {})).size]


def _state(size: object, rows: Sequence[str], mark: object) -> State:
    """The board with X on seat 0 and the mark's seat in turn, or ended."""
    geometry = _geometry(size)
    must(mark in MARKS and geometry.is_text(rows), "mark, board")
    x, o = geometry.masks(rows)
    line = geometry.finished(x) | geometry.finished(o)
    ended = line or x | o == geometry.full
    return State(cast(Size, geometry.size), 0, None if ended else MARKS.index(mark), x, o, line=line)
