"""Whether costs stay flat as players and tables become more (`make bench-scale`).

Real RabbitMQ and PostgreSQL, every service a process of its own. Four parts: sockets on two gateways, first a thousand
and then `--sockets`, each reading no faster than `--bytes-per-s`; moves at a hundred tables, first alone and then
beside 9,900 open tables; more shards while everybody plays (split_bench.py); the take-over of 25,000 tables. `--quick`
leaves the last three out, `--split` leaves out all but the third. The last line of the output is JSON; the exit code is
1 when a bar is missed. What was not measured is null.
"""

import argparse
import sys
from collections.abc import Sequence

import msgspec
import structlog
import uvloop

from bench.moves import bench
from bench.moves.cases import HEAD, Case, Figures, line
from bench.moves.idle_tables import open_idle_tables
from bench.moves.measuring import Bench, Times
from bench.moves.takeover import TAKEOVER_S_MAX, takeover_25000_s
from bench.processes.whole_platform import Platform
from bench.robots.accounts import NO_ADDRESS_LIMITS, register_players
from bench.scale.crowd import PROCESSES, Crowd, Phase, measure_phase
from bench.scale.lobby_bench import SPARE_DESCRIPTORS, raise_descriptors
from bench.scale.split_bench import measure_split
from tests.support.servers import PostgresServer, RabbitServer

GATEWAYS = 2
FEW_SOCKETS = 1_000
RATIO_MAX = 1.2
PLAYED_TABLES, OPEN_TABLES = 100, 10_000
WARM_UP_S, PLAYED_S = 5.0, 15.0

SETTINGS = {
    **NO_ADDRESS_LIMITS,
    "KAFENEIO_FRIENDLY_GAMES": "tictactoe",
    "KAFENEIO_INACTIVITY_S": "3600",  # most clients only beat, which is no action
    "KAFENEIO_GATEWAY_CONNECTIONS_MAX": "20000",
}


class Report(msgspec.Struct):
    """The last line. Null: not measured."""

    sockets: int | None = None
    """Open at the end of the larger phase."""
    dropped: int | None = None
    """Clients that are not among them: turned away, or closed by the server."""
    bytes_per_client_ratio: float | None = None
    """Bytes that a client receives in a second, in the larger phase divided by the smaller one."""
    cpu_per_client_ratio: float | None = None
    """The same for the processor time of gateways and lobby for a client."""
    split_moves_lost: int | None = None
    """Acknowledged moves that were lost, or made twice, while a game got more shards."""
    cost_ratio_10000_tables: float | None = None
    """See `cost_ratio`."""
    takeover_25000_s: float | None = None
    """Until the first move is committed."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure all parts; 1 if a bar was missed, 2 if the system allows too few descriptors."""
    args = parser().parse_args(arguments)
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(40))
    if args.split:
        return _finish(_measured_split())
    allowed, needed = raise_descriptors(), args.sockets // min(PROCESSES, GATEWAYS) + SPARE_DESCRIPTORS
    if allowed < needed:
        _say(f"only {allowed} descriptors a process: {args.sockets} sockets need {needed}")
        return 2
    with RabbitServer() as rabbit, PostgresServer() as postgres:
        few, many = measure_sockets(rabbit, postgres, args)
        report = socket_report(few, many, args.sockets)
        if not args.quick:
            report.cost_ratio_10000_tables = cost_ratio(*measure_tables(rabbit, postgres))
    if not args.quick:
        report.split_moves_lost = _measured_split().split_moves_lost
        report.takeover_25000_s = takeover_25000_s()
        _say(f"25,000 tables taken over: first move after {report.takeover_25000_s} s")
    return _finish(report)


def _measured_split() -> Report:
    """What the split says; everything else that is not as promised counts as a lost move."""
    with RabbitServer() as rabbit, PostgresServer() as postgres:
        split = measure_split(rabbit, postgres)
    _say(f"more shards: {split.moves_acked} moves, {split.new_tables} tables opened in the new shards")
    for each in split.broken[:20]:
        _say(f"FAULT {each}")
    return Report(split_moves_lost=split.moves_lost + len(split.broken))


def _finish(report: Report) -> int:
    missed_bars = missed(report)
    for bar in missed_bars:
        _say(f"MISSED {bar}")
    print(msgspec.json.encode(report).decode())
    return 1 if missed_bars else 0


