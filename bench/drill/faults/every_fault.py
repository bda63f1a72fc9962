"""The faults of `make drill`: each with the alert that must call somebody."""

import time
from collections.abc import Callable
from typing import NamedTuple

import amqp

from bench.drill.cluster import Cluster
from bench.drill.faults import at_broker as broker
from bench.drill.faults import at_processes as processes
from bench.drill.faults import in_databases as databases
from bench.drill.faults.actions import Part, broker_channel, execute
from bench.drill.faults.partner import Credits
from bench.drill.faults.strangers import SOCKETS_MAX, FullGateway
from bench.drill.monitoring import wait_for
from bench.processes.whole_platform import Platform
from bench.robots.accounts import register_players
from services.kernel.ids import new_id
from services.platform.broker import names

ATTEMPTS_PER_MIN = 300
SETTINGS = {
    "KAFENEIO_LEDGER_CHECK_S": "5",
    "KAFENEIO_RANKING_CHECK_S": "5",
    "KAFENEIO_GATEWAY_CONNECTIONS_MAX": str(SOCKETS_MAX),
    "KAFENEIO_GATEWAY_COMMANDS_WAITING_MAX": "10",
    "KAFENEIO_GATEWAY_ATTEMPTS_PER_MIN": str(ATTEMPTS_PER_MIN),
    "KAFENEIO_GATEWAY_SEND_QUEUE_FRAMES_MAX": "64",
    "KAFENEIO_GATEWAY_SEND_BUFFER_BYTES": "8192",
    "KAFENEIO_GATEWAY_PROXY_HOPS": "1",
    "KAFENEIO_MAIL_TRANSPORT": "folder",
    "KAFENEIO_MAIL_LINK_HOME": "https://kafeneio.example",
}
"""The ledger and ranking are compared often; a gateway is small enough to be filled and soon drops who does not read;
strangers may come from many addresses; the drill's own players may log in but guesses are refused; and mails are files
in the lobby's folder."""
_ACCOUNT_TIMEOUT_S = 60.0
_PARKED_QUEUE = "events.wallet.lobby.registered"


class Fault(NamedTuple):
    """Something that breaks. `alert` must page, and `drill_alerts.other_alerts` says which alerts must fire as well."""

    alert: str
    begin: Callable[[], None]
    end: Callable[[], None]


class Faults:
    """Does them to a platform."""

    def __init__(self, platform: Platform, cluster: Cluster, grpc_port: int) -> None:
        """The platform runs."""
        self._platform, self._cluster, self._grpc_port = platform, cluster, grpc_port
        self._row = new_id()
        self._player = register_players(platform.rest_urls, 1)[0]
        """Somebody who does not play, so that nothing but the ledger's check meets their row."""

    def all(self) -> list[Fault]:
        """In this order: what a restart of servers makes worse comes last."""
        return [
            Fault("LedgerImbalance", self._break_ledger, self._mend_ledger),
            Fault("OutboxStuck", self._block_relay, self._unblock_relay),
            Fault("EventsParked", self._send_garbage, self._throw_away),
            *self._with_followers(),
            Fault("CrashLoop", self._crash_worker, lambda: None),
            *self._of_servers(),
        ]

    def _with_followers(self) -> list[Fault]:
        """Those that several alerts notice."""
        platform, player = self._platform, self._player
        audit = databases.AlteredRows(platform, player)
        unanswered = (databases.LockedAway(platform), broker.LateRequests(platform))
        refused = (broker.BadMessages(platform), Credits(self._grpc_port, player))
        return [
            _fault("GatewayFull", (FullGateway(platform),)),
            _fault("AuditLogBroken", (_NotedHeads(self._cluster, audit),)),
            _fault("MessagesRefused", refused),
            _fault("RequestsFail", (databases.MissingTables(platform, player),)),
            _fault("BudgetBurnsFast", (databases.LongTransactions(platform, player),)),
            _fault("FewFilesLeft", (processes.CrowdedProcesses(platform),)),
            _fault("RequestsUnanswered", unanswered),
            _fault("CommitsFail", (databases.CutConnections(platform, player),)),
            _fault("BrokerAlarm", (broker.MemoryAlarm(platform),)),
            _fault("BrokerLinkDown", (broker.CutOff(platform, "ranking"),)),
            _fault("TableStopped", (processes.FailingEngine(platform),)),
        ]

    def _of_servers(self) -> list[Fault]:
        """Everything of a kind is gone."""
        rabbit = self._platform.rabbit
        return [
            _fault("ProcessMissing", (processes.GoneProcesses(self._platform),)),
            Fault("DatabaseDown", self._stop_database, self._start_database),
            Fault("BrokerDown", rabbit.stop, rabbit.start),
        ]

    def _break_ledger(self) -> None:
        """Somebody changes a balance past the wallet, once the wallet knows the player; the nightly audit of the ledger
        and the check of a backup run."""
        self._add_chips(7)
        self._cluster.run_job("ledger-audit")
        self._cluster.check_bad_backup()

    def _mend_ledger(self) -> None:
        self._add_chips(-7)
        self._cluster.forget("ledger-audit")
        self._cluster.forget("backup-check")

    def _add_chips(self, chips: int) -> None:
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

    def _stop_database(self) -> None:
        """It is away, and a migration is tried all the same."""
        self._platform.postgres.stop()
        self._cluster.run_job("migration")

    def _start_database(self) -> None:
        self._platform.postgres.start()
        self._cluster.forget("migration")


class _NotedHeads:
    """Rows are altered between one nightly note of the audit log's head and the next."""

    def __init__(self, cluster: Cluster, altered: databases.AlteredRows) -> None:
        """Nothing is noted yet."""
        self._cluster, self._altered = cluster, altered

    def begin(self) -> None:
        """Note, alter, compare."""
        self._altered.begin_log()
        self._cluster.run_job("heads")
        self._altered.begin()
        self._cluster.run_job("heads")

    def end(self) -> None:
        """As before."""
        self._altered.end()
        self._cluster.forget("heads")


def _fault(alert: str, parts: tuple[Part, ...]) -> Fault:
    """A fault of several parts, which begin in order and end in the opposite order."""

    def begin() -> None:
        for part in parts:
            part.begin()

    def end() -> None:
        for part in reversed(parts):
            part.end()

    return Fault(alert, begin, end)
