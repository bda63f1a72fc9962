"""When leaving early refuses a seat, from the times alone (RULES.md §10)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from services.wallet.stakes import rules as early_leaves

HOUR_MS = 3_600_000


@pytest.mark.parametrize(
    ("hours", "until_h"),
    [((), 0), ((1, 2), 0), ((1, 2, 3), 27), ((1, 2, 25), 0), ((1, 2, 24.99), 48.99), ((1, 2, 3, 26), 27)],
)
def test_the_third_departure_within_a_day_closes_staked_tables_for_a_day(
    hours: tuple[float, ...], until_h: float
) -> None:
    times = [int(hour * HOUR_MS) for hour in hours]
    assert early_leaves.refused_until_ms(times) == int(until_h * HOUR_MS)


def test_the_seat_is_free_again_at_the_moment_itself() -> None:
    times = [0, 1, 2]
    assert early_leaves.check_early_leaves(times, 1 + early_leaves.DAY_MS).error == "early_leaver"
    assert early_leaves.check_early_leaves(times, 2 + early_leaves.DAY_MS) is None


@pytest.mark.parametrize(
    ("payout", "first_round_done", "free"),
    [(500, False, True), (0, False, False), (500, True, False), (900, False, True)],
)
def test_only_a_departure_that_gave_the_stake_back_was_free(payout: int, first_round_done: bool, free: bool) -> None:
    assert early_leaves.cost_nothing(500, payout, first_round_done) is free


@given(st.lists(st.integers(0, 10 * early_leaves.DAY_MS), max_size=12), st.integers(1, 4), st.integers(0))
def test_another_departure_never_opens_the_tables_earlier(times: list[int], most: int, another: int) -> None:
    before = early_leaves.refused_until_ms(times, most)
    assert early_leaves.refused_until_ms([*times, another], most) >= before
