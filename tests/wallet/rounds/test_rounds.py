"""Bets of house-banked rounds through the wallet's events: held, paid, void, in any order and any number of times."""

import itertools
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from services.contracts.tables.commands import Banked, Purse, PurseNow
from services.contracts.tables.rounds import PurseAsked
from services.contracts.wallet.balances import CheckGuest, GuestPurse, LedgerCheck, ListTransfers
from services.contracts.wallet.limits import Exclude, SetLimit
from services.wallet.rounds import guest_limits as guests
from services.wallet.rounds.guest_limits import Standing, Window
from services.wallet.settings import WalletSettings
from tests.support.services.process import REPLY_TO
from tests.wallet.rounds.round_events import round_asked, round_ended, round_void
from tests.wallet.wallets import Wallet


def asked(wallet: Wallet, *events: Any, **how: Any) -> list[Banked]:
    wallet.hear("on_round_asked", *events, **how)
    return wallet.told_of(Banked)


def ended(wallet: Wallet, *events: Any, **how: Any) -> list[Banked]:
    wallet.hear("on_round_ended", *events, **how)
    return wallet.told_of(Banked)


def assert_sound(wallet: Wallet, open_escrows: int = 0) -> None:
    check = wallet.check()
    assert isinstance(check, LedgerCheck), check
    assert (check.sum_chips, check.negative, check.open_escrows) == (0, [], open_escrows)


def test_each_guests_bets_go_to_escrow_by_themselves(players: Wallet) -> None:
    (answer,) = asked(players, round_asked("r", ["ana", "ben", "eva"], ana=300, ben=5_001))
    assert (answer.table, answer.round, answer.kind) == ("table-of-r", "r", "hold")
    assert answer.refused == {"ben": "insufficient_chips"}
    assert answer.purses == {"ana": PurseNow(4_700, {}), "ben": PurseNow(5_000, {}), "eva": PurseNow(5_000, {})}
    assert players.chips("ana", "ben") == [4_700, 5_000]
    assert_sound(players, open_escrows=1)


def test_a_round_pays_winners_out_of_escrow_and_the_bank(players: Wallet) -> None:
    asked(players, round_asked("r", ana=300, ben=200))
    (answer,) = ended(players, round_ended("r", ["ana", "ben"], ana=600))
    assert (answer.kind, answer.refused) == ("pay", {})
    assert answer.purses == {"ana": PurseNow(5_300, {}), "ben": PurseNow(4_800, {})}
    assert players.house("house:bank") == -100
    assert_sound(players)


def test_what_all_lose_is_the_banks(players: Wallet) -> None:
    asked(players, round_asked("r", ana=300, ben=200))
    ended(players, round_ended("r"))
    assert (players.chips("ana", "ben"), players.house("house:bank")) == ([4_700, 4_800], 500)
    assert_sound(players)


def test_an_annulled_round_gives_every_bet_back(players: Wallet) -> None:
    asked(players, round_asked("r", ana=300, ben=200))
    ended(players, round_ended("r", ana=300, ben=200))
    assert (players.chips("ana", "ben"), players.house("house:bank")) == ([5_000, 5_000], 0)
    assert_sound(players)


def test_the_ledger_names_the_round(players: Wallet) -> None:
    asked(players, round_asked("r", ana=300))
    ended(players, round_ended("r", ana=600))
    page = players.ask(ListTransfers(account="ana", limit=2))
    legs = [(each.kind, each.chips, each.reference) for each in page.transfers]
    assert legs == [("bet_result", 600, "settle:r:0"), ("bet", -300, "bet:r:ana")]


def test_holding_and_paying_again_is_answered_again_and_moves_nothing(players: Wallet) -> None:
    hold, pay = round_asked("r", ana=300, ben=9_000), round_ended("r", ana=600)
    for _ in range(3):
        (answer,) = asked(players, hold)
        assert answer.refused == {"ben": "insufficient_chips"}
    assert players.chips("ana") == [4_700]
    for _ in range(3):
        ended(players, pay)
    (late,) = asked(players, hold)
    assert late.refused == {"ben": "insufficient_chips"}
    assert players.chips("ana", "ben") == [5_300, 5_000]
    assert_sound(players)


def test_a_round_of_which_nothing_was_held_holds_nothing_later_either(players: Wallet) -> None:
    hold = round_asked("r", zoe=300)
    assert [answer.refused for answer in asked(players, hold)] == [{"zoe": "account_unknown"}]
    players.registered("zoe")
    assert [answer.refused for answer in asked(players, hold)] == [{"zoe": "account_unknown"}]
    assert players.chips("zoe") == [5_000]
    assert_sound(players)


