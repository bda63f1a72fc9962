"""Groups: cards of one rank, natural ones first, then wild ones."""

from games.toolkit.double_deck import RANK, Card
from games.toolkit.melds import Meld


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
