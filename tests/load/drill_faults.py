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
from tests.load import drill_databases as databases
from tests.load import drill_processes as processes
from tests.load.accounts import register_players
from tests.load.drill_actions import Part, broker_channel, execute
from tests.load.drill_monitoring import wait_for
from tests.load.platform import Platform
from tests.support.server import ServerFailed

SOCKETS_MAX = 60
ATTEMPTS_PER_MIN = 300
SETTINGS = {
    "KAFENEIO_LEDGER_CHECK_S": "5",
    "KAFENEIO_GATEWAY_CONNECTIONS_MAX": str(SOCKETS_MAX),
    "KAFENEIO_GATEWAY_COMMANDS_WAITING_MAX": "15",
    "KAFENEIO_GATEWAY_ATTEMPTS_PER_MIN": str(ATTEMPTS_PER_MIN),
    "KAFENEIO_MAIL_TRANSPORT": "folder",
    "KAFENEIO_MAIL_LINK_HOME": "https://kafeneio.example",
}
"""The ledger is compared often, a gateway is small enough to be filled, the drill's own players may log in but guesses
are refused, and mails are files in the lobby's folder."""
_ACCOUNT_TIMEOUT_S = 60.0
_PARKED_QUEUE = "events.wallet.lobby.registered"
_DEAD_WALLET = (("dead", "list", "wallet"), ("dead", "replay", "wallet"), ("dead", "list", "wallet"))
_LEDGER = (("ledger",), ("ledger", "audit"))


class Fault(NamedTuple):
    """Something that breaks. `alert` must page, and `drill_alerts.other_alerts` says which alerts must fire as well;
    `commands`: what the runbook says to run meanwhile, without `kafeneio`."""

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
        self._player = register_players(platform.rest_urls, 1)[0]
        """Somebody who does not play, so that nothing but the ledger's check meets their row."""

    def all(self) -> list[Fault]:
        """In this order: what a restart of servers makes worse comes last."""
        rabbit, postgres = self._platform.rabbit, self._platform.postgres
        recover = (("recover", "--since", "1h", "--dry-run"),)
        return [
            Fault("LedgerImbalance", lambda: self._add_chips(7), lambda: self._add_chips(-7), _LEDGER),
            Fault("OutboxStuck", self._block_relay, self._unblock_relay, recover),
            Fault("EventsParked", self._send_garbage, self._throw_away, _DEAD_WALLET),
            Fault("GatewayFull", self._crowd.come, self._crowd.go),
            *self._with_followers(),
            Fault("CrashLoop", self._crash_worker, lambda: None),
            _fault("ProcessMissing", processes.GoneWorkers(self._platform)),
            Fault("DatabaseDown", postgres.stop, postgres.start),
            Fault("BrokerDown", rabbit.stop, rabbit.start),
        ]

    def _with_followers(self) -> list[Fault]:
        """Those that several alerts notice."""
        platform, player = self._platform, self._player
        staff = (("cases", "list"), ("roles", "list"), ("boards", "list"), ("dead", "list", "tournaments"))
        dead = (("dead", "list", "wallet"), ("dead", "list", "tables"), ("dead", "replay", "tables"))
        return [
            _fault("AuditLogBroken", databases.AlteredRows(platform, player), staff),
            _fault("MessagesRefused", processes.BadMessages(platform), dead),
            _fault("RequestsFail", databases.MissingTables(platform, player)),
            _fault("BudgetBurnsFast", databases.LongTransactions(platform, player)),
            _fault("FewFilesLeft", processes.CrowdedProcesses(platform), (("security", "--days", "1"),)),
            _fault("RequestsUnanswered", databases.LockedAway(platform)),
            _fault("BrokerAlarm", processes.MemoryAlarm(platform)),
            _fault("TableStopped", processes.FailingEngine(platform)),
        ]

    def _add_chips(self, chips: int) -> None:
        """Somebody writes to the wallet's database past the wallet, once the wallet knows the player."""
        found = wait_for(self._has_account, _ACCOUNT_TIMEOUT_S)
        assert found is not None, "the wallet has not heard of the player"
        add = f"UPDATE wallet.accounts SET balance_chips = balance_chips + {chips}"
        execute(self._platform, "wallet", f"{add} WHERE account LIKE '%{self._player.account}'")

    def _has_account(self) -> bool:
        with self._platform.postgres.connect(self._platform.databases["wallet"]) as wallet:
            chosen = "SELECT 1 FROM wallet.accounts WHERE account LIKE %s"
            return wallet.execute(chosen, [f"%{self._player.account}"]).fetchone() is not None

    def _block_relay(self) -> None:
        """An event is for a queue that nobody has declared."""
        columns = "id, exchange, routing_key, body, at_ms, sent"
        values = f"'{self._row}', '', 'tables.nowhere.0', '[]', {int(time.time() * 1000)}, 0"
        execute(self._platform, "lobby", f"INSERT INTO lobby.outbox ({columns}) VALUES ({values})")

    def _unblock_relay(self) -> None:
        execute(self._platform, "lobby", f"DELETE FROM lobby.outbox WHERE id = '{self._row}'")

    def _send_garbage(self) -> None:
        """An event that the wallet cannot read, by the exchange of replays: by any other way it would be refused."""
        with broker_channel(self._platform) as channel:
            exchange = names.REPLAY_EXCHANGE
            channel.exchange_declare(exchange, "direct", durable=True, auto_delete=False)
            channel.queue_bind(_PARKED_QUEUE, exchange, routing_key=_PARKED_QUEUE)
            message = amqp.Message('[["id","trace",1,{"account":5}]]')
            channel.basic_publish(message, exchange, routing_key=_PARKED_QUEUE)

    def _throw_away(self) -> None:
        with broker_channel(self._platform) as channel:
            channel.queue_purge("dead.wallet")

    def _crash_worker(self) -> None:
        """It dies as soon as it has started, four times."""
        for _ in range(4):
            self._platform.kill9("worker-2")
            self._platform.start_member("worker-2")
            time.sleep(2)


def _fault(alert: str, part: Part, commands: tuple[tuple[str, ...], ...] = ()) -> Fault:
    return Fault(alert, part.begin, part.end, commands)


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


def run_command(platform: Platform, command: tuple[str, ...]) -> str | None:
    """Run one of the runbook's commands; returns what is wrong with what it said, None if nothing is.

    A command that finds the fault ends with 1, as it should."""
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
