"""How fast, at what delay, at what cost (`make bench`): robots play on a platform of its own.

Real RabbitMQ and PostgreSQL, every service a process of its own, one gateway, one tables worker. Every game is a new
match at stake 0: with stakes the robots' chips would run out, and the wallet would be what is measured. The delay is
from sending a move until both seats have seen it. Beside the platform the bare path (`bench/moves/bare`) plays the same
cases on servers of its own; with `--against` an older release does. They take turns, case by case. The last line of the
output is JSON; the table is on stderr.
"""

import argparse
import sys
from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from pathlib import Path

import msgspec
import uvloop

from bench.moves import bars, cases
from bench.moves.bare.system import BareSystem
from bench.moves.bars import Judged, Runs
from bench.moves.cases import CASES, HEAD, Case, Figures, Ratio
from bench.moves.idle_tables import open_idle_tables
from bench.moves.measuring import Bench, Times, measure_bare
from bench.moves.one_process import EmbeddedPlatform
from bench.moves.slowest.report import SlowestMoves
from bench.processes.members import ROOT
from bench.processes.releases import release
from bench.processes.whole_platform import Platform
from bench.robots.accounts import CHEAP_PASSWORDS, NO_ADDRESS_LIMITS, register_players
from tests.support.servers import PostgresServer, RabbitServer

WARM_UP_S = 4.0
MEASURED_S = 10.0

SETTINGS = {
    **CHEAP_PASSWORDS,
    **NO_ADDRESS_LIMITS,
    "KAFENEIO_FRIENDLY_GAMES": "dominoes,tictactoe,tavli",
    # Robots that do not think send more than people may.
    "KAFENEIO_GATEWAY_FRAMES_PER_S": "100000",
    "KAFENEIO_GATEWAY_FRAMES_BURST": "100000",
    # Idle tables stay open for as long as the bench takes.
    "KAFENEIO_MOVE_S": "86400",
}
GAMES = ("tictactoe", "tavli")


class Report(msgspec.Struct, kw_only=True, omit_defaults=True):
    """The last line of the output."""

    cases: list[Figures]
    bare: list[Figures] = []
    ratios: list[Ratio] = []
    """The platform's figures divided by the bare system's."""
    bars: list[Judged] = []
    against: list[Figures] = []
    against_commit: str = ""


