"""What tables cost at which nobody does anything: a worker's turns while all clocks run.

`python -m bench.moves.idle --tables 10000`; the last line of the output is JSON.
"""

import argparse
import resource
import statistics
import sys
import time
from collections.abc import Sequence

import msgspec

from services.tables.worker.worker import _IDLE_S
from tests.tables.support.desk import Desk

TURNS = 2_000


class Report(msgspec.Struct):
    """The last line. `core_share`: of one core, at the worker's own rate of looking around."""

    tables: int
    turn_us_median: float
    turns_per_s: float
    core_share: float
    rss_kb_per_table: float


def rss_kb() -> int:
    """The most memory that this process has had."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss


def measure(tables: int) -> Report:
    """Open so many tables with a running match each, then let the worker look around."""
    desk = Desk()
    before_kb = rss_kb()
    for number in range(tables):
        desk.open(f"table-{number}").begin()
    took_us = [_turn_us(desk) for _ in range(TURNS)]
    median_us, turns_per_s = statistics.median(took_us), 1 / _IDLE_S
    desk.database.close()
    return Report(
        tables=tables,
        turn_us_median=round(median_us, 1),
        turns_per_s=turns_per_s,
        core_share=round(median_us * turns_per_s / 1e6, 6),
        rss_kb_per_table=round((rss_kb() - before_kb) / tables, 1),
    )


def _turn_us(desk: Desk) -> float:
    before_s = time.process_time()
    desk.turn()
    return (time.process_time() - before_s) * 1e6


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure, and say what came of it."""
    parser = argparse.ArgumentParser(prog="idle", description="What idle tables cost a worker.")
    parser.add_argument("--tables", type=int, default=10_000)
    told = measure(parser.parse_args(arguments).tables)
    print(msgspec.json.encode(told).decode())
    return 0


if __name__ == "__main__":
    sys.exit(main())
