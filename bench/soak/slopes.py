"""How figures of many days rise: robust slopes, what must be flat, and what may grow and why. Pure."""

from collections.abc import Mapping, Sequence
from statistics import median
from typing import NamedTuple

MONTH_DAYS = 30
BAR_PERCENT = 1.0
"""The most by which what must be flat may rise in a month."""


class Slope(NamedTuple):
    """One figure over the second half of a run. `per_month`: in the figure's own unit."""

    name: str
    level: float
    per_month: float

    @property
    def percent(self) -> float:
        """Of its level, a month; a figure that stood at 0 and rises has risen by everything."""
        if self.level:
            return 100 * self.per_month / abs(self.level)
        return 100.0 if self.per_month > 0 else 0.0


def theil_sen(days: Sequence[float], values: Sequence[float]) -> float:
    """The median of the slopes of all pairs of days: a fifth of the days may lie anywhere without moving it much."""
    pairs = [
        (values[later] - values[first]) / (days[later] - days[first])
        for first in range(len(days))
        for later in range(first + 1, len(days))
        if days[later] != days[first]
    ]
    return median(pairs) if pairs else 0.0


def slope_of(name: str, values: Sequence[float]) -> Slope:
    """Of one value a day, over the second half, by when what is loaded at first is there; of that the last whole weeks,
    because not every day of a week brings the same."""
    half = len(values) // 2
    late = list(values[len(values) - (half // 7 * 7 or half) :])
    days = list(range(len(late)))
    return Slope(name, median(late) if late else 0.0, MONTH_DAYS * theil_sen(days, late))


class Rule(NamedTuple):
    """What is expected of a figure. `keeps_days`: it rises until rows are as old as that, and is flat from then on.
    `grows_because`: not empty where it may rise for ever. `slack`: what a month may bring besides, in its own unit:
    the grain of what is measured."""

    keeps_days: int = 0
    grows_because: str = ""
    slack: float = 0.0


class Judged(NamedTuple):
    """A slope with what was expected of it. `verdict`: `flat`, `rises`, `grows` (it may) or `young` (the run is
    too short to say, because rows are kept longer than its first half)."""

    slope: Slope
    rule: Rule
    verdict: str


def judge(slope: Slope, rule: Rule, days: int) -> Judged:
    """Compare a slope over the second half of so many days with what is expected."""
    if rule.grows_because:
        return Judged(slope, rule, "grows")
    if rule.keeps_days > days // 2:
        return Judged(slope, rule, "young")
    allowed = abs(slope.level) * BAR_PERCENT / 100 + rule.slack
    return Judged(slope, rule, "rises" if slope.per_month > allowed else "flat")


def judge_all(
    series: Mapping[str, Sequence[float]], rules: Mapping[str, Rule], usual: Mapping[str, Rule]
) -> list[Judged]:
    """Every figure, those that rise most first. `rules`: of single figures; `usual`: by the first word of the
    others' names (`rows`, `pss_mb` …)."""
    found = [
        judge(slope_of(name, values), rules.get(name) or usual.get(name.split(" ")[0], Rule()), len(values))
        for name, values in series.items()
    ]
    return sorted(found, key=lambda each: -each.slope.percent)
