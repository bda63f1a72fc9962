"""How long tables stood still: from a fault to the next move accepted at each table that it touched.

For servers that are not ours (RabbitMQ, PostgreSQL) it is from the moment at which they answer again. What a busy
machine makes everybody wait is not the platform's doing: limits are longer by the time for which threads on the way of
a move were ready to run and had no processor.
"""

import asyncio
from collections.abc import Collection, Sequence
from typing import NamedTuple

from bench.processes.schedule import HANGS, Fault
from bench.robots.meter import percentile

STRAGGLER_S = 0.25
"""An answer to a move sent before the fault counts as a sign of life only when it comes this much after it: before
that it may have been on its way already."""


SERVERS = ("broker", "database")


class Limit(NamedTuple):
    """How long tables may stand still."""

    kinds: frozenset[str]
    limit_ms: float


LIMITS = (
    Limit(frozenset({"kill_worker"}), 2_000),
    Limit(frozenset({"restart_broker", "kill_broker", "restart_database", "kill_database", *HANGS}), 10_000),
)


class Outage:
    """One fault and the tables that it touched."""

    def __init__(self, fault: Fault, tables: Collection[int], began_s: float) -> None:
        """`tables`: their numbers; `began_s`: on the monotonic clock."""
        self.fault = fault
        self.away_ms = 0.0
        """How long it took until what was taken away was there again."""
        self.held_up_ms = 0.0
        """For how long the machine may have kept a move waiting for processors."""
        self.recover_ms: dict[int, float] = {}
        self._tables = frozenset(tables)
        self._since_s = began_s
        self._all_back = asyncio.Event()
        self._wait_for(self._tables)

    def _wait_for(self, tables: Collection[int]) -> None:
        self._waiting = set(tables)
        self._all_back.clear()
        if not self._waiting:
            self._all_back.set()

    @property
    def waiting(self) -> frozenset[int]:
        """Tables at which no move has been accepted yet."""
        return frozenset(self._waiting)

    @property
    def longest_ms(self) -> float:
        """How long the last table stood still."""
        return max(self.recover_ms.values(), default=0.0)

    def accepted(self, table: int, first_sent_s: float, now_s: float) -> None:
        """A move was accepted at a table; it was first sent at `first_sent_s`."""
        if table not in self._waiting:
            return
        if first_sent_s > self._since_s or now_s > self._since_s + STRAGGLER_S:
            self._waiting.discard(table)
            self.recover_ms[table] = (now_s - self._since_s) * 1_000
            if not self._waiting:
                self._all_back.set()

    def back(self, now_s: float) -> None:
        """What was taken away is there again.

        A server takes its time to stop and to start, which is not ours to shorten: times are counted from now. Of a
        service of ours, tables that went on without it turn out not to have been touched.
        """
        self.away_ms = (now_s - self._since_s) * 1_000
        if self.fault.target in SERVERS:
            self.recover_ms.clear()
            self._since_s = now_s
            self._wait_for(self._tables)
        elif self.fault.kind.removeprefix("kill_") == self.fault.target:
            self.recover_ms.clear()

    async def wait(self, timeout_s: float) -> bool:
        """Until all tables go on; False: time is up."""
        try:
            await asyncio.wait_for(self._all_back.wait(), timeout_s)
        except TimeoutError:
            return False
        return True


def held_up_ms(before: Sequence[dict[int, float]], now: Sequence[dict[int, float]]) -> float:
    """How long a move may have waited for processors: in every role, what its most unlucky thread did.

    `before`, `now`: by role, thread → seconds that it has waited.
    """
    return 1_000 * sum(
        max((waited_s - old.get(thread, 0.0) for thread, waited_s in new.items()), default=0.0)
        for old, new in zip(before, now, strict=True)
    )


def by_kind(outages: Collection[Outage]) -> dict[str, list[float]]:
    """Kind of fault → how long each touched table stood still, in milliseconds."""
    found: dict[str, list[float]] = {}
    for outage in outages:
        found.setdefault(outage.fault.kind, []).extend(outage.recover_ms.values())
    return found


def too_slow(outages: Collection[Outage]) -> list[str]:
    """Faults after which tables stood still for longer than they may."""
    return [
        f"{outage.fault.kind}: a table stood still for {outage.longest_ms:.0f} ms > {limit.limit_ms:.0f} ms "
        f"+ {outage.held_up_ms:.0f} ms without a processor"
        for limit in LIMITS
        for outage in outages
        if outage.fault.kind in limit.kinds and outage.longest_ms > limit.limit_ms + outage.held_up_ms
    ]


def report(outages: Collection[Outage]) -> list[str]:
    """A line a kind: how often, how many tables, p50, p99 and longest time."""
    lines = [f"{'fault':<18}{'times':>6}{'away ms':>9}{'tables':>8}{'p50 ms':>9}{'p99 ms':>9}{'max ms':>9}"]
    for kind, times in sorted(by_kind(outages).items()):
        away_ms = [outage.away_ms for outage in outages if outage.fault.kind == kind]
        shown = "".join(f"{percentile(times, share):>9.0f}" for share in (0.5, 0.99, 1.0))
        lines.append(f"{kind:<18}{len(away_ms):>6}{max(away_ms):>9.0f}{len(times):>8}{shown}")
    return lines
