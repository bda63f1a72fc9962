"""What processes used between two moments: processor time, voluntary context switches, and waiting for a processor."""

import contextlib
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple, Protocol, TypeVar

from tests.support import processes

N = TypeVar("N", int, float)


class HasProcesses(Protocol):
    """What can be measured: the platform, its embedded form, or the bare system."""

    def pids(self) -> dict[str, list[int]]:
        """Role → its processes now."""
        ...

    def pids_by_service(self) -> dict[str, list[int]]:
        """The same, with each service of the role `other` by its own name."""
        ...


class Usage(NamedTuple):
    """Since the processes began. `robots_cpu_s` is this process, in which the robots play."""

    cpu_s: dict[str, float]
    switches: dict[str, int]
    robots_cpu_s: float
    cpu_s_by_service: dict[str, float]
    held_up_s: dict[str, float]
    """How long threads were ready to run while the machine had no processor for them."""

    @classmethod
    def now(cls, measured: HasProcesses) -> "Usage":
        """As the kernel counts them."""
        pids = measured.pids()
        return cls(
            {role: processes.cpu_s(own) for role, own in pids.items()},
            {role: voluntary_switches(own) for role, own in pids.items()},
            time.process_time(),
            {name: processes.cpu_s(own) for name, own in measured.pids_by_service().items()},
            {role: sum(processes.held_up_s(own).values()) for role, own in pids.items()},
        )

    def since(self, before: "Usage") -> "Usage":
        """What was used in between. Nobody may have been restarted."""
        return Usage(
            _difference(self.cpu_s, before.cpu_s),
            _difference(self.switches, before.switches),
            self.robots_cpu_s - before.robots_cpu_s,
            _difference(self.cpu_s_by_service, before.cpu_s_by_service),
            _difference(self.held_up_s, before.held_up_s),
        )


def voluntary_switches(pids: Sequence[int]) -> int:
    """How often a thread of these processes gave its processor back because it had to wait for something."""
    return sum(_switches_of(thread) for pid in pids for thread in _threads_of(pid))


def _threads_of(pid: int) -> list[Path]:
    with contextlib.suppress(OSError):
        return list(Path(f"/proc/{pid}/task").iterdir())
    return []


def _switches_of(thread: Path) -> int:
    with contextlib.suppress(OSError):
        lines = (thread / "status").read_text().splitlines()
        return next((int(line.split()[1]) for line in lines if line.startswith("voluntary_ctxt_switches")), 0)
    return 0


def _difference(after: Mapping[str, N], before: Mapping[str, N]) -> dict[str, N]:
    return {role: after[role] - before[role] for role in after}
