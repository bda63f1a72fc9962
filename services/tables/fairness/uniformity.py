"""Chi-squared tests of counts: how often fair chance would deviate at least as much (RULES.md §22).

Pure Python: the probability is the upper part of the gamma distribution, as a series or as a continued fraction.
"""

import math
from collections.abc import Sequence
from typing import Literal, NamedTuple

EXPECTED_MIN = 5.0
"""So many are expected in each cell at least: below it the distribution of the sum is not the one that is used."""
RARE = 0.01
"""Of a hundred fair days one is rarer than this."""
UNFAIR = 1e-6
"""Rarer than this happens on no fair day that anybody lives to see."""
_TINY = 1e-300
_STEPS_MAX = 10_000

Verdict = Literal["few", "fair", "rare", "unfair"]


class Fit(NamedTuple):
    """The result of a test. `sum`: of the squared deviations; `freedom`: degrees of freedom; `probability`: that fair
    chance deviates as much or more."""

    sum: float
    freedom: int
    probability: float

    @property
    def verdict(self) -> Verdict:
        """`rare`: one fair day in a hundred; `unfair`: too far from even for chance, or too close to it."""
        if self.probability < UNFAIR or self.probability > 1 - UNFAIR:
            return "unfair"
        return "rare" if self.probability < RARE else "fair"


def verdict_of(found: Fit | None) -> Verdict:
    """The verdict of a test; `few`: there is not enough to be tested."""
    return "few" if found is None else found.verdict


def independent(counts: Sequence[int], weights: Sequence[int] = ()) -> Fit | None:
    """Counts of things that were drawn one by one, each of which is as likely as its weight says (none: all alike).
    None: too few."""
    weights = weights or [1] * len(counts)
    total, whole = sum(counts), sum(weights)
    if len(counts) < 2 or total * min(weights) / whole < EXPECTED_MIN:
        return None
    expected = [total * weight / whole for weight in weights]
    return _fit(math.fsum((n - e) ** 2 / e for n, e in zip(counts, expected, strict=True)), len(counts) - 1)


def shuffled(counts: Sequence[int], columns: int) -> Fit | None:
    """Counts of pieces (rows) in parts of a shuffled deck (columns). None: too few.

    Each shuffle puts every piece into one part, and into a part as many as it holds, so neither the rows nor the
    columns vary: the pieces of one shuffle depend on each other, which the factor (rows − 1) ÷ rows corrects. A part
    that holds nothing does not count.
    """
    rows = len(counts) // columns
    if rows < 2:
        return None
    sums = [sum(counts[column::columns]) for column in range(columns)]
    expected = {column: total_there / rows for column, total_there in enumerate(sums) if total_there}
    if len(expected) < 2 or min(expected.values()) < EXPECTED_MIN:
        return None
    found = math.fsum(
        (n - expected[column]) ** 2 / expected[column] for column in expected for n in counts[column::columns]
    )
    return _fit(found * (rows - 1) / rows, (rows - 1) * (len(expected) - 1))


def together(found: Sequence[Fit | None]) -> Fit | None:
    """Tests of things that do not depend on each other, as one."""
    known = [each for each in found if each is not None]
    if not known:
        return None
    return _fit(math.fsum(each.sum for each in known), sum(each.freedom for each in known))


def share_below(value: float, expected: float, variance: float) -> float:
    """The share of fair chances that are below a value; half of those that equal it."""
    return 0.5 if variance <= 0 else 0.5 * math.erfc((expected - value) / math.sqrt(2 * variance))


def _fit(found: float, freedom: int) -> Fit:
    return Fit(found, freedom, _above(freedom / 2, found / 2))


def _above(a: float, x: float) -> float:
    """The regularized upper incomplete gamma function Q(a, x)."""
    if x <= 0:
        return 1.0
    scale = math.exp(-x + a * math.log(x) - math.lgamma(a))
    return 1.0 - scale * _series(a, x) if x < a + 1 else scale * _fraction(a, x)


def _series(a: float, x: float) -> float:
    term = total = 1.0 / a
    for step in range(1, _STEPS_MAX):
        term *= x / (a + step)
        total += term
        if term < total * 1e-15:
            break
    return total


def _fraction(a: float, x: float) -> float:
    """Lentz's evaluation of the continued fraction."""
    b = x + 1 - a
    c, d = 1 / _TINY, 1 / b
    found = d
    for step in range(1, _STEPS_MAX):
        numerator = -step * (step - a)
        b += 2
        d = 1 / _not_zero(numerator * d + b)
        c = _not_zero(b + numerator / c)
        found *= d * c
        if abs(d * c - 1) < 1e-15:
            break
    return found


def _not_zero(value: float) -> float:
    return value if abs(value) > _TINY else _TINY
