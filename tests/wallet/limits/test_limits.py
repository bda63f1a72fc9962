"""Limits against fraud and players' own hold wherever chips are put in (RULES.md §10, §11)."""

from typing import Any

import pytest

from services.contracts.base import Done
from services.contracts.lobby.accounts.accounts import Registered, SessionBegan, SessionEnded
from services.contracts.moderation import orders
from services.contracts.tables.commands import Held
from services.contracts.wallet import events, limits, lotteries, payments, transfers
from services.contracts.wallet.balances import CheckGuest, CheckStake
from services.kernel.refusal import Refusal
from tests.wallet.wallets import Wallet, asked, finished

MINUTE_MS = 60_000
DAY_MS = 24 * 60 * MINUTE_MS


def sit_down(wallet: Wallet, *accounts: str, stake: int = 500, **how: Any) -> Any:
    """May they? The code of the refusal, or None."""
    answer = wallet.ask(CheckStake(game="tictactoe", stake_chips=stake, accounts=list(accounts), **how))
    return answer.error if isinstance(answer, Refusal) else None


def begin(wallet: Wallet, match: str, *accounts: str, stake: int = 500) -> tuple[str | None, str | None]:
    """A match that wants to begin: error and account."""
    wallet.asked(asked(match, *accounts, stake=stake))
    (held,) = wallet.told_of(Held)
    return held.error, held.account


def play(wallet: Wallet, match: str, winner: str, loser: str, stake: int) -> None:
    assert begin(wallet, match, winner, loser, stake=stake) == (None, None)
    wallet.finished(finished(match, winner, loser, stake=stake))
    wallet.told()


def limit(wallet: Wallet, account: str, name: Any, value: int | None) -> limits.LimitLine:
    card = wallet.ask(limits.SetLimit(account=account, name=name, value=value))
    return next(line for line in card.limits if line.name == name)


def log_in(wallet: Wallet, *accounts: str, **how: str) -> None:
    now_ms = wallet.clock.now_ms()
    wallet.hear("on_session_began", *(SessionBegan(account=account, at_ms=now_ms, **how) for account in accounts))


def log_out(wallet: Wallet, account: str) -> None:
    wallet.hear("on_session_ended", SessionEnded(account=account, at_ms=wallet.clock.now_ms()))


# --- fraud ---


def test_two_accounts_of_one_device_do_not_sit_together(players: Wallet) -> None:
    devices = {"ana": "phone", "ben": "phone", "eva": "tablet"}
    assert sit_down(players, "ben", seated=["ana"], devices=devices) == "same_device"
    assert sit_down(players, "ana", "ben", devices=devices) == "same_device"
    assert sit_down(players, "eva", seated=["ana"], devices=devices) is None
    assert sit_down(players, "ana", "ben", devices={"ana": "", "ben": ""}) is None
    assert sit_down(players, "ana", "ben", stake=0, devices=devices) is None  # nothing can be given away


def test_a_change_of_device_after_sitting_down_prevents_the_rematch(players: Wallet) -> None:
    log_in(players, "ana", device="phone")
    log_in(players, "ben", device="tablet")
    play(players, "m1", "ana", "ben", 500)

    players.clock.advance(1)
    log_in(players, "ben", device="phone")

    assert begin(players, "m2", "ana", "ben") == ("same_device", "ana")
    assert sit_down(players, "ben", seated=["ana"]) == "same_device"
    assert begin(players, "m3", "ben", "eva") == (None, None)


def test_a_late_event_of_an_older_session_does_not_bring_its_device_back(players: Wallet) -> None:
    log_in(players, "ana", device="phone")
    log_in(players, "ben", device="tablet")
    earlier_ms = players.clock.now_ms() - 5
    players.hear("on_session_began", SessionBegan(account="ben", at_ms=earlier_ms, device="phone"))
    assert begin(players, "m", "ana", "ben") == (None, None)


