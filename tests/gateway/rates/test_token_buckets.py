"""Rates: credits come back steadily, debts are bounded, and so is what is remembered."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gateway.rates.token_buckets import Bucket, Buckets, Strikes


def test_a_burst_is_allowed_and_then_the_rate() -> None:
    bucket = Bucket(per_s=2, burst=3, now_s=0)
    assert [bucket.take(0) >= 0 for _ in range(4)] == [True, True, True, False]
    assert bucket.take(1) >= 0  # the debt of one and one more are paid back
    assert bucket.take(1) < 0


def test_a_debt_grows_to_the_burst_and_no_further() -> None:
    bucket = Bucket(per_s=1, burst=5, now_s=0)
    assert [bucket.take(0) for _ in range(20)][-1] == -5
    assert bucket.take(6.1) >= 0


def test_a_refusal_costs_nothing() -> None:
    bucket = Bucket(per_s=1, burst=1, now_s=0)
    assert [bucket.allows(0) for _ in range(10)] == [True] + [False] * 9
    assert bucket.allows(1)


@given(st.lists(st.floats(0, 3), max_size=50))
def test_no_more_pass_than_burst_and_rate_allow(pauses_s: list[float]) -> None:
    bucket, now_s, passed = Bucket(per_s=2, burst=4, now_s=0), 0.0, 0
    for pause_s in pauses_s:
        now_s += pause_s
        passed += bucket.allows(now_s)
    assert passed <= 4 + 2 * now_s + 1e-6


def test_every_key_has_a_rate_of_its_own() -> None:
    buckets = Buckets(per_s=1, burst=1, keys_max=10)
    assert buckets.allows("a", 0)
    assert not buckets.allows("a", 0)
    assert buckets.allows("b", 0)


def test_the_key_longest_unused_is_forgotten_first() -> None:
    buckets = Buckets(per_s=1, burst=1, keys_max=2)
    for key in ("a", "b", "a", "c"):
        buckets.allows(key, 0)
    assert len(buckets) == 2
    assert not buckets.allows("a", 0)  # remembered: has spent its credit
    assert buckets.allows("b", 0)  # forgotten: full again


def test_a_rate_of_zero_is_no_limit() -> None:
    buckets = Buckets(per_s=0, burst=0, keys_max=1)
    assert all(buckets.allows("a", 0) for _ in range(1000))
    assert len(buckets) == 0


@pytest.mark.parametrize(
    ("at_s", "too_many"), [((0, 30, 60), True), ((0, 30, 60.001), False), ((0, 50, 70, 100), True)]
)
def test_strikes_are_too_many_within_their_time_and_no_longer(at_s: tuple[float, ...], too_many: bool) -> None:
    strikes = Strikes(3, window_s=60)
    assert [strikes.one_more(now_s) for now_s in at_s] == [False] * (len(at_s) - 1) + [too_many]
