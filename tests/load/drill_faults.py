"""The faults of `make drill`: each with the alert that must call somebody, and the runbook's commands for it."""

import json
import threading
import time
from collections.abc import Callable
from typing import NamedTuple

import amqp
import websocket

from services.kernel.ids import new_id
from services.plumbing import names
from tests.load.accounts import register_players
from tests.load.platform import Platform
from tests.support.rabbit import PASSWORD, USER
from tests.support.server import ServerFailed

SOCKETS_MAX = 60
SETTINGS = {"KAFENEIO_LEDGER_CHECK_S": "5", "KAFENEIO_GATEWAY_CONNECTIONS_MAX": str(SOCKETS_MAX)}
"""The ledger is compared often, and a gateway is small enough to be filled."""
_PARKED_QUEUE = "events.wallet.lobby.registered"


CAUSED = (
    "LedgerImbalance", "OutboxStuck", "EventsParked", "GatewayFull", "CrashLoop", "ProcessMissing", "DatabaseDown",
    "BrokerDown",
)  # fmt: skip
"""The alerts that have a fault here."""


class Fault(NamedTuple):
    """Something that breaks. `alert` must page; `commands`: what the runbook tells to run meanwhile."""

    alert: str
    begin: Callable[[], None]
    end: Callable[[], None]
    commands: tuple[tuple[str, ...], ...] = ()


class Faults:
    """Does them to a platform."""

    def __init__(self, platform: Platform) -> None:
        """The platform runs."""
        self._platform = platform
        self._crowd = Crowd(platform.gateway_urls[0])
        self._row = new_id()
        self._visitor = register_players(platform.rest_urls, 1)[0].account
        """Somebody who does not play, so that nothing but the ledger's check meets their row."""

    def all(self) -> list[Fault]:
        """In this order: what a restart of servers makes worse comes last."""
        ledger = (("ledger",), ("ledger", "audit"))
        dead = (("dead", "list", "wallet"), ("dead", "replay", "wallet"), ("dead", "list", "wallet"))
        servers = self._platform
        return [
            Fault("LedgerImbalance", lambda: self._add_chips(7), lambda: self._add_chips(-7), ledger),
            Fault("OutboxStuck", self._block_relay, self._unblock_relay, (("recover", "--since", "1h", "--dry-run"),)),
            Fault("EventsParked", self._send_garbage, self._throw_away, dead),
            Fault("GatewayFull", self._crowd.come, self._crowd.go),
            Fault("CrashLoop", self._crash_worker, lambda: None),
            Fault("ProcessMissing", self._kill_workers, self._start_workers),
            Fault("DatabaseDown", servers.postgres.stop, lambda: _start(servers.postgres), ()),
            Fault("BrokerDown", servers.rabbit.stop, lambda: _start(servers.rabbit), ()),
        ]

    def _add_chips(self, chips: int) -> None:
        """Somebody writes to the wallet's database past the wallet."""
        with self._platform.postgres.connect(self._platform.databases["wallet"]) as wallet:
            wallet.execute(
                "UPDATE wallet.accounts SET balance_chips = balance_chips + %s WHERE account LIKE %s",
                [chips, f"%{self._visitor}"],
            )

    def _block_relay(self) -> None:
        """An event is for a queue that nobody has declared."""
        with self._platform.postgres.connect(self._platform.databases["lobby"]) as lobby:
            lobby.execute(
                "INSERT INTO lobby.outbox (id, exchange, routing_key, body, at_ms, sent) "
                "VALUES (%s, '', 'tables.nowhere.0', '[]', %s, 0)",
                [self._row, int(time.time() * 1000)],
            )

    def _unblock_relay(self) -> None:
        with self._platform.postgres.connect(self._platform.databases["lobby"]) as lobby:
            lobby.execute("DELETE FROM lobby.outbox WHERE id = %s", [self._row])

    def _send_garbage(self) -> None:
        """An event that the wallet cannot read, by the exchange of replays: by any other way it would be refused."""
        with self._broker() as connection:
            channel = connection.channel()
            exchange = names.REPLAY_EXCHANGE
            channel.exchange_declare(exchange, "direct", durable=True, auto_delete=False)
            channel.queue_bind(_PARKED_QUEUE, exchange, routing_key=_PARKED_QUEUE)
            message = amqp.Message('[["id","trace",1,{"account":5}]]')
            channel.basic_publish(message, exchange, routing_key=_PARKED_QUEUE)

    def _throw_away(self) -> None:
        with self._broker() as connection:
            connection.channel().queue_purge("dead.wallet")

    def _broker(self) -> amqp.Connection:
        rabbit = self._platform.rabbit
        return amqp.Connection(
            f"127.0.0.1:{rabbit.port}", USER, PASSWORD, virtual_host=self._platform.vhost, confirm_publish=True
        )

    def _crash_worker(self) -> None:
        """It dies as soon as it has started, four times."""
        for _ in range(4):
            self._platform.kill9("worker-2")
            self._platform.start_member("worker-2")
            time.sleep(2)

    def _kill_workers(self) -> None:
        for name in self._platform.names("worker"):
            self._platform.kill9(name)

    def _start_workers(self) -> None:
        for name in self._platform.names("worker"):
            self._platform.start_member(name)


class Crowd:
    """People who open sockets until a gateway is nearly full, and come again when they are sent away."""

    def __init__(self, url: str) -> None:
        """Nobody yet."""
        self._url = url
        self._here: list[websocket.WebSocket] = []
        self._going = threading.Event()

    def come(self) -> None:
        """From now on the gateway is nine tenths full."""
        self._going.clear()
        threading.Thread(target=self._stay, daemon=True).start()

    def go(self) -> None:
        """All of them leave."""
        self._going.set()

    def _stay(self) -> None:
        while not self._going.wait(0.5):
            self._here = [each for each in self._here if _is_open(each)]
            while len(self._here) < 0.85 * SOCKETS_MAX and not self._going.is_set():
                try:
                    self._here.append(websocket.create_connection(self._url, timeout=5))
                except (OSError, websocket.WebSocketException):
                    break
        for each in self._here:
            each.close()
        self._here = []


def _is_open(connection: websocket.WebSocket) -> bool:
    connection.settimeout(0.001)
    try:
        return connection.recv() != ""
    except websocket.WebSocketTimeoutException:
        return True
    except (OSError, websocket.WebSocketException):
        return False


def _start(server: object) -> None:
    server.start()  # type: ignore[attr-defined]


def run_command(platform: Platform, command: tuple[str, ...]) -> str | None:
    """Run one of the runbook's commands; answers what is wrong with what it said. A command that finds the fault ends
    with 1, as it should."""
    try:
        said = platform.run_command(*command)
    except ServerFailed as failure:
        said = str(failure)
        if ": 1\n" not in said or "Traceback" in said:
            return f"kafeneio {' '.join(command)}: {said[:300]}"
    if command[0] == "ledger":
        lines = [line for line in said.splitlines() if line.startswith("{")]
        return None if lines and json.loads(lines[0]) else f"kafeneio {' '.join(command)} said nothing"
    return None if said.strip() else f"kafeneio {' '.join(command)} said nothing"