def test_players_for_chips_from_one_address_are_signalled_and_play(players: Wallet) -> None:
    log_in(players, "ana", "eva", "gil", address_key="home")
    log_in(players, "ben", address_key="office")
    players.told()

    players.asked(asked("m", "ana", "ben", "eva", "gil", stake=500), asked("n", "ben", "nobody", stake=500))
    told = players.told()

    shared = events.AddressShared(match="m", stake_chips=500, accounts=["ana", "eva", "gil"])
    assert [each for each in told if isinstance(each, events.AddressShared)] == [shared]
    assert {each.match: each.error for each in told if isinstance(each, Held)} == {"m": None, "n": "account_unknown"}
    players.asked(asked("m", "ana", "ben", "eva", "gil", stake=500))
    assert players.told_of(events.AddressShared) == [], "the same match again is no news"


def test_where_addresses_are_not_known_nothing_is_signalled(players: Wallet) -> None:
    log_in(players, "ana", "ben")
    players.asked(asked("m", "ana", "ben", stake=500))
    assert players.told_of(events.AddressShared) == []


def test_a_new_account_stakes_little_for_a_day(players: Wallet) -> None:
    now_ms = players.clock.now_ms()
    players.hear("on_registered", Registered(account="zoe", name="Zoe", device="", created_at_ms=now_ms))
    players.ask(transfers.MoveChips(caller="test", key="1", account="zoe", chips=10_000))

    assert sit_down(players, "zoe", stake=5_000) is None
    assert sit_down(players, "zoe", stake=5_001) == "new_account_stake"
    players.clock.advance(DAY_MS - 1)
    assert sit_down(players, "zoe", stake=5_001) == "new_account_stake"
    players.clock.advance(1)
    assert sit_down(players, "zoe", stake=5_001) is None


def test_a_pair_with_too_large_transfers_does_not_meet_for_a_day(players: Wallet) -> None:
    for account in ("ana", "ben"):
        players.ask(transfers.MoveChips(caller="test", key=account, account=account, chips=200_000))
    play(players, "m1", "ana", "ben", 30_000)  # 27,000 of them reach ana
    assert sit_down(players, "ben", seated=["ana"], seats=2) is None
    play(players, "m2", "ana", "ben", 30_000)

    assert sit_down(players, "ben", seated=["ana"], seats=2) == "pair_limit"
    assert sit_down(players, "ben", seated=["ana", "eva"], seats=4) == "pair_limit"
    assert sit_down(players, "ben", seated=["eva"], seats=2) is None
    assert begin(players, "m3", "ben", "ana") == ("pair_limit", "ben")
    players.clock.advance(DAY_MS + 1)
    assert begin(players, "m4", "ben", "ana") == (None, None)


def test_a_pair_that_meets_at_bigger_tables_is_counted_there_too(players: Wallet) -> None:
    for account in ("ana", "ben", "eva", "gil"):
        players.ask(transfers.MoveChips(caller="test", key=account, account=account, chips=400_000))
    sides = [[0, 2], [1, 3]]
    for match in ("m1", "m2"):  # each time 34,000 of ben's 40,000 go to ana and eva, half to each
        assert begin(players, match, "ana", "ben", "eva", "gil", stake=80_000) == (None, None)
        players.finished(finished(match, "ana", "ben", "eva", "gil", stake=80_000, sides=sides, winners=[0, 2]))

    assert sit_down(players, "ana", "ben", "zoe", stake=200) == "insufficient_chips"
    assert sit_down(players, "ben", seated=["gil", "ana"], stake=200) == "pair_limit"
    assert begin(players, "m3", "gil", "eva", "ben") == ("pair_limit", "eva")
    assert begin(players, "m4", "ana", "eva") == (None, None), "partners have won nothing from each other"


def test_it_does_not_matter_at_which_seat_the_pair_won(players: Wallet) -> None:
    for account in ("ana", "ben"):
        players.ask(transfers.MoveChips(caller="test", key=account, account=account, chips=200_000))
    seen = []
    for match in ("m1", "m2", "m3"):  # 22,500 of each 25,000 reach ben, at seat 1
        assert begin(players, match, "ana", "ben", stake=25_000) == (None, None)
        players.finished(finished(match, "ana", "ben", stake=25_000, winners=[1]))
        seen.append(sit_down(players, "ben", seated=["ana"], seats=2))
    assert seen == [None, None, "pair_limit"]


