"""Totals of two sides: the winner, and the tie-break when totals are equal."""

from collections.abc import Sequence
from typing import NamedTuple

from games.api import Hand
from services.kernel.ratings import ELO_START

Totals = tuple[int, int]


def added(totals: Totals, hand: Hand) -> Totals:
    """The totals after a hand."""
    return totals[0] + hand.points[0], totals[1] + hand.points[1]


class Verdict(NamedTuple):
    """The winner of a match that is over. `side` is the winner, also by the tie-break; `tie`: points are equal and
    ratings differ; `draw`: ratings are equal too, so there is no winner."""

    side: int | None
    tie: bool = False
    draw: bool = False


def verdict(totals: Totals, ratings: Sequence[int], seats: int) -> Verdict:
    """The winner by totals: the higher one, otherwise the side with the lower rating (of a pair the mean).

    `ratings` by seat; without any they count as equal.
    """
    if totals[0] != totals[1]:
        return Verdict(int(totals[1] > totals[0]))
    by_seat = ratings or (ELO_START,) * seats
    pairs = sum(by_seat[0::2]), sum(by_seat[1::2])
    if pairs[0] == pairs[1]:
        return Verdict(None, draw=True)
    return Verdict(int(pairs[1] < pairs[0]), tie=True)
