"""What computer players think alike: what cards are worth in hand, what a play changed, the best of several plays."""

from collections.abc import Callable, Iterable, Sequence
from typing import Generic

from games.toolkit.double_deck import RANK, SUIT, Card
from games.toolkit.meld_moves import LayMeld, Play
from games.toolkit.meld_table import Table, side_of
from games.toolkit.melding.state import State
from games.toolkit.melds import Meld
from services.kernel.seats import Seat

STOCK_LONG = 40
"""With so many cards in the stock there is time for everything."""
CHANCES = (0.0, 0.0, 0.0, 0.1, 0.2, 0.4, 0.65)
"""By length, of a shorter meld to become one of seven while there is time."""
FULL_CHANCES = {8: 0.03, 9: 0.06, 10: 0.12, 11: 0.25, 12: 0.5}
"""By length, of a clean run of seven or more to become a full one."""
NEIGHBOUR_KEPT = 3
"""Of a neighbour that a card has in hand, for at most two of them."""
NEIGHBOUR_TAKEN = 8
"""Of a card of the pile that has a neighbour in hand."""
STRANGER_TAKEN = 4
"""Of one that has none, while there is time."""


class Hand(Generic[State]):
    """A seat's hand at one moment; what is wild, and what it is worth, a family says."""

    wild: frozenset[Card]
    points: tuple[int, ...]
    """Card → its points."""
    wild_kept: int
    """Of a wild card in hand while there is time."""
    wild_taken: int
    """Of a wild card of the pile."""

    def __init__(self, state: State, seat: Seat) -> None:
        self.state = state
        self.seat = seat
        self.side = side_of(seat)
        self.hand = state.hands[seat]
        self.time = min(1.0, len(state.stock) / STOCK_LONG)

    def kept_worth(self, card: Card) -> float:
        """What a card is worth in hand: less and less as the stock goes down, at last its points are lost."""
        if card in self.wild:
            hope = self.wild_kept
        else:
            hope = NEIGHBOUR_KEPT * min(2, len(self.neighbours(card)))
        return hope * self.time - self.points[card] * (1 - self.time)

    def pile_worth(self, pile: Sequence[Card]) -> float:
        """What a pile brings to the hand, more or less."""
        return sum(self._taken_worth(card) for card in pile)

    def _taken_worth(self, card: Card) -> float:
        if card in self.wild:
            return self.wild_taken
        if self.neighbours(card):
            return NEIGHBOUR_TAKEN
        return STRANGER_TAKEN * self.time - self.points[card] * (1 - self.time)

    def neighbours(self, card: Card) -> list[Card]:
        """The natural cards of the hand that lie within two places in the same suit; an Ace lies at both ends."""
        return [
            other
            for other in self.hand
            if other not in self.wild and SUIT[other] == SUIT[card] and 0 < _distance(RANK[card], RANK[other]) <= 2
        ]


def _distance(one: int, other: int) -> int:
    apart = abs(one - other)
    return min(apart, 13 - apart) if 1 in (one, other) else apart


def changed(before: Table, after: Table, play: Play) -> tuple[Meld | None, Meld, list[Card]]:
    """The meld that a play changed as it was (None: a new one) and as it is, and the cards that it got."""
    if isinstance(play, LayMeld):
        return None, after[-1].meld, list(after[-1].meld.cards)
    ((was, now),) = [(was, now) for was, now in zip(before, after, strict=True) if was is not now]
    return was.meld, now.meld, [card for card in now.meld.cards if card not in was.meld.cards]


def best(candidates: Iterable[Play], gain: Callable[[Play], float | None], cost: float = 0) -> Play | None:
    """The play that brings most; None if none brings more than it costs. `gain`: None for one that is not allowed."""
    found, most = None, cost
    for play in candidates:
        brings = gain(play)
        if brings is not None and brings > most:
            found, most = play, brings
    return found
