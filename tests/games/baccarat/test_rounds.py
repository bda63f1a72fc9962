"""Options, windows, the bank, shoes, guests (games/baccarat/RULES.md §1–§3, §5, §6, §10)."""

from typing import Any

import msgspec
import pytest

from games import api
from games.baccarat.bets import Limits
from games.baccarat.shoe import after_round, burnt
from games.baccarat.state import Chosen, Entry, Options, State
from services.kernel.refusal import Refusal
from tests.games.baccarat import tables
from tests.games.baccarat.tables import (
    banked,
    bet,
    cards,
    dealt,
    elapsed,
    game,
    held,
    lost,
    moved,
    played,
    refusal,
    sat,
    started,
)

SEATED = [0, 1, 2]
BANKER_WINS = "Ac 9h 6c 3h Kc 4h"


# --- options, §3 ---


@pytest.mark.parametrize("bet_s", [10, 15, 20, 30])
@pytest.mark.parametrize("variant", tables.VARIANTS)
def test_variant_and_window_are_chosen(variant: Any, bet_s: Any) -> None:
    assert game.options({"variant": variant, "bet_s": bet_s}, {}) == Options(variant, bet_s)


def test_nothing_chosen_is_commission_and_twenty_seconds_with_eight_packs() -> None:
    assert game.options({}, {}) == Options("commission", 20, Limits(200, 20, 100_000), 8)


@pytest.mark.parametrize(
    "raw", [{"variant": "dragon"}, {"bet_s": 12}, {"bet_s": "20"}, {"packs": 1}, {"limits": {}}, {"stake": 1}, None, []]
)
def test_anything_else_is_options_invalid(raw: Any) -> None:
    found = game.options(raw, {})
    assert isinstance(found, Refusal) and found.error == "options_invalid"


def test_a_table_from_before_the_cap_and_the_cut_were_settings_plays_as_it_did() -> None:
    before = game.options(
        {}, {"house_min_main": 200, "house_min_side": 20, "house_max_round": 100_000, "shoe_packs": 8}
    )
    assert isinstance(before, Options) and before == Options()
    assert (before.cut_cards, before.limits.maximum("tie")) == (16, 100_000)
    kept = msgspec.json.decode('{"limits": {"main_min_chips": 200, "round_max_chips": 500}, "packs": 1}', type=Options)
    assert (kept.cut_cards, kept.limits.maximum("tie"), kept.packs) == (16, 500, 1)


@pytest.mark.parametrize(("percent", "packs", "cut"), [(0, 8, 16), (20, 8, 83), (20, 1, 16), (75, 1, 39), (75, 8, 312)])
def test_a_share_of_the_shoe_is_behind_the_cut_card(percent: int, packs: int, cut: int) -> None:
    found = game.options({}, {"shoe_packs": packs, "shoe_cut_percent": percent})
    assert isinstance(found, Options) and found.cut_cards == cut


def test_the_cut_card_comes_out_where_the_setting_puts_it() -> None:
    state = started(shoe_cut_percent=75)
    for _ in range(30):
        is_last = state.remaining <= 312
        assert state.last_round == is_last and state.shoes == 1
        if is_last:
            break
        state = played(bet(state, player=200))
    assert state.last_round
    assert played_to_its_end(state).phase == "shuffling"


def played_to_its_end(state: State) -> State:
    """The round is over, whatever comes next."""
    return elapsed(banked(dealt(held(bet(state, player=200)))))


def test_limits_and_packs_are_the_platforms() -> None:
    frozen = {"house_min_main": 50, "house_min_side": 5, "house_max_round": 999, "shoe_packs": 1, "ratings": []}
    assert game.options({}, frozen) == Options(limits=Limits(50, 5, 999), packs=1)


@pytest.mark.parametrize(
    "frozen",
    [
        {"shoe_packs": 0},
        {"shoe_packs": 9},
        {"house_min_side": 0},
        {"house_max_round": 199},
        {"house_min_main": "1"},
        {"house_max_side": 19},
        {"shoe_cut_percent": -1},
        {"shoe_cut_percent": 76},
        {"shoe_cut_percent": "20"},
    ],
)
def test_settings_that_cannot_be_are_options_invalid(frozen: Any) -> None:
    found = game.options({}, frozen)
    assert isinstance(found, Refusal) and found.error == "options_invalid"


def test_clients_can_list_the_choices() -> None:
    assert Chosen.__struct_fields__ == ("variant", "bet_s")
    assert game.sides(Options()) == ((0,), (1,), (2,), (3,), (4,), (5,), (6,))


# --- shoe, §2 ---


@pytest.mark.parametrize(("first", "gone"), [("As", 2), ("2d", 3), ("9h", 10), ("Tc", 11), ("Jc", 11), ("Kd", 11)])
def test_as_many_cards_are_burnt_as_the_first_one_counts(first: str, gone: int) -> None:
    assert burnt(cards(first)[0]) == gone
    state = started(first)
    assert state.remaining == 416 - gone


