"""A round from the head of the shoe: who draws a third card, who wins (RULES.md §7)."""

from collections.abc import Sequence
from typing import Literal, NamedTuple

from games.baccarat.cards import VALUES, Card, rank_of

Hand = Literal["player", "banker"]
Winner = Literal["player", "banker", "tie"]

CARDS_MIN = 4
CARDS_MAX = 6
SIX = 6

_NATURAL = 8
_DRAWS_TO = 5
"""The highest total with which a hand draws when nobody has drawn before it."""
BANKER_DRAWS: tuple[frozenset[int], ...] = (
    frozenset(range(10)),
    frozenset(range(10)),
    frozenset(range(10)),
    frozenset({0, 1, 2, 3, 4, 5, 6, 7, 9}),
    frozenset({2, 3, 4, 5, 6, 7}),
    frozenset({4, 5, 6, 7}),
    frozenset({6, 7}),
    frozenset(),
)
"""Banker's total with two cards → the values of Player's third card on which Banker draws."""


class Round(NamedTuple):
    """A round as dealt."""

    player: tuple[Card, ...]
    banker: tuple[Card, ...]
    totals: tuple[int, int]
    winner: Winner
    natural: bool
    pairs: tuple[bool, bool]
    """Of Player's and of Banker's first two cards."""
    six: int | None
    """With how many cards Banker won with 6; None where it did not."""
    used: int


def draws(player: int, banker: int, third: int) -> tuple[bool, bool]:
    """Whether Player and Banker draw, by their totals with two cards; `third` is the value Player would draw."""
    if player >= _NATURAL or banker >= _NATURAL:
        return False, False
    if player > _DRAWS_TO:
        return False, banker <= _DRAWS_TO
    return True, third in BANKER_DRAWS[banker]


def deal_round(cards: Sequence[Card], start: int = 0) -> Round:
    """The round that the cards from `start` on make; six of them are always enough, IndexError with too few."""
    first, second, third, fourth = cards[start], cards[start + 1], cards[start + 2], cards[start + 3]
    player, banker = (VALUES[first] + VALUES[third]) % 10, (VALUES[second] + VALUES[fourth]) % 10
    player_cards: tuple[Card, ...] = (first, third)
    banker_cards: tuple[Card, ...] = (second, fourth)
    used = CARDS_MIN
    natural = player >= _NATURAL or banker >= _NATURAL
    if not natural:
        drawn = cards[start + 4] if player <= _DRAWS_TO or banker <= _DRAWS_TO else first
        player_draws, banker_draws = draws(player, banker, VALUES[drawn])
        if player_draws:
            player_cards, player, used = (first, third, drawn), (player + VALUES[drawn]) % 10, used + 1
        if banker_draws:
            drawn = cards[start + used]
            banker_cards, banker, used = (second, fourth, drawn), (banker + VALUES[drawn]) % 10, used + 1
    winner: Winner = "player" if player > banker else "banker" if banker > player else "tie"
    pairs = (rank_of(first) == rank_of(third), rank_of(second) == rank_of(fourth))
    six = len(banker_cards) if winner == "banker" and banker == SIX else None
    return Round(player_cards, banker_cards, (player, banker), winner, natural, pairs, six, used)


def laid_out(player: Sequence[Card], banker: Sequence[Card]) -> tuple[Card, ...]:
    """Both hands' cards in the order in which they were dealt: by turns, Player's third before Banker's."""
    return tuple(
        hand[place] for place in range(3) for hand in (player, banker) if place < len(hand)
    )  # fmt: skip


def dealt_so_far(found: Round, laid: int) -> tuple[tuple[Card, ...], tuple[Card, ...]]:
    """The cards of both hands while only the first `laid` of the round lie on the table."""
    player, banker = min(laid + 1, CARDS_MIN) // 2, min(laid, CARDS_MIN) // 2
    if laid > CARDS_MIN and len(found.player) > player:
        player, laid = player + 1, laid - 1
    if laid > CARDS_MIN:
        banker += 1
    return found.player[:player], found.banker[:banker]
