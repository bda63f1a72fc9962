"""The calculations of tables over plain data: services/tables/RULES.md §15."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.conformance.services.tables import CALCULATIONS

ROOT = "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f"
MATCH = "00000000-0000-4000-8000-000000000001"
SEEDS = ["1" * 32, "2" * 32, "3" * 32, "4" * 32]
DEAL = [24, 16, 13, 22, 21, 19, 20, 12, 3, 9, 17, 8, 15, 0, 11, 4, 27, 7, 18, 2, 6, 10, 1, 26, 5, 25, 23, 14]


TIMEOUTS = st.integers(0, 4)
NEAR_MS = st.builds(lambda periods, near_ms: max(0, periods * 30_000 + near_ms), st.integers(0, 6), st.integers(-3, 3))
SPANS_MS = st.one_of(NEAR_MS, st.integers(0, 400_000))
"""Times, with a taste for the ends of periods."""


def call(name: str, **data):
    answer = CALCULATIONS[name](**data)
    assert json.loads(json.dumps(answer)) == answer, "plain JSON data"
    return answer


def test_the_names_are_those_of_the_rules():
    assert set(CALCULATIONS) == {
        "reconnect_allowance", "reconnect_return", "move_timeouts", "fixed_window", "seating_after", "fair_deal",
    }  # fmt: skip


@pytest.mark.parametrize(("timeouts", "seconds"), [(0, 150), (1, 120), (2, 90), (3, 60), (4, 30)])
def test_the_allowance_follows_the_table(timeouts, seconds):
    assert call("reconnect_allowance", timeouts=timeouts) == {"allowance_s": seconds}


@pytest.mark.parametrize(
    ("timeouts", "lost", "turn", "back", "wanted"),
    [
        (0, 100, None, 100, (0, False, 30)),
        (0, 100, None, 129.999, (0, False, 0.001)),
        (0, 100, None, 130, (1, False, 30)),
        (0, 100, None, 175.5, (2, False, 14.5)),
        (0, 100, None, 249.999, (4, False, 0.001)),
        (0, 100, None, 250, (5, True, None)),
        (3, 100, None, 159.999, (4, False, 0.001)),
        (4, 100, None, 130, (5, True, None)),
        (2, 100, 400, 399.999, (2, False, None)),
        (2, 100, 400, 400, (2, False, 30)),
        (2, 100, 400, 470, (4, False, 20)),
        (2, 100, 400, 490, (5, True, None)),
        (1, 100, 90, 140, (2, False, 20)),
    ],
)
def test_a_return_costs_a_timeout_per_period_counted_from_the_loss_or_the_turn(timeouts, lost, turn, back, wanted):
    answer = call("reconnect_return", timeouts=timeouts, lost_at_s=lost, turn_at_s=turn, returned_at_s=back)
    assert (answer["timeouts"], answer["removed"], answer["period_left_s"]) == wanted


@pytest.mark.parametrize(
    ("before", "elapsed", "wanted"),
    [
        (0, 0, (0, False, 30)),
        (0, 29.999, (0, False, 0.001)),
        (0, 30, (1, False, 30)),
        (2, 65, (4, False, 25)),
        (4, 29, (4, False, 1)),
        (4, 30, (5, True, None)),
        (0, 150, (5, True, None)),
        (0, 100_000, (5, True, None)),
    ],
)
def test_the_fifth_timeout_removes(before, elapsed, wanted):
    answer = call("move_timeouts", timeouts_before=before, elapsed_s=elapsed)
    assert (answer["timeouts"], answer["removed"], answer["period_left_s"]) == wanted


def seconds(ms: int) -> float:
    return ms // 1000 if ms % 1000 == 0 else ms / 1000


def after(timeouts: int, pending_ms: int) -> dict:
    """What a decision that has been pending for so long has cost: counted out, period by period."""
    ends_ms = 30_000
    while ends_ms <= pending_ms:
        timeouts, ends_ms = timeouts + 1, ends_ms + 30_000
        if timeouts == 5:
            return {"timeouts": 5, "removed": True, "period_left_s": None}
    return {"timeouts": timeouts, "removed": False, "period_left_s": seconds(ends_ms - pending_ms)}


@given(TIMEOUTS, SPANS_MS)
def test_periods_are_counted_as_they_end_one_by_one(timeouts, pending_ms):
    given_ms = pending_ms / 1000
    assert call("move_timeouts", timeouts_before=timeouts, elapsed_s=given_ms) == after(timeouts, pending_ms)


@given(TIMEOUTS, SPANS_MS, st.one_of(st.none(), SPANS_MS), SPANS_MS)
def test_an_absence_counts_from_the_loss_or_from_the_next_decision(timeouts, lost_ms, turn_after_ms, away_ms):
    turn_s = None if turn_after_ms is None else (lost_ms + turn_after_ms) / 1000
    back_s = (lost_ms + away_ms) / 1000
    answer = call("reconnect_return", timeouts=timeouts, lost_at_s=lost_ms / 1000, turn_at_s=turn_s,
                  returned_at_s=back_s)  # fmt: skip
    if away_ms < (turn_after_ms or 0):
        assert answer == {"timeouts": timeouts, "removed": False, "period_left_s": None}
    else:
        assert answer == after(timeouts, away_ms - (turn_after_ms or 0))


@given(st.integers(0, 1_000_000), st.one_of(st.integers(0, 400_000), st.integers(299_998, 300_002)))
def test_a_window_is_what_is_left_of_fifteen_minutes_and_five_at_most(before_ms, elapsed_ms):
    answer = call("fixed_window", absent_before_s=before_ms / 1000, elapsed_s=elapsed_ms / 1000)
    window_ms = sorted((0, 300_000, 900_000 - before_ms))[1]
    in_time = elapsed_ms <= window_ms
    assert answer == {"window_s": seconds(window_ms), "in_time": in_time, "blue_card": not in_time}


@pytest.mark.parametrize(
    ("absent", "elapsed", "window", "in_time"),
    [(0, 300, 300, True), (0, 300.001, 300, False), (700, 200, 200, True), (700, 201, 200, False), (900, 1, 0, False)],
)
def test_a_blue_card_falls_when_the_window_has_ended(absent, elapsed, window, in_time):
    answer = call("fixed_window", absent_before_s=absent, elapsed_s=elapsed)
    assert answer == {"window_s": window, "in_time": in_time, "blue_card": not in_time}


def test_seating_follows_the_table():
    seats = ["ana", "ben", "eva", "leo"]
    rematch = call("seating_after", choice="rematch", seats=seats, organizer=0)
    assert rematch == {"seats": ["eva", "ben", "ana", "leo"], "organizer": 2}
    rotate = call("seating_after", choice="rotate", seats=seats, organizer=0)
    assert rotate == {"seats": ["ana", "leo", "ben", "eva"], "organizer": 0}
    by_number = call("seating_after", choice="rotate", seats=dict(enumerate(seats)), organizer=0)
    assert by_number == {**rotate, "seats": {str(seat): name for seat, name in enumerate(rotate["seats"])}}
    assert call("seating_after", choice="rotate", seats=["a", "b"], organizer=0) == {"error": "rotate_unavailable"}


def test_the_fair_deal_of_the_test_vector_comes_out():
    wanted = {"deal_key": "1dde3720-f99a-4bbe-ba09-1d881ffbfd51", "permutation": DEAL}
    data = {"root": ROOT, "match_id": MATCH, "hand": 1, "N": 28}
    assert call("fair_deal", **data, seeds=SEEDS) == wanted
    assert call("fair_deal", **data, seeds=".".join(SEEDS)) == wanted


def test_a_missing_seed_counts_as_zeros():
    data = {"root": ROOT, "match_id": MATCH, "hand": 1, "N": 5}
    assert call("fair_deal", **data, seeds=["1" * 32, None]) == call("fair_deal", **data, seeds=["1" * 32, "0" * 32])


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("reconnect_allowance", {"timeouts": 5}),
        ("reconnect_allowance", {"timeouts": "1"}),
        ("reconnect_return", {"timeouts": 0, "lost_at_s": 10, "turn_at_s": None, "returned_at_s": 9}),
        ("reconnect_return", {"timeouts": 0, "lost_at_s": float("nan"), "turn_at_s": None, "returned_at_s": 9}),
        ("move_timeouts", {"timeouts_before": -1, "elapsed_s": 1}),
        ("move_timeouts", {"timeouts_before": 0, "elapsed_s": -0.1}),
        ("fixed_window", {"absent_before_s": 0}),
        ("seating_after", {"choice": "communication", "seats": ["a", "b"], "organizer": 0}),
        ("seating_after", {"choice": "rematch", "seats": ["a", "b"], "organizer": 2}),
        ("seating_after", {"choice": "rematch", "seats": ["a"], "organizer": 0}),
        ("seating_after", {"choice": "rematch", "seats": {"1": "a", "2": "b"}, "organizer": 0}),
        ("fair_deal", {"root": "00", "match_id": MATCH, "hand": 1, "seeds": SEEDS, "N": 28}),
        ("fair_deal", {"root": ROOT, "match_id": MATCH, "hand": 0, "seeds": SEEDS, "N": 28}),
        ("fair_deal", {"root": ROOT, "match_id": MATCH, "hand": 1, "seeds": ["x"], "N": 28}),
        ("fair_deal", {"root": ROOT, "match_id": MATCH, "hand": 1, "seeds": SEEDS, "N": 0}),
        ("fair_deal", {"root": ROOT, "match_id": "\ud800", "hand": 1, "seeds": SEEDS, "N": 2}),
    ],
)
def test_unreadable_input_returns_bad_parameters(name, data):
    assert CALCULATIONS[name](**data)["error"] == "bad_parameters"
