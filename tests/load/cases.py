"""The cases of the bench, the bars they have to reach, and how their figures are told."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import msgspec

from tests.load.meter import percentile
from tests.load.platform import ROLES
from tests.load.usage import Usage

EMBEDDED_ROLE = "embedded"
"""The one process of `kafeneio up`."""


class Case(NamedTuple):
    """So many tables at which robots play."""

    name: str
    tables: int
    think_s: float = 0.0
    """The mean of an exponential pause before every move; 0: back to back."""
    game: str = "tictactoe"
    idle_tables: int = 0
    """Tables beside them that have begun and at which nobody does anything."""
    embedded: bool = False
    """On `kafeneio up` instead of the platform with its servers."""

    @property
    def is_bare(self) -> bool:
        """Whether the bare system plays it too."""
        return self.game == "tictactoe" and not self.idle_tables and not self.embedded


CASES = (
    Case("paced100", 100, 0.5),
    Case("tables1", 1),
    Case("tables20", 20),
    Case("tables100", 100),
    Case("tables200", 200),
    Case("long200", 200, game="tavli"),
    Case("tables1000", 1_000),
    Case("open10000", 200, idle_tables=9_800),
    Case("embedded100", 100, 0.5, embedded=True),
)
"""In this order: tables of `open10000` stay open, and accounts of earlier cases are used again."""


class Bar(NamedTuple):
    """What a case has to reach on a machine with two cores, the robots beside the platform."""

    moves_per_s: float = 0.0
    p50_ms: float = float("inf")
    p99_ms: float = float("inf")
    cpu_s_per_1k: float = float("inf")


BARS = {
    "paced100": Bar(p50_ms=3.5, p99_ms=12),
    "tables200": Bar(cpu_s_per_1k=0.35),
    "long200": Bar(cpu_s_per_1k=0.30),
}


class Bound(NamedTuple):
    """A bar in relation to other figures of the same run: at most so many times as much."""

    what: str
    """`cpu` (all roles together) or `p50`."""
    most: float


BOUNDS_BY_BARE = {
    "paced100": (Bound("cpu", 1.6), Bound("p50", 2.0)),
    "tables200": (Bound("cpu", 4.0),),
}
"""Compared with the bare system's figures of the same case."""
BOUNDS_BY_CASE = {
    "open10000": ("tables200", Bound("cpu", 1.2)),
    "embedded100": ("paced100", Bound("cpu", 1.0)),
}
"""Compared with the platform's figures of another case."""


class Figures(msgspec.Struct, kw_only=True):
    """What a case measured: one entry of the last line's `cases` and `bare`."""

    name: str
    tables: int
    moves_per_s: float
    p50_ms: float
    p95_ms: float
    p99_ms: float
    cpu_s_per_1k: dict[str, float]
    rss_mb: dict[str, float]
    robots_cpu_s_per_1k: float
    switches_per_move: dict[str, float]

    @property
    def all_cpu_s_per_1k(self) -> float:
        """Of all roles together, without the robots."""
        return sum(self.cpu_s_per_1k.values())


class Ratio(msgspec.Struct, frozen=True):
    """The platform's figures of a case divided by the bare system's."""

    name: str
    cpu: float
    p50: float
    moves_per_s: float


def figures(
    case: Case, latencies_s: Sequence[float], took_s: float, used: Usage, rss_mb: Mapping[str, float]
) -> Figures:
    """The figures of a case in which these moves were seen by both seats within `took_s`."""
    moves = max(len(latencies_s), 1)
    p50, p95, p99 = (round(1_000 * percentile(latencies_s, share), 2) for share in (0.50, 0.95, 0.99))
    return Figures(
        name=case.name,
        tables=case.tables,
        moves_per_s=round(len(latencies_s) / took_s, 1),
        p50_ms=p50,
        p95_ms=p95,
        p99_ms=p99,
        cpu_s_per_1k={role: round(1_000 * cpu_s / moves, 4) for role, cpu_s in used.cpu_s.items()},
        rss_mb=dict(rss_mb),
        robots_cpu_s_per_1k=round(1_000 * used.robots_cpu_s / moves, 4),
        switches_per_move={role: round(count / moves, 2) for role, count in used.switches.items()},
    )


def ratio(platform: Figures, bare: Figures) -> Ratio:
    """How many times the bare system's figures the platform's are."""
    return Ratio(
        platform.name,
        _quotient(platform.all_cpu_s_per_1k, bare.all_cpu_s_per_1k),
        _quotient(platform.p50_ms, bare.p50_ms),
        _quotient(platform.moves_per_s, bare.moves_per_s),
    )


def _quotient(value: float, by: float) -> float:
    return round(value / by, 2) if by else 0.0


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


def missed_by_bare(found: Ratio) -> list[str]:
    """The bounds by the bare system's figures that a case does not keep, in words."""
    return _above(found, BOUNDS_BY_BARE.get(found.name, ()), "bare")


def missed_by_case(found: Figures, earlier: Mapping[str, Figures]) -> list[str]:
    """The bound by another case of the same run that a case does not keep, in words."""
    name, bound = BOUNDS_BY_CASE.get(found.name, ("", Bound("cpu", 0)))
    return _above(ratio(found, earlier[name]), (bound,), name) if name in earlier else []


def _above(found: Ratio, bounds: Sequence[Bound], by: str) -> list[str]:
    return [
        f"{bound.what} {getattr(found, bound.what)} × {by} > {bound.most}"
        for bound in bounds
        if getattr(found, bound.what) > bound.most
    ]


HEAD = (
    f"{'case':<22}{'moves/s':>9}{'p50 ms':>9}{'p95 ms':>9}{'p99 ms':>9}  cpu s/1k: all ="
    + " +".join(f"{role:>9}" for role in ROLES)
    + "   robots   switches a move"
)


def line(found: Figures, of: str = "") -> str:
    """One line under `HEAD`. `of`: whose figures they are, where not the platform's."""
    roles = ROLES if set(found.cpu_s_per_1k) <= set(ROLES) else tuple(found.cpu_s_per_1k)
    parts = "  ".join(f"{found.cpu_s_per_1k.get(role, 0.0):>9.3f}" for role in roles)
    times = f"{found.p50_ms:>9.2f}{found.p95_ms:>9.2f}{found.p99_ms:>9.2f}"
    switches = " ".join(f"{role} {found.switches_per_move.get(role, 0.0):.1f}" for role in roles)
    return (
        f"{f'{found.name} {of}':<22}{found.moves_per_s:>9.0f}{times}  {found.all_cpu_s_per_1k:>13.3f} = {parts}"
        f"   {found.robots_cpu_s_per_1k:>6.3f}   {switches}"
    )
