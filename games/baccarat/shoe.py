"""The shoe: what is burnt, when the cut card comes out, and rounds found wrongly laid out (RULES.md §2, §10)."""

from collections.abc import Sequence
from typing import NamedTuple

from games.baccarat.cards import PACK, VALUES, Card
from games.baccarat.third_card import Round, deal_round

CUT_CARDS = 16
"""The fewest cards behind the cut card, whatever the settings say."""
BURNT_MAX = 11


class After(NamedTuple):
    """A shoe after a round."""

    remaining: int
    last_round: bool
    """Whether the next round is its last."""
    new_shoe: bool


def cards_of_draw(values: Sequence[int]) -> tuple[Card, ...]:
    """The shuffled places of the canonical order as cards; packs are alike."""
    return tuple(value % PACK for value in values)


def burnt(first: Card) -> int:
    """How many cards are gone before the first round, the turned-up one included."""
    return 1 + (VALUES[first] or 10)


def cut_of(cards: int, percent: int) -> int:
    """How many of a shoe's cards are behind the cut card: this share of them, and enough for a round more."""
    return max(CUT_CARDS, cards * percent // 100)


def after_round(remaining: int, used: int, last_round: bool, cut_cards: int = CUT_CARDS) -> After:
    """What a round that used so many cards leaves; it was perhaps the last one of its shoe."""
    left = remaining - used
    return After(left, not last_round and left <= cut_cards, last_round)


def reconstruct(drawn: Sequence[Card], rest: Sequence[Card]) -> tuple[Round, tuple[Card, ...]]:
    """The round that the drawn cards make by the rules, taking from the rest what is missing, and those of the drawn
    that go back to the head of the shoe. IndexError with too few cards."""
    found = deal_round((*drawn, *rest))
    return found, tuple(drawn[found.used :])
