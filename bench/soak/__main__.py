"""A year of the platform in an hour and a half (`make soak`): what rises, what is lost, what does not happen.

Every service is a process of its own, with the process of the nightly jobs, on a private RabbitMQ and PostgreSQL. Their
clock is put ahead by hours (`clock.py`, `probe/`). Every day people log in, robots play matches for chips, staff decide
a report and whatever else is due; every week a competition is held and a backup taken. Then the day and the night pass,
and everything is looked at and measured. The last line of the output is JSON; exit code 1 when something that must be
flat rises or anything was lost.
"""

import argparse
import asyncio
import shutil
import sys
import time
import traceback
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from pathlib import Path

import msgspec
import uvloop

from bench.processes.members import ROOT
from bench.processes.quiet import wait_until_quiet
from bench.processes.whole_platform import HELPERS, SERVICES, Platform
from bench.robots import contest_checks
from bench.robots.accounts import CHEAP_PASSWORDS, NO_ADDRESS_LIMITS
from bench.robots.contest import Contest
from bench.robots.evening import say
from bench.robots.games import GAMES
from bench.robots.robots import Robot
from bench.soak import checks
from bench.soak.clock import SteppedClock, day_text, first_morning_ms, hours_until, next_morning_ms
from bench.soak.day import Day, paired
from bench.soak.expected import RULES, USUAL
from bench.soak.people import House
from bench.soak.samples import Logs, folder_bytes, sample
from bench.soak.slopes import Judged, judge_all
from bench.soak.staff import Staff
from services.kernel.clock import HOUR_MS
from tests.support.backup_check import take_backup
from tests.support.guard import GUARD
from tests.support.server import make_folder
from tests.support.servers import PostgresServer, RabbitServer

PLAYERS = 8
CONTESTANTS = 6
MATCHES_A_DAY = 4
JOURNAL_DAYS = 8
TERMS = contest_checks.Terms(price_chips=1000, pool_bps=8000, shares_bps=(5000, 3000, 2000))
DUE_MINUTES = {"forget": 190, "ledger-audit": 270, "heads": 290}
STEP_S = (0.1, 2.0)
"""The shortest and the longest real time between two hours."""
NIGHT_TIMEOUT_S = 120.0
LOST_MAX = 200

SETTINGS = {
    **CHEAP_PASSWORDS,
    **NO_ADDRESS_LIMITS,
    "KAFENEIO_WELCOME_CHIPS": "5000000",
    "KAFENEIO_GATEWAY_PROXY_HOPS": "1",
    "KAFENEIO_PRIZES_NEED_EMAIL": "false",
    "KAFENEIO_JOURNAL_DAYS": str(JOURNAL_DAYS),
    # Beats come every second of a real clock, and the other clock goes by hours.
    "KAFENEIO_WORKER_SILENT_MS": str(3 * HOUR_MS),
    "KAFENEIO_GATEWAY_SILENT_MS": str(3 * HOUR_MS),
    # A competition passes in two steps of the clock, during which its players wait.
    "KAFENEIO_INACTIVITY_S": str(6 * 3600),
    "KAFENEIO_BOARD_CLOCK_S": "1",
    "KAFENEIO_LEDGER_CHECK_S": "5",
    "KAFENEIO_DRAWS_COUNT_S": "2",
    "KAFENEIO_GATEWAY_TOKEN_AGE_S": "6",
}


class Report(msgspec.Struct):
    """The last line. `slopes`: figure → percent of its level a month, of what rises and must not; `grows`: the same of
    what may, `young`: figures of which the run was too short to say; `lost`: how many promises were not kept."""

    simulated_days: int
    minutes: float
    first_day: str
    last_day: str
    matches: int
    slopes: dict[str, float]
    figures: int
    grows: dict[str, float]
    young: list[str]
    lost: int
    work: dict[str, int]


