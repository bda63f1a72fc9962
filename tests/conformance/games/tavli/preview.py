"""Help while a turn is being chosen: the steps so far, and where each checker may go next (RULES.md §14)."""

from collections.abc import Mapping
from typing import Any

from games.tavli import position as positions
from games.tavli.board import Board
from games.tavli.moves import pairs_of, parse_steps, points_of
from games.tavli.turns import Dice, Steps, Turn, without
from games.tavli.variant import die_for
from games.tavli.view import View, turn_of


def preview(view: View, draft: Mapping[str, Any]) -> dict[str, Any]:
    """For the seat in turn, from `{"steps": [[24, 18]]}`: `checkers` and `pinned` after the steps, `dice` left,
    `targets` (from → list of to) with which a legal play goes on, `complete` if it may be sent.

    A step that cannot be made: `error` with its code, or `bad_parameters`. Empty for all other viewers.
    """
    turn = turn_of(view)
    if turn is None or view.seat is None or view.seat != view.turn:
        return {}
    steps = parse_steps(draft.get("steps", []))
    if steps is None:
        return {"error": "bad_parameters"}
    reached = _reached(turn, points_of(steps))
    if isinstance(reached, str):
        return {"error": reached}
    board, left = reached
    position = positions.position_of(turn.variant, board, view.seat)
    return {
        **positions.plain(turn.variant, position),
        "dice": list(left),
        "targets": _targets(turn, board, left),
        "complete": bool(steps) and len(steps) == turn.most and turn.refusal(points_of(steps)) is None,
    }


def _reached(turn: Turn, steps: Steps) -> tuple[Board, Dice] | str:
    """Board and dice left after the steps, or the code of the first that is refused."""
    board = turn.follow(steps)
    if isinstance(board, str):
        return board
    left = turn.dice
    for source, target in steps:
        left = without(left, die_for(source, target, left) or 0)
    return board, left


def _targets(turn: Turn, board: Board, left: Dice) -> dict[str, list[Any]]:
    targets: dict[str, list[Any]] = {}
    for source, target in pairs_of(tuple(turn.steps_from(board, left))):
        targets.setdefault(str(source), []).append(target)
    return targets
