"""How soon a red card and a permanent block take effect, on the whole platform (`make bench-sanctions`).

Real RabbitMQ and PostgreSQL, every service a process of its own. In each round one player gets a red card in the middle
of a match for chips, and another one is blocked at a table that waits for its start and to which somebody is invited;
both have entered a competition that runs. Every delay is from the moment at which the administrator's client sends the
request. The last line of the output is JSON; the exit code is 1 when a delay is above the limit.
"""

import argparse
import json
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import Any

import msgspec
import websocket

from bench.processes.whole_platform import Platform
from bench.robots.accounts import CHEAP_PASSWORDS, NO_ADDRESS_LIMITS
from tests.e2e.guest import Guest, start_match
from tests.e2e.house import wait_until
from tests.support import processes
from tests.support.servers import PostgresServer, RabbitServer

LIMIT_MS = 1_000
"""Everything has happened by then (services/moderation/RULES.md §4), on a machine that is not busy."""
WAIT_S = 120.0
"""Until an effect that does not come is a failure, however busy the machine is."""
LOOK_EVERY_S = 0.01
REASON = "insults in the chat of the table"
COMPETITION = "cup"
PLANNED = "for this measurement"
SETTINGS = {
    **CHEAP_PASSWORDS,
    **NO_ADDRESS_LIMITS,
    "KAFENEIO_INACTIVITY_S": "3600",  # nobody here acts or beats while others are sanctioned
    "KAFENEIO_HEARTBEAT_LOST_S": "600",
}

Delays = dict[str, float]
"""Effect → milliseconds after the request was sent."""


class Report(msgspec.Struct):
    """The last line: for each sanction and effect the delays of all rounds, in milliseconds, shortest first."""

    rounds: int
    red_card: dict[str, list[float]]
    block: dict[str, list[float]]
    held_up_ms: float
    """For how long threads of the services were ready and had no processor, in the worst of the sanctions."""
    missed: list[str]


class Address:
    """Where the platform's clients connect."""

    def __init__(self, url: str) -> None:
        """`url`: of REST; the socket is beside it."""
        self.url = url


class Listener:
    """Reads a guest's socket in a thread; every frame has its time."""

    def __init__(self, guest: Guest) -> None:
        """It listens from now on; nobody else may read this guest's socket."""
        self._guest = guest
        self._heard: list[tuple[float, dict[str, Any]]] = []
        self._thread = threading.Thread(target=self._run, daemon=True)
        guest.socket.settimeout(WAIT_S)
        self._thread.start()

    def _run(self) -> None:
        try:
            while True:
                payload = self._guest.socket.recv()
                if not payload:
                    return
                self._heard.append((time.monotonic(), json.loads(payload)))
        except (websocket.WebSocketException, OSError, ValueError):
            return

    def first(self, matches: Callable[[dict[str, Any]], bool]) -> float:
        """When it first received such a frame."""
        deadline_s = time.monotonic() + WAIT_S
        while time.monotonic() < deadline_s:
            for at_s, frame in tuple(self._heard):
                if matches(frame):
                    return at_s
            time.sleep(LOOK_EVERY_S)
        raise AssertionError(f"{self._guest.name} never heard it; the last frames: {self._heard[-5:]}")


