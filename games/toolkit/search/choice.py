"""The choice among moves whose worth a search has estimated."""

from collections.abc import Sequence

from games.toolkit.search.chance import Source

DIGITS = 5
"""Estimates that differ by less than this decimal place are equal: then the earlier move is taken."""


def best(worths: Sequence[float]) -> int:
    """The place of the highest estimate; of equal ones the first."""
    rounded = [round(worth, DIGITS) for worth in worths]
    return rounded.index(max(rounded))


def noisy(worths: Sequence[float], size: float, source: Source) -> list[float]:
    """The estimates with bell-shaped errors of a standard deviation: how weaker computer players see them."""
    errors = source.bell(len(worths))
    return [worth + size * float(error) for worth, error in zip(worths, errors, strict=True)]
