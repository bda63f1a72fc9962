"""Fixing the trumps (RULES.md §6)."""

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from games.api import Draw, Drawn
from games.pilotta.calls import highest
from games.pilotta.cards import BY_TEXT
from games.pilotta.moves import BIDS, Choose, Pass, Take
from games.pilotta.state import State
from tests.games.pilotta.tables import deck_of, game, hand, start

FIRST = ("7h Ah Kc Qc Jc Tc 9d 8d", "Jh 9h As Ks Qs 7s 8s 9s", "Th 8h Kh Qh Ac 7c 8c 9c", "7d Td Jd Qd Kd Ad Ts Js")


def dealt(variant: str = "palatisti", leader: int = 0, *hands: str) -> State:
    """The first deal of a match, this seat to speak first."""
    state = game.apply(start(variant), None, Drawn((leader,)))
    seats = 2 if variant == "classic2" else 4
    deck = deck_of(variant, (leader - 1) % seats, *(hands or FIRST)) if variant == "palatisti" or hands else range(32)
    return game.apply(state, None, Drawn(tuple(deck)))


def said(state: State, *calls: str) -> State:
    """After calls of the seats on turn: `90h`, `pass`, `contra`, `take`, `take_seven`, a suit."""
    for call in calls:
        assert state.turn is not None
        move = game.parse(move_of(call))
        assert game.check(state, state.turn, move) is None, (call, state)
        state = game.apply(state, state.turn, move)
    return state


def move_of(call: str) -> dict[str, Any]:
    if call in ("pass", "contra", "recontra", "take"):
        return {"move": call}
    if call == "take_seven":
        return {"move": "take", "swap_seven": True}
    if len(call) == 1:
        return {"move": "choose", "suit": call}
    value = call[:-1]
    return {"move": "bid", "value": value if value == "capot" else int(value), "suit": call[-1]}


def refused(state: State, seat: int, call: str) -> str | None:
    found = game.check(state, seat, game.parse(move_of(call)))
    return found and found.error


def test_the_drawn_seat_is_forehand_and_the_deal_goes_round_after_cancelled_ones_too() -> None:
    state = dealt("palatisti", 3)
    assert (state.dealer, state.turn, state.phase) == (2, 3, "auction")
    cancelled = said(state, *["pass"] * 4)
    assert (cancelled.phase, cancelled.dealer, cancelled.turn, cancelled.hands) == ("deal", 3, None, ())
    assert game.next(cancelled) == Draw(2, "deal", "shuffle", 32)
    assert game.apply(cancelled, None, Drawn(tuple(range(32)))).turn == 0


def test_three_passes_after_a_bid_close_the_auction() -> None:
    state = said(dealt(), "pass", "pass", "pass", "80h", "pass", "pass")
    assert state.phase == "auction" and state.turn == 2
    state = said(state, "pass")
    assert (state.phase, state.taker, state.value, state.trump, state.turn) == ("contra", 3, 80, 2, 0)


def test_a_seat_that_has_passed_may_bid_again_and_partners_may_overbid_each_other() -> None:
    state = said(dealt(), "pass", "80c", "pass", "90c", "100d", "pass", "110h", "pass", "pass", "pass")
    assert (state.taker, state.value, state.trump) == (2, 110, 2)


def test_each_bid_must_be_higher_in_whatever_suit() -> None:
    state = said(dealt(), "100c")
    for low in ("80s", "100s", "100c"):
        assert refused(state, 1, low) == "bid_too_low"
    assert refused(state, 1, "110c") is None and refused(state, 1, "capotd") is None


def test_capot_closes_at_once_and_is_above_240() -> None:
    state = said(dealt(), "240c")
    assert {move.value for move in game.legal(state, 1) if not isinstance(move, Pass)} == {"capot"}
    state = said(state, "capotd")
    assert (state.phase, state.taker, state.value, state.turn) == ("contra", 1, "capot", 2)


def test_there_are_72_bids_at_first() -> None:
    assert len(list(game.legal(dealt(), 0))) == 73 and len(BIDS) == 17 * 4 + 4


def test_the_opponents_are_asked_in_turn_whether_they_say_contra() -> None:
    state = said(dealt(), "80h", "pass", "pass", "pass")
    assert (state.phase, state.turn, state.lead) == ("contra", 1, None)
    assert refused(state, 3, "contra") == "not_your_turn" and refused(state, 1, "recontra") == "wrong_phase"
    state = said(state, "pass")
    assert state.turn == 3
    assert said(state, "pass").phase == "tricks" and said(state, "pass").multiplier == 1


def test_the_first_contra_asks_the_taker_and_then_its_partner() -> None:
    state = said(dealt("palatisti", 2), "pass", "80h", "pass", "pass", "pass", "contra")
    assert (state.phase, state.turn, state.multiplier) == ("recontra", 3, 2)
    once = said(state, "pass")
    assert once.turn == 1 and once.phase == "recontra"
    assert (said(once, "pass").phase, said(once, "pass").multiplier) == ("tricks", 2)
    assert (said(once, "recontra").phase, said(once, "recontra").multiplier) == ("tricks", 4)
    assert said(state, "recontra").multiplier == 4