def test_a_pair_with_wins_on_both_sides_may_go_on(players: Wallet) -> None:
    for account in ("ana", "ben"):
        players.ask(transfers.MoveChips(caller="test", key=account, account=account, chips=200_000))
    play(players, "m1", "ana", "ben", 60_000)
    assert sit_down(players, "ana", "ben", seats=2) == "pair_limit"


def correct(wallet: Wallet, match: str, winner: int) -> None:
    """An operator gives a match of ana and ben another winner."""
    operation = orders.CorrectMatch(match=match, result=[winner], accounts=["ana", "ben"])
    placed = orders.OrderPlaced(order=f"o-{match}", by="olga", reason="counted wrong", operation=operation)
    wallet.hear("on_match_ordered", placed)


def test_a_correction_days_later_is_no_win_of_today(players: Wallet) -> None:
    for account in ("ana", "ben"):
        players.ask(transfers.MoveChips(caller="test", key=account, account=account, chips=400_000))
    for match in ("m1", "m2"):
        assert begin(players, match, "ana", "ben", stake=100_000) == (None, None)
        players.finished(finished(match, "ana", "ben", stake=100_000, outcome="tied", winners=[]))
        if match == "m1":
            players.clock.advance(2 * DAY_MS)
    correct(players, "m1", 0)
    assert sit_down(players, "ben", seated=["ana"], seats=2) is None
    correct(players, "m2", 0)
    assert sit_down(players, "ben", seated=["ana"], seats=2) == "pair_limit"


def test_wins_are_deleted_when_no_limit_looks_back_to_them(players: Wallet) -> None:
    play(players, "m1", "ana", "ben", 500)
    players.clock.advance(DAY_MS)
    play(players, "m2", "ana", "ben", 500)
    players.service.app.forget()
    assert players.rows("pair_wins") == 2
    players.clock.advance(DAY_MS + 1)
    players.service.app.forget()
    assert players.rows("pair_wins") == 1


# --- players' own limits ---


def test_a_stricter_limit_counts_at_once_a_looser_one_a_week_later(players: Wallet) -> None:
    assert limit(players, "ana", "stake", 1000).value == 1000
    assert sit_down(players, "ana", stake=1001) == "own_stake_limit"
    assert begin(players, "m", "ben", "ana", stake=1001) == ("own_stake_limit", "ana")

    looser = limit(players, "ana", "stake", 2000)

    assert (looser.value, looser.pending, looser.pending_at_ms) == (1000, 2000, players.clock.now_ms() + 7 * DAY_MS)
    players.clock.advance(7 * DAY_MS - 1)
    assert sit_down(players, "ana", stake=1001) == "own_stake_limit"
    players.clock.advance(1)
    assert sit_down(players, "ana", stake=1001) is None


def test_setting_a_stricter_limit_cancels_what_was_to_loosen_it(players: Wallet) -> None:
    limit(players, "ana", "stake", 1000)
    limit(players, "ana", "stake", None)
    assert limit(players, "ana", "stake", 900).pending_at_ms is None
    players.clock.advance(8 * DAY_MS)
    assert sit_down(players, "ana", stake=1000) == "own_stake_limit"


@pytest.mark.parametrize("period", ["day", "week", "month"])
def test_losses_of_a_window_are_what_was_put_in_less_what_came_back(players: Wallet, period: str) -> None:
    limit(players, "ana", f"loss_{period}", 1200)
    play(players, "m1", "ben", "ana", 1000)

    assert sit_down(players, "ana", stake=200) is None
    assert sit_down(players, "ana", stake=201) == "loss_limit"
    assert begin(players, "m2", "ana", "ben", stake=201) == ("loss_limit", "ana")
    play(players, "m3", "ana", "ben", 200)  # 120 more than she put in
    assert limit(players, "ana", f"loss_{period}", 1200).used == 880
    assert players.ask(lotteries.OpenTicket(account="ana", lottery="lot_1000")) == Refusal(
        "loss_limit", {"period": period}
    )
    players.clock.advance(40 * DAY_MS)
    assert sit_down(players, "ana", stake=201) is None


