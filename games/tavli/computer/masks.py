"""Sets of points as numbers: bit `p` is own point `p`, bit 25 the bar (RULES.md §3).

Every function works element by element: on one number and on an array of them alike. Run time calls them with numpy
arrays of many positions, training compiles the same lines for single numbers (tools/train_tavli), so that both see
exactly the same features.
"""

from typing import Any

Mask = Any
"""An integer, or an array of integers of 64 bits."""

BOARD = 0x1FFFFFE
HOME = 0x7E
START_QUADRANT = 0x1F80000
BAR = 1 << 25
MOTHER = 1 << 24


def popcount(mask: Mask) -> Mask:
    """How many points a set has."""
    mask = mask - ((mask >> 1) & 0x55555555)
    mask = (mask & 0x33333333) + ((mask >> 2) & 0x33333333)
    mask = (mask + (mask >> 4)) & 0x0F0F0F0F
    return ((mask * 0x01010101) >> 24) & 0xFF


def highest(mask: Mask) -> Mask:
    """The highest point of a set without bit 0; 0 if it is empty."""
    mask = mask | (mask >> 1)
    mask = mask | (mask >> 2)
    mask = mask | (mask >> 4)
    mask = mask | (mask >> 8)
    mask = mask | (mask >> 16)
    return popcount(mask >> 1)


def mirrored(mask: Mask) -> Mask:
    """Point `p` becomes `25 − p`: the same points for a seat that moves the other way."""
    mask = ((mask & 0x55555555) << 1) | ((mask >> 1) & 0x55555555)
    mask = ((mask & 0x33333333) << 2) | ((mask >> 2) & 0x33333333)
    mask = ((mask & 0x0F0F0F0F) << 4) | ((mask >> 4) & 0x0F0F0F0F)
    mask = ((mask & 0x00FF00FF) << 8) | ((mask >> 8) & 0x00FF00FF)
    mask = ((mask & 0x0000FFFF) << 16) | ((mask >> 16) & 0x0000FFFF)
    return mask >> 6


def rotated(mask: Mask) -> Mask:
    """Point `p` becomes `p ± 12`: the same points for a seat that moves the same way from the opposite corner."""
    return ((mask >> 12) & 0x1FFE) | ((mask & 0x1FFE) << 12)


def longest_run(mask: Mask) -> Mask:
    """The most neighbouring points in a set, six at most."""
    two = mask & (mask >> 1)
    three = two & (mask >> 2)
    four = three & (mask >> 3)
    five = four & (mask >> 4)
    six = five & (mask >> 5)
    return 1 * (mask != 0) + (two != 0) + (three != 0) + (four != 0) + (five != 0) + (six != 0)


def in_front(mask: Mask, rear: Mask) -> Mask:
    """The points in front of point `rear`: bit 23 is the next one, bit 0 the one 24 further on."""
    return (mask << 24) >> rear & 0xFFFFFF
