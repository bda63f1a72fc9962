"""Rates: credits come back steadily, debts are bounded, and so is what is remembered."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gateway.rates.token_buckets import Bucket, Buckets, Quota, Strikes


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


def test_one_credit_is_one_request_and_less_than_one_is_none() -> None:
    bucket = Bucket(per_s=1, burst=2, now_s=0)
    assert [bucket.allows(0) for _ in range(3)] == [True, True, False]
    assert [bucket.allows(now_s) for now_s in (0.5, 0.75, 1.0, 1.5, 2.0)] == [False, False, True, False, True]


def test_what_is_taken_returns_what_is_left_and_what_is_refilled_is_never_more_than_the_burst() -> None:
    bucket = Bucket(per_s=2, burst=4, now_s=0)
    assert [bucket.take(0) for _ in range(9)] == [3, 2, 1, 0, -1, -2, -3, -4, -4]
    assert [bucket.left(now_s) for now_s in (1, 2, 2.25, 2.5, 3, 4, 9)] == [0, 0, 0, 1, 2, 4, 4]
    assert bucket.take(99) == 3


def test_credits_spent_elsewhere_are_subtracted_into_a_debt_no_deeper_than_the_burst() -> None:
    bucket = Bucket(per_s=2, burst=4, now_s=0)
    bucket.spend(3, 0)
    assert (bucket.left(0), bucket.full_in_s(0), bucket.wait_s(0)) == (1, 1.5, 0)
    bucket.spend(3, 0)
    assert (bucket.left(0), bucket.full_in_s(0), bucket.wait_s(0)) == (0, 3, 1.5)
    bucket.spend(1_000, 0)
    assert (bucket.full_in_s(0), bucket.wait_s(0)) == (4, 2.5)
    assert (bucket.full_in_s(1), bucket.wait_s(2.5), bucket.full_in_s(9)) == (3, 0, 0)


def test_the_quota_of_a_key_is_in_whole_credits_and_seconds() -> None:
    buckets = Buckets(per_s=0.5, burst=3, keys_max=9)
    assert buckets.quota("a", 0) == Quota(limit=3, left=3, reset_s=0, wait_s=0)
    assert [buckets.allows("a", 0) for _ in range(4)] == [True, True, True, False]
    assert buckets.quota("a", 0) == Quota(limit=3, left=0, reset_s=6, wait_s=2)
    assert buckets.quota("a", 0.5) == Quota(limit=3, left=0, reset_s=6, wait_s=2)
    assert buckets.quota("a", 2) == Quota(limit=3, left=1, reset_s=4, wait_s=0)
    buckets.spend("b", 2, 2)
    assert buckets.quota("b", 2) == Quota(limit=3, left=1, reset_s=4, wait_s=0)


def test_without_a_rate_there_is_no_quota_and_nothing_is_remembered() -> None:
    buckets = Buckets(per_s=0, burst=3, keys_max=9)
    buckets.spend("a", 5, 0)
    assert (buckets.quota("a", 0), len(buckets)) == (None, 0)


def test_only_credits_that_were_spent_are_reported() -> None:
    buckets, told = Buckets(per_s=1, burst=2, keys_max=9), []
    assert buckets.allows("b", 0), "to nobody, unless somebody asks"
    buckets.on_spent = told.append
    assert [buckets.allows("a", 0) for _ in range(3)] == [True, True, False]
    buckets.spend("a", 1, 0)
    assert told == ["a", "a"]


@pytest.mark.parametrize("keys", [1, 2, 5])
def test_no_more_keys_are_remembered_than_may_be(keys: int) -> None:
    buckets = Buckets(per_s=1, burst=1, keys_max=keys)
    for number in range(9):
        buckets.allows(str(number), 0)
        assert len(buckets) == min(number + 1, keys)


def test_a_key_that_is_used_again_is_the_newest() -> None:
    buckets = Buckets(per_s=1, burst=1, keys_max=2)
    for key in ("a", "b", "a", "c"):
        buckets.spend(key, 1, 0)
    assert [buckets.allows(key, 0) for key in ("a", "c")] == [False, False]


def test_strikes_are_counted_anew_for_each_window_and_one_may_be_too_many() -> None:
    assert Strikes(1, window_s=60).one_more(0)
    strikes = Strikes(2, window_s=60)
    assert [strikes.one_more(now_s) for now_s in (0, 61, 121, 121, 182)] == [False, False, True, True, False]