@pytest.mark.parametrize(
    ("before", "used", "last", "after"),
    [
        (23, 6, False, (17, False, False)),
        (22, 6, False, (16, True, False)),
        (17, 6, False, (11, True, False)),
        (16, 4, True, (12, False, True)),
        (11, 6, True, (5, False, True)),
    ],
)
def test_behind_the_cut_card_one_more_round_is_dealt(before: int, used: int, last: bool, after: tuple) -> None:
    assert after_round(before, used, last) == after


def test_a_shoe_is_drawn_when_the_first_guest_sits_down() -> None:
    state = game.start(Options())
    assert game.next(state) == api.Decide(())
    state = sat(state, 4)
    assert game.next(state) == api.Draw(hand=1, purpose="shoe", kind="shuffle", n=416)
    state = sat(state, 5)
    state = game.apply(state, None, api.Drawn(tables.shoe_draw("Ac")))
    assert game.next(state) == api.Wait(1, 3_000, frozenset({4, 5}))


def test_a_guest_that_sits_down_and_leaves_during_the_shuffle_leaves_a_shoe_for_the_next_guest() -> None:
    state = game.apply(sat(game.start(Options()), 4), None, api.Left(4))
    assert isinstance(game.next(state), api.Draw)
    state = elapsed(game.apply(state, None, api.Drawn(tables.shoe_draw("Ac"))))
    assert state.phase == "idle" and state.remaining == 414
    assert sat(state, 2).phase == "betting"


# --- a round, §5 ---


def test_a_round_goes_through_its_phases_in_time() -> None:
    state = bet(started(BANKER_WINS), banker=300)
    seen = []
    while state.round == 1:
        waits = game.next(state)
        if isinstance(waits, api.Bank):
            seen.append((state.phase, waits.kind, waits.chips))
            state = banked(state)
        else:
            assert isinstance(waits, api.Wait)
            seen.append((state.phase, waits.ms, waits.may))
            state = elapsed(state)
    nobody: frozenset[int] = frozenset()
    assert seen == [
        ("betting", 20_000, frozenset({0})),
        ("closed", "hold", {0: 300}),
        ("closed", 2_000, nobody),
        *[("dealing", 1_000, nobody)] * 4,
        ("settling", "pay", {0: 585}),
        ("settling", 4_000, frozenset({0})),
    ]
    assert state.phase == "betting" and state.guests[0] is not None and state.guests[0].purse.chips == 1_285


def test_every_window_has_a_number_of_its_own() -> None:
    state = bet(started(BANKER_WINS), banker=300)
    numbers = [state.number]
    for _ in range(10):
        state = banked(state) if isinstance(game.next(state), api.Bank) else elapsed(state)
        if isinstance(game.next(state), api.Wait):
            numbers.append(state.number)
    assert numbers == sorted(set(numbers))


def test_the_window_closes_when_all_guests_are_done() -> None:
    state = bet(started(guests={0: 500, 1: 500, 2: 500}), 0, player=200)
    state = moved(moved(state, 0, "done"), 1, "done")
    assert state.phase == "betting"
    assert moved(state, 2, "done").phase == "closed"
    assert game.apply(state, None, api.Left(2)).phase == "closed"
    assert moved(state, 2, "stand_up").phase == "closed"


def test_a_later_bet_takes_done_back_and_an_earlier_set_is_replaced() -> None:
    state = moved(bet(started(guests={0: 900, 1: 500}), 0, player=200, tie=20), 0, "done")
    state = bet(state, 0, banker=300)
    assert state.guests[0] is not None
    assert state.guests[0].stakes == {"banker": 300} and not state.guests[0].done


def test_the_set_of_the_last_settled_round_can_be_repeated() -> None:
    state = started(f"{BANKER_WINS} Kh Ks Kd 9d", guests={0: 900})
    assert refusal(state, 0, "repeat") == "nothing_to_repeat"
    state = played(bet(state, 0, player=200, tie=20))
    assert state.guests[0] is not None and state.guests[0].net_round == -220
    again = moved(state, 0, "repeat")
    assert again.guests[0] is not None and again.guests[0].stakes == {"player": 200, "tie": 20}
    assert refusal(bet(state, 0), 0, "repeat") is None


def test_a_guest_that_sits_down_during_a_round_waits_for_the_next_window_and_may_stand_up() -> None:
    state = elapsed(held(bet(started(BANKER_WINS), 0, banker=200)), 2)
    state = sat(state, 3)
    assert refusal(state, 3, "bet", stakes={"banker": 200}) == "bets_closed"
    assert game.next(state) == api.Wait(state.number, 1_000, frozenset({3}))
    assert moved(state, 3, "stand_up").guests[3] is None
    assert refusal(state, 0, "stand_up") == "bets_in_play"


