"""A gateway as it runs in production (patched by eventlet, on a broker) among fake services that follow orders.

Started by house.py: `python -m tests.gateway.fixtures_app <folder>`; settings come from the environment. It prints its
two ports as JSON. The second one takes orders as JSON: what the fakes shall reply, what to publish, what they have
received.
"""

import eventlet

from services.platform.process import green_loop as loop

loop.install()
eventlet.monkey_patch()

import json  # noqa: E402
import os  # noqa: E402
import sys  # noqa: E402
import time  # noqa: E402
from typing import Any  # noqa: E402

import msgspec  # noqa: E402
from eventlet import wsgi  # noqa: E402

from gateway.green import GreenGateway  # noqa: E402
from gateway.http.transport.child import WorkerProcess  # noqa: E402
from gateway.settings import GatewaySettings  # noqa: E402
from services.contracts.base import Done  # noqa: E402
from services.contracts.client import frames  # noqa: E402
from services.contracts.lobby import chat, presence  # noqa: E402
from services.contracts.lobby import open_tables as lobby_open_tables  # noqa: E402
from services.contracts.lobby.accounts import accounts  # noqa: E402
from services.contracts.ranking import ratings as ranking  # noqa: E402
from services.contracts.tables import catalogue  # noqa: E402
from services.contracts.tables import commands as tables_commands  # noqa: E402
from services.contracts.tables import deliveries as tables_deliveries  # noqa: E402
from services.contracts.tournaments import competitions, made  # noqa: E402
from services.contracts.wallet import balances as wallet  # noqa: E402
from services.kernel.refusal import Refusal  # noqa: E402
from services.platform import schema  # noqa: E402
from services.platform.broker import names  # noqa: E402
from services.platform.broker.link import Link  # noqa: E402
from services.platform.broker.rpc_client import RpcClient  # noqa: E402
from services.platform.database.unit_of_work import Database  # noqa: E402
from services.platform.hosting.host import Base, ServiceHost, Wired  # noqa: E402
from services.platform.hosting.rpc import rpc  # noqa: E402
from services.platform.process import logs  # noqa: E402
from services.platform.process import settings as environment  # noqa: E402
from services.platform.process.health import Health  # noqa: E402
from services.platform.process.json import encode  # noqa: E402
from services.platform.process.settings import CommonSettings  # noqa: E402

GAME = "tictactoe"
SHARDS = 8
REMATCH = "m-0"


class Script:
    """What the fakes shall do, and what they have been asked."""

    def __init__(self) -> None:
        self.refuse: dict[str, str] = {}
        self.delay_s: dict[str, float] = {}
        self.asked: list[tuple[str, Any]] = []
        self.tables: list[str] = ["t-1", "t-2"]

    def hear(self, request: Any) -> Refusal | None:
        name = type(request).__name__
        self.asked.append((name, msgspec.to_builtins(request)))
        if name in self.delay_s:
            time.sleep(self.delay_s[name])
        return Refusal(self.refuse[name]) if name in self.refuse else None


class App:
    def __init__(self, base: Base, script: Script) -> None:
        self.base = base
        self.script = script


def account_of(token: str) -> accounts.Account:
    name = token.removeprefix("token-")
    return accounts.Account(account=f"a-{name}", name=name, language="el", created_at_ms=1)


def table_line(table: str, organizer: str = "a-ann") -> lobby_open_tables.TableLine:
    return lobby_open_tables.TableLine(
        table=table,
        name="At the window",
        game=GAME,
        options={},
        stake_chips=0,
        mode="open",
        spectators=True,
        practice=False,
        state="started",
        organizer=organizer,
        seats=[lobby_open_tables.SeatLine(seat=0)],
        created_at_ms=1,
    )


def room_of(me: accounts.Account) -> presence.Room:
    line = presence.PlayerLine(account=me.account, name=me.name, status="online", group=1, login_at_ms=1, elo=1234)
    return presence.Room(me=me, players=[line], tables=[table_line("t-1")], chat=[], invitations=[], table=None)


