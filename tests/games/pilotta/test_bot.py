"""The computer player (RULES.md §14)."""

import time
from typing import Any

import pytest

from games.pilotta.bot_calls import strength, worth
from games.pilotta.moves import DECLARE, PASS, TAKE, TAKE_SEVEN, Bid, Choose, Play
from games.pilotta.state import State
from tests.games.pilotta.duel import won
from tests.games.pilotta.tables import VARIANTS, anything, computer, game, hand, moment, start, stepped
from tests.games.pilotta.test_calls import dealt, said
from tests.games.pilotta.test_view import tricks
from tests.games.seeded_matches import Chance

STRONG = "Jh 9h Ah 7h Ac 7d 8d 7s"
WEAK = "7h 8h Qc 7c Kd 9d 7s 8s"
NONE = ("Kh Qh 9c 8c Td Jd 9s Ts", "Th 8h Tc Kc Ad Qd As Ks", "Jc 7c 8d 7d Kd Qs Js 8s")


def wants(state: State) -> Any:
    assert state.turn is not None
    move = computer(state, state.turn, Chance(1))
    assert game.check(state, state.turn, move) is None
    return move


def plays(trick: str, own: str, lead: int, **data: Any) -> str:
    """The card of the seat that follows; trumps are hearts."""
    cards = trick.split()
    seat = (lead + len(cards)) % 4
    state = moment(
        {"trump": "h", "value": 80, "taker": 0, "hands": {str(seat): own.split()}, "trick": cards, "lead": lead} | data
    )
    move = wants(state)
    assert isinstance(move, Play)
    return move.card


def test_strength_counts_trump_points_five_a_trump_ten_a_plain_ace_and_twenty_for_the_pair() -> None:
    assert strength(hand(STRONG), 2) == 20 + 14 + 11 + 4 * 5 + 10 == 75
    assert strength(hand("Kh Qh"), 2) == 7 + 10 + 20
    assert strength(hand("Ac Ad"), 2) == 20


@pytest.mark.parametrize(
    ("own", "bid"),
    [(STRONG, 100), ("Jh 9h Qh 7d 8d 7s 8s 7c", 80), ("Ah Th Kh Qh Ac Ad 7s 7c", 0), ("Jh 9h Ah Th Kh Qh Ac As", 130)],
)
def test_a_first_bid_goes_by_strength_with_jack_or_nine(own: str, bid: int) -> None:
    assert worth(hand(own), 2) == bid


def test_a_strong_hand_bids_and_a_weak_one_passes() -> None:
    assert wants(dealt("palatisti", 0, STRONG, *NONE)) == Bid(100, "h")
    assert wants(dealt("palatisti", 1, STRONG, *NONE)) == PASS
    assert wants(said(dealt("palatisti", 3, STRONG, *NONE), "110c")) == PASS, "too little for more"


def test_the_partners_suit_is_raised_once_with_its_jack_or_nine() -> None:
    state = said(dealt("palatisti", 2, STRONG, *NONE), "80h", "pass")
    assert wants(state) == Bid(90, "h")
    again = said(state, "90h", "pass", "100h", "pass")
    assert wants(again) == PASS
    assert wants(said(dealt("palatisti", 2, STRONG, *NONE), "80d", "pass")) == PASS


def test_contra_is_never_said() -> None:
    state = said(dealt("palatisti", 0, STRONG, *NONE), "240c", "pass", "pass", "pass")
    assert wants(state) == PASS
    assert wants(said(state, "contra")) == PASS


def test_the_turn_up_is_taken_with_a_strong_hand_of_its_suit() -> None:
    hands = ["Jh 9h 7h Ac 7d", "7c 8c 9c 7s 8s", "Tc Jc 9s Ts 8d", "Kc Qc Js Qs 9d"]
    assert wants(dealt("classic", 0, *hands, "Ah")) == TAKE
    assert wants(dealt("classic", 0, *hands, "Ad")) == PASS
    second = said(dealt("classic", 0, *hands, "Ad"), *["pass"] * 4)
    assert wants(second) == Choose("h")


def test_the_seven_is_always_swapped() -> None:
    state = dealt("classic2", 1, "7c 8c 9c 7s 8s 9s", "Jh 9h 7h Ac 7d 8d", "Th")
    assert wants(state) == TAKE_SEVEN


def test_where_two_play_the_turn_up_does_not_count() -> None:
    assert wants(dealt("classic2", 1, "7c 8c 9c 7s 8s 9s", "Jh 7h Ts 8d 7d Td", "9h")) == PASS


def test_declarations_are_always_announced() -> None:
    assert wants(tricks()) == DECLARE


def test_takers_lead_the_jack_of_trumps_while_there_are_any_others_an_ace() -> None:
    assert plays("", "Jh 7h Ac 7d", 0) == "Jh"
    assert plays("", "Jh 7h Ac 7d", 0, taker=1) == "Ac"
    assert plays("", "9h Ah Ac 7d", 0) == "Ac", "no other trump is led from the top"
    trumps = [{"lead": 0, "cards": ["9h", "Ah", "Th", "Kh"]}, {"lead": 0, "cards": ["Qh", "8h", "7h", "7s"]}]
    assert plays("", "Jh Ac 7d", 0, tricks=trumps) == "Ac", "no others are out"


def test_without_an_ace_the_longest_plain_suit_is_led_low() -> None:
    assert plays("", "7h Kc Qc 8c 9d", 0) == "8c"
    aces = [{"lead": 0, "cards": ["Ac", "8c", "9c", "Jc"]}]
    assert plays("", "7h Tc Qd 8d 9d", 0, tricks=aces) == "8d", "a ten that nothing beats is no ace"


def test_the_partner_that_holds_the_trick_gets_the_most_points() -> None:
    assert plays("7c Ac 8c", "Tc Kc 9c", 0) == "Tc"
    assert plays("Ac 7c", "Tc Kc 9c", 0) == "Tc", "though the last seat may trump it"
    assert plays("Tc 9h 8c", "Jh Th 7h", 0, taker=1) == "Jh", "of cards that it must play too"


def test_the_last_seat_wins_with_the_cheapest_card_that_does() -> None:
    assert plays("Kc 7c 8c", "Ac Tc 9c", 0) == "Tc"
    assert plays("Ac 7c Tc", "Jh 8h 7h", 0) == "7h"


def test_a_trick_that_cannot_be_won_gets_the_cheapest_card() -> None:
    assert plays("Ac 7c 8c", "Kc Tc 9c", 0) == "9c"


def test_computer_partners_beat_players_of_random_legal_cards() -> None:
    """By hand 200 of each variant: duel.py."""
    for variant in VARIANTS:
        assert won(variant, 16, seed=3) >= 13, variant


def test_a_decision_takes_less_than_50_ms() -> None:
    for variant in VARIANTS:
        state, chance, spent_s, decisions = start(variant), Chance(variant), 0.0, 0
        while state.phase != "match_over":
            if state.turn is not None:
                began_s = time.process_time()
                computer(state, state.turn, chance)
                spent_s, decisions = spent_s + time.process_time() - began_s, decisions + 1
            state = stepped(state, chance, [anything] * 4)
        assert spent_s / decisions < 0.05
