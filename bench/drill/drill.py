"""Faults and their pages, panels and commands, and the way back from a lost database (`make drill`).

A real Prometheus and a real Alertmanager, with the rules and routes of deploy/, watch a platform on which robots play.
Each fault has to page the right alert within three minutes, as one group, and be silent after its end; tickets that
follow from it have five minutes. Alerts that fire meanwhile for another reason, such as a machine that is busy with
something else, are reported and are no failure. The runbook's commands run against the fault that they are for; every
panel's query has to return data. Ranges and patience of the rules are shortened by `--speed`, thresholds are not. The
last line of the output is JSON; exit code 1 when anything is not as it should be.
"""

import argparse
import asyncio
import sys
import time
from collections.abc import Sequence
from typing import NamedTuple

import msgspec
import uvloop
import yaml  # type: ignore[import-untyped]

from bench.drill.cluster import Cluster
from bench.drill.faults.alerts import CAUSED, NOT_CAUSED, other_alerts
from bench.drill.faults.every_fault import SETTINGS as FAULT_SETTINGS
from bench.drill.faults.every_fault import Fault, Faults
from bench.drill.faults.in_databases import register
from bench.drill.faults.partner import add_grpc_front
from bench.drill.monitoring import PROMETHEUS, Alertmanager, Pager, Prometheus, ScrapedRabbit, wait_for
from bench.drill.restore import Restored
from bench.drill.runbook import Shell, commands_of
from bench.processes.whole_platform import Platform
from bench.robots.accounts import address_of, post, register_players
from bench.robots.evening import SETTINGS, Evening, say
from bench.robots.pairs import Pair
from bench.robots.robots import Player, Robot
from deploy.generate.dashboards import all_dashboards
from tests.support.servers import PostgresServer

SPEED = 10.0
TABLES = 6
PAGE_WITHIN_S = 180.0
SILENT_WITHIN_S = 420.0
"""A page about what has happened within an hour lasts six minutes where everything is ten times faster."""
FOLLOWED_WITHIN_S = 300.0
_SCRAPES_S = 5.0
"""Until Prometheus has seen it, and a rate is more than one value."""
_ABOUT = ("process", "service", "handler", "queue", "pod", "slo")
"""Labels that identify the subject of an alert."""
PARTS = ("restore", "pages", "panels")


class Report(msgspec.Struct):
    """The last line."""

    failed: list[str]
    alerts_fired: list[str]
    """Those that paged, each by its own fault."""
    alerts_without_fault: dict[str, str]
    """Those that no fault of ours causes, and why: their rules have unit tests alone."""
    also_fired: dict[str, list[str]]
    """Fault → alerts that fired meanwhile and are not expected of it: by load, or because one thing led to another."""
    panels: int
    panels_empty: list[str]
    commands: list[str]
    restored: dict[str, int]


