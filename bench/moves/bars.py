"""What the cases of the bench have to reach, and whether they do."""

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

import msgspec

from bench.moves.cases import Figures, ratio


class Runs(NamedTuple):
    """Figures of one run of the bench, by the names of their cases."""

    platform: Mapping[str, Figures]
    bare: Mapping[str, Figures]
    peer: Mapping[str, float] = {}
    """Processor seconds for 1,000 moves of another platform that was measured in the same hour (`--peer`)."""


class Bar(NamedTuple):
    """One bar, for a machine with two cores that does nothing else, the robots beside the platform."""

    case: str
    measure: str
    """A key of `MEASURES`."""
    bar: float
    """The value may not be above it."""


BARS = (
    Bar("paced100", "cpu_by_peer", 1.0),
    Bar("paced100", "p50_by_bare", 1.8),
    Bar("paced100", "p99_by_allowed", 1.0),
    Bar("paced100", "robots_cpu_s_per_1k", 0.5),
    Bar("tables200", "cpu_by_peer", 0.27),
    Bar("tables200", "cpu_by_bare", 8.0),
    Bar("tables200", "robots_cpu_s_per_1k", 0.2),
    Bar("long200", "cpu_by_tables200", 1.1),
    Bar("open10000", "cpu_by_tables200", 1.2),
    Bar("embedded100", "cpu_by_paced100", 1.0),
    Bar("embedded100", "p99_ms", 30.0),
)
P99_MS = 10.0
"""Above it the slowest hundredth of moves may take twice the bare path's."""


class Judged(msgspec.Struct, kw_only=True, omit_defaults=True):
    """A bar and what was measured: one entry of the last line's `bars`."""

    name: str
    """`<case> <measure>`."""
    bar: float
    value: float
    met: bool


def judge(runs: Runs, bars: Sequence[Bar] = BARS) -> list[Judged]:
    """Every bar for which the run has the figures."""
    found = []
    for bar in bars:
        value = MEASURES[bar.measure](runs, bar.case)
        if value is not None:
            name = f"{bar.case} {bar.measure}"
            found.append(Judged(name=name, bar=bar.bar, value=round(value, 3), met=value <= bar.bar))
    return found


def table(judged: Sequence[Judged]) -> str:
    """All of them, one a line."""
    lines = [
        f"{each.name:<34}{each.value:>10.3f} ≤{each.bar:>7.2f}  " + ("met" if each.met else "MISSED") for each in judged
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


def _by_peer(runs: Runs, case: str) -> float | None:
    """How many times another platform's processor time."""
    found, peer_s = runs.platform.get(case), runs.peer.get(case)
    return None if found is None or not peer_s else found.all_cpu_s_per_1k / peer_s


def _p99_by_allowed(runs: Runs, case: str) -> float | None:
    """The slowest hundredth, by what it may take: twice the bare path's, or `P99_MS`."""
    found, bare = runs.platform.get(case), runs.bare.get(case)
    return None if found is None or bare is None else found.p99_ms / max(P99_MS, 2 * bare.p99_ms)


MEASURES: Mapping[str, Callable[[Runs, str], float | None]] = {
    "robots_cpu_s_per_1k": _own("robots_cpu_s_per_1k"),
    "p99_ms": _own("p99_ms"),
    "cpu_by_bare": _by("bare", "cpu"),
    "p50_by_bare": _by("bare", "p50"),
    "cpu_by_peer": _by_peer,
    "p99_by_allowed": _p99_by_allowed,
    "cpu_by_tables200": _by("platform", "cpu", "tables200"),
    "cpu_by_paced100": _by("platform", "cpu", "paced100"),
}