class Stage:
    """A platform with an administrator, an operator, and a competition that all offenders have entered."""

    def __init__(self, platform: Platform, rounds: int) -> None:
        """Registers everybody; returns when the competition runs."""
        self._platform = platform
        self._address = Address(platform.rest_urls[0])
        self._count = 0
        self.judge = self._register("justine")
        self.operator = self._register("olga")
        for guest, role in ((self.judge, "administrator"), (self.operator, "operator")):
            platform.run_command("roles", "give", guest.name, role, "--reason", "staff of this measurement")
        self.offenders = [self._register("ben") for _ in range(2 * rounds)]
        self.others = [self._register("ana") for _ in range(2 * rounds)]
        self._open_competition()

    def _register(self, first_name: str) -> Guest:
        self._count += 1
        name = f"{first_name}{self._count}"
        guest = Guest(self._address, name, f"{name}@example.org", f"{self._count:032x}")
        wait_until(lambda: guest.rest("GET", "/api/me")[1].get("chips", 0) > 0, "welcome chips", WAIT_S)
        return guest

    def _open_competition(self) -> None:
        now_ms = int(time.time() * 1_000)
        starts_at_ms = now_ms + 5_000 + 500 * len(self.offenders)
        plan = {
            "name": "The cup",
            "game": "tictactoe",
            "options": {"size": 3},
            "opens_at_ms": now_ms,
            "starts_at_ms": starts_at_ms,
            "ends_at_ms": starts_at_ms + 3_600_000,
            "price_chips": 100,
            "games_per_entry": 1,
            "kind": "total",
            "min_entrants": 2,
            "prize_mode": "growing",
            "shares_bps": [10000],
        }
        path = f"/api/operator/competitions/{COMPETITION}"
        asked(self.operator, "PUT", path, {"plan": plan, "reason": PLANNED})
        asked(self.operator, "POST", f"{path}/publish", {"reason": PLANNED})
        wait_until(lambda: self._competition()["state"] == "open", "the competition to open", WAIT_S)
        for guest in self.offenders:
            asked(guest, "POST", f"/api/competitions/{COMPETITION}/entries", {"id": "e1"})
        wait_until(lambda: self._competition()["state"] == "running", "the competition to run", WAIT_S)

    def _competition(self) -> Any:
        return asked(self.operator, "GET", f"/api/competitions/{COMPETITION}")["competition"]

    # --- one sanction, and everything that follows ---

    def red_card(self, offender: Guest, opponent: Guest) -> Delays:
        """A red card in the middle of a match."""
        for guest in (offender, opponent):
            guest.come_in()
        table = start_match(opponent, offender)
        out, across = Listener(offender), Listener(opponent)
        began_s = time.monotonic()
        asked(self.judge, "POST", "/api/staff/cards", {"id": offender.name, "to": offender.name, "reason": REASON})
        effects = self._everywhere(offender, "suspensions <> '[]'") | {
            "socket_closed": lambda: out.first(said_goodbye("account_suspended")),
            "match_ended": lambda: across.first(lambda frame: shows_end(frame, table)),
        }
        return self._delays(began_s, effects)

    def block(self, offender: Guest, invited: Guest) -> Delays:
        """A permanent block of the organizer of a table that has not begun."""
        for guest in (offender, invited):
            guest.come_in()
        corner = {"name": "The corner", "game": "tictactoe", "stake_chips": 200, "mode": "invite"}
        opened = offender.do("create_table", **corner, invite={"1": invited.name})
        table = opened["data"]["table"]
        out, other = Listener(offender), Listener(invited)
        other.first(lambda frame: frame["t"] == "invitation" and frame["open"])
        began_s = time.monotonic()
        asked(self.judge, "POST", "/api/staff/blocks", {"id": offender.name, "to": offender.name, "reason": REASON})
        effects = self._everywhere(offender, "blocked = 1") | {
            "socket_closed": lambda: out.first(said_goodbye("account_blocked")),
            "invitation_withdrawn": lambda: other.first(lambda frame: frame["t"] == "invitation" and not frame["open"]),
            "table_closed": lambda: other.first(lambda frame: frame["t"] == "tables" and table in frame["gone"]),
            "chips_frozen": lambda: self._row("wallet", "people", f"account = '{offender.account}' AND frozen"),
        }
        return self._delays(began_s, effects)

    def _everywhere(self, offender: Guest, row: str) -> dict[str, Callable[[], float]]:
        """What happens wherever the offender is: out of the competition, and known to the leaderboards."""
        return {
            "disqualified": lambda: self._disqualified(offender),
            "excluded_from_prizes": lambda: self._row("ranking", "people", f"account = '{offender.account}' AND {row}"),
        }

    @staticmethod
    def _delays(began_s: float, effects: dict[str, Callable[[], float]]) -> Delays:
        with ThreadPoolExecutor(len(effects)) as pool:
            found = {name: pool.submit(wait) for name, wait in effects.items()}
            return {name: round((each.result() - began_s) * 1_000, 1) for name, each in sorted(found.items())}

    def _disqualified(self, offender: Guest) -> float:
        path = f"/api/operator/competitions/{COMPETITION}/entrants?limit=200"

        def is_out() -> bool:
            lines = asked(self.operator, "GET", path)["entrants"]
            return any(line["account"] == offender.account and line["disqualified"] for line in lines)

        return when(is_out, f"{offender.name} to be disqualified")

    def _row(self, service: str, table: str, where: str) -> float:
        with self._platform.postgres.connect(self._platform.databases[service]) as connection:
            statement = f"SELECT 1 FROM {service}.{table} WHERE {where}"
            return when(lambda: connection.execute(statement).fetchone() is not None, f"a row of {service}: {where}")