class Drill(Evening):
    """One run of faults on a platform that is watched."""

    def __init__(
        self,
        platform: Platform,
        players: Sequence[Player],
        args: argparse.Namespace,
        watchers: "Watchers",
    ) -> None:
        """`players`: two a table."""
        self._args, self._watchers = args, watchers
        self._prometheus, self._pager = watchers.prometheus, watchers.pager
        self._shell = Shell(platform)
        self.failed: list[str] = []
        self.fired: list[str] = []
        self.also_fired: dict[str, list[str]] = {}
        self.commands: list[str] = []
        self.lines: list[str] = []
        self.panels = 0
        self.empty: list[str] = []
        super().__init__(platform, players, args.seed)

    def teach(self, pair: Pair, robot: Robot) -> None:
        """They stay at their table and take their time."""
        chance = robot.chance
        robot.think = lambda: chance.uniform(0.3, 1.0)
        robot.choose = lambda: "rematch"

    async def happens(self) -> None:
        """Faults first: what they leave behind is what some panels show."""
        await asyncio.to_thread(self._drill)

    def _drill(self) -> None:
        if wait_for(lambda: not self._pages(), SILENT_WITHIN_S) is None:
            say(f"before any fault there are pages already: {sorted(self._pages())}")
        if "pages" in self._args.only:
            for fault in Faults(self.platform, self._watchers.cluster, self._watchers.grpc_port).all():
                if fault.alert in self._args.faults:
                    self._do(fault)
        if "panels" in self._args.only:
            self._look_at_panels()

    def _pages(self) -> set[str]:
        """Alerts that page and fire now."""
        found = self._prometheus.query('ALERTS{alertstate="firing", severity="page"}')
        return {each["metric"]["alertname"] for each in found}

    def _do(self, fault: Fault) -> None:
        own = {fault.alert, *other_alerts(fault.alert)}
        if wait_for(lambda: not own & self._prometheus.firing(), SILENT_WITHIN_S) is None:
            self.failed.append(f"{fault.alert}: fired before: {sorted(own & self._prometheus.firing())}")
        began_s = time.monotonic()
        say(f"{fault.alert}: breaking it")
        fault.begin()
        after_s = wait_for(lambda: fault.alert in self._pager.named(began_s), PAGE_WITHIN_S)
        seen: dict[str, str] = {}
        left_s = began_s + FOLLOWED_WITHIN_S - time.monotonic()
        wait_for(lambda: own <= self._note_firing(seen, began_s), max(left_s, _SCRAPES_S))
        self._run_commands(fault)
        groups = self._pager.groups(began_s)
        fault.end()
        silent_s = wait_for(lambda: not own & self._pages(), SILENT_WITHIN_S)
        self._judge(fault, after_s, groups, silent_s)
        self._judge_followers(fault, seen)

    def _run_commands(self, fault: Fault) -> None:
        """What the runbook says to run about all alerts of the fault, with the functions of each layout."""
        alerts = (fault.alert, *other_alerts(fault.alert))
        for command in dict.fromkeys(command for alert in alerts for command in commands_of(alert)):
            self.commands.append(f"{fault.alert}: {command}")
            self.failed += [f"{fault.alert}: {complaint}" for complaint in self._shell.run(command, fault.alert)]

    def _note_firing(self, seen: dict[str, str], began_s: float) -> set[str]:
        """All that has fired since the fault began, each with what it was about."""
        since_s = int(time.monotonic() - began_s) + 1
        for each in self._prometheus.query(f'last_over_time(ALERTS{{alertstate="firing"}}[{since_s}s])'):
            labels = each["metric"]
            about = [f"{name}={labels[name]}" for name in _ABOUT if name in labels]
            seen.setdefault(labels["alertname"], " ".join([labels["alertname"], *about]))
        return set(seen)

    def _judge(self, fault: Fault, after_s: float | None, groups: set[str], silent_s: float | None) -> None:
        """Whether the fault's own alert paged in time and in one group, and all of its pages ended."""
        if after_s is None:
            self.failed.append(f"{fault.alert} did not page in {PAGE_WITHIN_S:.0f} s")
        else:
            self.fired.append(fault.alert)
        if len(groups) > 1:
            self.failed.append(f"{fault.alert}: pages came as {len(groups)} groups")
        if silent_s is None:
            self.failed.append(f"{fault.alert}: its pages have not ended {SILENT_WITHIN_S:.0f} s after the fault")
        shown = [f"{each:.0f} s" if each is not None else "never" for each in (after_s, silent_s)]
        self.lines.append(f"{fault.alert:<18}{shown[0]:>9}{shown[1]:>9}")

    def _judge_followers(self, fault: Fault, seen: dict[str, str]) -> None:
        """What has to fire beside the page, inhibited or not; what else fired is only reported."""
        expected = set(other_alerts(fault.alert))
        fired = expected & set(seen)
        self.fired += sorted(fired)
        self.failed += [f"{fault.alert}: {each} did not fire" for each in sorted(expected - fired)]
        if others := [seen[name] for name in sorted(set(seen) - expected - {fault.alert, "Watchdog"})]:
            self.also_fired[fault.alert] = others
        self.lines[-1] += f"  {', '.join(sorted(fired))}"
        say(self.lines[-1])
        say(f"{'':<18}fired for another reason: {', '.join(others) or 'none'}")

    def _look_at_panels(self) -> None:
        """Every query of every panel; a panel needs data, unless it says why it may have none."""
        log_in(self.platform)
        time.sleep(_SCRAPES_S)
        for board in all_dashboards():
            for panel in board.panels():
                self.panels += 1
                found = [self._prometheus.query(_filled(query)) for query in panel.queries.values()]
                if not any(found) and not panel.rare:
                    self.empty.append(f"{board.uid}: {panel.title}")
        self.failed += [f"no data in {each}" for each in self.empty]

    def look_back(self) -> None:
        """Whether nothing was lost meanwhile, either."""
        super().look_back()
        self.failed += self.verdict.lost + self.verdict.doubled


def log_in(platform: Platform) -> None:
    """Somebody registers, and comes back twice with their password: robots only ever register.

    From a network of their own: where passwords were guessed a moment ago, nobody may try one now.
    """
    visitor = register(platform)
    password = {name: visitor[name] for name in ("username", "password")}
    headers = {"X-Forwarded-For": address_of(0)}
    for _ in range(2):
        status, answer = post(platform.rest_urls[0], "/api/login", password, headers)
        if status != 200:
            say(f"a login for the panels is answered with {status}: {answer.get('error')}")
        time.sleep(2)


