"""Leaderboards: services/ranking/RULES.md §2."""

from datetime import UTC, datetime

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from services.kernel.refusal import Refusal
from services.ranking.boards.rules import (
    Period,
    Row,
    counts,
    default_board,
    edit_check,
    life,
    ordered,
    pairs_of,
    pay_check,
    period_at,
    prizes,
    table_elo,
)
from services.ranking.elo.rules import EloSettings, Rated, two_sides


def ms(text: str) -> int:
    return int(datetime.fromisoformat(text).replace(tzinfo=UTC).timestamp() * 1000)


def test_the_order_is_rating_then_full_wins_then_fewer_matches_then_earlier_end_then_name():
    rows = [
        Row("zoe", 1600, 5, 10, 100),
        Row("Yan", 1600, 5, 10, 100),
        Row("xen", 1600, 5, 10, 90),
        Row("wim", 1600, 5, 9, 200),
        Row("vic", 1600, 6, 20, 300),
        Row("ula", 1700, 0, 30, 400),
    ]
    assert [row.player for row in ordered(rows)] == ["ula", "vic", "wim", "xen", "Yan", "zoe"]


def test_prize_k_goes_to_the_kth_eligible_player_while_places_stay():
    rows = [Row("a", 1700, 9, 9), Row("b", 1650, 9, 10, eligible=False), Row("c", 1600, 9, 10), Row("d", 1550, 9, 10)]
    assert prizes(ordered(rows), 10, (500, 300, 100)) == {"c": 500, "d": 300}


def test_the_default_boards_pay_the_posted_prizes():
    weekly, monthly = default_board("weekly"), default_board("monthly", "tavli")
    assert (weekly.min_games, monthly.min_games) == (10, 30)
    assert weekly.prizes == (50_000, 25_000, 10_000) + (2_000,) * 7
    assert monthly.prizes == (200_000, 100_000, 50_000) + (10_000,) * 7 + (2_000,) * 40
    assert (weekly.games, monthly.games) == (None, ("tavli",))


@pytest.mark.parametrize(
    ("span", "at", "name", "starts", "ends"),
    [
        ("weekly", "2027-03-10 18:00:00", "2027-W10", "2027-03-08", "2027-03-15"),
        ("weekly", "2027-03-08 00:00:00", "2027-W10", "2027-03-08", "2027-03-15"),
        ("weekly", "2027-03-07 23:59:59.999", "2027-W09", "2027-03-01", "2027-03-08"),
        ("weekly", "2027-01-01 12:00:00", "2026-W53", "2026-12-28", "2027-01-04"),
        ("monthly", "2027-12-31 23:59:59", "2027-12", "2027-12-01", "2028-01-01"),
        ("monthly", "2028-02-01 00:00:00", "2028-02", "2028-02-01", "2028-03-01"),
    ],
)
def test_a_week_runs_from_monday_and_a_month_by_the_calendar(span, at, name, starts, ends):
    assert period_at(span, ms(at)) == Period(name, ms(starts), ms(ends))


@settings(max_examples=50)
@given(st.integers(0, 4_000_000_000_000), st.sampled_from(["weekly", "monthly"]))
def test_every_moment_lies_in_its_period_and_periods_leave_no_gap(at_ms, span):
    period = period_at(span, at_ms)
    assert period.starts_at_ms <= at_ms < period.ends_at_ms
    assert period_at(span, period.ends_at_ms).starts_at_ms == period.ends_at_ms


def test_friendly_matches_and_the_sixth_meeting_of_two_opponents_do_not_count():
    assert counts([0, 0, 0, 0], friendly=False)
    assert not counts([0, 0, 0, 0], friendly=True)
    assert counts([4, 0, 0, 0], friendly=False)
    assert not counts([5, 0, 0, 0], friendly=False)


def test_partners_are_not_opponents():
    assert pairs_of((("ana", "ben"), ("eva",))) == {frozenset(("ana", "eva")), frozenset(("ben", "eva"))}


def test_table_ratings_start_at_1500_and_move_with_k_32_for_all():
    settings_of_board = table_elo(elo=EloSettings(floor=100))
    assert settings_of_board.start == 1500
    new, old = Rated(1500, 0), Rated(1500, 500, 2600)
    changes = two_sides(((new,), (old,)), "A", settings_of_board)
    assert [changes[0][0].delta, changes[1][0].delta] == [16, -16]


def test_a_period_closes_and_pays_after_the_grace_for_late_events():
    period = Period("2027-W10", 0, 1_000_000)
    assert life(period, 999_999, paid=False) == "open"
    assert life(period, 1_000_000, paid=False) == "closing"
    assert life(period, 2_000_000, paid=True) == "paid"
    assert pay_check(period, 1_299_999) == Refusal("board_not_closed", {"pays_at_ms": 1_300_000})
    assert pay_check(period, 1_300_000) is None


def test_a_board_is_frozen_while_it_runs():
    assert edit_check(running=True) == Refusal("board_frozen")
    assert edit_check(running=False) is None