class LobbyService:
    name = "lobby"
    app = Wired()

    @rpc(accounts.Register)
    def register(self, request: accounts.Register) -> Any:
        account = account_of(request.username)
        return self.app.script.hear(request) or accounts.Session(token=f"token-{request.username}", account=account)

    @rpc(accounts.LogIn)
    def log_in(self, request: accounts.LogIn) -> Any:
        account = account_of(request.username)
        return self.app.script.hear(request) or accounts.Session(token=f"token-{request.username}", account=account)

    @rpc(accounts.LogOut)
    def log_out(self, request: accounts.LogOut) -> Any:
        return self.app.script.hear(request) or Done()

    @rpc(accounts.WhoIs)
    def who_is(self, request: accounts.WhoIs) -> Any:
        known = request.token.startswith("token-")
        return self.app.script.hear(request) or (account_of(request.token) if known else Refusal("session_expired"))

    @rpc(presence.Connected)
    def connected(self, request: presence.Connected) -> Any:
        refused = self.app.script.hear(request)
        if not request.token.startswith("token-"):
            return Refusal("session_expired")
        return refused or room_of(account_of(request.token))

    @rpc(presence.Disconnected)
    def disconnected(self, request: presence.Disconnected) -> Any:
        return self.app.script.hear(request) or Done()

    @rpc(presence.Active)
    def active(self, request: presence.Active) -> Any:
        return self.app.script.hear(request) or Done()

    @rpc(presence.ListPlayers)
    def list_players(self, request: presence.ListPlayers) -> Any:
        line = presence.PlayerLine(
            account="a-ann", name="ann", status="playing", group=3, login_at_ms=1, elo=1300, table="t-1"
        )
        return self.app.script.hear(request) or presence.Players(players=[line])

    @rpc(lobby_open_tables.ListTables)
    def list_tables(self, request: lobby_open_tables.ListTables) -> Any:
        lines = [table_line(table) for table in self.app.script.tables]
        return self.app.script.hear(request) or lobby_open_tables.Tables(tables=lines)

    @rpc(lobby_open_tables.ViewTable)
    def view_table(self, request: lobby_open_tables.ViewTable) -> Any:
        if request.table not in self.app.script.tables:
            return Refusal("table_unknown")
        return self.app.script.hear(request) or table_line(request.table)

    @rpc(lobby_open_tables.FindTable)
    def find_table(self, request: lobby_open_tables.FindTable) -> Any:
        known = request.table in self.app.script.tables
        return self.app.script.hear(request) or (table_line(request.table) if known else Refusal("table_unknown"))

    @rpc(lobby_open_tables.CreateTable)
    def create_table(self, request: lobby_open_tables.CreateTable) -> Any:
        return self.app.script.hear(request) or table_line("t-new", request.account)

    @rpc(lobby_open_tables.JoinTable)
    def join_table(self, request: lobby_open_tables.JoinTable) -> Any:
        return self.app.script.hear(request) or table_line(request.table)

    @rpc(lobby_open_tables.LeaveTable)
    def leave_table(self, request: lobby_open_tables.LeaveTable) -> Any:
        return self.app.script.hear(request) or Done()

    @rpc(lobby_open_tables.StartTable)
    def start_table(self, request: lobby_open_tables.StartTable) -> Any:
        return self.app.script.hear(request) or Done()

    @rpc(lobby_open_tables.AnswerInvitation)
    def answer_invitation(self, request: lobby_open_tables.AnswerInvitation) -> Any:
        return self.app.script.hear(request) or Done()

    @rpc(chat.Say)
    def say(self, request: chat.Say) -> Any:
        line = chat.ChatLine(id=1, room=request.room, account=request.account, name="?", text=request.text, at_ms=1)
        return self.app.script.hear(request) or line


class WalletService:
    name = "wallet"
    app = Wired()

    @rpc(wallet.GetBalance)
    def get_balance(self, request: wallet.GetBalance) -> Any:
        return self.app.script.hear(request) or wallet.Balance(account=request.account, chips=500)

    @rpc(wallet.ListTransfers)
    def list_transfers(self, request: wallet.ListTransfers) -> Any:
        transfer = wallet.Transfer(id=7, at_ms=9, kind="welcome", chips=500, balance_chips=500, reference="r")
        more = 7 if request.before is None else None
        return self.app.script.hear(request) or wallet.TransferPage(transfers=[transfer], next_before=more)


class RankingService:
    name = "ranking"
    app = Wired()

    @rpc(ranking.GetRatings)
    def get_ratings(self, request: ranking.GetRatings) -> Any:
        found = [ranking.Rating(account=each, rating=1250, games=3, peak=1260) for each in request.accounts]
        return self.app.script.hear(request) or ranking.Ratings(ratings=found)


