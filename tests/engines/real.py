"""The platform on RabbitMQ and PostgreSQL, every service a process of its own, for people with browsers."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from bench.processes.whole_platform import Platform
from bench.robots.accounts import CHEAP_PASSWORDS, NO_ADDRESS_LIMITS
from tests.e2e.guest import Guest
from tests.engines.tables import is_over, may_place
from tests.engines.visitor import Visitor
from tests.support.servers import PostgresServer, RabbitServer

SETTINGS = CHEAP_PASSWORDS | NO_ADDRESS_LIMITS | {"KAFENEIO_BOT_THINK_MIN_MS": "50", "KAFENEIO_BOT_THINK_MAX_MS": "100"}
STAKE_CHIPS = 200
WIN = ("1,1", "2,1", "1,2", "2,2", "1,3")


class Real:
    """A platform, its address, and its staff."""

    def __init__(self, platform: Platform) -> None:
        self.platform = platform
        self.url = platform.rest_urls[0]
        self._count = 0

    def staff(self, role: str) -> Guest:
        """Somebody with a role, by REST."""
        self._count += 1
        name = f"{role[:8]}{self._count}"
        guest = Guest(self, name, f"{name}@example.org", f"{self._count:032x}")
        self.platform.run_command("roles", "give", name, role, "--reason", "staff of this test")
        return guest

    def restart_gateway(self) -> None:
        """Drain the only gateway, and start it again."""
        self.platform.term("gateway-1")
        self.platform.start_member("gateway-1")


@contextmanager
def running(rabbit: RabbitServer, postgres: PostgresServer) -> Iterator[Real]:
    """One worker of tic-tac-toe and tavli, one gateway."""
    with Platform(rabbit, postgres, settings=SETTINGS, games=("tictactoe", "tavli")) as platform:
        yield Real(platform)


def asked(guest: Guest, method: str, path: str, body: Any = None) -> Any:
    """What a request that succeeds is answered."""
    status, answer = guest.rest(method, path, body)
    assert status < 300, (path, status, json.dumps(answer))
    return answer


def sit_down(host: Visitor, guest: Visitor) -> tuple[Visitor, Visitor]:
    """The host opens a table for chips, the guest sits down, and it begins; returns who has X, and the other."""
    host.press("button", "Open a table")
    host.press("label", "Tic-tac-toe")
    host.press(css="dialog input[type=number]")
    host.ask("document.activeElement.select();")
    host.tab.type(str(STAKE_CHIPS))
    host.press("button", "Open the table")
    guest.press("button", pattern=f"^Sit down .*{host.name}")
    for person in (host, guest):  # the notice before one's first match for chips
        person.press("button", "I understand")
    host.press("button", "Start")
    host.until(lambda: any(may_place(person) for person in (host, guest)), "the first turn")
    return (host, guest) if may_place(host) else (guest, host)


def mark(mover: Visitor, other: Visitor, cell: str) -> None:
    """A cell (`2,3`), which both see."""
    row, column = cell.split(",")
    mover.press("gridcell", f"Row {row}, column {column}, empty")
    for each in (mover, other):
        _sees_mark(each, f"^Row {row}, column {column}, (?!empty)")


def _sees_mark(person: Visitor, pattern: str) -> None:
    person.until(lambda: is_over(person) or person.is_shown(role="gridcell", pattern=pattern), f"a mark: {pattern}")