def test_contra_by_the_second_opponent_counts_alike() -> None:
    state = said(dealt(), "80h", "pass", "pass", "pass", "pass", "contra")
    assert (state.phase, state.turn, state.multiplier) == ("recontra", 0, 2)


def test_capot_may_be_doubled_twice() -> None:
    state = said(dealt(), "capoth", "contra", "recontra")
    assert (state.phase, state.multiplier, state.value) == ("tricks", 4, "capot")


def test_forehand_leads_after_any_choice_of_trumps() -> None:
    state = said(dealt("palatisti", 1), "pass", "pass", "80h", "pass", "pass", "pass", "pass", "pass")
    assert (state.phase, state.lead, state.turn, state.taker) == ("tricks", 1, 1, 3)


def test_taking_in_the_first_round_makes_the_turn_ups_suit_trumps() -> None:
    state = dealt("classic", 1)
    assert [each.bit_count() for each in state.hands] == [5] * 4
    up = state.turn_up
    assert up is not None and list(game.legal(state, 1)) == [Pass(), Take()]
    taken = said(state, "pass", "take")
    assert (taken.taker, taken.trump, taken.phase, taken.turn) == (2, up >> 3, "tricks", 1)
    assert taken.hands[2] >> up & 1 and [each.bit_count() for each in taken.hands] == [8] * 4
    assert taken.value is None


def test_in_the_second_round_one_of_the_other_three_suits_is_chosen() -> None:
    state = said(dealt("classic", 1), *["pass"] * 4)
    assert (state.phase, state.turn) == ("round2", 1)
    up = state.turn_up or 0
    offered = [move.suit for move in game.legal(state, 1) if isinstance(move, Choose)]
    assert len(offered) == 3 and "cdhs"[up >> 3] not in offered
    assert refused(state, 1, "cdhs"[up >> 3]) == "suit_refused"
    chosen = said(state, "pass", "pass", offered[0])
    assert (chosen.taker, chosen.phase, chosen.turn) == (3, "tricks", 1)
    assert chosen.hands[3] >> up & 1, "the turn-up goes to the taker although another suit was chosen"


def test_two_rounds_of_passes_cancel_the_deal() -> None:
    for variant, seats in (("classic", 4), ("classic2", 2)):
        state = said(dealt(variant, 1), *["pass"] * seats * 2)
        assert (state.phase, state.dealer, state.hand_number) == ("deal", 1, 2)
        assert game.progress(state).hands == () and not game.progress(state).first_round_done


def test_the_seven_is_swapped_for_the_turn_up() -> None:
    state = dealt("classic2", 1, "Ah Kc Qc Jc 9h 8d", "Jh 7h As Ks Qs Td", "Th")
    assert list(game.legal(state, 1)) == [Pass(), Take(), Take(True)]
    taken = said(state, "take_seven")
    assert taken.turn_up == BY_TEXT["7h"] and taken.swapped == BY_TEXT["Th"]
    assert taken.hands[1] & hand("Th 7h") == hand("Th") and taken.hands[1].bit_count() == 9
    assert taken.trump == 2 and taken.taker == 1


def test_taking_without_the_swap_leaves_the_turn_up_on_the_table() -> None:
    state = said(dealt("classic2", 1, "Ah Kc Qc Jc 9h 8d", "Jh 7h As Ks Qs Td", "Th"), "take")
    assert state.turn_up == BY_TEXT["Th"] and state.swapped is None
    assert not any(each & hand("Th") for each in state.hands) and state.hands[1] & hand("7h")


def test_only_one_of_the_first_six_cards_may_be_the_seven_and_only_with_take() -> None:
    late = dealt("classic2", 1, "Ah Kc Qc Jc 9h 8d", "Jh Qh As Ks Qs Td", "Th 7h")
    assert refused(late, 1, "take_seven") == "no_seven"
    itself = dealt("classic2", 1, "Ah Kc Qc Jc 9h 8d", "Jh 7d As Ks Qs Td", "7h")
    assert refused(itself, 1, "take_seven") == "no_seven"
    assert refused(dealt("classic", 1), 1, "take_seven") == "swap_not_available"
    second = said(dealt("classic2", 1, "Ah Kc Qc Jc 9h 8d", "Jh 7h As Ks Qs Td", "Th"), "pass", "pass")
    assert refused(second, 1, "take_seven") == "wrong_phase"
    chosen = said(second, "s")
    assert chosen.turn_up == BY_TEXT["Th"] and chosen.hands[1] & hand("7h")


@given(st.lists(st.sampled_from(["pass", "bid"]), max_size=30), st.integers(0, 3))
def test_an_auction_ends_after_three_passes_or_four_at_the_start(calls: list[str], leader: int) -> None:
    state, passes, bids = dealt("palatisti", leader), 0, 0
    for call in calls:
        if state.phase != "auction":
            break
        value = 80 + 10 * bids
        if call == "bid" and value <= 240:
            state, passes, bids = said(state, f"{value}c"), 0, bids + 1
        else:
            state, passes = said(state, "pass"), passes + 1
        ended = passes == 3 if bids else passes == 4
        assert (state.phase != "auction") == ended
        assert not ended or state.phase == ("contra" if bids else "deal")
    found = highest(state.calls)
    assert found is None or found.value == 80 + 10 * (bids - 1)