def measure_sockets(rabbit: RabbitServer, postgres: PostgresServer, args: argparse.Namespace) -> tuple[Phase, Phase]:
    """The phase with few sockets, and the one with all of them."""
    with (
        Platform(rabbit, postgres, gateways=GATEWAYS, settings=SETTINGS) as platform,
        Crowd(platform, args.sockets, args.bytes_per_s) as crowd,
    ):
        _say(f"the platform is up; its logs are in {platform.folder}")
        found = []
        for sockets in (min(FEW_SOCKETS, args.sockets), args.sockets):
            found.append(measure_phase(crowd, sockets, args.settle, args.seconds))
            _say(f"{sockets} clients: {found[-1]._asdict()}")
        _say(f"memory in MB: {platform.rss_mb()}; closed by the server: {dict(crowd.read().dropped)}")
    return found[0], found[1]


def socket_report(few: Phase, many: Phase, wanted: int) -> Report:
    """What the two phases say; `wanted`: the clients that tried to get in."""
    return Report(
        sockets=many.sockets,
        dropped=wanted - many.sockets,
        bytes_per_client_ratio=_quotient(many.bytes_per_client_s, few.bytes_per_client_s),
        cpu_per_client_ratio=_quotient(many.cpu_us_per_client_s, few.cpu_us_per_client_s),
    )


def measure_tables(rabbit: RabbitServer, postgres: PostgresServer) -> tuple[Figures, Figures]:
    """Moves at a hundred tables alone, and beside so many that 10,000 are open."""
    with Platform(rabbit, postgres, settings=bench.SETTINGS) as platform:
        players = register_players(platform.rest_urls, 2 * PLAYED_TABLES)
        played = Bench(platform, players, Times(WARM_UP_S, PLAYED_S), None)
        alone = uvloop.run(played.measure(Case("tables100", PLAYED_TABLES)))
        open_idle_tables(platform, OPEN_TABLES - PLAYED_TABLES)
        beside = uvloop.run(played.measure(Case("tables100 of 10,000", PLAYED_TABLES)))
    _say("\n".join([HEAD, line(alone), line(beside), *(f"FAULT {fault}" for fault in played.faults[:20])]))
    return alone, beside


def cost_ratio(alone: Figures, beside: Figures) -> float | None:
    """By how much a move became dearer: by processor time of all roles or by moves a second, whichever is worse."""
    ratios = [
        _quotient(beside.all_cpu_s_per_1k, alone.all_cpu_s_per_1k),
        _quotient(alone.moves_per_s, beside.moves_per_s),
    ]
    return max((each for each in ratios if each is not None), default=None)


def _quotient(value: float, by: float) -> float | None:
    return round(value / by, 2) if by else None


def missed(report: Report) -> list[str]:
    """The bars that were not reached; what was not measured misses none."""
    bars = {
        "dropped": 0,
        "bytes_per_client_ratio": RATIO_MAX,
        "cpu_per_client_ratio": RATIO_MAX,
        "split_moves_lost": 0,
        "cost_ratio_10000_tables": RATIO_MAX,
        "takeover_25000_s": TAKEOVER_S_MAX,
    }
    found = {name: getattr(report, name) for name in bars}
    return [
        f"{name} {found[name]} > {most}"
        for name, most in bars.items()
        if found[name] is not None and found[name] > most
    ]


def _say(text: str) -> None:
    print(text, file=sys.stderr, flush=True)


def parser() -> argparse.ArgumentParser:
    """The command line."""
    made = argparse.ArgumentParser(prog="scale_bench", description="Measure whether costs stay flat with size.")
    made.add_argument("--sockets", type=int, default=20_000, help="sockets of the larger phase")
    made.add_argument("--bytes-per-s", type=float, default=32_000, help="the most that a client reads")
    made.add_argument("--seconds", type=float, default=36.0, help="how long each phase is measured")
    made.add_argument("--settle", type=float, default=15.0, help="seconds of rest after the clients came in")
    made.add_argument("--quick", action="store_true", help="only the sockets: without tables and take-over")
    made.add_argument("--split", action="store_true", help="only more shards while everybody plays")
    return made


if __name__ == "__main__":
    sys.exit(main())
