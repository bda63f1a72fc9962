"""The computer player's cards: partner, points, and what is still out."""

from collections.abc import Iterable
from typing import NamedTuple

from games.pilotta.cards import (
    BY_TEXT,
    PLAIN_PLACE,
    POINTS,
    RANKS,
    SUIT_BY_TEXT,
    TEXTS,
    TRUMP_PLACE,
    Card,
    Suit,
)
from games.pilotta.tricks import beats
from games.pilotta.view import View

WORTH_WINNING = 10
"""A trick that brings as much is worth a card that may be beaten yet."""


class Visible(NamedTuple):
    """What the computer player goes by."""

    legal: tuple[Card, ...]
    trick: tuple[Card, ...]
    trump: Suit
    masters: frozenset[Card]
    trumps_out: int
    taking: bool
    """Whether its team chose the trumps."""
    best: Card | None
    """The card that holds the trick."""
    partner_holds: bool
    last: bool
    """Whether it plays the last card of the trick."""

    @property
    def jack(self) -> Card:
        """The highest trump."""
        return 8 * self.trump + RANKS.index("J")

    def points(self, card: Card) -> int:
        """What a card counts."""
        return POINTS[self.trump][card]

    def cost(self, card: Card) -> tuple[int, bool, int]:
        """What a card is worth keeping for: its points, being a trump, its place in its suit."""
        trump = card >> 3 == self.trump
        return self.points(card), trump, (TRUMP_PLACE if trump else PLAIN_PLACE)[card]


def card(view: View) -> str:
    """The card of the seat on turn."""
    sight = seen(view)
    if len(sight.legal) == 1:
        found = sight.legal[0]
    elif not sight.trick:
        found = lead(sight)
    else:
        found = follow(sight)
    return TEXTS[found]


def seen(view: View) -> Visible:
    """A view in numbers."""
    assert view.contract is not None and view.seat is not None
    trick = tuple(BY_TEXT[text] for text in view.trick)
    seats = len(view.counts)
    best = None if view.holder is None or view.lead is None else trick[(view.holder - view.lead) % seats]
    return Visible(
        tuple(BY_TEXT[text] for text in view.legal),
        trick,
        SUIT_BY_TEXT[view.contract.trump],
        frozenset(BY_TEXT[text] for text in view.masters),
        view.trumps_out or 0,
        view.contract.taker % 2 == view.seat % 2,
        best,
        view.holder is not None and view.holder % 2 == view.seat % 2,
        len(trick) == seats - 1,
    )


def lead(sight: Visible) -> Card:
    """As takers the jack of trumps while others have trumps; else a plain ace; else low."""
    if sight.taking and sight.trumps_out and sight.jack in sight.legal:
        return sight.jack
    aces = [card for card in sight.legal if TEXTS[card][0] == "A" and card >> 3 != sight.trump]
    return aces[0] if aces else low_from_the_longest(sight)


def low_from_the_longest(sight: Visible) -> Card:
    """The cheapest card of the longest plain suit; with nothing but trumps the cheapest of them."""
    plain = [card for card in sight.legal if card >> 3 != sight.trump]
    if not plain:
        return cheapest(sight, sight.legal)
    lengths = {suit: sum(card >> 3 == suit for card in plain) for suit in range(4)}
    return min(plain, key=lambda card: (-lengths[card >> 3], sight.cost(card)))


def follow(sight: Visible) -> Card:
    """The most points for a trick that the partner holds; the cheapest card that wins, if it is worth it; else the
    cheapest of all."""
    assert sight.best is not None
    if sight.partner_holds:
        return max(sight.legal, key=sight.points)
    winning = [card for card in sight.legal if beats(card, sight.best, sight.trump)]
    sure = [card for card in winning if wins_for_sure(sight, card)]
    if sure:
        return cheapest(sight, sure)
    brings = sum(map(sight.points, sight.trick))
    worth = [card for card in winning if brings + sight.points(card) >= WORTH_WINNING]
    return cheapest(sight, worth or sight.legal)


def wins_for_sure(sight: Visible, card: Card) -> bool:
    """Whether nothing that is out can take the trick from a card any more."""
    if sight.last:
        return True
    return card in sight.masters and (card >> 3 == sight.trump or not sight.trumps_out)


def cheapest(sight: Visible, cards: Iterable[Card]) -> Card:
    """Of some cards the one that is least worth keeping."""
    return min(cards, key=sight.cost)
