"""Two cells as in production: wallets and bridges in processes of their own, each as its own user at its own broker."""

import uuid
from collections.abc import Iterator
from functools import partial
from typing import Any
from urllib.parse import urlsplit

import msgspec
import pytest

from bench.processes.members import bare_environment
from services.contracts.base import Envelope, Event, routing_key
from services.contracts.tables import commands as tables
from services.contracts.wallet.balances import GetBalance
from services.platform.broker import names
from services.platform.broker.link import Link, Unroutable, body_of
from services.platform.broker.rpc_client import RpcClient
from services.platform.process.json import encode, join_array
from services.platform.process.settings import CommonSettings
from tests.platform.eventlet_process import wait_for
from tests.support.broker_users import make_users, remove_users
from tests.support.databases.migrated import Migrated
from tests.support.servers import RabbitServer
from tests.support.services.process import REPLY_TO
from tests.support.warm_parent import KAFENEIO, PARENT, Process
from tests.wallet.wallets import asked, finished, registered

ANA, BEN = "eu1~ana", "eu2~ben"
OTHER = {"eu1": "eu2", "eu2": "eu1"}


class Cell:
    """One installation: a broker, a wallet on SQLite, a bridge; and a table, which asks and is answered."""

    def __init__(self, name: str, url: str, users: dict[str, str], neighbour: str, database: str) -> None:
        common = CommonSettings(broker_url=url)
        self.answers: list[Any] = []
        self._settings = {
            "KAFENEIO_CELL": name,
            "KAFENEIO_CELL_NEIGHBOURS": OTHER[name],
            "KAFENEIO_CELL_LINKS": msgspec.json.encode({OTHER[name]: neighbour}).decode(),
            "KAFENEIO_CELL_ANSWER_MS": "120000",  # a loaded machine is no cell that is away
            "KAFENEIO_WALLET_DB_URL": database,
        }
        self._users = users
        self._processes: list[Process] = []
        self._run(["run", "wallet"], "wallet")
        self.bridge = self._run(["run", "bridge"], "bridge")
        self._link = Link(common, "table", self._take).start(60)
        self._rpc = RpcClient(common, "test").start()

    def tell(self, *events: Event) -> None:
        """Another service of this cell publishes events, as soon as the wallet has its queues."""
        for event in events:
            body, key = join_array([encode(Envelope(uuid.uuid4().hex, "trace", 0, event))]), routing_key(event)
            wait_for(partial(self._publish, body, key), "the wallet")

    def chips(self, account: str) -> int:
        """A balance; −1 while there is none."""
        return getattr(self._rpc.call(GetBalance(account=account)), "chips", -1)

    def start_bridge_again(self) -> None:
        """After it was killed."""
        self.bridge = self._run(["run", "bridge"], "bridge")

    def close(self) -> None:
        for process in self._processes:
            process.kill()
            process.wait(60)
        self._rpc.stop()
        self._link.stop()

    def _run(self, arguments: list[str], user: str) -> Process:
        known = bare_environment()
        own = {"KAFENEIO_BROKER_URL": self._users[user], "PYTHONWARNINGS": "ignore"}
        self._processes.append(PARENT.run_module(KAFENEIO, arguments, known | self._settings | own))
        return self._processes[-1]

    def _take(self, link: Link) -> None:
        link.declare_exchanges()
        link.declare_durable(REPLY_TO, names.dead_queue("tables"))
        link.consume(REPLY_TO, self._hear, no_ack=True)

    def _hear(self, message: Any) -> None:
        self.answers += msgspec.json.decode(body_of(message), type=list[tables.Held | tables.Settled])

    def _publish(self, body: bytes, key: str) -> bool:
        promise = self._link.publish(
            body, names.EVENTS_EXCHANGE, key, headers={"topic": key}, mandatory=True, confirm=True, wait_up_s=60
        )
        assert promise is not None
        try:
            promise.wait(60)
        except Unroutable:
            return False
        return True


@pytest.fixture
def cells(rabbit_server: RabbitServer, rabbit_url: str, migrated_sqlite: Migrated) -> Iterator[tuple[Cell, Cell]]:
    here, there = urlsplit(rabbit_url).path.removeprefix("/"), f"test_{uuid.uuid4().hex[:16]}"
    other_url = rabbit_server.create_vhost(there)
    users = [make_users(rabbit_server, vhost) for vhost in (here, there)]
    first = Cell("eu1", rabbit_url, users[0], users[1]["bridge"], migrated_sqlite("wallet"))
    second = Cell("eu2", other_url, users[1], users[0]["bridge"], migrated_sqlite("wallet"))
    yield first, second
    for each in (first, second):
        each.close()
    for vhost in (here, there):
        remove_users(rabbit_server, vhost)
    rabbit_server.delete_vhost(there)


@pytest.mark.real
def test_a_visitor_plays_and_is_paid_at_home_though_the_bridge_is_killed(cells: tuple[Cell, Cell]) -> None:
    here, home = cells
    here.tell(registered(ANA))
    home.tell(registered(BEN))
    wait_for(lambda: (here.chips(ANA), home.chips(BEN)) == (5000, 5000), "both to be welcomed")

    here.tell(asked("m", ANA, BEN))
    (held,) = wait_for(lambda: list(here.answers), "the stakes to be held")
    assert isinstance(held, tables.Held)
    assert held.error is None
    assert (here.chips(ANA), home.chips(BEN)) == (4500, 4500)

    here.bridge.kill()
    here.tell(finished("m", ANA, BEN, winners=[1]))
    wait_for(lambda: len(here.answers) == 2, "the table to be settled")
    assert home.chips(BEN) == 4500, "nobody carries the message"
    here.start_bridge_again()
    wait_for(lambda: home.chips(BEN) == 5325, "the winnings to come home")
    assert here.chips(ANA) == 4500
