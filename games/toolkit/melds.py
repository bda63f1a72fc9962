"""Melds on a table: what lies where, and which of the cards work as wild cards.

`Meld` is what a family keeps in its state; `Grammar` is what differs between families; groups are here, and `runs.py`
reads, arranges and extends runs.
"""

from typing import Literal, NamedTuple

import msgspec

from games.toolkit.cards import RANKS, SUITS
from games.toolkit.double_deck import RANK, SUIT, Card

Kind = Literal["run", "group"]
End = Literal["low", "high"]
ENDS: tuple[End, ...] = ("low", "high")


class Grammar(NamedTuple):
    """Which cards may stand for others, and how far runs go."""

    wild: frozenset[Card]
    """Cards that stand for any other."""
    two_at_home: bool
    """Whether a wild 2 on place 2 of a run of its own suit is natural."""
    top: int
    """The last place of a run: 14 where an Ace may lie high, else 13."""


class Meld(msgspec.Struct, frozen=True):
    """Cards as they lie: a run from low to high, a group with its natural cards first."""

    kind: Kind
    suit: int
    """Of a run (0 … 3: c d h s); −1 for a group."""
    lo: int
    """A run's first place (Ace = 1 or 14); a group's rank."""
    cards: tuple[Card, ...]
    wild: tuple[int, ...]
    """Which of the cards work as wild cards, as indexes from 0."""

    @property
    def hi(self) -> int:
        """A run's last place."""
        return self.lo + len(self.cards) - 1

    def stands_for(self, index: int) -> tuple[int, int]:
        """What the card at an index stands for: rank and suit (−1: any)."""
        place = self.lo + index if self.kind == "run" else self.lo
        return (1 if place == 14 else place), self.suit

    def stands_for_text(self, index: int) -> str:
        """The card that the one at an index stands for (`6h`); in a group the rank."""
        rank, suit = self.stands_for(index)
        return RANKS[rank - 1] + (SUITS[suit] if suit >= 0 else "")


def is_natural(grammar: Grammar, card: Card, suit: int, place: int) -> bool:
    """Whether the card lies on a place of a run as itself."""
    if card in grammar.wild:
        return grammar.two_at_home and place == 2 and RANK[card] == 2 and SUIT[card] == suit
    rank = RANK[card]
    return SUIT[card] == suit and (rank == place or (rank == 1 and place == 14))


def run_of(grammar: Grammar, suit: int, lo: int, cards: tuple[Card, ...]) -> Meld:
    """Cards on consecutive places as a meld; every one of them lies rightly there."""
    wild = tuple(
        index
        for index, card in enumerate(cards)
        if card in grammar.wild and not is_natural(grammar, card, suit, lo + index)
    )
    return Meld("run", suit, lo, cards, wild)


def as_shown(
    suit: str | None, low: int | None, rank: str | None, cards: tuple[Card, ...], wild: tuple[int, ...]
) -> Meld:
    """A meld from what viewers see of it: a run has its suit and first place, a group its rank."""
    if suit is not None and low is not None:
        return Meld("run", SUITS.index(suit), low, cards, wild)
    return Meld("group", -1, RANKS.index(rank or "A") + 1, cards, wild)


# --- groups: cards of one rank, natural ones first, then wild ones ---


def group_of(natural: tuple[Card, ...], wild: tuple[Card, ...]) -> Meld:
    """Natural cards, all of one rank and at least one, and wild cards as a meld."""
    first = len(natural)
    return Meld("group", -1, RANK[natural[0]], natural + wild, tuple(range(first, first + len(wild))))


def laid_on_group(meld: Meld, card: Card, is_wild: bool) -> Meld | None:
    """The group after one more card, natural ones before wild ones; None if it is of another rank."""
    first = len(meld.cards) - len(meld.wild)
    natural, wild = meld.cards[:first], meld.cards[first:]
    if is_wild:
        return group_of(natural, (*wild, card))
    return group_of((*natural, card), wild) if RANK[card] == meld.lo else None