class TournamentsService:
    """What a gateway waits for longer than for other services."""

    name = "tournaments"
    app = Wired()

    @rpc(competitions.Enter)
    def enter(self, request: competitions.Enter) -> Any:
        return self.app.script.hear(request) or Refusal("service_unavailable")

    @rpc(made.MakeCompetition)
    def make_competition(self, request: made.MakeCompetition) -> Any:
        return self.app.script.hear(request) or Refusal("service_unavailable")


class TablesService:
    name = "tables"
    app = Wired()

    @rpc(catalogue.GetCatalogue)
    def get_catalogue(self, request: catalogue.GetCatalogue) -> Any:
        return self.app.script.hear(request) or catalogue.Catalogue(games=[])

    @rpc(catalogue.GetMatch)
    def get_match(self, request: catalogue.GetMatch) -> Any:
        if request.match != REMATCH:
            return Refusal("match_unknown")
        return self.app.script.hear(request) or catalogue.MatchRecord(
            match=request.match,
            table="t-1",
            number=1,
            game=GAME,
            rules=1,
            options={"target": 3},
            stake_chips=10,
            seats=[
                tables_commands.SeatPlayer(name="ann", account="a-ann"),
                tables_commands.SeatPlayer(name="bob", account="a-bob"),
            ],
            commit="c",
            started_at_ms=1,
            ended_at_ms=2,
            outcome="won",
            result={"places": [1, 2]},
            seeds=["0" * 32, "0" * 32],
            root="ab",
        )


def shown(table: str) -> dict[str, Any]:
    """What of a view the gateway and programs look at."""
    return {"table": table, "view": {"table": table, "match": "m", "phase": "playing", "you": None, "due": []}}


class Worker:
    """Takes what comes for all shards of one game, answers like a table of which everybody sees the same."""

    def __init__(self, settings: CommonSettings) -> None:
        self.commands: list[Any] = []
        self.beats = 0
        self._beats_queue = f"test.beats.{os.getpid()}"
        self._versions: dict[str, int] = {}
        self._lookers: dict[str, set[tuple[str, int]]] = {}
        self.link = Link(settings, "worker", self._on_up)

    def _on_up(self, link: Link) -> None:
        link.declare_exchanges()
        for shard in range(SHARDS):
            queue = names.shard_queue(GAME, shard)
            link.declare_durable(queue, names.dead_queue("tables"))
            link.consume(queue, self._on_message)
        link.declare_own(self._beats_queue, (names.BEAT_EXCHANGE,))
        link.consume(self._beats_queue, self._on_beat, no_ack=True)

    def _on_beat(self, message: Any) -> None:
        self.beats += len(msgspec.json.decode(message.body, type=list[tables_deliveries.GatewayBeat]))

    def _on_message(self, message: Any) -> None:
        deliveries: dict[str, list[tables_deliveries.Delivery]] = {}
        for command in msgspec.json.decode(message.body, type=list[tables_commands.Command]):
            self.commands.append([type(command).__name__, msgspec.structs.asdict(command)])
            for gateway, conns, frame in self._answer(command):
                deliveries.setdefault(gateway, []).append(tables_deliveries.Delivery(conns, msgspec.Raw(encode(frame))))
        for gateway, delivered in deliveries.items():
            told = tables_deliveries.Deliveries("", 0, [], delivered)
            self.link.publish(encode(told), "", gateway, mandatory=True)
        self.link.ack(message.delivery_tag, message.channel)

    def _answer(self, command: Any) -> list[tuple[str, list[int], Any]]:
        conn = (command.gateway, command.conn)
        lookers = self._lookers.setdefault(command.table, set())
        if isinstance(command, tables_commands.Watch):
            lookers.add(conn)
            frame = {"t": "table", "version": self._versions.get(command.table, 0), **shown(command.table)}
            return [(command.gateway, [command.conn], frame), self._done(command)]
        if isinstance(command, tables_commands.Unwatch):
            lookers.discard(conn)
            return [self._done(command)]
        version = self._versions[command.table] = self._versions.get(command.table, 0) + 1
        update = {"t": "update", "version": version, **shown(command.table)}
        by_gateway: dict[str, list[int]] = {}
        for gateway, number in lookers:
            by_gateway.setdefault(gateway, []).append(number)
        return [self._done(command), *((gateway, conns, update) for gateway, conns in by_gateway.items())]

    def _done(self, command: Any) -> tuple[str, list[int], Any]:
        version = self._versions.get(command.table, 0)
        return command.gateway, [command.conn], frames.DoneFrame(id=command.id, version=version)


