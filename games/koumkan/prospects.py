"""What a hand may come to with one more card, as the computer player reckons (RULES.md §12)."""

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from games.koumkan.hand_splits import Splitter
from games.koumkan.meld_rules import points_of
from games.koumkan.state import GameId
from games.toolkit.double_deck import COPIES, FACE, RANK, SUIT, TEXT, Card

WIDE = 2
"""Natural cards of a suit so many places apart may be in one run; more with wild cards between them."""


class Prospect(NamedTuple):
    """A hand with the next card of the stock, the best discard then made."""

    out: float
    """How likely nothing is left then."""
    deadwood: float
    """What is left on average."""


class Unseen(NamedTuple):
    """The faces that a seat has not seen both copies of: one card of each, and how many may come."""

    cards: tuple[Card, ...]
    counts: tuple[int, ...]
    total: int

    @property
    def by_face(self) -> dict[int, int]:
        """Face → how many may come."""
        return {FACE[card]: count for card, count in zip(self.cards, self.counts, strict=True)}


def unseen(seen: Iterable[str]) -> Unseen:
    """What is not among the texts that were seen."""
    gone = Counter(seen)
    faces = [face for face, copies in COPIES.items() if len(copies) > gone[face]]
    counts = tuple(len(COPIES[face]) - gone[face] for face in faces)
    return Unseen(tuple(COPIES[face][-1] for face in faces), counts, sum(counts))


def prospect(game: GameId, wild: frozenset[Card], hand: Sequence[Card], rest: Unseen) -> Prospect:
    """What a hand after its discard comes to with a card of the unseen ones."""
    split = Splitter(game, wild, hand).best()
    now = split.deadwood
    dearest = max((points_of(game, wild, card) for card in split.left), default=0)
    natural = [card for card in hand if card not in wild]
    reach = WIDE + len(hand) - len(natural)
    out = left = 0.0
    after_wild: int | None = None
    for card, count in zip(rest.cards, rest.counts, strict=True):
        after = now - max(0, dearest - points_of(game, wild, card))
        if card in wild:
            after_wild = _after(game, wild, hand, card) if after_wild is None else after_wild
            after = after_wild
        elif _helps(card, natural, reach):
            after = _after(game, wild, hand, card)
        left += count * min(now, after)
        out += count * (after == 0)
    return Prospect(out / max(1, rest.total), left / max(1, rest.total) if rest.total else now)


def _helps(card: Card, natural: Sequence[Card], reach: int) -> bool:
    return any(
        RANK[other] == RANK[card] or (SUIT[other] == SUIT[card] and abs(RANK[other] - RANK[card]) <= reach)
        for other in natural
    )


def _after(game: GameId, wild: frozenset[Card], hand: Sequence[Card], drawn: Card) -> int:
    """What is left with a card drawn and the dearest card that is left discarded."""
    own = (*hand, next((each for each in COPIES[TEXT[drawn]] if each not in hand), drawn))
    splitter = Splitter(game, wild, own)
    split = splitter.best()
    if split.left:
        return split.deadwood - max(points_of(game, wild, each) for each in split.left)
    return min(splitter.deadwood(each) for each in own)
