"""Players' own limits (services/wallet/RULES.md §11)."""

from datetime import UTC, datetime

import pytest

from services.kernel.refusal import Refusal
from services.wallet.limits import rules as limits
from services.wallet.limits.checks import check_own_stake
from services.wallet.limits.rules import Limit

HOUR_MS = 60 * 60 * 1000
COOLOFF_MS = 168 * HOUR_MS


def ms(text: str) -> int:
    return int(datetime.fromisoformat(text).replace(tzinfo=UTC).timestamp() * 1000)


@pytest.mark.parametrize(
    ("old", "new", "waits"),
    [
        (1_000, 500, False),
        (None, 500, False),
        (500, 500, False),
        (None, None, False),
        (500, 501, True),
        (500, None, True),
        (0, None, True),
    ],
)
def test_a_stricter_limit_counts_at_once_and_a_looser_one_a_week_later(
    old: int | None, new: int | None, waits: bool
) -> None:
    assert limits.effective_at_ms(old, new, 5) == 5 + COOLOFF_MS * waits


def test_a_loosening_waits_and_then_counts() -> None:
    limit = limits.change(Limit(500), 900, 0)
    assert limit.at(COOLOFF_MS - 1) == 500
    assert limit.at(COOLOFF_MS + 1) == 900
    assert limit.at(COOLOFF_MS) == 900
    removed = limits.change(Limit(500), None, 0)
    assert removed.at(COOLOFF_MS - 1) == 500
    assert removed.at(COOLOFF_MS) is None


def test_a_stricter_limit_cancels_a_pending_loosening() -> None:
    limit = limits.change(limits.change(Limit(500), 900, 0), 400, 1)
    assert limit.at(COOLOFF_MS + 1) == 400


def test_a_second_loosening_starts_its_own_wait() -> None:
    limit = limits.change(limits.change(Limit(500), 900, 0), 700, HOUR_MS)
    assert limit.at(COOLOFF_MS) == 500
    assert limit.at(COOLOFF_MS + HOUR_MS) == 700


def test_a_change_is_measured_against_the_limit_that_counts_by_then() -> None:
    loosened = limits.change(Limit(500), 900, 0)
    assert limits.change(loosened, 800, COOLOFF_MS) == Limit(800)


@pytest.mark.parametrize(
    ("period", "start"),
    [("day", "2027-03-03T00:00:00"), ("week", "2027-03-01T00:00:00"), ("month", "2027-03-01T00:00:00")],
)
def test_windows_are_utc_days_iso_weeks_and_calendar_months(period: str, start: str) -> None:
    assert limits.window_start_ms(period, ms("2027-03-03T23:59:59.999")) == ms(start)


def test_a_week_begins_on_monday_even_in_another_year() -> None:
    assert limits.window_start_ms("week", ms("2027-01-01T12:00:00")) == ms("2026-12-28T00:00:00")
    assert limits.window_start_ms("week", ms("2026-12-28T00:00:00")) == ms("2026-12-28T00:00:00")


@pytest.mark.parametrize(
    ("limit", "put_in", "returned", "amount", "allowed"),
    [
        (1_000, 800, 0, 200, True),
        (1_000, 800, 0, 201, False),
        (1_000, 800, 300, 500, True),
        (1_000, 100, 5_000, 1_000, True),  # a won window does not lend
        (1_000, 100, 5_000, 1_001, False),
        (0, 0, 0, 1, False),
        (None, 9**9, 0, 9**9, True),
    ],
)
def test_the_net_loss_with_the_new_amount_stays_within_the_limit(
    limit: int | None, put_in: int, returned: int, amount: int, allowed: bool
) -> None:
    assert limits.check_loss(limit, put_in, returned, amount) == (None if allowed else Refusal("loss_limit"))


def test_purchases_and_stakes_have_limits_of_their_own() -> None:
    assert limits.check_purchase(1_000, 801, 199) is None
    assert limits.check_purchase(1_000, 802, 199) == Refusal("deposit_limit")
    assert limits.check_purchase(None, 10**6, 199) is None
    assert check_own_stake(500, 500) is None
    assert check_own_stake(500, 501) == Refusal("own_stake_limit")
    assert check_own_stake(None, 10**6) is None


def test_after_a_spent_session_play_needs_a_login_an_hour_later() -> None:
    assert limits.session_spent(30, 0, 30 * 60_000)
    assert not limits.session_spent(30, 0, 30 * 60_000 - 1)
    assert not limits.session_spent(None, 0, 10**9)
    assert limits.check_session(None, 0) is None
    assert limits.check_session(5, 5 + HOUR_MS - 1) == Refusal("session_limit", {"login_from_ms": 5 + HOUR_MS})
    assert limits.check_session(5, 5 + HOUR_MS) is None


def test_a_reality_check_is_due_every_hour_of_play() -> None:
    assert not limits.reality_check_due(0, None, HOUR_MS - 1)
    assert limits.reality_check_due(0, None, HOUR_MS)
    assert not limits.reality_check_due(0, HOUR_MS, 2 * HOUR_MS - 1)
    assert limits.reality_check_due(0, HOUR_MS, 2 * HOUR_MS)
    assert not limits.reality_check_due(3 * HOUR_MS, HOUR_MS, 4 * HOUR_MS - 1)


def test_what_is_put_in_and_returned_are_different_kinds() -> None:
    assert limits.PUT_IN_KINDS.isdisjoint(limits.RETURNED_KINDS)
    assert not {"pack", "welcome", "free_ticket", "board_prize"} & (limits.PUT_IN_KINDS | limits.RETURNED_KINDS)


def test_of_several_accounts_the_lowest_limit_counts_now_and_when_every_loosening_is_due() -> None:
    assert limits.strictest([Limit(500), Limit(300), Limit(None)], 0) == Limit(300)
    assert limits.strictest([Limit(None)], 0) == Limit(None)
    looser = [Limit(300, 900, 50), Limit(500)]
    assert limits.strictest(looser, 49) == Limit(300, 500, 50)
    assert limits.strictest(looser, 50) == limits.strictest(looser, 51) == Limit(500)
    assert limits.strictest([Limit(300, 900, 50), Limit(400, 800, 70)], 10) == Limit(300, 800, 70)
    assert limits.strictest([Limit(300, 900, 50), Limit(300)], 10) == Limit(300)
    assert limits.strictest([Limit(300, None, 50)], 10) == Limit(300, None, 50)


@pytest.mark.parametrize(
    ("confirmed", "price", "refused"), [(0, 100, False), (1, 100, True), (99, 1, False), (500, 1, True)]
)
def test_purchases_reach_their_limit_and_do_not_pass_it(confirmed: int, price: int, refused: bool) -> None:
    assert (limits.check_purchase(100, confirmed, price) is not None) == refused
    assert limits.check_purchase(None, confirmed, price) is None


@pytest.mark.parametrize(("minutes", "free"), [(0, False), (59, False), (60, True), (61, True), (600, True)])
def test_an_hour_after_a_spent_session_and_any_time_later_play_is_free(minutes: int, free: bool) -> None:
    assert (limits.check_session(7, 7 + minutes * 60_000) is None) == free


def test_nothing_is_lost_when_more_came_back_than_was_put_in() -> None:
    assert [limits.net_loss_chips(10, returned) for returned in (0, 9, 10, 11)] == [10, 1, 0, 0]