def asked(guest: Guest, method: str, path: str, body: Any = None) -> Any:
    """What a request that succeeds is answered."""
    status, answer = guest.rest(method, path, body)
    assert status < 300, (path, status, answer)
    return answer


def when(condition: Callable[[], bool], what: str) -> float:
    """Look every few milliseconds; the time at which it is so."""
    deadline_s = time.monotonic() + WAIT_S
    while not condition():
        assert time.monotonic() < deadline_s, f"never happened: {what}"
        time.sleep(LOOK_EVERY_S)
    return time.monotonic()


def said_goodbye(error: str) -> Callable[[dict[str, Any]], bool]:
    """The last frame of a socket that is closed for this reason."""
    return lambda frame: frame["t"] == "bye" and frame["error"] == error


def shows_end(frame: dict[str, Any], table: str) -> bool:
    """A view of the table that has a result, or is not of a match any more."""
    view = frame.get("view")
    return view is not None and view["table"] == table and view["result"] is not None


@contextmanager
def measured_platform(rabbit: RabbitServer, postgres: PostgresServer) -> Iterator[Platform]:
    """The platform as it is measured: one worker, one gateway."""
    with Platform(rabbit, postgres, settings=SETTINGS) as platform:
        yield platform


def measure(platform: Platform, rounds: int) -> Report:
    """As many red cards, and as many blocks."""
    stage = Stage(platform, rounds)
    report = Report(rounds, {}, {}, 0.0, [])
    pairs = iter(zip(stage.offenders, stage.others, strict=True))
    for _ in range(rounds):
        for act, found in ((stage.red_card, report.red_card), (stage.block, report.block)):
            before = _held_up_s(platform)
            for effect, delay_ms in act(*next(pairs)).items():
                found.setdefault(effect, []).append(delay_ms)
            after = _held_up_s(platform)
            longest_s = max(waited_s - before.get(thread, 0.0) for thread, waited_s in after.items())
            report.held_up_ms = max(report.held_up_ms, round(1_000 * longest_s, 1))
    for name, found in (("red_card", report.red_card), ("block", report.block)):
        for effect, delays in sorted(found.items()):
            delays.sort()
            if delays[-1] > LIMIT_MS:
                report.missed.append(f"{name}: {effect} after {delays[-1]:.0f} ms, {LIMIT_MS} at most")
    return report


def _held_up_s(platform: Platform) -> dict[int, float]:
    return processes.held_up_s(pid for pids in platform.pids().values() for pid in pids)


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure on servers of its own; 1 if a delay was above the limit."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=10)
    args = parser.parse_args(arguments)
    with RabbitServer() as rabbit, PostgresServer() as postgres, measured_platform(rabbit, postgres) as platform:
        report = measure(platform, args.rounds)
    for line in report.missed:
        sys.stderr.write(f"MISSED {line}\n")
    print(msgspec.json.encode(report).decode())
    return 1 if report.missed else 0


if __name__ == "__main__":
    raise SystemExit(main())
