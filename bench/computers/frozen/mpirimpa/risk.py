"""What a discard may give to the opponents, as the computer player guesses."""

from collections import Counter

from games.mpirimpa.meld_rules import WILD, laid
from games.mpirimpa.state import State, side_of
from games.toolkit.double_deck import FACE, RANK, SUIT, Card
from services.kernel.seats import Seat

FITS = 15
"""Of a card that fits an opponent's meld, with every card of the pile."""
PILE_CARD = 20
"""Of each card that goes with it where the pile must be justified."""
FREE_CARD = 8
"""Of the card alone where the pile is free."""
HELD_SHARE = 0.25
"""How many of the cards not seen the next player is thought to hold."""


class Risk:
    """What the next player may do with each card, from what the seat sees."""

    def __init__(self, state: State, seat: Seat) -> None:
        self.opposing = [each.meld for each in state.table if each.side != side_of(seat)]
        seen = [*state.hands[seat], *state.pile, *(card for each in state.table for card in each.meld.cards)]
        self.seen = Counter(FACE[card] for card in seen)
        self.stake = PILE_CARD * (len(state.pile) + 1) if state.terms.pro else FREE_CARD

    def of(self, card: Card) -> float:
        """What discarding a card costs."""
        if card in WILD:
            return 0
        if self.fits(card):
            return FITS + self.stake
        return min(1.0, self._runs(card)) * self.stake

    def fits(self, card: Card) -> bool:
        """Whether a card can be laid off on an opponent's meld."""
        return any(not isinstance(laid(meld, card, None), str) for meld in self.opposing)

    def _runs(self, card: Card) -> float:
        """How likely the next player has two cards that make a run with this one."""
        rank, suit = RANK[card], SUIT[card]
        found = 0.0
        for place in (1, 14) if rank == 1 else (rank,):
            for first in range(max(1, place - 2), min(12, place) + 1):
                chance = 1.0
                for other in range(first, first + 3):
                    if other != place:
                        chance *= HELD_SHARE * (2 - self.seen[suit * 13 + (other - 1) % 13])
                found += chance
        return found
