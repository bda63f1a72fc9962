"""The lobby as it runs: in its container, with a broker, beside services that say yes. Prints what it saw as JSON.

A process of its own because the test process must not be patched. Broker and database come from the environment.
"""

import warnings

warnings.filterwarnings("ignore", message="(?s).*Eventlet is deprecated")
import eventlet  # noqa: E402

eventlet.monkey_patch()

import os  # noqa: E402
import sys  # noqa: E402
import time  # noqa: E402
from collections.abc import Callable  # noqa: E402
from functools import partial  # noqa: E402
from typing import Any  # noqa: E402

import argon2  # noqa: E402
import msgspec  # noqa: E402

from services.contracts.base import Done, Envelope, routing_key  # noqa: E402
from services.contracts.client.pushes import Push  # noqa: E402
from services.contracts.lobby import (  # noqa: E402
    open_tables,
    presence,
    seeks,
)
from services.contracts.lobby.accounts import accounts as lobby_accounts  # noqa: E402
from services.contracts.tables import (  # noqa: E402
    catalogue,
    commands,
    deliveries,
    events,
)
from services.contracts.wallet import balances as wallet  # noqa: E402
from services.kernel.ids import new_id  # noqa: E402
from services.lobby import service  # noqa: E402
from services.platform.broker import names  # noqa: E402
from services.platform.broker.link import Link  # noqa: E402
from services.platform.broker.rpc_client import RpcClient  # noqa: E402
from services.platform.database import migrations  # noqa: E402
from services.platform.database.unit_of_work import Database  # noqa: E402
from services.platform.hosting.host import Base, ServiceHost, Wired  # noqa: E402
from services.platform.hosting.rpc import rpc  # noqa: E402
from services.platform.process import logs  # noqa: E402
from services.platform.process.json import encode  # noqa: E402
from services.platform.process.settings import CommonSettings, database_url, load  # noqa: E402

PASSWORD = "correct horse"
SILENT_S = float(os.environ["KAFENEIO_GATEWAY_SILENT_MS"]) / 1000


class WalletService:
    """Everybody can pay."""

    name = "wallet"
    app = Wired()

    @rpc(wallet.CheckStake)
    def check_stake(self, _request: wallet.CheckStake) -> Done:
        """Yes."""
        return Done()


class TablesService:
    """Tichu is played by four, every other game by two."""

    name = "tables"
    app = Wired()

    @rpc(catalogue.CheckOptions)
    def check_options(self, request: catalogue.CheckOptions) -> catalogue.CheckedOptions:
        """Yes."""
        seats = 4 if request.game == "tichu" else 2
        return catalogue.CheckedOptions(options=request.options, seats=seats, sides=[[0], [1]], shards=1)


class Ear:
    """A gateway and a tables worker, as far as the lobby can see."""

    def __init__(self, common: CommonSettings) -> None:
        self.pushes: list[dict[str, Any]] = []
        self.commands: list[Any] = []
        self.beats = True
        self.link = Link(common, "ear", self._on_up).start(timeout_s=60)
        eventlet.spawn(self._beat)

    def _on_up(self, link: Link) -> None:
        link.declare_exchanges()
        link.declare_own("ear", (names.PUSH_EXCHANGE,))
        link.consume("ear", self._on_push, no_ack=True)
        for game in ("tictactoe", "tichu"):
            shard = names.shard_queue(game, 0)
            link.declare_durable(shard, names.dead_queue("tables"))
            link.consume(shard, self._on_command, no_ack=True)

    def _on_push(self, message: Any) -> None:
        for push in msgspec.json.decode(message.body, type=list[Push]):
            self.pushes.append(msgspec.json.decode(push.frame))

    def _on_command(self, message: Any) -> None:
        self.commands += msgspec.json.decode(message.body, type=list[commands.Command])

    def _beat(self) -> None:
        while self.beats:
            self.link.publish(encode([deliveries.GatewayBeat("g1")]), names.BEAT_EXCHANGE, "")
            time.sleep(0.2)

    def kinds(self) -> list[str]:
        return [push["t"] for push in self.pushes]

    def start_of_match(self, game: str) -> Any:
        """The order that starts a match between people; None: there was none."""
        starts = [each for each in self.commands if each.order.game == game and not each.order.practice]
        return starts[0] if starts else None

    def tell(self, event: Any) -> None:
        envelope = encode([Envelope(new_id(), "", 0, event)])
        self.link.publish(envelope, names.EVENTS_EXCHANGE, routing_key(event), persistent=True)


class Turns:
    """How many turns others have had while a password was hashed."""

    def __init__(self) -> None:
        self.while_hashing = 0
        self._all = 0
        verify = argon2.PasswordHasher.verify

        def counted(*args: Any) -> Any:
            before = self._all
            try:
                return verify(*args)
            finally:
                self.while_hashing += self._all - before

        argon2.PasswordHasher.verify = counted  # type: ignore[method-assign]
        eventlet.spawn(self._take)

    def _take(self) -> None:
        while True:
            eventlet.sleep(0.001)
            self._all += 1


