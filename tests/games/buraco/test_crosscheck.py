"""The engine reads and extends melds as the slow reading does, and finds every meld of a hand."""

import random
from itertools import islice

import pytest

from games.buraco.candidates import melds, thrifty_groups, thrifty_runs
from games.buraco.meld_rules import DECK, read_meld
from games.toolkit.double_deck import TEXT, texts
from tests.games.buraco import crosscheck, reference
from tests.games.buraco.hands import cards_of


@pytest.mark.parametrize("seed", range(4))
def test_engine_and_slow_reading_agree(seed: int) -> None:
    assert [found for found in crosscheck.differences(500, seed) if found] == []


def test_a_difference_would_be_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reference, "enough_naturals", lambda natural, wild: natural >= 2 and wild < natural)
    assert any(crosscheck.differences(500, 0))


HANDS = ["2c 3c 4c 2d 5c", "Ac 2c 2d Kc Ac", "2c 2c 3c 5c 2s", "7c 7d 7d 2s 2h", "Ac Ac Ad 2c 2d", "9h Th 2d 2h Qh 3h"]


@pytest.mark.parametrize("hand", HANDS)
def test_every_meld_of_a_hand_is_found_once(hand: str) -> None:
    found = list(melds(cards_of(hand)))
    assert len(found) == len(set(found))
    lying = {read_meld(cards_of(cards)) for cards in found}
    assert {_sorted_if_group(cards) for cards in found} == reference.every_meld(hand.split())
    assert len(lying) == len(found)


def _sorted_if_group(cards: tuple[str, ...]) -> tuple[str, ...]:
    natural = [card for card in cards if card[0] != "2"]
    if len(natural) > 1 and len({card[0] for card in natural}) == 1:
        return (*sorted(natural), *sorted(card for card in cards if card[0] == "2"))
    return cards


@pytest.mark.parametrize("seed", range(12))
def test_every_meld_that_is_found_lies_as_it_is_listed(seed: int) -> None:
    hand = tuple(random.Random(seed).sample(DECK, 30))
    for cards in islice(melds(hand), 2_000):
        meld = read_meld(cards_of(cards))
        assert not isinstance(meld, str) and texts(meld.cards) == cards


@pytest.mark.parametrize("seed", range(6))
def test_what_a_thrifty_player_thinks_of_is_a_meld_and_wastes_no_wild_card(seed: int) -> None:
    hand = tuple(random.Random(seed).sample(DECK, 25))
    held = [TEXT[card] for card in hand]
    for cards in (*thrifty_runs(hand), *thrifty_groups(hand)):
        meld = read_meld(cards_of(cards))
        assert not isinstance(meld, str) and texts(meld.cards) == cards
        if meld.kind == "run":
            stood_for = [
                "A23456789TJQK"[meld.stands_for(index)[0] - 1] + "cdhs"[meld.stands_for(index)[1]]
                for index in meld.wild
            ]
            free = [face for face in stood_for if held.count(face) > cards.count(face)]
            assert not free
