"""Lobby, wallet, tables and a worker, hosted as in production, and a guest who plays a round of a house-banked game.

A program of its own, because services run in patched processes and tests do not. What it reads: the usual settings
from the environment. What it writes to standard output: one JSON object with everything that it saw.
"""

import eventlet

from services.platform.process import green_loop as loop

loop.install()
eventlet.monkey_patch()

import importlib  # noqa: E402 nothing may be imported before the patch
import json  # noqa: E402
import os  # noqa: E402
import sys  # noqa: E402
import time  # noqa: E402
from collections.abc import Callable  # noqa: E402
from types import ModuleType  # noqa: E402
from typing import Any  # noqa: E402

os.environ.setdefault("PSYCOPG_WAIT_FUNC", "wait_select")

import msgspec  # noqa: E402

from games import registry  # noqa: E402
from services.contracts.lobby import open_tables, presence  # noqa: E402
from services.contracts.lobby.accounts import accounts  # noqa: E402
from services.contracts.tables import (  # noqa: E402
    commands,
    deliveries,
    recordings,
)
from services.contracts.wallet import balances as wallet  # noqa: E402
from services.kernel.ids import shard_of  # noqa: E402
from services.kernel.refusal import Refusal  # noqa: E402
from services.platform.broker import embedded, names  # noqa: E402
from services.platform.broker.link import Link  # noqa: E402
from services.platform.broker.rpc_client import RpcClient  # noqa: E402
from services.platform.database import migrations  # noqa: E402
from services.platform.database.unit_of_work import Database  # noqa: E402
from services.platform.hosting.host import Base, ServiceHost  # noqa: E402
from services.platform.process.json import encode  # noqa: E402
from services.platform.process.settings import CommonSettings, database_url, load  # noqa: E402
from services.tables import operator_orders as operator  # noqa: E402
from services.tables.settings import TablesSettings  # noqa: E402
from services.tables.worker.green_runner import GreenRunner  # noqa: E402
from services.tables.worker.worker import Worker  # noqa: E402
from tests.games import housecard  # noqa: E402

SERVICES = ("wallet", "lobby", "tables")
GAME = housecard.HouseCard.id
GATEWAY = "gateway.house"
WAIT_S = 60
SHOW_MS = 100
LONG_MS = 5_000
"""How long cards lie open; longer where something is to be done meanwhile."""


class Client:
    """Stands for a gateway with one connection."""

    def __init__(self, common: CommonSettings) -> None:
        self.account = ""
        self.view: dict[str, Any] = {}
        self.link = Link(common, "gateway", self._on_up)
        self._count = 0

    def _on_up(self, link: Link) -> None:
        link.declare_exchanges()
        link.declare_own(GATEWAY, ())
        link.consume(GATEWAY, self._on_message, no_ack=True)

    def _on_message(self, message: Any) -> None:
        body = message.body if isinstance(message.body, bytes) else str(message.body).encode()
        for delivery in msgspec.json.decode(body, type=deliveries.Deliveries).frames:
            frame = msgspec.json.decode(bytes(delivery.frame))
            if frame["t"] in ("table", "update"):
                self.view = frame["view"]

    def sends(self, make: Any, table: str, *fields: Any) -> None:
        self._count += 1
        command_id = f"c{self._count}"
        at_ms = int(time.time() * 1000)
        command = make(table, command_id, at_ms, GATEWAY, 1, self.account, command_id, *fields)
        self.link.publish(encode([command]), "", names.shard_queue(GAME, shard_of(table, 8)))

    def beats(self) -> None:
        """A gateway that is silent has lost its connections."""
        while True:
            self.link.publish(encode([deliveries.GatewayBeat(GATEWAY)]), names.BEAT_EXCHANGE, "")
            eventlet.sleep(0.5)

    def moves(self, table: str, **move: Any) -> None:
        self.sends(commands.Move, table, self.view["match"], None, move)

    def phase(self) -> str:
        found = self.view.get("game_view") or {}
        return str(found.get("phase"))


class House:
    """Everything that runs."""

    def __init__(self) -> None:
        self.common = load(CommonSettings)
        for name in SERVICES:
            migrations.migrate(name, database_url(name, self.common))
        self.rpc = RpcClient(self.common, "test").start()
        self.wallet = self._host("wallet")
        self.database = Database(database_url("tables", self.common), "tables")
        self.others = [self._host("lobby"), self._host("tables", self.database)]
        # On one database with its service, as in production: what the worker commits is relayed at once.
        self.worker = Worker(self.common, TablesSettings(bot_processes=0), self.database, [GAME], GreenRunner())

    def start(self) -> None:
        for part in (self.wallet, *self.others, self.worker):
            part.start()

    def stop(self) -> None:
        for part in (self.worker, *self.others, self.wallet):
            part.stop()
        self.rpc.stop()

    def _host(self, name: str, database: Database | None = None) -> ServiceHost:
        module = importlib.import_module(f"services.{name}.service")
        base = Base(self.common, database or Database(database_url(name, self.common), name))
        return ServiceHost(module.SERVICE, module.make_app(base, self.rpc), base)

    def wallet_again(self) -> None:
        self.wallet = self._host("wallet")
        self.wallet.start()

    def ask(self, request: Any) -> Any:
        answer = self.rpc.call(request)
        assert not isinstance(answer, Refusal), answer
        return answer