class SoakPlatform(Platform):
    """A platform with a clock of its own, and with the process of the nightly jobs."""

    def __init__(self, rabbit: RabbitServer, postgres: PostgresServer, kept: Path, clock: SteppedClock) -> None:
        """`kept`: the folder of archive and heads."""
        self.clock = clock
        self.kept = kept
        settings = {
            **SETTINGS,
            **clock.variables(ROOT),
            "KAFENEIO_JOURNAL_ARCHIVE": str(kept / "archive"),
            "KAFENEIO_HEADS_FOLDER": str(kept / "heads"),
            "KAFENEIO_VAR_DIR": str(kept),
        }
        super().__init__(rabbit, postgres, settings=settings, services=HELPERS, games=("tictactoe", "tavli"))
        self.add("nightly", "other", ["run", "nightly"], "nightly")

    def prepare(self) -> None:
        """The database has the clock before anybody asks it."""
        self.clock.rule(self.postgres.connect(self.databases["tables"]))


class Soak:
    """One run on a platform that is up."""

    def __init__(self, platform: SoakPlatform, args: argparse.Namespace) -> None:
        """Registers everybody."""
        self.platform, self.clock, self._args = platform, platform.clock, args
        self._house = House(platform.rest_urls[0])
        people = self._house.register(PLAYERS + CONTESTANTS + 3)
        self._people, self._contestants = people[:PLAYERS], people[PLAYERS:-3]
        self.staff = Staff(platform, self._house, people[-3:])
        self._logs = Logs(platform)
        self.series: dict[str, list[float]] = {}
        self.lost: list[str] = []
        self.days = self.matches = 0
        self.first_day = self.last_day = day_text(self.clock.now_ms())
        self.work = {"competitions": 0, "backups": 0}

    def run(self) -> None:
        """Day after day; what has been measured is reported, too, if somebody ends the run or a day cannot be ended."""
        try:
            for day in range(self._args.days):
                self._run_day(day)
        except KeyboardInterrupt:
            say("ended by an interrupt")
        except Exception as error:  # noqa: BLE001 whatever it was, the days before it count
            traceback.print_exc()
            self._lose(self.days, [f"the run ended: {type(error).__name__}: {error}"])
        self.last_day = day_text(self.clock.now_ms())

    def _run_day(self, day: int) -> None:
        began_s, lost = time.monotonic(), len(self.lost)
        uvloop.run(self._play(day))
        self._pass(began_s + 60 * self._args.minutes / self._args.days)
        self._look(day)
        self.days += 1
        took_s = time.monotonic() - began_s
        say(f"day {day + 1}: {day_text(self.clock.now_ms())}, {took_s:.1f} s, {len(self.lost) - lost} lost")
        for line in self.lost[lost:][:20]:
            say(f"  LOST {line}")

    # --- the day ---

    async def _play(self, day: int) -> None:
        chosen = [self._people[number] for number in paired(PLAYERS, day)]
        players = await asyncio.to_thread(self._house.all_come, chosen)

        async def staff_work(robots: Sequence[Robot]) -> None:
            now_ms, token = self.clock.now_ms(), robots[0].player.token
            await asyncio.to_thread(self.staff.work, day, now_ms, chosen[0], token, chosen[1])

        play = Day(self.platform, players, self._args.seed + 1000 * day, self._args.matches, staff_work)
        verdict = await play.run()
        self.matches += play.matches
        found = verdict.lost + verdict.doubled + verdict.broken
        if verdict.ledger_sum or verdict.open_escrows:
            found.append(f"the ledger's sum is {verdict.ledger_sum}, {verdict.open_escrows} escrows are open")
        self._lose(day, found)
        if day % 7 == 3:
            await self._compete(day)

    async def _compete(self, day: int) -> None:
        """A competition from the announcement to the prizes, in half an afternoon."""
        operator, *players = await asyncio.to_thread(self._house.all_come, [self.staff.operator, *self._contestants])
        urls = self.platform.gateway_urls
        robots = [Robot(number, player, urls, self._args.seed + day) for number, player in enumerate(players)]
        plan = {
            "games_per_entry": 2,
            "kind": "total",
            "min_entrants": 2,
            "prize_mode": "growing",
            "shares_bps": list(TERMS.shares_bps),
        }
        lasts_s = 4 * 3600.0
        contest = Contest(
            f"week-{day // 7}", self.platform.rest_urls, robots, operator, GAMES["tictactoe"], plan, lasts_s,
            self.clock.now_ms,
        )  # fmt: skip
        try:
            await self._hold(contest)
        except* TimeoutError:
            played = f"{contest.entrants} have entered, {contest.through} have played"
            self._lose(day, [f"{contest.id} does not go on, it is {contest.state}, {played}: {contest.refused}"])
        found = await asyncio.to_thread(contest_checks.look, self.platform, contest.id, TERMS)
        self._lose(day, found.broken + [fault for robot in robots for fault in robot.witness.broken + robot.unexpected])
        if contest.state != "settled" or found.paid != found.due:
            self._lose(day, [f"{contest.id} is {contest.state}, has paid {found.paid}, its matches make {found.due}"])
        self.work["competitions"] += contest.state == "settled"

    async def _hold(self, contest: Contest) -> None:
        async with asyncio.TaskGroup() as tasks:
            for robot in contest.robots:
                tasks.create_task(robot.run())
            await contest.announce(3600)
            ends_ms = self.clock.now_ms() + 5 * HOUR_MS
            held = tasks.create_task(contest.hold())
            await self._until(lambda: contest.entrants == len(contest.robots))
            self.clock.go_to(self.clock.now_ms() + HOUR_MS)
            await self._until(lambda: contest.through == len(contest.robots))
            self.clock.go_to(ends_ms)
            async with asyncio.timeout(NIGHT_TIMEOUT_S):
                await held
            for robot in contest.robots:
                robot.stop()

    async def _until(self, condition: Callable[[], bool]) -> None:
        async with asyncio.timeout(NIGHT_TIMEOUT_S):
            while not condition():
                await asyncio.sleep(0.1)

    # --- the night ---

    def _pass(self, until_s: float) -> None:
        """Let the rest of the day and the night pass, hour by hour, and wait for the jobs of the night."""
        steps = hours_until(self.clock.now_ms(), next_morning_ms(self.clock.now_ms()))
        for number, at_ms in enumerate(steps):
            self.clock.go_to(at_ms)
            left_s = (until_s - time.monotonic()) / (len(steps) - number)
            time.sleep(min(max(left_s, STEP_S[0]), STEP_S[1]))
        deadline_s = time.monotonic() + NIGHT_TIMEOUT_S
        while time.monotonic() < deadline_s and self._late_jobs():
            time.sleep(0.2)

    def _late_jobs(self) -> list[str]:
        successes = checks.read_successes(self.platform.kept / "nightly.json")
        return checks.late_jobs(successes, DUE_MINUTES, self.clock.now_ms())

    def _look(self, day: int) -> None:
        """Hold the day to what must have happened in it, and measure."""
        platform, now_ms = self.platform, self.clock.now_ms()
        found = [f"the job {name} did not run" for name in self._late_jobs()]
        found += [f"still waiting: {what}" for what in wait_until_quiet(platform, NIGHT_TIMEOUT_S)]
        with platform.postgres.connect(platform.databases["tables"]) as tables:
            found += checks.still_open(tables)
            found += checks.wrong_partitions(*checks.read_partitions(tables), now_ms, JOURNAL_DAYS)
        with platform.postgres.connect(platform.databases["ranking"]) as ranking:
            found += checks.wrong_periods(checks.read_periods(ranking), now_ms)
        with platform.postgres.connect(platform.databases["tournaments"]) as tournaments:
            found += checks.wrong_evenings(checks.read_evenings(tournaments), now_ms)
        for service in SERVICES:
            with platform.postgres.connect(platform.databases[service]) as connection:
                found += checks.old_outboxes(connection, service, now_ms)
        if day % 7 == 6:
            self._back_up()
        written, serious = self._logs.read()
        found += serious + self.staff.lost
        self.staff.lost = []
        figures = sample(platform, written)
        figures["archive_bytes files"] = folder_bytes(platform.kept / "archive")
        for name, value in figures.items():
            self.series.setdefault(name, [0.0] * day).append(value)
        for values in self.series.values():
            values.extend([0.0] * (day + 1 - len(values)))
        self._lose(day, found)

    def _back_up(self) -> None:
        backup = take_backup(self.platform.postgres, self.platform.postgres.folder / "backup")
        shutil.rmtree(backup)
        self.work["backups"] += 1

    def _lose(self, day: int, found: Sequence[str]) -> None:
        self.lost += [f"day {day + 1}: {what}" for what in found]


