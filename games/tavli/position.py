"""The position of both seats: as states keep it, as boards see it, as plain data (RULES.md §3)."""

from typing import Any

import msgspec

from games.tavli import side as sides
from games.tavli.board import Board
from games.tavli.variant import Variant
from services.kernel.seats import Seat

Pinned = tuple[tuple[int, ...], tuple[int, ...]]


class Position(msgspec.Struct, frozen=True, omit_defaults=True):
    """Both sides as text (side.py, `text`), and the own points on which each seat has a pinned checker."""

    sides: tuple[str, str]
    pinned: Pinned = ((), ())


class Plain(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A position as plain data, not yet looked at."""

    checkers: tuple[dict[str | int, int], dict[str | int, int]]
    pinned: Pinned | None = None
    """None, or left out: nothing is pinned."""


def at_start(variant: Variant) -> Position:
    """The position in which a game begins."""
    return Position((sides.text(variant.start),) * 2)


def board_of(variant: Variant, position: Position, seat: Seat) -> Board:
    """The position as a seat sees it."""
    own, enemy = position.sides[seat], position.sides[1 - seat]
    held = position.pinned[seat]
    return Board(int(own, 16), variant.facing(int(enemy, 16)), sides.mask_of(held) if held else 0)


def position_of(variant: Variant, board: Board, seat: Seat) -> Position:
    """The inverse of `board_of`."""
    own, enemy = sides.text(board.own), sides.text(variant.facing(board.enemy))
    if not variant.pins_checkers:
        return Position((own, enemy) if seat == 0 else (enemy, own))
    pinned = (sides.points(board.held), sides.points(variant.turned(board).held))
    if seat == 0:
        return Position((own, enemy), pinned)
    return Position((enemy, own), (pinned[1], pinned[0]))


def side_of(position: Position, seat: Seat) -> int:
    """A seat's checkers by its own numbers."""
    return int(position.sides[seat], 16)


def plain(variant: Variant, position: Position) -> dict[str, Any]:
    """The position as plain data; `pinned` only where there are pins."""
    data: dict[str, Any] = {"checkers": [sides.plain(side_of(position, seat)) for seat in (0, 1)]}
    return data | {"pinned": [list(points) for points in position.pinned]} if variant.pins_checkers else data


def read(variant: Variant, data: Plain) -> Position | None:
    """The inverse of `plain`; None if there cannot be such a position."""
    read_sides = [sides.read(each, variant.has_bar) for each in data.checkers]
    if read_sides[0] is None or read_sides[1] is None:
        return None
    held = data.pinned or ((), ())
    pinned = (tuple(sorted(set(held[0]))), tuple(sorted(set(held[1]))))
    position = Position((sides.text(read_sides[0]), sides.text(read_sides[1])), pinned)
    return position if _is_possible(variant, position) else None


def _is_possible(variant: Variant, position: Position) -> bool:
    """Where both seats have checkers one of them is a single pinned one; other variants share no point."""
    if any(point not in range(1, sides.POINTS + 1) for points in position.pinned for point in points):
        return False
    board = board_of(variant, position, 0)
    shared = sides.occupied(board.own) & sides.occupied(board.enemy) & sides.BOARD
    if shared and not variant.pins_checkers:
        return False
    pinned = [sides.mask_of(points) for points in position.pinned]
    both = (pinned[0], variant.facing(pinned[1]))
    singles = sides.single(board.own) & both[0], sides.single(board.enemy) & both[1]
    return singles == both and not both[0] & both[1] and shared == both[0] | both[1]
