"""The engine reads and extends melds as the slow reading does, and finds every meld of a hand."""

import random
from itertools import combinations, permutations

import pytest

from games.mpirimpa.candidates import melds, thrifty_melds
from games.mpirimpa.meld_rules import read_meld
from games.toolkit.double_deck import texts
from tests.games.mpirimpa import crosscheck, reference
from tests.games.mpirimpa.hands import cards_of


@pytest.mark.parametrize("seed", range(4))
def test_engine_and_slow_reading_agree(seed: int) -> None:
    assert [found for found in crosscheck.differences(500, seed) if found] == []


def test_a_difference_would_be_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reference, "within_limits", lambda run: len(run.wild_places()) <= 2)
    assert any(crosscheck.differences(500, 0))


def slowly(hand: list[str], columns: bool) -> set[tuple[str, ...]]:
    """What all orders of all cards of a hand make, columns sorted."""
    found = set()
    for count in range(3, len(hand) + 1):
        for chosen in set(combinations(sorted(hand), count)):
            for order in set(permutations(chosen)):
                meld = reference.read(list(order), columns)
                if isinstance(meld, reference.Run):
                    found.add(meld.cards)
                elif isinstance(meld, reference.Column):
                    found.add((*sorted(meld.natural), *meld.wild))
    return found


HANDS = [
    "2c 3c 4c X 5c",
    "Ac 2c X Kc Ac",
    "2c 2c 3c 5c X",
    "7c 7d 7d X 2h",
    "Ac Ac Ad X 2c",
    "9h Th X 2h Qh",
]


@pytest.mark.parametrize("hand", HANDS)
@pytest.mark.parametrize("columns", [False, True])
def test_every_meld_of_a_hand_is_found_once(hand: str, columns: bool) -> None:
    found = list(melds(cards_of(hand), columns))
    assert len(found) == len(set(found))
    by_rank = [tuple(sorted(cards, key=lambda face: (face in ("X", "2h", "2c", "2d"), face))) for cards in found]
    column = [len({face[0] for face in cards if face[0] not in "X2"}) == 1 and _naturals(cards) > 1 for cards in found]
    sorted_columns = {
        ordered if is_column else cards for cards, ordered, is_column in zip(found, by_rank, column, strict=True)
    }
    assert sorted_columns == slowly(hand.split(), columns)


def _naturals(cards: tuple[str, ...]) -> int:
    return sum(face[0] not in "X2" for face in cards)


@pytest.mark.parametrize("hand", HANDS)
def test_a_thrifty_player_wastes_no_wild_card(hand: str) -> None:
    held = cards_of(hand)
    thrifty, every = set(thrifty_melds(held, columns=True)), set(melds(held, columns=True))
    assert thrifty <= every
    for cards in every - thrifty:
        same = [natural for natural in thrifty if len(natural) == len(cards) and not set(natural) <= set(cards)]
        assert same and any(face == "X" or face[0] == "2" for face in cards)


@pytest.mark.parametrize("seed", range(20))
def test_every_meld_that_is_found_lies_as_it_is_listed(seed: int) -> None:
    hand = random.Random(seed).sample(range(108), 40)
    for cards in melds(hand, columns=seed % 4 == 0):
        meld = read_meld(cards_of(cards), columns=True)
        assert not isinstance(meld, str) and texts(meld.cards) == cards
