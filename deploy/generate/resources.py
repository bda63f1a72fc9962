"""The requests and limits of processes, from their measured use (`make footprint`).

The rule: a process requests half as much again of processor and memory as it used in the median second under the
measured load, and at least what the scheduler can place sensibly; its memory is limited to twice the most that it had.
The limit of processor is not derived: it is what a process may use of cores in a rush, not what it needs.
"""

import math
from pathlib import Path

import msgspec

FOOTPRINT = Path(__file__).parents[1] / "footprint.json"
"""The recorded measurement (`make footprint ARGS="--record deploy/footprint.json"`)."""

REQUEST_FACTOR, LIMIT_FACTOR = 1.5, 2.0
_CPU_STEP_M, _CPU_MIN_M = 5, 10
_MEMORY_STEP_MIB = 16


class Used(msgspec.Struct, frozen=True, kw_only=True):
    """What one process used: thousandths of a core, and MiB of memory."""

    idle_cpu_m: int
    """The median second without load."""
    cpu_m: int
    """The median second under load."""
    peak_cpu_m: int
    idle_mib: int
    mib: int
    peak_mib: int


class Footprint(msgspec.Struct, frozen=True, kw_only=True):
    """One measurement: when, on what, under which load."""

    at: str
    on: str
    tables: int
    seconds: int
    moves_s: float
    used: dict[str, Used]


class Resources(msgspec.Struct, frozen=True):
    """Quantities as manifests write them."""

    cpu: str
    memory: str
    memory_limit: str

    def __str__(self) -> str:
        """A text for people."""
        return f"{self.cpu}, {self.memory}; at most {self.memory_limit}"


def derived(used: Used) -> Resources:
    """The requests and limits of a process, by the rule above."""
    cpu_m = max(_round_up(used.cpu_m * REQUEST_FACTOR, _CPU_STEP_M), _CPU_MIN_M)
    memory = _round_up(used.mib * REQUEST_FACTOR, _MEMORY_STEP_MIB)
    limit = _round_up(used.peak_mib * LIMIT_FACTOR, _MEMORY_STEP_MIB)
    return Resources(f"{cpu_m}m", f"{memory}Mi", f"{max(limit, memory)}Mi")


def _round_up(value: float, step: int) -> int:
    return math.ceil(value / step) * step


def recorded() -> Footprint:
    """The measurement that the manifests are held against."""
    return msgspec.json.decode(FOOTPRINT.read_bytes(), type=Footprint)