def _filled(query: str) -> str:
    """A panel's query as Grafana sends it."""
    filled = query.replace("$__rate_interval", "5m").replace("$__range", "15m").replace("$game", ".*")
    return filled.replace("[24h]", "[15m]")


def alert_names() -> set[str]:
    """All alerts of the rules but the one that always fires."""
    rules = [yaml.safe_load(path.read_text(encoding="utf-8")) for path in (PROMETHEUS / "rules").glob("*.yml")]
    names = {rule["alert"] for file in rules for group in file["groups"] for rule in group["rules"] if "alert" in rule}
    return names - {"Watchdog"}


class Watchers(NamedTuple):
    """Who watches a platform in a drill, and what the platform has only there."""

    prometheus: Prometheus
    pager: Pager
    cluster: Cluster
    grpc_port: int


def watch(args: argparse.Namespace, rabbit: ScrapedRabbit, postgres: PostgresServer) -> Drill:
    """One platform with its watchers, from the first process to the last."""
    planned = Platform(rabbit, postgres, workers=2, gateways=2, settings=SETTINGS | FAULT_SETTINGS, history=True)
    grpc_port = add_grpc_front(planned)
    pager, cluster = Pager(), Cluster(planned)
    with (
        planned as platform,
        Alertmanager(pager.port) as alertmanager,
        Prometheus(platform, rabbit.scrape_port, cluster.port, alertmanager.port, args.speed) as prometheus,
    ):
        say(f"the platform is up; its logs are in {platform.folder}")
        players = register_players(platform.rest_urls, 2 * args.tables)
        drill = Drill(platform, players, args, Watchers(prometheus, pager, cluster, grpc_port))
        uvloop.run(drill.run())
        if not pager.since(0.0, "watchdog"):
            drill.failed.append("the watchdog was not heard")
    pager.close()
    cluster.close()
    return drill


def restore(args: argparse.Namespace, rabbit: ScrapedRabbit, postgres: PostgresServer) -> Restored:
    """One platform that loses its database."""
    with Platform(rabbit, postgres, workers=2, gateways=1, settings=SETTINGS) as platform:
        say(f"the platform is up; its logs are in {platform.folder}")
        restored = Restored(platform, register_players(platform.rest_urls, 2 * args.tables), args.seed)
        uvloop.run(restored.run())
    return restored


def parser() -> argparse.ArgumentParser:
    """The command line."""
    made = argparse.ArgumentParser(prog="drill", description="Break things, and see whether the right page comes.")
    made.add_argument("--speed", type=float, default=SPEED, help="by which ranges and patience of rules are shorter")
    made.add_argument("--only", nargs="+", choices=PARTS, help="parts of the drill")
    made.add_argument("--faults", type=_names, help="the pages of these faults alone, with commas between them")
    made.add_argument("--tables", type=int, default=TABLES)
    made.add_argument("--seed", type=int, default=1, help="decides how the robots play")
    return made


def chosen(arguments: Sequence[str] | None) -> argparse.Namespace:
    """What the command line chooses: everything, some parts, or the pages of some faults."""
    args = parser().parse_args(arguments)
    args.only = args.only or (["pages"] if args.faults else PARTS)
    args.faults = args.faults or tuple(CAUSED)
    return args


def _names(text: str) -> tuple[str, ...]:
    names = tuple(text.split(","))
    if unknown := set(names) - set(CAUSED):
        raise argparse.ArgumentTypeError(f"no such faults: {', '.join(sorted(unknown))}; there are {', '.join(CAUSED)}")
    return names


def main(arguments: Sequence[str] | None = None) -> int:
    """Run, and say what came of it."""
    args = chosen(arguments)
    failed: list[str] = []
    restored: dict[str, int] = {}
    report = Report(failed, [], dict(NOT_CAUSED), {}, 0, [], [], restored)
    with ScrapedRabbit() as rabbit, PostgresServer() as postgres:
        if "restore" in args.only:
            lost = restore(args, rabbit, postgres)
            failed += lost.broken
            restored |= {"moves_after_the_backup": lost.moves_lost, "messages_relayed_again": lost.resent}
        if set(args.only) & {"pages", "panels"}:
            drill = watch(args, rabbit, postgres)
            failed += drill.failed
            report.alerts_fired, report.also_fired, report.commands = drill.fired, drill.also_fired, drill.commands
            report.panels, report.panels_empty = drill.panels, drill.empty
            say(f"{'alert':<18}{'paged':>9}{'silent':>9}  fired as well, as expected")
            for line in drill.lines:
                say(line)
    for each in failed[:100]:
        say(f"FAULT {each}")
    print(msgspec.json.encode(report).decode())
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
