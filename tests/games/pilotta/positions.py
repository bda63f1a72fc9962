"""Positions in tricks, from random deals played at random and thrown together."""

import random
from collections.abc import Iterator
from typing import NamedTuple

from games.pilotta.cards import SUIT_MASKS, TEXTS, cards_of, mask_of
from games.pilotta.tricks import best_place, legal_cards


class Position(NamedTuple):
    """A seat's hand before a trick so far, in numbers."""

    hand: int
    trick: tuple[int, ...]
    trump: int


def played(seed: int, seats: int = 4) -> Iterator[Position]:
    """Every position of random hands."""
    chance = random.Random(seed)
    while True:
        deck, trump, lead = chance.sample(range(32), 32), chance.randrange(4), chance.randrange(seats)
        each = 8 if seats == 4 else 9
        hands = [mask_of(deck[seat * each : seat * each + each]) for seat in range(seats)]
        for _ in range(each):
            trick: tuple[int, ...] = ()
            for step in range(seats):
                seat = (lead + step) % seats
                yield Position(hands[seat], trick, trump)
                card = chance.choice(list(cards_of(legal_cards(hands[seat], trick, trump))))
                hands[seat] ^= 1 << card
                trick = (*trick, card)
            lead = (lead + best_place(trick, trump)) % seats


def thrown(seed: int) -> Iterator[Position]:
    """Hands and tricks of any cards, few suits in a hand, many trumps about."""
    chance = random.Random(seed)
    while True:
        trump = chance.randrange(4)
        suits = SUIT_MASKS[trump] | SUIT_MASKS[chance.randrange(4)]
        pool = list(cards_of(suits)) if chance.random() < 0.5 else list(range(32))
        cards = chance.sample(pool, min(len(pool), chance.randint(2, 11)))
        on_table = chance.randint(0, min(3, len(cards) - 1))
        yield Position(mask_of(cards[on_table:]), tuple(cards[:on_table]), trump)


def text(position: Position) -> tuple[list[str], list[str], str]:
    """A position as the reference reads it."""
    hand = [TEXTS[card] for card in cards_of(position.hand)]
    return hand, [TEXTS[card] for card in position.trick], "cdhs"[position.trump]