def test_purchases_have_a_limit_in_cents(players: Wallet) -> None:
    limit(players, "ana", "deposit_day", 398)

    def buy(id: str) -> Any:
        begun = players.ask(payments.BeginPayment(account="ana", id=id, pack="pack_5000", home=""))
        if isinstance(begun, payments.Payment):
            players.ask(payments.ConfirmPayment(account="ana", payment=begun.payment))
        return begun

    assert [isinstance(buy(id), payments.Payment) for id in "ab"] == [True, True]
    assert buy("c") == Refusal("deposit_limit", {"period": "day"})
    assert limit(players, "ana", "deposit_day", 398).used == 398


def test_purchases_that_are_begun_count_towards_the_limit_too(players: Wallet) -> None:
    """Else somebody opens ten checkouts side by side and pays them all."""
    limit(players, "ana", "deposit_day", 398)

    def begin_order(id: str) -> Any:
        return players.ask(payments.BeginPayment(account="ana", id=id, pack="pack_5000", home=""))

    assert [isinstance(begin_order(id), payments.Payment) for id in "ab"] == [True, True]
    assert begin_order("c") == Refusal("deposit_limit", {"period": "day"})
    assert isinstance(begin_order("b"), payments.Payment), "the same order again is no new one"
    players.clock.advance(DAY_MS)
    assert isinstance(begin_order("c"), payments.Payment), "checkouts that nobody paid are given up after a day"


# --- sessions ---


def test_a_session_that_is_spent_plays_again_an_hour_after_it_was(players: Wallet) -> None:
    limit(players, "ana", "session", 30)
    log_in(players, "ana")
    players.clock.advance(30 * MINUTE_MS - 1)
    assert sit_down(players, "ana") is None
    players.clock.advance(1)
    assert sit_down(players, "ana") == "session_limit"
    assert players.ask(lotteries.OpenTicket(account="ana", lottery="free")).error == "session_limit"

    players.clock.advance(10 * MINUTE_MS)
    log_out(players, "ana")
    log_in(players, "ana")
    assert sit_down(players, "ana") == "session_limit"
    players.clock.advance(50 * MINUTE_MS)
    log_out(players, "ana")
    log_in(players, "ana")
    assert sit_down(players, "ana") is None


def test_a_session_that_ends_in_time_is_not_spent(players: Wallet) -> None:
    limit(players, "ana", "session", 30)
    log_in(players, "ana")
    players.clock.advance(29 * MINUTE_MS)
    log_out(players, "ana")
    players.clock.advance(30 * MINUTE_MS)
    log_in(players, "ana")
    players.clock.advance(29 * MINUTE_MS)
    assert sit_down(players, "ana") is None


def test_sessions_add_up_over_breaks_of_less_than_half_an_hour(players: Wallet) -> None:
    limit(players, "ana", "session", 60)
    for _ in range(2):
        log_in(players, "ana")
        players.clock.advance(25 * MINUTE_MS)
        log_out(players, "ana")
        players.clock.advance(29 * MINUTE_MS)
    log_in(players, "ana")
    players.clock.advance(9 * MINUTE_MS)
    assert sit_down(players, "ana") is None
    players.clock.advance(MINUTE_MS)
    assert sit_down(players, "ana") == "session_limit"
    players.clock.advance(60 * MINUTE_MS)
    log_out(players, "ana")
    log_in(players, "ana")
    assert sit_down(players, "ana") is None
    players.clock.advance(59 * MINUTE_MS)
    assert sit_down(players, "ana") is None, "and then the count has begun anew"
    players.clock.advance(MINUTE_MS)
    assert sit_down(players, "ana") == "session_limit"


def test_the_late_end_of_an_older_session_ends_nothing(players: Wallet) -> None:
    old_ms = players.clock.now_ms()
    players.clock.advance(MINUTE_MS)
    log_in(players, "ana")
    players.hear("on_session_ended", SessionEnded(account="ana", at_ms=old_ms))
    assert players.ask(limits.GetCare(account="ana")).login_at_ms == old_ms + MINUTE_MS


def test_the_end_of_the_session_before_ends_nothing_if_it_comes_after_the_login_that_caused_it(
    players: Wallet,
) -> None:
    log_in(players, "ana")
    old_ms = players.clock.now_ms()
    players.clock.advance(MINUTE_MS)
    log_in(players, "ana")
    new_ms = players.clock.now_ms()
    players.hear("on_session_ended", SessionEnded(account="ana", at_ms=new_ms, began_at_ms=old_ms))
    assert players.ask(limits.GetCare(account="ana")).login_at_ms == new_ms
    players.hear("on_session_ended", SessionEnded(account="ana", at_ms=new_ms + 1, began_at_ms=new_ms))
    assert players.ask(limits.GetCare(account="ana")).login_at_ms is None


