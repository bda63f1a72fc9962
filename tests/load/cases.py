"""The cases of the bench, the bars they have to reach, and how their figures are told."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import msgspec

from tests.load.meter import percentile
from tests.load.platform import ROLES


class Case(NamedTuple):
    """So many tables. `think_s`: the mean of an exponential pause before every move; 0: back to back."""

    name: str
    tables: int
    think_s: float = 0.0


CASES = (
    Case("paced100", 100, 0.5),
    Case("tables1", 1),
    Case("tables20", 20),
    Case("tables100", 100),
    Case("tables200", 200),
    Case("tables1000", 1_000),
)


class Bar(NamedTuple):
    """What a case has to reach on a machine with two cores, the robots beside the platform."""

    moves_per_s: float = 0.0
    p50_ms: float = float("inf")
    p99_ms: float = float("inf")
    cpu_s_per_1k: float = float("inf")


BARS = {
    "paced100": Bar(p50_ms=3, p99_ms=10, cpu_s_per_1k=1.0),
    "tables200": Bar(moves_per_s=5_300, p99_ms=40, cpu_s_per_1k=0.35),
    "tables1000": Bar(moves_per_s=8_000),
}


class Figures(msgspec.Struct, kw_only=True):
    """What a case measured: one entry of the last line's `cases`."""

    name: str
    tables: int
    moves_per_s: float
    p50_ms: float
    p95_ms: float
    p99_ms: float
    cpu_s_per_1k: dict[str, float]
    rss_mb: dict[str, float]

    @property
    def all_cpu_s_per_1k(self) -> float:
        """Of all roles together."""
        return sum(self.cpu_s_per_1k.values())


def figures(
    case: Case, latencies_s: Sequence[float], took_s: float, cpu_s: Mapping[str, float], rss_mb: Mapping[str, float]
) -> Figures:
    """The figures of a case in which these moves were seen by both seats within `took_s`."""
    thousands = max(len(latencies_s), 1) / 1_000
    p50, p95, p99 = (round(1_000 * percentile(latencies_s, share), 2) for share in (0.50, 0.95, 0.99))
    return Figures(
        name=case.name,
        tables=case.tables,
        moves_per_s=round(len(latencies_s) / took_s, 1),
        p50_ms=p50,
        p95_ms=p95,
        p99_ms=p99,
        cpu_s_per_1k={role: round(cpu_s[role] / thousands, 4) for role in ROLES},
        rss_mb=dict(rss_mb),
    )


def missed(found: Figures) -> list[str]:
    """The bars that these figures do not reach, in words."""
    bar = BARS.get(found.name, Bar())
    short = [f"{found.moves_per_s} moves/s < {bar.moves_per_s}"] if found.moves_per_s < bar.moves_per_s else []
    above = (
        ("p50", found.p50_ms, bar.p50_ms, "ms"),
        ("p99", found.p99_ms, bar.p99_ms, "ms"),
        ("processor", round(found.all_cpu_s_per_1k, 3), bar.cpu_s_per_1k, "s/1k"),
    )
    return short + [f"{what} {value} {unit} > {most}" for what, value, most, unit in above if value > most]


HEAD = (
    f"{'case':<11}{'moves/s':>9}{'p50 ms':>9}{'p95 ms':>9}{'p99 ms':>9}  cpu s/1k: all ="
    + " +".join(f"{role:>9}" for role in ROLES)
    + "   rss mb"
)


def line(found: Figures) -> str:
    """One line under `HEAD`."""
    parts = "  ".join(f"{found.cpu_s_per_1k[role]:>9.3f}" for role in ROLES)
    times = f"{found.p50_ms:>9.2f}{found.p95_ms:>9.2f}{found.p99_ms:>9.2f}"
    memory = " ".join(f"{role} {found.rss_mb[role]:.0f}" for role in ROLES)
    return f"{found.name:<11}{found.moves_per_s:>9.0f}{times}  {found.all_cpu_s_per_1k:>13.3f} = {parts}   {memory}"