def report_of(soak: Soak, took_s: float) -> tuple[Report, list[Judged]]:
    """The last line, and every slope."""
    judged = judge_all(soak.series, RULES, USUAL)

    def percents(verdict: str) -> dict[str, float]:
        return {each.slope.name: round(each.slope.percent, 2) for each in judged if each.verdict == verdict}

    told = Report(
        simulated_days=soak.days,
        minutes=round(took_s / 60, 1),
        first_day=soak.first_day,
        last_day=soak.last_day,
        matches=soak.matches,
        slopes=percents("rises"),
        figures=len(judged),
        grows=percents("grows"),
        young=sorted(percents("young")),
        lost=len(soak.lost),
        work=soak.work | soak.staff.done,
    )
    return told, judged


def parser() -> argparse.ArgumentParser:
    """The command line."""
    made = argparse.ArgumentParser(prog="soak", description=__doc__)
    made.add_argument("--days", type=int, default=60, help="simulated days")
    made.add_argument("--minutes", type=float, default=15.0, help="real minutes; more where the machine needs them")
    made.add_argument("--seed", type=int, default=7, help="of what the robots do")
    made.add_argument("--matches", type=int, default=MATCHES_A_DAY, help="of each pair, a day")
    made.add_argument("--series", type=Path, help="a file for every figure of every day, as JSON")
    return made


