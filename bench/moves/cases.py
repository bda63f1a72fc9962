"""The cases of the bench and how their figures are printed."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import msgspec

from bench.processes.usage import Usage
from bench.processes.whole_platform import ROLES
from bench.robots.meter import percentile

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
    by_role: dict[str, float]
    """Processor seconds for 1,000 moves again, with each service of the role `other` by its own name."""
    held_up_ms_per_move: dict[str, float]
    """How long threads of a role were ready to run, and the machine had no processor for them."""

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
        by_role={name: round(1_000 * cpu_s / moves, 4) for name, cpu_s in used.cpu_s_by_service.items()},
        held_up_ms_per_move={role: round(1_000 * each_s / moves, 3) for role, each_s in used.held_up_s.items()},
    )


def ratio(platform: Figures, bare: Figures) -> Ratio:
    """How many times the bare system's figures the platform's are."""
    return Ratio(
        platform.name,
        _quotient(platform.all_cpu_s_per_1k, bare.all_cpu_s_per_1k),
        _quotient(platform.p50_ms, bare.p50_ms),
        _quotient(platform.moves_per_s, bare.moves_per_s),
    )


def ratio_line(found: Ratio) -> str:
    """A ratio in words."""
    return f"processor × {found.cpu:.2f}, p50 × {found.p50:.2f}, moves/s × {found.moves_per_s:.2f}"


def _quotient(value: float, by: float) -> float:
    return round(value / by, 2) if by else 0.0


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


def services_line(found: Figures) -> str:
    """Who of the services takes the processor, the dearest first; empty where there are none."""
    others = {name: cpu_s for name, cpu_s in found.by_role.items() if name not in found.cpu_s_per_1k}
    return "  ".join(f"{name} {cpu_s:.3f}" for name, cpu_s in sorted(others.items(), key=lambda item: -item[1]))
