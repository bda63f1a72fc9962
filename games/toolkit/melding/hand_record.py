"""A hand that has ended, as it is recorded; what it brought each side is the families' own arithmetic."""

from collections.abc import Sequence
from typing import Any

from games.api import Hand
from games.toolkit.double_deck import Card
from games.toolkit.meld_table import Side
from games.toolkit.plain import plain
from games.toolkit.totals import Totals


def left_of(side: Side, hands: Sequence[Sequence[Card]]) -> list[Card]:
    """The cards left in all hands of a side; hands by seat."""
    return [card for hand in hands[side::2] for card in hand]


def recorded(number: int, points: Totals, found: Any) -> Hand:
    """A counted hand with its data; whoever scored more has won it."""
    winner = None if points[0] == points[1] else int(points[1] > points[0])
    return Hand(number, winner, points, plain(found))