class Control:
    """Carries out orders."""

    def __init__(self, script: Script, worker: Worker, gateway: GreenGateway) -> None:
        self.script = script
        self.worker = worker
        self.gateway = gateway

    def __call__(self, environ: dict[str, Any], start_response: Any) -> list[bytes]:
        order = json.loads(environ["wsgi.input"].read())
        answer = getattr(self, order.pop("op"))(**order)
        start_response("200 OK", [("Content-Type", "application/json")])
        return [encode(answer)]

    def refuse(self, request: str, error: str | None) -> None:
        self.script.refuse.pop(request, None)
        if error:
            self.script.refuse[request] = error

    def delay(self, request: str, seconds: float) -> None:
        self.script.delay_s[request] = seconds

    def asked(self, request: str) -> list[Any]:
        return [fields for name, fields in self.script.asked if name == request]

    def commands(self) -> list[Any]:
        return self.worker.commands

    def beats(self) -> int:
        return self.worker.beats

    def push(self, pushes: list[Any]) -> None:
        self.worker.link.publish(encode(pushes), names.PUSH_EXCHANGE, "")

    def roll(self, shard: int) -> None:
        self.worker.link.publish(encode([[GAME, shard, SHARDS]]), names.ROLL_EXCHANGE, "")

    def raw(self, queue: str, body: str) -> None:
        self.worker.link.publish(body.encode(), "", queue)

    def name(self) -> str:
        return self.gateway.gateway._socket_server.queue

    def age(self, seconds: float) -> None:
        """All connections become so much older, as if nothing had come in the meantime."""
        connections = self.gateway.gateway._socket_server.connections
        for conn in (*connections.connections.values(), *connections.leaving):
            conn.opened_s -= seconds
            conn.heard_s -= seconds
            conn.closed_s -= seconds
            conn.stream._taken_s -= seconds

    def cut(self) -> None:
        """The gateway's connection to the broker breaks (a real broker's: the one in the process has none)."""
        link: Any = self.gateway.gateway._socket_server.link
        while not link.is_up:
            time.sleep(0.01)
        link.channel.abort("cut by the test")

    def metrics(self) -> str:
        return self.gateway.gateway.health.metrics().decode()

    def http_pid(self) -> int | None:
        return self.gateway.gateway.http.pid

    def stop(self) -> None:
        """Drain, in the background."""
        eventlet.spawn(self.gateway.stop)

    def open_tables(self, tables: list[str]) -> None:
        self.script.tables = tables


def host_of(service: Any, common: CommonSettings, folder: str, script: Script) -> ServiceHost:
    database = Database(f"sqlite:///{folder}/{service.name}.db", service.name)
    with database.work() as work:
        schema.create_shared(work.connection)
    base = Base(common, database)
    return ServiceHost(service, App(base, script), base)


def main(folder: str) -> None:
    logs.set_up("WARNING", "fixtures")
    common = environment.load(CommonSettings)
    script = Script()
    for service in (LobbyService, WalletService, RankingService, TournamentsService, TablesService):
        host_of(service, common, folder, script).start()
    worker = Worker(common)
    worker.link.start(timeout_s=60)
    rpc_client = RpcClient(common, "gateway").start()
    health = Health()
    http = None if common.embedded else WorkerProcess()
    gateway = GreenGateway(common, environment.load(GatewaySettings), rpc_client, health, http)
    if http is not None:
        health.metrics = http.metrics
    gateway.start()
    while not gateway.gateway.is_ready():
        time.sleep(0.01)
    control = eventlet.listen(("127.0.0.1", 0))
    ports = {"gateway": gateway.port, "control": control.getsockname()[1]}
    sys.stdout.write(json.dumps(ports) + "\n")
    sys.stdout.flush()
    wsgi.server(control, Control(script, worker, gateway), log_output=False)


if __name__ == "__main__":
    main(sys.argv[1])