def soaked(rabbit: RabbitServer, postgres: PostgresServer, args: argparse.Namespace) -> Soak:
    """One run from the first process to the last; returns what was seen."""
    kept = make_folder("kafeneio-soak-")
    GUARD.watch(folder=kept)
    clock = SteppedClock(kept, first_morning_ms(datetime.now(UTC)))
    try:
        with SoakPlatform(rabbit, postgres, kept, clock) as platform:
            say(f"the platform is up, on {day_text(clock.now_ms())}; its logs are in {platform.folder}")
            soak = Soak(platform, args)
            soak.run()
    finally:
        clock.close()
        shutil.rmtree(kept, ignore_errors=True)
        GUARD.forget(folder=kept)
    return soak


def main(arguments: Sequence[str] | None = None) -> int:
    """Run, and say what came of it."""
    args = parser().parse_args(arguments)
    began_s = time.monotonic()
    with RabbitServer() as rabbit, PostgresServer() as postgres:
        soak = soaked(rabbit, postgres, args)
    told, judged = report_of(soak, time.monotonic() - began_s)
    if args.series:
        args.series.write_bytes(msgspec.json.encode(soak.series))
    print_slopes(judged)
    for line in soak.lost[:LOST_MAX]:
        say(f"LOST {line}")
    print(msgspec.json.encode(told).decode())
    return 1 if told.lost or told.slopes else 0


def print_slopes(judged: Sequence[Judged]) -> None:
    """A line for each figure that moves."""
    for each in judged:
        name, level, per_month = each.slope
        if per_month > 0:
            why = f" ({each.rule.grows_because})" if each.rule.grows_because else ""
            say(f"{each.verdict:6} {name:44} {level:12.1f} {per_month:+10.2f} {each.slope.percent:+8.2f} %{why}")


if __name__ == "__main__":
    sys.exit(main())