def test_other_bets_for_the_same_round_are_a_conflict(players: Wallet) -> None:
    asked(players, round_asked("r", ana=300))
    for again in (round_asked("r", ana=400), round_asked("r", ana=300, ben=200)):
        (answer,) = asked(players, again)
        assert set(answer.refused.values()) == {"idempotency_conflict"}
    assert players.chips("ana", "ben") == [4_700, 5_000]
    assert_sound(players, open_escrows=1)


def test_a_void_gives_back_what_is_held_whatever_was_refused(players: Wallet) -> None:
    asked(players, round_asked("r", ana=300, ben=9_000))
    ended(players, round_void("r"))
    assert players.chips("ana", "ben") == [5_000, 5_000]
    assert_sound(players)


def test_a_void_that_overtakes_its_hold_leaves_a_mark_that_refuses_it(players: Wallet) -> None:
    ended(players, round_void("r"))
    (answer,) = asked(players, round_asked("r", ana=300))
    assert answer.refused == {"ana": "match_already_settled"}
    assert players.chips("ana") == [5_000]
    assert_sound(players)


@pytest.mark.parametrize("wrong", [round_ended("r", ben=200), round_ended("r", ana=-1)])
def test_what_cannot_be_paid_is_parked_and_stays_in_escrow(players: Wallet, wrong: Any) -> None:
    asked(players, round_asked("r", ana=300))
    assert ended(players, wrong) == [] and len(players.parked.bodies) == 1
    assert_sound(players, open_escrows=1)
    ended(players, round_ended("r", ana=300))
    assert ended(players, round_ended("r", ana=400)) == [] and len(players.parked.bodies) == 2
    assert players.chips("ana") == [5_000]


def test_one_message_holds_and_pays_many_rounds(players: Wallet) -> None:
    events = [round_asked("1", ana=3_000), round_asked("2", ana=3_000, ben=200), round_asked("1", ana=3_000)]
    refused = {answer.round: answer.refused for answer in asked(players, *events)}
    assert refused == {"1": {}, "2": {"ana": "insufficient_chips"}}
    ended(players, round_ended("2", ben=400), round_ended("1"))
    assert players.chips("ana", "ben") == [2_000, 5_200]
    assert_sound(players)


@pytest.mark.parametrize(
    ("chips", "code"),
    [(199, "bet_below_minimum"), (100_001, "bet_above_maximum"), (0, "amount_invalid"), (-5, "amount_invalid")],
)
def test_a_total_outside_the_limits_is_refused(players: Wallet, chips: int, code: str) -> None:
    (answer,) = asked(players, round_asked("r", ana=chips))
    assert answer.refused == {"ana": code}
    assert_sound(players)


def test_the_operator_sets_the_limits(wallet_url: str) -> None:
    wallet = Wallet(wallet_url, WalletSettings(house_min_main=500, house_max_round=1_000))
    wallet.registered("ana")
    refused = [asked(wallet, round_asked(str(chips), ana=chips))[0].refused for chips in (499, 500, 1_001)]
    assert refused == [{"ana": "bet_below_minimum"}, {}, {"ana": "bet_above_maximum"}]
    wallet.close()


# --- own limits ---


def test_own_limits_are_caps_of_a_round() -> None:
    standing = Standing(own_stake_chips=1_000, losses=(Window(500, 700, 400), Window(2_000, 0, 900)))
    assert guests.caps(standing) == {"own_stake_limit": 1_000, "loss_limit": 200}
    assert guests.caps(Standing(losses=(Window(500, 900, 0),))) == {"loss_limit": 0}
    assert guests.caps(Standing(excluded=True, session_spent=True)) == {"self_excluded": 0, "session_limit": 0}
    assert guests.caps(Standing()) == {}


def test_of_several_caps_the_exclusion_is_reported_first() -> None:
    standing = Standing(own_stake_chips=250, losses=(Window(200, 0, 0),), excluded=True, session_spent=True)
    every = guests.caps(standing)
    for code in ("self_excluded", "loss_limit", "own_stake_limit", "session_limit"):
        assert guests.check_round(300, every).error == code  # type: ignore[union-attr]
        del every[code]
    assert guests.check_round(300, every) is None


