"""Packets, forehand first (RULES.md §4)."""

import pytest

from games.pilotta.cards import FULL, cards_of
from games.pilotta.deal import first_cards, last_cards

DECK = tuple(range(32))


def cards(*masks: int) -> list[list[int]]:
    return [list(cards_of(mask)) for mask in masks]


def test_palatisti_deals_three_two_and_three() -> None:
    dealt = first_cards("palatisti", DECK, 0)
    forehand = [0, 1, 2, 12, 13, 20, 21, 22]
    assert cards(dealt.hands[1]) == [forehand]
    assert cards(dealt.hands[0]) == [[9, 10, 11, 18, 19, 29, 30, 31]]
    assert sum(dealt.hands) == FULL and dealt.turn_up is None and dealt.stock == ()


def test_classic_deals_three_and_two_and_turns_the_next_card_up() -> None:
    dealt = first_cards("classic", DECK, 3)
    assert cards(*dealt.hands) == [[0, 1, 2, 12, 13], [3, 4, 5, 14, 15], [6, 7, 8, 16, 17], [9, 10, 11, 18, 19]]
    assert dealt.turn_up == 20 and dealt.stock == tuple(range(21, 32))


@pytest.mark.parametrize("taker", range(4))
def test_the_taker_gets_the_turn_up_and_two_cards_the_others_three(taker: int) -> None:
    dealt = last_cards("classic", first_cards("classic", DECK, 3), 3, taker)
    assert [hand.bit_count() for hand in dealt.hands] == [8] * 4
    assert dealt.hands[taker] >> 20 & 1 and sum(dealt.hands) == FULL and dealt.stock == ()
    assert dealt.turn_up == 20
    assert dealt.hands[0] >> 21 & 1
    assert bool(dealt.hands[1] >> 23 & 1) == (taker == 0)


def test_two_players_get_six_and_then_three_more_and_14_cards_stay_out() -> None:
    first = first_cards("classic2", DECK, 0)
    assert cards(*first.hands) == [[3, 4, 5, 9, 10, 11], [0, 1, 2, 6, 7, 8]]
    assert first.turn_up == 12
    for taker in (0, 1):
        dealt = last_cards("classic2", first, 0, taker)
        assert cards(*dealt.hands) == [[3, 4, 5, 9, 10, 11, 16, 17, 18], [0, 1, 2, 6, 7, 8, 13, 14, 15]]
        assert dealt.turn_up == 12 and dealt.stock == tuple(range(19, 32))