def main() -> None:
    """Start everything, play, send requests, stop, report."""
    embedded.register()
    registry.entries()[GAME] = registry.Entry(housecard.HouseCard(), ModuleType(GAME))  # type: ignore[arg-type]
    house = House()
    house.start()
    seen = _play(house)
    house.stop()
    sys.stdout.write(json.dumps(seen) + "\n")


def _play(house: House) -> dict[str, Any]:
    client = Client(house.common)
    client.link.start(timeout_s=WAIT_S)
    eventlet.spawn(client.beats)
    form = {"username": "Ana", "email": "ana@example.org", "password": "correct horse", "birth_date": "1990-01-01"}
    session = house.ask(accounts.Register(**form))
    account = client.account = session.account.account
    house.ask(presence.Connected(token=session.token, gateway=GATEWAY, conn=1))
    _wait_for(lambda: _chips(house, account) == 5_000, "chips")
    _wait_for(lambda: bool(_tables(house)), "a table")
    table = _tables(house)[0]
    house.ask(open_tables.JoinTable(account=account, id="join", table=table, notice=True))
    return _at_table(house, client, table)


def _at_table(house: House, client: Client, table: str) -> dict[str, Any]:
    def looks() -> bool:
        client.sends(commands.Watch, table, -1)
        eventlet.sleep(0.2)
        return client.view.get("you") is not None

    _wait_for(looks, "a seat")
    client.sends(commands.Seed, table, client.view["match"], "ab" * 16)
    shoe, commit = client.view["match"], client.view["commit"]
    seen: dict[str, Any] = {"account": client.account, "commit": commit, "rounds": []}
    for number in range(1, 6):
        _round(house, client, table, away=number == 2, annul=number == 3)
        seen["rounds"].append(client.view["game_view"]["history"][-1])
    _wait_for(lambda: client.view["last_shoe"] is not None, "the end of the shoe")
    client.moves(table, move="leave")
    _wait_for(lambda: all(seat.account is None for seat in _line(house, table).seats), "a free seat")
    recording = house.ask(recordings.GetRecording(match=shoe, account=client.account, roles=[]))
    seen["recording"] = msgspec.to_builtins(recording)
    seen["balance"] = house.ask(wallet.GetBalance(account=client.account)).chips
    seen["ledger"] = msgspec.to_builtins(house.ask(wallet.CheckLedger()))
    seen["status"] = [line.status for line in house.ask(presence.ListPlayers()).players]
    client.link.stop()
    return seen


def _round(house: House, client: Client, table: str, *, away: bool, annul: bool) -> None:
    """One bet and what comes of it; with the wallet away while it is held, or annulled by an operator."""
    _wait_for(lambda: client.phase() == "betting", "betting")
    housecard.SHOW_MS = LONG_MS if annul else SHOW_MS
    rounds = len(client.view["game_view"]["history"])
    client.moves(table, move="bet", chips=300)
    if away:
        house.wallet.stop()
    client.moves(table, move="done")
    if away:
        _wait_for(lambda: client.view["banking"], "the bank to be asked")
        eventlet.sleep(0.5)
        assert client.view["banking"]
        house.wallet_again()
    if annul:
        _wait_for(lambda: client.phase() == "open", "open cards")
        found = house.database.run(operator.round_order_for, rounds + 1, False, table, "the cards fell down", "ops")
        client.link.publish(encode([found[1]]), "", found[0])
        housecard.SHOW_MS = SHOW_MS
    _wait_for(lambda: len(client.view["game_view"]["history"]) > rounds, f"round {rounds + 1}")


def _line(house: House, table: str) -> open_tables.TableLine:
    return next(line for line in house.ask(open_tables.ListTables()).tables if line.table == table)


def _tables(house: House) -> list[str]:
    lines = house.ask(open_tables.ListTables()).tables
    return [line.table for line in lines if line.game == GAME and line.options == {"variant": "even"}]


def _chips(house: House, account: str) -> int | None:
    found = house.rpc.call(wallet.GetBalance(account=account))
    return found.chips if isinstance(found, wallet.Balance) else None


def _wait_for(condition: Callable[[], bool], what: str) -> None:
    deadline = time.monotonic() + WAIT_S
    while not condition():
        if time.monotonic() > deadline:
            raise TimeoutError(f"waited for {what}")
        eventlet.sleep(0.02)


if __name__ == "__main__":
    main()
