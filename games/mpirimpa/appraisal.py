"""What the computer player thinks plays and cards are worth, in points of the hand, and what a discard may give to the
opponents (RULES.md §12)."""

from collections import Counter

from games.mpirimpa import plays
from games.mpirimpa.meld_rules import BONUS, POINTS, TRUMP_BONUS, WILD, class_of, is_trump, laid, points_of
from games.mpirimpa.moves import Play
from games.mpirimpa.state import State, side_of
from games.toolkit.double_deck import FACE, RANK, SUIT, Card
from games.toolkit.melding.appraisal import CHANCES, FULL_CHANCES, Hand, changed
from games.toolkit.melds import Meld
from services.kernel.seats import Seat

FIRST_BIRIBA = 60
"""What the first biriba opens: the pot and the closing."""
POT_NEAR = 8
"""Of every card that leaves a hand whose side may take the pot."""
FITS = 15
"""Of a card that fits an opponent's meld, with every card of the pile."""
PILE_CARD = 20
"""Of each card that goes with it where the pile must be justified."""
FREE_CARD = 8
"""Of the card alone where the pile is free."""
HELD_SHARE = 0.25
"""How many of the cards not seen the next player is thought to hold."""


class Appraisal(Hand[State]):
    """What a seat's plays are worth at one moment."""

    wild = WILD
    points = POINTS
    wild_kept = 45
    wild_taken = 30

    def __init__(self, state: State, seat: Seat) -> None:
        super().__init__(state, seat)
        self.has_biriba = plays.has_biriba(state.table, self.side)
        self.wants_pot = self.has_biriba and state.pot[self.side] == "waiting"

    def gain(self, play: Play) -> float | None:
        """What a play brings; None if it is not allowed."""
        after = plays.played(self.state, self.seat, play)
        return None if isinstance(after, str) else self.gained(after, play)

    def gained(self, after: State, play: Play) -> float:
        """What a play that has led to a state brought."""
        before, found, gone = changed(self.state.table, after.table, play)
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
