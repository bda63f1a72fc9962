"""Runs seeds and says how they went."""

import traceback
from collections.abc import Callable
from typing import Any, NamedTuple

from tests.simulation.verdict import Violation
from tests.simulation.world import World

STEPS = 3_000


class Run(NamedTuple):
    """How a seed went; `fault` is None if all was well."""

    seed: int
    step: int
    digest: str
    fault: str | None
    trace: tuple[str, ...]
    entries: int
    """Journal entries that were written."""

    def report(self) -> str:
        """What to look at."""
        return "\n".join([*self.trace, f"seed {self.seed}, step {self.step}: {self.fault}"])


def run(seed: int, steps: int = STEPS, games: list[Any] | None = None) -> Run:
    """One seed from its first step to its last, or to the first that breaks a promise."""
    world, fault = World(seed, games), None
    with world.running():
        try:
            world.run(steps)
        except Violation as violation:
            fault = str(violation)
        except Exception:  # noqa: BLE001 whatever it is, the seed shows it
            fault = traceback.format_exc()
        entries = sum(map(len, world.oracle.steps.values()))
    return Run(seed, world.step, world.digest(), fault, tuple(world.trace), entries)


def run_all(
    seeds: range, steps: int, say: Callable[[str], None], run_one: Callable[[int, int], Run] = run
) -> list[int]:
    """All seeds; answers those that failed."""
    failed = []
    for seed in seeds:
        found = run_one(seed, steps)
        if found.fault is not None:
            failed.append(seed)
            say(found.report())
    return failed