def test_purses_are_what_the_bank_reports() -> None:
    state = elapsed(bet(started(BANKER_WINS), 0, banker=200))
    state = game.apply(state, None, api.Banked({}, {0: api.Purse(5_000, {"loss_limit": 300})}))
    assert state.guests[0] is not None and state.guests[0].purse == api.Purse(5_000, {"loss_limit": 300})
    state = dealt(state)
    state = game.apply(state, None, api.Banked({}, {0: api.Purse(7, {})}))
    assert state.guests[0].purse == api.Purse(7, {})


# --- guests who are absent, §10 ---


def test_a_seat_is_freed_after_ten_windows_without_its_stake() -> None:
    state = elapsed(started(guests={0: 500, 1: 500}), 9)
    assert game.progress(state).active == {0, 1}
    state = elapsed(bet(state, 0, player=200))
    assert game.progress(banked(state)).active == {0}


def test_a_seat_is_freed_after_five_windows_without_its_stake_while_absent() -> None:
    state = elapsed(started(guests={0: 500, 1: 500}), 2)
    state = elapsed(lost(state, 1), 4)
    assert game.progress(state).active == {0, 1}
    assert game.progress(elapsed(state)).active == {0}
    back = sat(state, 1)
    assert game.progress(elapsed(lost(elapsed(back), 1), 2)).active == {0, 1}
    assert game.progress(elapsed(back, 4)).active == set(), "the tenth window of all"


def test_stakes_of_a_lost_guest_stay_and_are_settled() -> None:
    state = lost(bet(started(BANKER_WINS), 0, banker=300), 0)
    state = dealt(held(state))
    assert game.next(state) == api.Bank(1, "pay", {0: 585})


def test_a_set_that_the_bank_refused_is_no_stake() -> None:
    state = elapsed(started(guests={0: 500, 1: 500}), 9)
    state = elapsed(bet(bet(state, 0, player=200), 1, player=200))
    assert game.progress(banked(state, seat_0="insufficient_chips")).active == {1}


def test_a_guest_that_leaves_during_a_hold_is_settled_or_removed_if_the_hold_is_refused() -> None:
    state = elapsed(bet(bet(started(BANKER_WINS, guests={0: 500, 1: 500}), 0, player=200), 1, banker=200))
    state = game.apply(state, None, api.Left(0))
    assert game.progress(state).active == {0, 1}
    assert game.progress(banked(state, seat_0="insufficient_chips")).active == {1}
    stays = banked(state)
    assert game.progress(stays).active == {0, 1} and refusal(stays, 0, "stand_up") == "not_seated"
    assert game.progress(banked(dealt(stays))).active == {1}


def test_the_last_guest_to_stand_up_leaves_an_idle_table() -> None:
    assert moved(started(), 0, "stand_up").phase == "idle"
    settled = banked(dealt(held(bet(started(BANKER_WINS), 0, banker=200))))
    state = elapsed(moved(settled, 0, "stand_up"))
    assert state.phase == "idle" and game.next(state) == api.Decide(())
    assert state.history == (Entry("banker", (6, 7)),)


# --- dummy hands, §10 ---


@pytest.mark.parametrize("windows", range(6))
def test_a_round_annulled_before_it_is_settled_gives_every_stake_back(windows: int) -> None:
    state = elapsed(held(bet(started("Ac 9h Kc 2h Qd As 4h 3c"), 0, banker=300, tie=20)), windows)
    seen = state.laid
    state = game.apply(state, None, api.Cancelled())
    assert game.next(state) == api.Bank(1, "pay", {0: 320})
    state = banked(state)
    assert state.history == (Entry("dummy"),)
    state = elapsed(state)
    assert state.phase == "betting" and state.gone == 2 + seen
    assert refusal(state, 0, "repeat") == "nothing_to_repeat"


def test_a_round_that_is_settled_stays_so() -> None:
    state = dealt(held(bet(started(BANKER_WINS), 0, banker=300)))
    assert game.apply(state, None, api.Cancelled()) == state
    paid = banked(state)
    assert game.apply(paid, None, api.Cancelled()) == paid


@pytest.mark.parametrize("phase", ["betting", "closed", "dealing", "settling", "idle"])
def test_a_damaged_shoe_is_replaced_before_the_next_round(phase: str) -> None:
    state = bet(started(BANKER_WINS), 0, banker=300)
    if phase == "idle":
        state = moved(state, 0, "stand_up")
    while state.phase != phase:
        state = banked(state) if isinstance(game.next(state), api.Bank) else elapsed(state)
    state = game.apply(state, None, api.Cancelled(shoe_damaged=True))
    state = sat(state, 1)
    while not isinstance(game.next(state), api.Draw):
        state = banked(state) if isinstance(game.next(state), api.Bank) else elapsed(state)
    assert state.round <= 2 and state.shoe == ()


def test_actions_of_a_seat_that_does_not_exist_change_nothing() -> None:
    state = started()
    assert game.apply(state, None, api.Left(7)) == state
    assert lost(state, 3) == state
    assert game.check(state, 9, game.parse({"move": "done"})) == Refusal("not_seated")