def test_after_an_hour_the_reality_check_waits_to_be_acknowledged(players: Wallet) -> None:
    log_in(players, "ana", "ben")
    play(players, "m", "ben", "ana", 500)
    players.clock.advance(60 * MINUTE_MS)

    card = players.ask(limits.GetCare(account="ana"))

    assert (card.check_due, card.played_ms, card.net_chips) == (True, 60 * MINUTE_MS, -500)
    assert sit_down(players, "ana") == "reality_check"
    assert begin(players, "m2", "ana", "eva") == ("reality_check", "ana")
    assert not players.ask(limits.Acknowledge(account="ana", what="check")).check_due
    assert sit_down(players, "ana") is None
    players.clock.advance(60 * MINUTE_MS)
    assert sit_down(players, "ana") == "reality_check"
    assert players.ask(CheckGuest(account="ana")).error == "reality_check"
    players.ask(limits.Acknowledge(account="ana", what="check"))
    assert players.ask(CheckGuest(account="ana")).chips == 4_500


# --- exclusion ---


def test_an_excluded_player_plays_only_without_stakes(players: Wallet) -> None:
    card = players.ask(limits.Exclude(account="ana", period="7d"))
    assert card.excluded_until_ms == players.clock.now_ms() + 7 * DAY_MS
    told = limits.SelfExcluded(account="ana", until_ms=card.excluded_until_ms, at_ms=players.clock.now_ms())
    assert players.told_of(limits.SelfExcluded) == [told]

    assert sit_down(players, "ana") == "self_excluded"
    assert begin(players, "m", "ben", "ana") == ("self_excluded", "ana")
    for lottery in ("free", "lot_200"):
        assert players.ask(lotteries.OpenTicket(account="ana", lottery=lottery)).error == "self_excluded"
    begun = players.ask(payments.BeginPayment(account="ana", id="o", pack="pack_5000"))
    assert begun.error == "self_excluded"
    friendly = CheckStake(game="dominoes", stake_chips=0, accounts=["ana", "ben"])
    assert players.ask(friendly) == Done()

    players.clock.advance(7 * DAY_MS)
    assert sit_down(players, "ana") is None


def test_a_match_that_runs_is_finished_and_paid(players: Wallet) -> None:
    assert begin(players, "m", "ana", "ben") == (None, None)
    players.ask(limits.Exclude(account="ana", period="24h"))
    players.finished(finished("m", "ana", "ben"))
    assert players.chips("ana") == [5325]


def test_an_exclusion_is_lengthened_never_shortened_and_an_indefinite_one_revoked_after_half_a_year(
    players: Wallet,
) -> None:
    def exclude(period: str) -> Any:
        return players.ask(limits.Exclude(account="ana", period=period))

    assert exclude("1h") == Refusal("period_unknown")
    exclude("7d")
    assert exclude("24h").error == "exclusion_active"
    assert exclude("indefinite").excluded_until_ms is None
    revoke = limits.RevokeExclusion(account="ana")
    assert players.ask(revoke).error == "exclusion_minimum"
    players.clock.advance(180 * DAY_MS)
    assert players.ask(revoke).excluded_until_ms == players.clock.now_ms() + 7 * DAY_MS
    assert players.ask(limits.RevokeExclusion(account="ben")) == Refusal("not_excluded")


# --- the notice ---


def test_the_notice_is_remembered(players: Wallet) -> None:
    card = players.ask(limits.GetCare(account="ana"))
    assert (card.notice_seen, card.helpline) == (False, "2109237777")
    assert players.ask(limits.Acknowledge(account="ana", what="notice")).notice_seen


def test_an_unknown_account_has_no_limits(players: Wallet) -> None:
    assert players.ask(limits.GetCare(account="nobody")).error == "account_unknown"
    assert players.ask(limits.SetLimit(account="nobody", name="stake", value=5)).error == "account_unknown"
