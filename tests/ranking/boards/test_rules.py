"""Leaderboards: services/ranking/RULES.md §2."""

from datetime import UTC, datetime

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from services.kernel.refusal import Refusal
from services.ranking.boards.rules import (
    Board,
    BoardSettings,
    Period,
    Row,
    counts,
    counts_for,
    default_board,
    definition_check,
    edit_check,
    life,
    ordered,
    own_period,
    pairs_of,
    pay_check,
    period_at,
    period_of,
    place_key,
    prizes,
    table_elo,
    without_activity,
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


def test_the_numbers_of_a_board_are_those_of_the_rules():
    assert BoardSettings() == BoardSettings(
        start=1500, k=32, pair_max=5, grace_min=5, min_opponents=5, min_age_days=7, need_email=True, review_days=14
    )
    assert [BoardSettings(min_age_days=days).min_age_ms for days in (0, 1, 7)] == [0, 86_400_000, 604_800_000]
    assert table_elo().floor == EloSettings().floor
    assert Board("b", "weekly", 1, ()).active


def own_board(starts: str | None = "2027-03-10 18:00:00", ends: str | None = "2027-03-12 18:00:00", **how) -> Board:
    times = {"starts_at_ms": ms(starts) if starts else None, "ends_at_ms": ms(ends) if ends else None}
    return Board("cup", **{"period": "own", "min_games": 3, "prizes": (5, 3), **times} | how)


def test_a_board_of_its_own_has_one_period_named_by_the_day_of_its_start():
    board = own_board()
    period = Period("2027-03-10", ms("2027-03-10 18:00:00"), ms("2027-03-12 18:00:00"))
    assert own_period(board) == period
    assert own_period(own_board("2027-03-10 23:59:59.999")).name == "2027-03-10"
    assert period_of(board, period.starts_at_ms - 1) is None
    assert period_of(board, period.starts_at_ms) == period
    assert period_of(board, period.ends_at_ms - 1) == period
    assert period_of(board, period.ends_at_ms) is None
    assert period_of(board, period.ends_at_ms + 1) is None


def test_another_board_has_the_period_of_its_calendar_at_any_moment():
    at_ms = ms("2027-03-10 18:00:00")
    assert period_of(default_board("weekly"), at_ms) == period_at("weekly", at_ms)
    assert period_of(default_board("monthly"), at_ms) == period_at("monthly", at_ms)


@pytest.mark.parametrize(
    ("board", "wrong"),
    [
        (own_board(), None),
        (own_board(prizes=()), None),
        (own_board(prizes=(5, 5, 0, 0)), None),
        (own_board(prizes=(5, 6)), "prizes_chips"),
        (own_board(prizes=(5, 0, 1)), "prizes_chips"),
        (own_board(prizes=(5, 4, 4, 5)), "prizes_chips"),
        (own_board(games=()), "games"),
        (own_board(games=("tavli",)), None),
        (own_board(games=("tavli", "tichu")), None),
        (own_board(games=("tavli", "tichu", "tavli")), "games"),
        (own_board(starts=None), "starts_at_ms"),
        (own_board(ends=None), "starts_at_ms"),
        (own_board(starts=None, ends=None), "starts_at_ms"),
        (own_board(ends="2027-03-10 18:00:00"), "starts_at_ms"),
        (own_board(ends="2027-03-10 17:00:00"), "starts_at_ms"),
        (own_board(ends="2027-03-10 18:00:00.001"), None),
        (own_board(period="weekly"), "starts_at_ms"),
        (own_board(period="weekly", starts=None), "starts_at_ms"),
        (own_board(period="weekly", ends=None), "starts_at_ms"),
        (own_board(period="weekly", starts=None, ends=None), None),
        (own_board(prizes=(1, 2), games=(), starts=None), "prizes_chips"),
    ],
)
def test_a_definition_that_contradicts_itself_names_its_first_wrong_field(board, wrong):
    assert definition_check(board) == (None if wrong is None else Refusal("board_invalid", {"field": wrong}))


places = st.builds(
    Row,
    st.text(st.sampled_from("abz"), min_size=1, max_size=2),
    st.sampled_from([100, 999, 1500, 1501, 12_000]),
    st.sampled_from([0, 1, 9, 10, 1_000]),
    st.sampled_from([0, 1, 9, 10, 1_000]),
    st.sampled_from([0, 9, 10, 1_800_000_000_000]),
)


@settings(max_examples=100)
@given(places, places)
def test_the_key_of_a_place_sorts_rows_as_the_board_is_ordered(one, other):
    def key(row: Row) -> str:
        return place_key(row.rating, row.wins, row.matches, row.last_end_ms or 0, row.player, "account")

    first, second = ordered([one, other])
    assert key(first) <= key(second)
    assert (key(one) == key(other)) == (one == other)


def test_equal_rows_have_different_keys_by_account_and_names_are_compared_without_case():
    assert place_key(1500, 1, 2, 3, "Ana", "a") < place_key(1500, 1, 2, 3, "ana", "b")
    assert place_key(1500, 1, 2, 3, "Ana", "a") < place_key(1500, 1, 2, 3, "anab", "a")


def test_a_player_without_a_counted_match_stands_behind_one_with_a_match():
    assert [row.player for row in ordered([Row("ana", 1500, 0, 0), Row("ben", 1500, 0, 0, 5)])] == ["ben", "ana"]


def test_prizes_need_as_many_matches_as_the_board_asks_and_nothing_is_no_prize():
    rows = [Row("a", 1700, 9, 9), Row("b", 1650, 9, 10), Row("c", 1600, 9, 11), Row("d", 1550, 9, 10)]
    assert prizes(rows, 10, (500, 0)) == {"b": 500}
    assert prizes(rows, 10, (500, 300, 100, 50)) == {"b": 500, "c": 300, "d": 100}
    assert prizes(rows, 0, (500,)) == {"a": 500}


def test_a_pair_that_has_met_often_does_not_count_however_often():
    assert [counts([met], friendly=False) for met in (4, 5, 6, 50)] == [True, False, False, False]
    assert [counts([1], friendly=False, settings=BoardSettings(pair_max=most)) for most in (1, 2)] == [False, True]


def test_every_two_of_different_sides_are_opponents():
    sides = (("ana",), ("ben",), ("eva",))
    assert pairs_of(sides) == {frozenset(pair) for pair in (("ana", "ben"), ("ana", "eva"), ("ben", "eva"))}
    pairs = pairs_of((("ana", "ben"), ("eva", "zoe")))
    assert pairs == {frozenset((one, other)) for one in ("ana", "ben") for other in ("eva", "zoe")}


def test_a_board_of_all_games_counts_every_one_and_another_its_own():
    everything, tavli = default_board("weekly"), default_board("weekly", "tavli")
    assert (everything.id, tavli.id) == ("weekly:all", "weekly:tavli")
    assert (counts_for(everything, "tichu"), counts_for(tavli, "tavli"), counts_for(tavli, "tichu")) == (
        True,
        True,
        False,
    )


def test_a_definition_is_the_same_whether_or_not_further_periods_begin():
    idle = own_board(active=False)
    assert without_activity(idle) == without_activity(own_board()) == own_board()
    assert without_activity(idle) != without_activity(own_board(prizes=(6,)))
