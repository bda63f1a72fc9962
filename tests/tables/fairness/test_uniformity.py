"""Tests of counts: known values, even probabilities on fair draws, red on loaded ones (RULES.md §22)."""

import random
from collections.abc import Callable, Sequence

import pytest

from services.kernel.fair import Stream
from services.tables.fairness.uniformity import Fit, independent, share_below, shuffled, together, verdict_of

DAYS = 400
"""Simulated days; by the law below, a test that is off by a tenth at any probability is found."""
KOLMOGOROV = 1.95
"""Even probabilities are further from the diagonal than this ÷ √days once in a thousand times; the seeds are fixed."""


@pytest.mark.parametrize(
    ("counts", "weights", "expected"),
    [  # the sum by hand, the probability from printed tables of the distribution
        ([60, 40], [], (4.0, 1, 0.0455)),
        ([22, 17, 20, 26, 22, 13], [], (5.1, 5, 0.4038)),
        ([10, 20, 70], [1, 2, 7], (0.0, 2, 1.0)),
        ([30, 70], [1, 5], (12.8, 1, 0.000347)),
    ],
)
def test_sums_and_probabilities_are_those_of_the_tables(
    counts: list[int], weights: list[int], expected: tuple[float, int, float]
) -> None:
    found = independent(counts, weights)
    assert found is not None
    assert (round(found.sum, 6), found.freedom) == expected[:2]
    assert found.probability == pytest.approx(expected[2], rel=2e-3)


@pytest.mark.parametrize(("freedom", "five_percent"), [(1, 3.841459), (10, 18.307038), (100, 124.342113)])
def test_the_five_percent_points_of_printed_tables_are_hit(freedom: int, five_percent: float) -> None:
    found = together([Fit(five_percent, freedom, 0.0)])
    assert found is not None
    assert found.probability == pytest.approx(0.05, rel=1e-5)


def test_fewer_than_five_in_a_cell_are_not_tested() -> None:
    assert independent([4, 5, 5, 4, 5, 5]) is None
    assert independent([5] * 6) is not None
    assert shuffled([1] * 16, 4) is None
    assert verdict_of(None) == "few"
    assert together([None, None]) is None


def stream(day: int) -> Stream:
    """The platform's own generator."""
    return Stream(day.to_bytes(32, "big"), "law", "deal", "0" * 32)


def a_day_of_dice(day: int) -> Fit | None:
    counts = [0] * 6
    for face in stream(day).dice(300):
        counts[face - 1] += 1
    return independent(counts)


def a_day_of_deals(day: int) -> Fit | None:
    """Sixty deals of twelve cards: two hands of four, the rest stays."""
    source, counts = stream(day), [0] * 36
    for _ in range(60):
        for place, card in enumerate(source.shuffle(12)):
            counts[3 * card + min(place // 4, 2)] += 1
    return shuffled(counts, 3)


@pytest.mark.parametrize("a_day", [a_day_of_dice, a_day_of_deals])
def test_on_fair_draws_every_probability_is_as_likely_as_any_other(a_day: Callable[[int], Fit | None]) -> None:
    found = sorted(fit.probability for fit in map(a_day, range(DAYS)) if fit is not None)
    assert len(found) == DAYS
    furthest = max(abs((at + 0.5) / DAYS - probability) for at, probability in enumerate(found))
    assert furthest < KOLMOGOROV / DAYS**0.5
    assert sum(probability < 0.05 for probability in found) in range(8, 35)  # 20 ± 3 standard errors


def test_without_the_correction_the_deals_would_not_be_even() -> None:
    """The law can fail: cards counted as if they were drawn one by one deviate less than that, so probabilities pile
    up near 1."""
    plain = []
    for day in range(DAYS):
        source, counts = stream(day), [0] * 36
        for _ in range(60):
            for place, card in enumerate(source.shuffle(12)):
                counts[3 * card + place // 4] += 1
        found = independent(counts)
        assert found is not None
        plain.append(found.probability)
    furthest = max(abs((at + 0.5) / DAYS - probability) for at, probability in enumerate(sorted(plain)))
    assert furthest > 4 * KOLMOGOROV / DAYS**0.5


def loaded(weights: Sequence[float], n: int) -> list[int]:
    found = random.Random(38).choices(range(6), weights, k=n)
    return [found.count(face) for face in range(6)]


def test_a_loaded_die_shows_red_and_a_fair_one_does_not() -> None:
    fair, heavy = loaded([1] * 6, 20_000), loaded([1, 1, 1, 1, 1, 1.2], 20_000)
    assert verdict_of(independent(fair)) == "fair"
    assert verdict_of(independent(heavy)) == "unfair"


def test_a_shuffle_that_every_beginner_gets_wrong_shows_red() -> None:
    """Swapping each card with any card, not with one that is not placed yet."""
    source, counts = random.Random(38), [0] * 16
    for _ in range(20_000):
        cards = list(range(4))
        for place in range(4):
            other = source.randrange(4)
            cards[place], cards[other] = cards[other], cards[place]
        for place, card in enumerate(cards):
            counts[4 * card + place] += 1
    assert verdict_of(shuffled(counts, 4)) == "unfair"


def test_counts_that_are_too_even_for_chance_show_red_too() -> None:
    assert verdict_of(independent([10_000] * 6)) == "unfair"


def test_a_day_in_a_hundred_is_rare() -> None:
    assert verdict_of(Fit(12.0, 5, 0.0099)) == "rare"
    assert verdict_of(Fit(12.0, 5, 0.0101)) == "fair"


def test_luck_is_placed_among_a_hundred_players() -> None:
    assert share_below(10, 10, 4) == pytest.approx(0.5)
    assert share_below(12, 10, 4) == pytest.approx(0.8413, abs=1e-4)
    assert share_below(8, 10, 4) == pytest.approx(0.1587, abs=1e-4)
    assert share_below(8, 10, 0) == 0.5
