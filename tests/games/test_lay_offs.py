"""What rummy families list of lay-offs and goings out against asking of every card."""

import random
from collections.abc import Callable
from functools import partial
from typing import Any

import pytest

from games.buraco.meld_rules import DECK as BURACO_DECK
from games.buraco.meld_rules import laid as buraco_laid
from games.buraco.meld_rules import read_meld as buraco_read
from games.koumkan.hand_splits import discards_that_complete, is_complete
from games.koumkan.meld_rules import laid as koumkan_laid
from games.koumkan.meld_rules import read_meld as koumkan_read
from games.koumkan.meld_rules import wild_cards
from games.mpirimpa.meld_rules import laid as mpirimpa_laid
from games.mpirimpa.meld_rules import read_meld as mpirimpa_read
from games.toolkit.double_deck import CARDS, COPIES, FACE_TEXTS, RANK, SUIT, TEXT, Card, taken, without
from games.toolkit.faces import BIT_OF
from games.toolkit.lay_offs import ANY_END, Laid, lay_offs, near
from games.toolkit.meld_table import Lying
from games.toolkit.melds import Meld
from tests.games.koumkan.crosscheck import some_hand

Read = Callable[[tuple[Card, ...]], Meld | str]
FAMILIES: dict[str, tuple[Laid, Read, Any]] = {
    "mpirimpa": (mpirimpa_laid, partial(mpirimpa_read, columns=True), CARDS),
    "buraco": (buraco_laid, buraco_read, BURACO_DECK),
    "koumkan": (koumkan_laid, koumkan_read, CARDS),
}


def some_meld(chance: random.Random, read: Read, deck: Any) -> Meld:
    """A meld of three to six cards that lie near each other."""
    while True:
        centre = chance.choice(deck)
        near_by = [
            card
            for card in deck
            if RANK[card] in (0, 2, RANK[centre]) or (SUIT[card] == SUIT[centre] and abs(RANK[card] - RANK[centre]) < 4)
        ]
        found = read(tuple(chance.sample(near_by, chance.randint(3, 6))))
        if isinstance(found, Meld):
            return found


@pytest.mark.parametrize("family", FAMILIES)
def test_no_card_fits_a_meld_but_those_near_it(family: str) -> None:
    laid, read, deck = FAMILIES[family]
    chance, fitting = random.Random(family), 0
    for _ in range(150):
        meld = some_meld(chance, read, deck)
        for face in FACE_TEXTS if family != "buraco" else FACE_TEXTS[:-1]:
            fits = any(not isinstance(laid(meld, COPIES[face][0], end), str) for end in ANY_END)
            assert not fits or near(meld) & BIT_OF[face], (meld, face)
            fitting += fits
    assert fitting > 300


@pytest.mark.parametrize("family", FAMILIES)
def test_lay_offs_are_those_found_by_trying_each_card_after_each_other(family: str) -> None:
    laid, read, deck = FAMILIES[family]
    chance, longer = random.Random(family), 0
    for _ in range(60):
        melds = [some_meld(chance, read, deck) for _ in range(2)]
        table = [Lying(1, 0, melds[0]), Lying(4, 0, melds[1])]
        hand = tuple(chance.sample(deck, 12))
        found = [(play.meld, play.cards, play.end) for play in lay_offs(laid, hand, table)]
        assert found == tried_one_after_the_other(laid, hand, table)
        longer += any(len(cards) > 1 for _, cards, _ in found)
    assert longer >= 8


def tried_one_after_the_other(laid: Laid, hand: tuple[Card, ...], table: list[Lying]) -> list[Any]:
    """The same as `lay_offs`, the slow way."""
    level: list[Any] = [(each.id, (), end, each.meld) for end in ANY_END for each in table]
    found: list[Any] = []
    while level:
        longer = []
        for number, cards, end, meld in level:
            left = {TEXT[card] for card in without(hand, taken(hand, cards) or ())}
            for face in (face for face in FACE_TEXTS if face in left):
                after = laid(meld, COPIES[face][0], end)
                if not isinstance(after, str):
                    longer.append((number, (*cards, face), end, after))
        found += [each[:3] for each in longer]
        level = longer
    return found


def test_a_discard_completes_a_hand_if_the_rest_is_complete() -> None:
    chance, completing = random.Random("complete"), 0
    for number in range(400):
        game = ("thanasis", "dynamitis")[number % 2]
        indicator = chance.choice([card for card in CARDS if RANK[card] > 2])
        wild = wild_cards(game, indicator)
        hand = some_hand(chance, indicator, wild)
        expected = {card for card in hand if is_complete(without(hand, (card,)), wild)}
        assert set(discards_that_complete(hand, wild)) == expected
        completing += bool(expected) and len(expected) < len(hand)
    assert completing > 40


@pytest.mark.parametrize(
    "hand", [(), ("7c",), ("X",), ("X", "X", "X"), ("7c", "X"), ("7c", "X", "X"), ("7c", "7d", "X")]
)
def test_a_few_cards_are_completed_by_nothing_that_leaves_no_meld(hand: tuple[str, ...]) -> None:
    cards, wild = taken(CARDS, hand) or (), wild_cards("thanasis", None)
    assert discards_that_complete(cards, wild) == [] == [c for c in cards if is_complete(without(cards, (c,)), wild)]
