"""Part brokers, fail databases over, slow the network and halt processes, while robots play (`make splits`).

Each seed is a run of its own: three RabbitMQ nodes as in production, a PostgreSQL primary with a synchronous standby,
every service a process, robots that play for stakes, talk and give each other coffee. What clients did and were shown
is checked against the databases at the end. The last line of the output is JSON; exit code 1 when anything is not as
promised.
"""

import argparse
import sys
from collections.abc import Sequence

import msgspec

from bench.faults.splits.asynchronous import try_asynchronous
from bench.faults.splits.plan import KINDS, LONGEST_S
from bench.faults.splits.trial import Trial, run
from bench.robots.evening import say


class Report(msgspec.Struct):
    """The last line."""

    seeds: list[int]
    partitions: int = 0
    failovers: int = 0
    other_faults: int = 0
    operations: int = 0
    """Commands that were acknowledged: moves, lines of the chat, gifts."""
    unknown: int = 0
    """Commands that were never answered: both is right of them."""
    reads: int = 0
    """Answers that were held against what had been acknowledged before."""
    lost: int = 0
    doubled: int = 0
    stale: int = 0
    ledger: int = 0
    slowest_heal_s: float = 0.0
    slowest_heal_own_s: float = 0.0
    """The same without what a busy machine held up."""
    lost_asynchronously: int | None = None
    """Acknowledged commands that a standby which was not waited for did not have; null: not tried."""
    held_asynchronously: int | None = None
    """Matches whose stakes nobody could settle, because tables lost that they had been opened, and whose players got
    them back by `kafeneio stakes release`; null: not tried."""
    faults: int = 0
    """All that was not as promised, what is counted above included."""

    def add(self, trial: Trial) -> None:
        """One more seed."""
        steps = [healed.step for healed in trial.healed]
        self.partitions += sum(step.is_partition for step in steps)
        self.failovers += sum(step.is_failover for step in steps)
        self.other_faults += sum(not step.is_partition and not step.is_failover for step in steps)
        outcomes = [operation.outcome for operation in trial.history.operations.values()]
        self.operations += outcomes.count("done")
        self.unknown += outcomes.count("unknown")
        self.reads += len(trial.history.reads)
        self.lost += len(trial.findings.lost) + len(trial.verdict.lost)
        self.doubled += len(trial.findings.doubled) + len(trial.verdict.doubled)
        self.stale += len(trial.findings.stale)
        self.ledger += abs(trial.findings.ledger)
        for healed in trial.healed:
            self.slowest_heal_s = max(self.slowest_heal_s, round(healed.heal_ms / 1000, 2))
            self.slowest_heal_own_s = max(self.slowest_heal_own_s, round(healed.own_ms / 1000, 2))
        self.faults += len(trial.faults_found())


def parser() -> argparse.ArgumentParser:
    """The command line."""
    made = argparse.ArgumentParser(prog="splits", description="Part brokers and fail databases over while robots play.")
    made.add_argument(
        "--seeds", type=int, nargs="*", default=[1], help="each decides what goes wrong in a run of its own"
    )
    made.add_argument("--minutes", type=float, default=5.0, help="how long new faults begin, for each seed")
    made.add_argument("--steps", type=int, default=0, help=f"stop after so many instead; {len(KINDS)}: each kind once")
    made.add_argument("--only", nargs="+", choices=KINDS, default=KINDS, help="kinds of faults")
    made.add_argument("--longest", type=float, default=LONGEST_S, help="how long a fault lasts at the most, in seconds")
    made.add_argument("--tables", type=int, default=6)
    made.add_argument(
        "--calm", type=float, nargs=2, default=(2.0, 6.0), help="shortest and longest play between faults"
    )
    made.add_argument(
        "--asynchronous", action="store_true", help="then lose a primary whose standby was not waited for, and recover"
    )
    made.add_argument("--keep", default="", help="a folder for the logs of runs that found something")
    return made


def main(arguments: Sequence[str] | None = None) -> int:
    """Run, and say what came of it."""
    args = parser().parse_args(arguments)
    told = Report(seeds=args.seeds)
    for seed in args.seeds:
        trial = run(seed, args)
        told.add(trial)
        for healed in trial.healed:
            say(f"{healed.step!s:<52} stood {healed.stood_ms:>7.0f} ms  went on after {healed.heal_ms:>6.0f} ms")
        say(", ".join(f"{what}: {count}" for what, count in trial.figures().items()))
        for fault in trial.faults_found()[:100]:
            say(f"FAULT seed {seed}: {fault}")
    if args.asynchronous:
        behind = try_asynchronous((args.seeds or [1])[0], args.tables)
        told.lost_asynchronously, told.held_asynchronously = len(behind.told), len(behind.held)
        told.faults += len(behind.broken)
        for title, found in (("lost", behind.told), ("still held", behind.held), ("FAULT", behind.broken)):
            for what in found:
                say(f"asynchronous standby: {title}: {what}")
    print(msgspec.json.encode(told).decode())
    return 1 if told.faults else 0


if __name__ == "__main__":
    sys.exit(main())
