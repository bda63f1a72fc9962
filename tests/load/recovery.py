"""How long tables stood still: from a fault to the next move accepted at each table that it touched."""

import asyncio
from collections.abc import Collection
from typing import NamedTuple

from tests.load.meter import percentile
from tests.load.schedule import Fault

STRAGGLER_S = 0.25
"""An answer to a move sent before the fault counts as a sign of life only when it comes this much after it: before
that it may have been on its way already."""


class Limit(NamedTuple):
    """How long tables may stand still, from the moment that the fault begins."""

    kinds: frozenset[str]
    limit_ms: float


LIMITS = (
    Limit(frozenset({"kill_worker"}), 2_000),
    Limit(frozenset({"restart_broker", "kill_broker", "restart_database", "kill_database"}), 10_000),
)


class Outage:
    """One fault and the tables that it touched."""

    def __init__(self, fault: Fault, tables: Collection[int], began_s: float) -> None:
        """`tables`: their numbers; `began_s`: on the monotonic clock."""
        self.fault = fault
        self.began_s = began_s
        self.recover_ms: dict[int, float] = {}
        self._waiting = set(tables)
        self._all_back = asyncio.Event()
        if not self._waiting:
            self._all_back.set()

    @property
    def waiting(self) -> frozenset[int]:
        """Tables at which no move has been accepted yet."""
        return frozenset(self._waiting)

    def accepted(self, table: int, first_sent_s: float, now_s: float) -> None:
        """A move was accepted at a table; it was first sent at `first_sent_s`."""
        if table not in self._waiting:
            return
        if first_sent_s > self.began_s or now_s > self.began_s + STRAGGLER_S:
            self._waiting.discard(table)
            self.recover_ms[table] = (now_s - self.began_s) * 1_000
            if not self._waiting:
                self._all_back.set()

    def forget_recovered(self) -> None:
        """Leave out tables that went on meanwhile: they turn out not to have been touched."""
        self.recover_ms.clear()

    async def wait(self, timeout_s: float) -> bool:
        """Until all tables go on; False: time is up."""
        try:
            await asyncio.wait_for(self._all_back.wait(), timeout_s)
        except TimeoutError:
            return False
        return True


def by_kind(outages: Collection[Outage]) -> dict[str, list[float]]:
    """Kind of fault → how long each touched table stood still, in milliseconds."""
    found: dict[str, list[float]] = {}
    for outage in outages:
        found.setdefault(outage.fault.kind, []).extend(outage.recover_ms.values())
    return found


def too_slow(outages: Collection[Outage]) -> list[str]:
    """Kinds of fault after which tables stood still for longer than they may."""
    found = by_kind(outages)
    return [
        f"{kind}: a table stood still for {max(found[kind]):.0f} ms > {limit.limit_ms:.0f} ms"
        for limit in LIMITS
        for kind in sorted(limit.kinds & found.keys())
        if found[kind] and max(found[kind]) > limit.limit_ms
    ]


def report(outages: Collection[Outage]) -> list[str]:
    """A line a kind: how often, how many tables, p50, p99 and longest time."""
    lines = [f"{'fault':<18}{'times':>6}{'tables':>8}{'p50 ms':>9}{'p99 ms':>9}{'max ms':>9}"]
    for kind, times in sorted(by_kind(outages).items()):
        count = sum(outage.fault.kind == kind for outage in outages)
        shown = "".join(f"{percentile(times, share):>9.0f}" for share in (0.5, 0.99, 1.0))
        lines.append(f"{kind:<18}{count:>6}{len(times):>8}{shown}")
    return lines