def test_an_excluded_player_or_one_out_of_time_does_not_sit_down() -> None:
    assert guests.check_seat(Standing(excluded=True)).error == "self_excluded"  # type: ignore[union-attr]
    assert guests.check_seat(Standing(session_spent=True)).error == "session_limit"  # type: ignore[union-attr]
    assert guests.check_seat(Standing(own_stake_chips=1, losses=(Window(1, 9, 0),))) is None


def test_a_cap_that_counts_by_now_refuses_the_bet(players: Wallet, monkeypatch: pytest.MonkeyPatch) -> None:
    for module in ("guest_purses", "use_cases"):
        monkeypatch.setattr(
            f"services.wallet.rounds.{module}.standings",
            lambda _work, accounts: {each: Standing(own_stake_chips=250) for each in accounts},
        )
    (answer,) = asked(players, round_asked("r", ana=300, ben=250))
    assert answer.refused == {"ana": "own_stake_limit"}
    assert answer.purses["ben"] == PurseNow(4_750, {"own_stake_limit": 250})
    assert players.ask(CheckGuest(account="ana")) == GuestPurse(chips=5_000, caps={"own_stake_limit": 250})


def test_a_guest_is_known_with_what_they_have(players: Wallet) -> None:
    assert players.ask(CheckGuest(account="ana")) == GuestPurse(chips=5_000, caps={})
    assert players.ask(CheckGuest(account="zoe")).error == "account_unknown"
    players.hear("on_purse_asked", PurseAsked(table="t", account="ana", reply_to=REPLY_TO))
    (told,) = players.told_of(Purse)
    assert (told.table, told.account, told.purse) == ("t", "ana", PurseNow(5_000, {}))


# --- whatever comes ---

MESSAGES = st.lists(
    st.tuples(st.sampled_from(["hold", "pay", "void"]), st.integers(0, 2), st.integers(1, 2)), max_size=12
)


_rounds = itertools.count()


@given(messages=MESSAGES, bets=st.lists(st.integers(200, 3_000), min_size=6, max_size=6), gain=st.integers(0, 3))
@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_whatever_order_holds_and_ends_come_in_the_ledger_is_sound(
    wallet: Wallet, messages: Any, bets: list[int], gain: int
) -> None:
    ana, ben = (f"{name}{next(_rounds)}" for name in ("ana", "ben"))
    wallet.registered(ana, ben)
    bank, names = wallet.house("house:bank"), [f"r{next(_rounds)}" for _ in range(3)]
    wanted = [{ana: bets[2 * n], ben: bets[2 * n + 1]} for n in range(3)]
    held: list[Any] = [None] * 3
    over: set[int] = set()
    for verb, n, times in messages:
        if verb == "pay" and held[n] is None:
            continue
        for _ in range(times):
            if verb == "hold":
                (answer,) = asked(wallet, round_asked(names[n], **wanted[n]))
                if held[n] is None and n not in over:
                    held[n] = {name: chips for name, chips in wanted[n].items() if name not in answer.refused}
            elif n not in over:
                credited = {name: gain * chips for name, chips in (held[n] or {}).items()}
                ended(wallet, round_void(names[n]) if verb == "void" else round_ended(names[n], **credited))
                over.add(n)
        open_now = {n for n in range(3) if held[n]} - over
        assert_sound(wallet, open_escrows=len(open_now))
    in_escrow = sum(sum(held[n].values()) for n in range(3) if held[n] and n not in over)
    assert sum(wallet.chips(ana, ben)) + in_escrow + wallet.house("house:bank") - bank == 10_000
    wallet.hear("on_round_ended", *(round_void(names[n]) for n in range(3) if held[n] and n not in over))
    wallet.told()


def test_what_players_have_set_for_themselves_counts_at_the_table(players: Wallet) -> None:
    players.ask(SetLimit(account="ana", name="stake", value=250))
    players.ask(SetLimit(account="ben", name="loss_day", value=500))
    asked(players, round_asked("1", ben=300))
    ended(players, round_ended("1"))
    assert players.ask(CheckGuest(account="ben")).caps == {"loss_limit": 200}
    (answer,) = asked(players, round_asked("2", ana=300, ben=201, eva=5_000))
    assert answer.refused == {"ana": "own_stake_limit", "ben": "loss_limit"}
    players.ask(Exclude(account="ana", period="24h"))
    assert players.ask(CheckGuest(account="ana")).error == "self_excluded"
    (answer,) = asked(players, round_asked("3", ana=200))
    assert answer.refused == {"ana": "self_excluded"}
    assert_sound(players, open_escrows=1)
