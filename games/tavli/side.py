"""The checkers of one seat as a number in base 16: digit `p` counts those on own point `p` (RULES.md §3).

Digit 0 is `off`, digit 25 the bar. 15 checkers fit into a digit, so a step of `d` points is
`- source + (source >> 4·d)` with `source = 16 ** p`. A set of points is such a number too, of ones: `16 ** p` for each
point (a *mask*).
"""

from collections.abc import Iterator, Mapping
from typing import Any

CHECKERS = 15
POINTS = 24
BAR = 25
OFF = 0
DIGITS = 26
OFF_BIT = 1
BAR_BIT = 1 << 4 * BAR

ONES = int("1" * DIGITS, 16)
BOARD = ONES & ~OFF_BIT & ~BAR_BIT
"""The 24 points."""
START_QUADRANT = int("1" * 6, 16) << 4 * 19
"""Own 19–24."""
HOME_BITS = 28
"""A side shifted right by so many bits is 0 when no checker is outside own 1–6."""
MOTHER = 1 << 4 * POINTS
"""Own 24."""


def occupied(side: int) -> int:
    """The points with checkers, bar and off among them."""
    side |= side >> 1
    return (side | side >> 2) & ONES


def stacked(side: int) -> int:
    """The points with two checkers or more."""
    return (side >> 1 | side >> 2 | side >> 3) & ONES


def single(side: int) -> int:
    """The points with exactly one checker."""
    return side & ~stacked(side) & ONES


def count(side: int, point: int) -> int:
    """The checkers on a point."""
    return side >> 4 * point & 15


def point_of(bit: int) -> int:
    """The point of a mask with one point."""
    return bit.bit_length() - 1 >> 2


def bit_of(point: int) -> int:
    """A mask with one point."""
    return 1 << 4 * point


def bits(mask: int) -> Iterator[int]:
    """The points of a mask, each as a mask, the highest first."""
    while mask:
        bit = 1 << mask.bit_length() - 1
        yield bit
        mask ^= bit


def points(mask: int) -> tuple[int, ...]:
    """The points of a mask, sorted."""
    return tuple(point for point in range(DIGITS) if mask >> 4 * point & 1) if mask else ()


def mask_of(found: tuple[int, ...]) -> int:
    """The mask of some points."""
    return sum(bit_of(point) for point in found)


def pips(side: int) -> int:
    """The sum of point numbers, the bar counting 25."""
    return sum(point * (side >> 4 * point & 15) for point in range(1, DIGITS))


def mirrored(side: int) -> int:
    """The side as it lies for a seat that moves the other way: digit `p` ↔ `25 − p`, so bar and off change places."""
    return int(f"{side:026x}"[::-1], 16)


def rotated(side: int) -> int:
    """The side as it lies for a seat that moves the same way from the opposite corner: `p + 12` ↔ `p`."""
    low, high = side >> 4 & _HALF, side >> 52
    return side & 15 | high << 4 | low << 52


_HALF = (1 << 48) - 1


def text(side: int) -> str:
    """The side as 26 hexadecimal digits, the bar first, off last: how states keep it."""
    return f"{side:026x}"


def plain(side: int) -> dict[str, int]:
    """The side as a map: own point, `bar`, `off` → checkers; from the bar down, zeros left out."""
    return {_NAMES[point]: side >> 4 * point & 15 for point in range(BAR, -1, -1) if side >> 4 * point & 15}


def read(data: Mapping[Any, Any], bar: bool) -> int | None:
    """The inverse of `plain`; None if it is no side of 15 checkers (on the bar only where there is one)."""
    side = 0
    for name, checkers in data.items():
        point = _POINTS.get(str(name))
        if point is None or type(checkers) is not int or not 0 <= checkers <= CHECKERS:
            return None
        if point == BAR and checkers and not bar:
            return None
        side += checkers << 4 * point if not count(side, point) else 0
    return side if sum(count(side, point) for point in range(DIGITS)) == CHECKERS else None


_NAMES = {OFF: "off", BAR: "bar"} | {point: str(point) for point in range(1, POINTS + 1)}
_POINTS = {name: point for point, name in _NAMES.items()}
