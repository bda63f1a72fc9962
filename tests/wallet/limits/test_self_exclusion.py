"""Self-exclusion (services/wallet/RULES.md §11)."""

import pytest

from services.kernel.refusal import Refusal
from services.wallet.limits import self_exclusion as exclusion
from services.wallet.limits.checks import check_exclusion
from services.wallet.limits.self_exclusion import Exclusion

DAY_MS = 24 * 60 * 60 * 1000


@pytest.mark.parametrize(("period", "days"), [("24h", 1), ("7d", 7), ("30d", 30), ("180d", 180), ("365d", 365)])
def test_a_fixed_exclusion_starts_at_once_and_ends_by_itself(period: str, days: int) -> None:
    excluded = exclusion.start(None, period, 5)
    assert check_exclusion(excluded, 5).error == "self_excluded"
    assert check_exclusion(excluded, 5 + days * DAY_MS - 1).error == "self_excluded"
    assert check_exclusion(excluded, 5 + days * DAY_MS) is None


def test_a_player_that_is_not_excluded_may_play() -> None:
    assert check_exclusion(None, 0) is None


def test_other_periods_are_unknown() -> None:
    for period in ("2d", "", "zzz", "indefinit"):
        assert exclusion.start(None, period, 0) == Refusal("period_unknown")


def test_an_exclusion_cannot_be_shortened_but_lengthened() -> None:
    week = exclusion.start(None, "7d", 0)
    assert exclusion.start(week, "24h", DAY_MS) == Refusal("exclusion_active", {"until_ms": 7 * DAY_MS})
    assert exclusion.start(week, "7d", 0) == week
    assert exclusion.start(week, "7d", DAY_MS) == Exclusion(0, 8 * DAY_MS)
    assert exclusion.start(week, "indefinite", DAY_MS) == Exclusion(0, None, at_least_until_ms=7 * DAY_MS)
    assert exclusion.start(Exclusion(0, None), "365d", DAY_MS).error == "exclusion_active"


def test_a_fixed_one_is_not_shortened_by_way_of_an_indefinite_one() -> None:
    year = exclusion.start(None, "365d", 0)
    forever = exclusion.start(year, "indefinite", 10 * DAY_MS)
    assert exclusion.revoke(forever, 200 * DAY_MS).until_ms == 365 * DAY_MS
    assert exclusion.revoke(exclusion.start(forever, "indefinite", DAY_MS), 200 * DAY_MS).until_ms == 365 * DAY_MS
    assert exclusion.revoke(forever, 360 * DAY_MS).until_ms == 367 * DAY_MS
    assert exclusion.start(exclusion.revoke(forever, 200 * DAY_MS), "30d", 201 * DAY_MS).error == "exclusion_active"


def test_a_new_one_may_begin_when_the_last_has_ended() -> None:
    assert exclusion.start(Exclusion(0, DAY_MS), "24h", DAY_MS) == Exclusion(DAY_MS, 2 * DAY_MS)


def test_an_indefinite_one_is_revoked_after_180_days_and_ends_7_days_later() -> None:
    forever = exclusion.start(None, "indefinite", 0)
    asked = 180 * DAY_MS
    assert check_exclusion(forever, 1_000 * DAY_MS).error == "self_excluded"
    assert exclusion.revoke(forever, asked - 1) == Refusal("exclusion_minimum", {"ask_from_ms": asked})
    ending = exclusion.revoke(forever, asked)
    assert check_exclusion(ending, asked + 7 * DAY_MS - 1).error == "self_excluded"
    assert check_exclusion(ending, asked + 7 * DAY_MS) is None
    assert exclusion.revoke(ending, asked).error == "exclusion_active"


def test_a_fixed_one_is_never_revoked() -> None:
    assert exclusion.revoke(Exclusion(0, DAY_MS), 1).error == "exclusion_active"


def test_of_several_the_one_that_lasts_longest_counts_and_of_equal_ones_the_earliest() -> None:
    short, long, over = Exclusion(5, 100), Exclusion(6, 200), Exclusion(1, 50)
    assert exclusion.longest([short, over, long], 60) == long
    assert exclusion.longest([long, Exclusion(4, 200)], 60) == Exclusion(4, 200)
    assert exclusion.longest([long, Exclusion(6, None)], 60) == Exclusion(6, None)
    assert exclusion.longest([over], 60) is exclusion.longest([], 60) is None


def test_a_person_with_an_indefinite_one_is_kept_at_least_as_long_as_by_the_others() -> None:
    fixed, indefinite = Exclusion(5, 900), Exclusion(7, None, 300)
    assert exclusion.joined([fixed, indefinite], 60) == Exclusion(7, None, 900)
    assert exclusion.joined([indefinite, Exclusion(6, None, 400)], 60) == Exclusion(6, None, 400)
    assert exclusion.joined([indefinite, Exclusion(1, 50)], 60) == Exclusion(7, None, 300)
    assert exclusion.joined([fixed, Exclusion(4, 800)], 60) == fixed
    assert exclusion.joined([], 60) is None