class Contestant:
    """One release of the platform on servers of its own, and its embedded form."""

    def __init__(
        self,
        leaving: ExitStack,
        args: argparse.Namespace,
        chosen: Sequence[Case],
        code: Path,
        slowest: SlowestMoves | None = None,
    ) -> None:
        """Starts everything that the chosen cases need; `leaving` ends it. `slowest` stamps the stages of moves."""
        times, settings = Times(args.warm_up, args.seconds), {**SETTINGS, "KAFENEIO_QUEUE_TYPE": args.queue_type}
        settings |= slowest.variables(code) if slowest is not None else {}
        self._benches: dict[bool, Bench] = {}
        most = {kind: _most_tables(chosen, embedded=kind) for kind in (False, True)}
        if most[False]:
            servers = leaving.enter_context(RabbitServer()), leaving.enter_context(PostgresServer())
            platform = leaving.enter_context(Platform(*servers, settings=settings, games=GAMES, code=code))
            players = register_players(platform.rest_urls, 2 * most[False])
            self._benches[False] = Bench(platform, players, times, args.profile)
            self._benches[False].slowest = slowest
            if slowest is not None:
                slowest.pids = platform.pids_by_service
        if most[True]:
            embedded = leaving.enter_context(EmbeddedPlatform(settings, code))
            players = register_players(embedded.rest_urls, 2 * most[True])
            self._benches[True] = Bench(embedded, players, times, args.profile)

    def measure(self, case: Case) -> Figures:
        """One case."""
        bench = self._benches[case.embedded]
        if case.idle_tables:
            assert isinstance(bench.platform, Platform)
            open_idle_tables(bench.platform, case.idle_tables)
        return uvloop.run(bench.measure(case))

    @property
    def faults(self) -> list[str]:
        """What robots saw that must not be."""
        return [fault for bench in self._benches.values() for fault in bench.faults]


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the chosen cases; 1 if a robot saw what must not be."""
    args = _parser().parse_args(arguments)
    chosen = [case for case in CASES if case.name in args.cases.split(",")]
    slowest = SlowestMoves() if args.slowest else None
    with ExitStack() as leaving:
        platform = Contestant(leaving, args, chosen, ROOT, slowest)
        bare = None if args.without_bare else _start_bare(leaving)
        older = None
        if args.against:
            older = Contestant(leaving, args, chosen, leaving.enter_context(release(args.against)))
        report = _run(chosen, platform, bare, older, args.peer, Times(args.warm_up, args.seconds))
        report.against_commit = args.against
        faults = platform.faults
    for fault in faults[:50]:
        _say(f"FAULT {fault}")
    if slowest is not None:
        _say(slowest.text())
    print(msgspec.json.encode(report).decode())
    return 1 if faults else 0


def figures_by_case(text: str) -> dict[str, float]:
    """What `--peer` says: `paced100=2.5,tables200=1.7`."""
    try:
        found = {case: float(figure) for case, _, figure in (each.partition("=") for each in text.split(","))}
    except ValueError as error:
        raise argparse.ArgumentTypeError(f"not CASE=SECONDS,…: {text}") from error
    if unknown := found.keys() - {case.name for case in CASES}:
        raise argparse.ArgumentTypeError(f"no such case: {', '.join(sorted(unknown))}")
    return found


def _most_tables(chosen: Sequence[Case], *, embedded: bool) -> int:
    return max((case.tables for case in chosen if case.embedded is embedded), default=0)


def _start_bare(leaving: ExitStack) -> BareSystem:
    servers = leaving.enter_context(RabbitServer()), leaving.enter_context(PostgresServer())
    return leaving.enter_context(BareSystem(*servers))


def _run(
    chosen: Sequence[Case],
    platform: Contestant,
    bare: BareSystem | None,
    older: Contestant | None,
    peer: Mapping[str, float],
    times: Times,
) -> Report:
    report = Report(cases=[])
    _say(HEAD)
    for case in chosen:
        found = platform.measure(case)
        report.cases.append(found)
        _say(cases.line(found))
        _say(f"  services: {cases.services_line(found)}")
        if bare is not None:
            report.bare.append(uvloop.run(measure_bare(bare, case, times)))
            report.ratios.append(cases.ratio(found, report.bare[-1]))
            _say(cases.line(report.bare[-1], "bare"))
            _say(f"  platform by bare: {cases.ratio_line(report.ratios[-1])}")
        if older is not None:
            report.against.append(older.measure(case))
            _say(cases.line(report.against[-1], "older"))
            _say(f"  platform by older: {cases.ratio_line(cases.ratio(found, report.against[-1]))}")
    report.bars = bars.judge(Runs(_by_name(report.cases), _by_name(report.bare), peer))
    _say(bars.table(report.bars))
    return report


def _by_name(found: Sequence[Figures]) -> dict[str, Figures]:
    return {each.name: each for each in found}


def _say(text: str) -> None:
    print(text, file=sys.stderr, flush=True)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="bench", description="Measure moves a second, delays and processor time.")
    parser.add_argument("--cases", default=",".join(case.name for case in CASES), help="names, with commas")
    parser.add_argument("--seconds", type=float, default=MEASURED_S, help="how long each case is measured")
    parser.add_argument("--warm-up", type=float, default=WARM_UP_S, help="seconds before that")
    parser.add_argument("--profile", type=Path, help="folder for py-spy's samples of gateway and worker")
    parser.add_argument("--slowest", action="store_true", help="stamp the stages of moves, and explain the slowest")
    parser.add_argument("--queue-type", default="quorum", choices=["quorum", "classic"])
    parser.add_argument(
        "--against", default="", metavar="COMMIT", help="an older release that takes turns with this one"
    )
    parser.add_argument(
        "--peer",
        type=figures_by_case,
        default={},
        metavar="CASE=SECONDS,…",
        help="processor seconds for 1,000 moves of another platform, measured on this machine in this hour",
    )
    parser.add_argument("--without-bare", action="store_true", help="do not run the bare path beside the platform")
    return parser


if __name__ == "__main__":
    sys.exit(main())
