"""What the computer player thinks plays and cards are worth, in points of the hand (RULES.md §12)."""

from collections.abc import Sequence

from services.kernel.seats import Seat
from services.tables.games.mpirimpa import plays
from services.tables.games.mpirimpa.moves import LayMeld, Play
from services.tables.games.mpirimpa.reading import (
    BONUS,
    POINTS,
    TRUMP_BONUS,
    WILD,
    class_of,
    is_trump,
    points_of,
)
from services.tables.games.mpirimpa.state import State, side_of
from services.tables.games.toolkit.double_deck import RANK, SUIT, Card
from services.tables.games.toolkit.melds import Meld

STOCK_LONG = 40
"""With so many cards in the stock there is time for everything."""
CHANCES = (0.0, 0.0, 0.0, 0.1, 0.2, 0.4, 0.65)
"""By length, of a shorter meld to become a biriba while there is time."""
FULL_CHANCES = {8: 0.03, 9: 0.06, 10: 0.12, 11: 0.25, 12: 0.5}
"""By length, of a biriba to become full."""
FIRST_BIRIBA = 60
"""What the first biriba opens: the pot and the closing."""
POT_NEAR = 8
"""Of every card that leaves a hand whose side may take the pot."""
WILD_KEPT = 45
"""Of a wild card in hand while there is time."""
NEIGHBOUR_KEPT = 3
"""Of a neighbour that a card has in hand, for at most two of them."""


class Appraisal:
    """What a seat's plays are worth at one moment."""

    def __init__(self, state: State, seat: Seat) -> None:
        self.state = state
        self.seat = seat
        self.side = side_of(seat)
        self.hand = state.hands[seat]
        self.time = min(1.0, len(state.stock) / STOCK_LONG)
        self.has_biriba = plays.has_biriba(state.table, self.side)
        self.wants_pot = self.has_biriba and state.pot[self.side] == "waiting"

    def gain(self, play: Play) -> float | None:
        """What a play brings; None if it is not allowed."""
        after = plays.played(self.state, self.seat, play)
        if isinstance(after, str):
            return None
        if isinstance(play, LayMeld):
            before, found = None, after.table[-1].meld
        else:
            (pair,) = [(was, now) for was, now in zip(self.state.table, after.table, strict=True) if was is not now]
            before, found = pair[0].meld, pair[1].meld
        gone = [card for card in found.cards if before is None or card not in before.cards]
        worth = self.meld_worth(found) - (self.meld_worth(before) if before else 0)
        return worth - sum(self.kept_worth(card) for card in gone) + POT_NEAR * len(gone) * self.wants_pot

    def meld_worth(self, meld: Meld) -> float:
        """A meld's points, and what bonus may be hoped for."""
        bonus = TRUMP_BONUS if is_trump(meld, self.state.trump) else BONUS
        length = len(meld.cards)
        found = class_of(meld)
        if found == "open":
            hope = CHANCES[length] * (0.4 + 0.6 * self.time)
            return points_of(meld.cards) + hope * bonus["dirty" if meld.wild else "clean"]
        first = 0 if self.has_biriba else FIRST_BIRIBA
        full = (bonus["full_clean"] - bonus["clean"]) * FULL_CHANCES.get(length, 0) * self.time
        return points_of(meld.cards) + bonus[found] + first + (full if found == "clean" and meld.kind == "run" else 0)

    def kept_worth(self, card: Card) -> float:
        """What a card is worth in hand: less and less as the stock goes down, at last its points are lost."""
        if card in WILD:
            hope = WILD_KEPT
        else:
            hope = NEIGHBOUR_KEPT * min(2, len(neighbours(card, self.hand)))
        return hope * self.time - POINTS[card] * (1 - self.time)

    def pile_worth(self, pile: Sequence[Card]) -> float:
        """What a pile brings to the hand, more or less."""
        return sum(self._taken_worth(card) for card in pile)

    def _taken_worth(self, card: Card) -> float:
        if card in WILD:
            return 30
        near = len(neighbours(card, self.hand))
        return 8 if near else 4 * self.time - POINTS[card] * (1 - self.time)


def neighbours(card: Card, hand: Sequence[Card]) -> list[Card]:
    """The natural cards of a hand that lie within two places in the same suit; an Ace lies at both ends."""
    return [
        other
        for other in hand
        if other not in WILD and SUIT[other] == SUIT[card] and 0 < _distance(RANK[card], RANK[other]) <= 2
    ]


def _distance(one: int, other: int) -> int:
    apart = abs(one - other)
    return min(apart, 13 - apart) if 1 in (one, other) else apart
