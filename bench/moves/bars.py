"""What the cases of the bench have to reach, and whether they do."""

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

import msgspec

from bench.moves.cases import Figures, ratio


class Runs(NamedTuple):
    """Figures of one run of the bench, by the names of their cases."""

    platform: Mapping[str, Figures]
    bare: Mapping[str, Figures]
    older: Mapping[str, Figures]
    """Of the release that is measured with `--against`."""


class Bar(NamedTuple):
    """One bar, for a machine with two cores that does nothing else, the robots beside the platform."""

    case: str
    measure: str
    """A key of `MEASURES`."""
    bar: float
    at_least: bool = False
    """The value has to reach it; otherwise it may not be above it."""


BARS = (
    Bar("paced100", "cpu_by_bare", 1.6),
    Bar("paced100", "p50_by_bare", 2.0),
    Bar("paced100", "p50_ms", 3.5),
    Bar("paced100", "p99_ms", 12.0),
    Bar("paced100", "robots_cpu_s_per_1k", 0.5),
    Bar("tables200", "cpu_by_bare", 4.0),
    Bar("tables200", "cpu_s_per_1k", 0.35),
    Bar("tables200", "robots_cpu_s_per_1k", 0.2),
    Bar("tables200", "moves_by_older", 3.0, at_least=True),
    Bar("long200", "cpu_s_per_1k", 0.30),
    Bar("tables1000", "moves_by_older", 3.0, at_least=True),
    Bar("open10000", "cpu_by_tables200", 1.2),
    Bar("embedded100", "cpu_by_paced100", 1.0),
)


class Judged(msgspec.Struct, kw_only=True, omit_defaults=True):
    """A bar and what was measured: one entry of the last line's `bars`."""

    name: str
    """`<case> <measure>`."""
    bar: float
    value: float
    met: bool
    at_least: bool = False


def judge(runs: Runs, bars: Sequence[Bar] = BARS) -> list[Judged]:
    """Every bar for which the run has the figures."""
    found = []
    for bar in bars:
        value = MEASURES[bar.measure](runs, bar.case)
        if value is not None:
            met = value >= bar.bar if bar.at_least else value <= bar.bar
            name = f"{bar.case} {bar.measure}"
            found.append(Judged(name=name, bar=bar.bar, value=round(value, 3), met=met, at_least=bar.at_least))
    return found


def table(judged: Sequence[Judged]) -> str:
    """All of them, one a line."""
    lines = [
        f"{each.name:<34}{each.value:>10.3f} {'≥' if each.at_least else '≤'}{each.bar:>7.2f}  "
        + ("met" if each.met else "MISSED")
        for each in judged
    ]
    return "\n".join([f"{'bar':<34}{'value':>10}  {'bar':>7}", *lines])


def _own(field: str) -> Callable[[Runs, str], float | None]:
    """A figure of the platform itself."""

    def value(runs: Runs, case: str) -> float | None:
        found = runs.platform.get(case)
        return None if found is None else float(getattr(found, field))

    return value


def _by(which: str, field: str, other: str = "") -> Callable[[Runs, str], float | None]:
    """How many times another figure of the run the platform's is: the same case's, or that of the case `other`."""

    def value(runs: Runs, case: str) -> float | None:
        found, base = runs.platform.get(case), getattr(runs, which).get(other or case)
        return None if found is None or base is None else float(getattr(ratio(found, base), field))

    return value


MEASURES: Mapping[str, Callable[[Runs, str], float | None]] = {
    "cpu_s_per_1k": _own("all_cpu_s_per_1k"),
    "robots_cpu_s_per_1k": _own("robots_cpu_s_per_1k"),
    "p50_ms": _own("p50_ms"),
    "p99_ms": _own("p99_ms"),
    "cpu_by_bare": _by("bare", "cpu"),
    "p50_by_bare": _by("bare", "p50"),
    "moves_by_older": _by("older", "moves_per_s"),
    "cpu_by_tables200": _by("platform", "cpu", "tables200"),
    "cpu_by_paced100": _by("platform", "cpu", "paced100"),
}
