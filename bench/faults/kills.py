"""How soon play goes on when a table's owner is killed, over many kills (`make kills`).

A worker that owns tables is killed with -9 and started again, over and over, while robots play for stakes. Measured is
the time from the kill to the next move accepted, at every table that it owned. The last line of the output is JSON;
exit code 1 when a promise was not kept.
"""

import argparse
import sys
from collections.abc import Sequence
from typing import NamedTuple

import msgspec

from bench.faults import chaos
from bench.faults.chaos import Chaos
from bench.faults.recovery import LIMITS, Outage
from bench.robots.evening import say
from bench.robots.meter import percentile
from tests.support.servers import PostgresServer, RabbitServer

KIND = "kill_worker"
LIMIT_MS = next(limit.limit_ms for limit in LIMITS if KIND in limit.kinds)


class Report(msgspec.Struct):
    """The last line. Times are from a kill to the next move accepted at a table of the dead owner."""

    kills: int
    tables: int
    """Taken over, counted once a kill."""
    moves_acked: int
    moves_lost: int
    double_effects: int
    accepted_ms_p50: float
    accepted_ms_p99: float
    accepted_ms_max: float
    held_up_ms_p50: float
    """How long threads on a move's way were ready and had no processor, by kill."""
    held_up_ms_max: float
    own_ms_p99: float
    """`accepted_ms_p99` if every kill's times are shortened by what the machine held up: the platform's own part."""


class Times(NamedTuple):
    """What was measured."""

    accepted_ms: list[float]
    held_up_ms: list[float]
    own_ms: list[float]


def times(outages: Sequence[Outage]) -> Times:
    """Of all kills: each table's time, each kill's hold-up, each table's time without it."""
    pairs = [(ms, outage.held_up_ms) for outage in outages for ms in outage.recover_ms.values()]
    return Times(
        [ms for ms, _ in pairs],
        [outage.held_up_ms for outage in outages],
        [max(ms - held_up_ms, 0.0) for ms, held_up_ms in pairs],
    )


def report(run: Chaos) -> Report:
    """The last line."""
    found = times(run.outages)
    return Report(
        kills=len(run.outages),
        tables=len(found.accepted_ms),
        moves_acked=run.verdict.moves_acked,
        moves_lost=len(run.verdict.lost),
        double_effects=len(run.verdict.doubled),
        accepted_ms_p50=_share(found.accepted_ms, 0.5),
        accepted_ms_p99=_share(found.accepted_ms, 0.99),
        accepted_ms_max=_share(found.accepted_ms, 1.0),
        held_up_ms_p50=_share(found.held_up_ms, 0.5),
        held_up_ms_max=_share(found.held_up_ms, 1.0),
        own_ms_p99=_share(found.own_ms, 0.99),
    )


def _share(values: list[float], share: float) -> float:
    return round(percentile(values, share), 1)


def broken(run: Chaos, told: Report) -> list[str]:
    """Everything that is not as promised."""
    verdict = run.verdict
    found = verdict.lost + verdict.doubled + verdict.broken
    if told.own_ms_p99 > LIMIT_MS:
        found.append(f"p99 {told.own_ms_p99} ms > {LIMIT_MS} ms, what the machine held up left out")
    if verdict.ledger_sum or verdict.open_escrows:
        found.append(f"the ledger's sum is {verdict.ledger_sum}, {verdict.open_escrows} escrows are open")
    return found


def parser() -> argparse.ArgumentParser:
    """The command line."""
    made = argparse.ArgumentParser(prog="kills", description="Kill the tables' owners, and see how soon play goes on.")
    made.add_argument("--kills", type=int, default=50)
    made.add_argument("--tables", type=int, default=16)
    made.add_argument("--calm", type=float, nargs=2, default=(0.5, 1.5), help="shortest and longest play before a kill")
    made.add_argument("--seed", type=int, default=1, help="decides who is killed when")
    return made


def main(arguments: Sequence[str] | None = None) -> int:
    """Run, and say what came of it."""
    args = parser().parse_args(arguments)
    args.faults, args.only, args.minutes, args.moves = args.kills, [KIND], 0.0, 0
    with RabbitServer() as rabbit, PostgresServer() as postgres:
        run = chaos.run(rabbit, postgres, args)
    told = report(run)
    for each in broken(run, told)[:100]:
        say(f"FAULT {each}")
    print(msgspec.json.encode(told).decode())
    return 1 if broken(run, told) else 0


if __name__ == "__main__":
    sys.exit(main())