class Beats:
    """When the lobby received heartbeats of its gateways, and a way to set that back."""

    def __init__(self, app: Any) -> None:
        self._gateways = app.gateways

    def forget(self, seconds: float) -> None:
        """Heartbeats were received so much earlier."""
        heard_s = self._gateways._heard_s
        for gateway in heard_s:
            heard_s[gateway] -= seconds

    def age_s(self, gateway: str) -> float:
        """For how long it has been silent."""
        return time.monotonic() - self._gateways._heard_s.get(gateway, 0.0)


def wait_for(condition: Callable[[], Any], seconds: float = 60) -> Any:
    """The condition's value once it is true."""
    deadline = time.monotonic() + seconds
    while not (value := condition()):
        if time.monotonic() > deadline:
            raise TimeoutError(condition)
        time.sleep(0.01)
    return value


def log_in(client: RpcClient, turns: Turns) -> Any:
    """A session; on a machine that gave nobody else a turn meanwhile, a few."""
    for _ in range(20):
        session = client.call(lobby_accounts.LogIn(username="ana", password=PASSWORD))
        if turns.while_hashing:
            break
    return session


def play(client: RpcClient, ear: Ear, beats: Beats) -> dict[str, Any]:
    """One player's evening."""
    ana = client.call(
        lobby_accounts.Register(username="Ana", email="ana@example.org", password=PASSWORD, birth_date="1990-12-31")
    )
    turns = Turns()
    session = log_in(client, turns)
    seen: dict[str, Any] = {"turns_while_hashing": turns.while_hashing}
    seen["replaced"] = client.call(lobby_accounts.WhoIs(token=ana.token))
    seen["room"] = client.call(presence.Connected(token=session.token, gateway="g1", conn=1))
    wait_for(lambda: "players" in ear.kinds())
    account = session.account.account
    asked = open_tables.CreateTable(account=account, id="c", name="Our table", game="tictactoe", bots=[1])
    seen["table"] = client.call(asked)
    seen["start"] = wait_for(lambda: ear.commands)[0]
    wait_for(lambda: "sent" in ear.kinds())
    ear.tell(wallet.ChipsChanged(chips={account: 900}, seqs={account: 3}))
    wait_for(lambda: "chips" in ear.kinds())
    ear.tell(events.TableDone(table=seen["table"].table, reason=""))
    wait_for(lambda: client.call(open_tables.ListTables()).tables == [])
    wait_for(lambda: beats.age_s("g1") < SILENT_S / 4)
    beats.forget(SILENT_S / 2)
    wait_for(lambda: beats.age_s("g1") < SILENT_S / 4)
    beats.forget(SILENT_S / 2)
    seen["players"] = client.call(presence.ListPlayers()).players
    seen["found"] = find_games(client, ear, account)
    ear.beats = False
    wait_for(lambda: beats.forget(SILENT_S) or client.call(presence.ListPlayers()).players == [])
    wait_for(lambda: any(account in push.get("gone", []) for push in ear.pushes))
    return seen | {"pushes": ear.kinds()}


def find_games(client: RpcClient, ear: Ear, ana: str) -> list[list[str]]:
    """Two look for a game, then four for another; returns who sat at which table, by name."""
    accounts = [ana]
    for conn, name in enumerate(("Ben", "Cleo", "Dina"), 2):
        email = f"{name}@example.org"
        form = lobby_accounts.Register(username=name, email=email, password=PASSWORD, birth_date="1990-12-31")
        session = client.call(form)
        client.call(presence.Connected(token=session.token, gateway="g1", conn=conn))
        accounts.append(session.account.account)
    found = []
    for game, players in (("tictactoe", accounts[:2]), ("tichu", accounts)):
        for account in players:
            wanted = [seeks.SeekGame(game=game)]
            client.call(seeks.StartSeek(account=account, games=wanted, stakes_chips=[0], wait_s=600))
        start = wait_for(partial(ear.start_of_match, game))
        found.append(sorted(seat.name for seat in start.order.seats))
        ear.tell(events.TableDone(table=start.table, reason=""))
        wait_for(lambda: client.call(open_tables.ListTables()).tables == [])
    wait_for(lambda: ear.kinds().count("seek_ended") == 2)
    return found


def main() -> None:
    """Start everything, play, stop everything."""
    logs.set_up("INFO", "lobby")
    common = load(CommonSettings)
    migrations.migrate("lobby", database_url("lobby", common))
    client = RpcClient(common, "test").start()
    hosts = []
    app: Any = None
    for module_service, name in ((WalletService, "wallet"), (TablesService, "tables"), (service.SERVICE, "lobby")):
        url = database_url(name, common) if name == "lobby" else "sqlite://"
        base = Base(common, Database(url, name))
        app = service.make_app(base, client) if name == "lobby" else None
        if name != "lobby":
            base.relay.start = base.relay.stop = lambda *_args: None  # type: ignore[method-assign]
        hosts.append(ServiceHost(module_service, app, base))
        hosts[-1].start()
    ear = Ear(common)
    seen = play(client, ear, Beats(app))
    hosts[-1].stop()
    sys.stdout.write(encode(seen).decode())
    sys.stdout.flush()
    os._exit(0)  # the others have nothing to lose


if __name__ == "__main__":
    main()
