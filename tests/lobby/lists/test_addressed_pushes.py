"""Pushes reach the gateways that need them and no others: the lobby's use cases and pusher, two gateways' feeds and
greetings, and the broker between them, are the real ones."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import msgspec
import pytest

from gateway.settings import GatewaySettings
from gateway.ws.broker_feed import Feed
from gateway.ws.connection.connection import Connection, State
from gateway.ws.connection.connections import Connections
from gateway.ws.lists.broadcast import Broadcasts
from gateway.ws.lists.room_lists import RoomLists
from gateway.ws.lobby.hall_bindings import HallBindings
from gateway.ws.lobby.presence import Presence
from gateway.ws.lobby.pushes import Pushes, Recent
from gateway.ws.tables.directory import Directory
from services.contracts.client.frames import ByeFrame, ChatFrame
from services.contracts.client.pushes import Push
from services.contracts.lobby import chat, open_tables, presence
from services.lobby.lists.pusher import Pusher
from services.lobby.ports import Ports
from services.platform.broker import names
from services.platform.broker.link import Link
from services.platform.broker.loop.amqp_link import AmqpLink
from services.platform.process.json import encode
from services.platform.process.settings import CommonSettings
from tests.gateway.fakes import FakeRpc, connection, on_loop, sent, services
from tests.lobby.local_lobby import Here, LocalLobby
from tests.support import loops

pytestmark = pytest.mark.real

NUDGE = "every gateway has got everything so far"


class Gateway:
    """What of a gateway has to do with pushes, at a real broker; behind them is a local lobby."""

    def __init__(self, url: str, name: str, lobby: LocalLobby) -> None:
        self.name = f"gateway.{name}"
        self.messages: list[list[Push]] = []
        """The messages that were decoded."""
        self.in_the_middle: Callable[[str], Awaitable[None]] | None = None
        """Called before and after each question to the lobby."""
        self._lobby = lobby
        self.connections = Connections()
        self.link = AmqpLink(CommonSettings(broker_url=url), "test", lambda link: self._feed.on_up(link))
        rpc = FakeRpc(**services().answers)
        directory, recent = Directory(on_loop(rpc), 8, 10), Recent(1_000)
        self._pushes = Pushes(self.connections, directory, recent, self.name, broadcasts=Broadcasts(self.connections))
        self.halls = HallBindings(self.link, self.name, self.connections)
        asking = _Asking(self, rpc)
        self._presence = Presence(
            asking,  # type: ignore[arg-type]
            GatewaySettings(),
            lobby.clock,
            self.connections,
            self._pushes,
            recent,
            self.halls,
            RoomLists(asking, directory),  # type: ignore[arg-type]
            self.name,
        )
        nobody: Callable[[Any], None] = lambda _anything: None  # noqa: E731
        self._feed = Feed(
            self.name,
            nobody,
            self._on_pushes,
            nobody,
            lambda: None,
            self.halls.on_up,
            is_viewed=self.connections.is_watched,
        )

    async def __aenter__(self) -> "Gateway":
        self.link.start()
        await self.link.wait_up(60)
        self._running = asyncio.get_running_loop().create_task(self._feed.run())
        return self

    async def __aexit__(self, *_: object) -> None:
        self._running.cancel()
        await self.link.stop()

    async def answer(self, request: Any, rpc: FakeRpc) -> Any:
        """As the lobby answers; the other services are well."""
        kind = type(request).__name__
        if self.in_the_middle is not None:
            await self.in_the_middle(f"before {kind}")
        answer = self._lobby.ask(request) if isinstance(request, _OF_LOBBY) else rpc.call(request)
        if self.in_the_middle is not None:
            await self.in_the_middle(f"after {kind}")
        return answer

    async def enter(self, who: Here) -> Connection:
        """The account comes in here."""
        conn = connection(self.connections.next_id())
        conn.start(lambda *_: None, self.connections.leave)
        self.connections.enter(conn)
        conn.state, conn.token = State.GREETING, who.token
        await self._presence.greet(conn)
        assert conn.is_open
        return conn

    def leave(self, conn: Connection) -> None:
        """Its socket is gone; the lobby does not know it yet."""
        conn.state = State.CLOSED
        self.connections.leave(conn)

    async def _on_pushes(self, body: bytes) -> None:
        self.messages.append(msgspec.json.decode(body, type=list[Push]))
        await self._pushes.on_message(body)

    def frames(self) -> list[dict[str, Any]]:
        """What was pushed here, for whomever."""
        return [msgspec.json.decode(push.frame) for message in self.messages for push in message]


class _Asking:
    def __init__(self, gateway: Gateway, rpc: FakeRpc) -> None:
        self._gateway, self._rpc = gateway, rpc

    async def call(self, request: Any, timeout_ms: int | None = None) -> Any:
        return await self._gateway.answer(request, self._rpc)


_OF_LOBBY = (presence.Connected, presence.Disconnected, presence.ListPlayers, open_tables.ListTables)


class Site:
    """A lobby whose pushes go to a broker, and two gateways at it."""

    def __init__(self, lobby: LocalLobby, url: str) -> None:
        self.lobby = lobby
        self.first, self.second = Gateway(url, "one", lobby), Gateway(url, "two", lobby)
        self._nudges = 0
        self._link = Link(CommonSettings(broker_url=url), "test", lambda link: link.declare_exchanges())
        self.pusher = Pusher(lobby.database, self._link.publish, elo_start=1_500, waiting_max=1_000)
        ports = lobby.ports
        lobby.ports = Ports(ports.database, ports.rpc, ports.passwords, self.pusher, ports.settings, ports.pictures)

    async def __aenter__(self) -> "Site":
        self._link.start(60)
        for gateway in (self.first, self.second):
            await gateway.__aenter__()
        return self

    async def __aexit__(self, *_: object) -> None:
        for gateway in (self.first, self.second):
            await gateway.__aexit__()
        self._link.stop()

    async def arrive(self) -> None:
        """Push what waits, and wait until all of it has come to the gateways."""
        self._nudges += 1
        self.pusher.frame(None, ByeFrame(error=f"{NUDGE} {self._nudges}"))
        while self.pusher.turn(0):
            pass
        for gateway in (self.first, self.second):
            while not any(frame.get("error") == f"{NUDGE} {self._nudges}" for frame in gateway.frames()):
                await asyncio.sleep(0.002)

    async def forget(self) -> None:
        """All has arrived, and is not counted."""
        await self.arrive()
        for gateway in (self.first, self.second):
            gateway.messages.clear()


def kinds(gateway: Gateway) -> list[str]:
    """The kinds of frames that came to a gateway, the nudges left out."""
    return [frame["t"] for frame in gateway.frames() if frame["t"] != "bye"]


def register(lobby: LocalLobby, *names_: str) -> list[Here]:
    """Players who have not come in yet."""
    sessions = [lobby.register(name) for name in names_]
    return [Here(session.account.account, session.token, "", 0) for session in sessions]


def test_a_push_for_an_account_reaches_its_gateway_alone(lobby_sqlite_url: str, rabbit_url: str) -> None:
    async def scenario() -> None:
        lobby = _empty(lobby_sqlite_url)
        ana, ben, eva = register(lobby, "Ana", "Ben", "Eva")
        async with Site(lobby, rabbit_url) as site:
            here = await site.first.enter(ana), await site.second.enter(ben)
            await site.forget()
            site.pusher.frame([ana.account], ChatFrame(line=_line("for Ana")))
            site.pusher.frame([ana.account, ben.account], ChatFrame(line=_line("for both")))
            site.pusher.frame([eva.account], ChatFrame(line=_line("for Eva, who is nowhere")))
            await site.arrive()
            assert [len(gateway.messages) for gateway in (site.first, site.second)] == [2, 2]
            assert _texts(here[0]) == ["for Ana", "for both"]
            assert _texts(here[1]) == ["for both"]
            assert "for Ana" not in str(site.second.frames())
            assert "for Eva, who is nowhere" in str(site.first.frames()) and "nowhere" in str(site.second.frames())
            named = [push.accounts for message in site.first.messages for push in message if push.accounts]
            assert named == [[ana.account], [ana.account], [eva.account]], "the others' accounts are not even named"

    loops.run(scenario())


def test_events_of_a_hall_reach_the_gateways_with_players_in_it(lobby_sqlite_url: str, rabbit_url: str) -> None:
    async def scenario() -> None:
        lobby = _empty(lobby_sqlite_url)
        lobby.set(hall_players_max=2)
        people = register(lobby, "Ana", "Ben", "Cleo", "Dora")
        async with Site(lobby, rabbit_url) as site:
            for who in people[:2]:
                await site.first.enter(who)
            away = [await site.second.enter(who) for who in people[2:]]
            await site.forget()
            lobby.say(people[0], "only here")
            await site.arrive()
            assert kinds(site.first) == ["chat"] and kinds(site.second) == []
            site.second.leave(away[0])
            site.second.leave(away[1])
            site.second.halls.sweep()
            await site.forget()
            lobby.say(people[2], "who hears?")
            await site.arrive()
            assert kinds(site.second) == [], "nobody of the second hall is there any more"

    loops.run(scenario())


def test_lines_for_spectators_reach_no_gateway_without_spectators_of_the_table(
    lobby_sqlite_url: str, rabbit_url: str
) -> None:
    async def scenario() -> None:
        lobby = _empty(lobby_sqlite_url)
        (ana,) = register(lobby, "Ana")
        async with Site(lobby, rabbit_url) as site:
            conn = await site.first.enter(ana)
            site.first.connections.watch(conn, "t-1")
            await site.forget()
            site.pusher.frame([], ChatFrame(line=_line("well played")), table="t-1", spectators=True)
            await site.arrive()
            assert _texts(conn) == ["well played"]
            assert kinds(site.second) == []

    loops.run(scenario())


def test_an_end_of_a_session_reaches_every_gateway(lobby_sqlite_url: str, rabbit_url: str) -> None:
    async def scenario() -> None:
        lobby = _empty(lobby_sqlite_url)
        (ana,) = register(lobby, "Ana")
        async with Site(lobby, rabbit_url) as site:
            old = await site.first.enter(ana)
            new = await site.second.enter(ana)
            await site.arrive()
            assert old.is_closed and not new.is_closed

    loops.run(scenario())


@pytest.mark.parametrize("when", ["before hello", "during hello", "after hello"])
def test_the_end_of_an_old_session_never_reaches_the_new_one(lobby_sqlite_url: str, rabbit_url: str, when: str) -> None:
    """The lobby ends the old session with the login; that arrives at some moment of the new session's hello."""

    async def scenario() -> None:
        lobby = _empty(lobby_sqlite_url)
        (ana,) = register(lobby, "Ana")
        async with Site(lobby, rabbit_url) as site:
            old = await site.first.enter(ana)
            await site.arrive()
            token = lobby.log_in("Ana").token

            async def arrive(_when: str = "") -> None:
                site.first.in_the_middle = None
                await site.arrive()

            if when == "before hello":
                await arrive()
            if when == "during hello":
                site.first.in_the_middle = arrive
            new = await site.first.enter(Here(ana.account, token, "", 0))
            await site.arrive()
            assert old.is_closed and sent(old)[-1] == {"t": "bye", "error": "session_replaced"}
            assert not new.is_closed
            assert [frame for frame in sent(new) if frame["t"] == "bye" and "got everything" not in str(frame)] == []

    loops.run(scenario())


def test_ends_of_connections_that_arrive_late_leave_the_last_connection_alone(
    lobby_sqlite_url: str, rabbit_url: str
) -> None:
    """Three connections of one session, and both ends arrive when the third one is there."""

    async def scenario() -> None:
        lobby = _empty(lobby_sqlite_url)
        (ana,) = register(lobby, "Ana")
        async with Site(lobby, rabbit_url) as site:
            first, second = await site.first.enter(ana), await site.second.enter(ana)
            third = await site.first.enter(ana)
            await site.arrive()
            assert first.is_closed and second.is_closed and not third.is_closed

    loops.run(scenario())


def test_a_player_that_moves_to_another_gateway_misses_nothing(lobby_sqlite_url: str, rabbit_url: str) -> None:
    """Ben speaks at their table before and after every question that is asked while Ana comes in, now here and now
    there. Each line is in the room that she gets or pushed to her after it."""

    async def scenario() -> None:
        lobby = _empty(lobby_sqlite_url)
        ana, ben = register(lobby, "Ana", "Ben")
        said: list[str] = []
        async with Site(lobby, rabbit_url) as site:
            await site.first.enter(ben)
            conn = await site.second.enter(ana)
            table = lobby.create(ben).table
            lobby.join(ana, table)

            async def speak(_when: str = "") -> None:
                lobby.wait(2_100)
                said.append(f"line {len(said)}")
                assert not hasattr(lobby.say(ben, said[-1], f"table:{table}"), "error")
                while site.pusher.turn(0):
                    pass

            for gateway in (site.first, site.second, site.first):
                await speak()
                gateway.in_the_middle = speak
                last = conn
                conn = await gateway.enter(ana)
                gateway.in_the_middle = None
                await site.arrive()
                assert last.is_closed
                assert _known(conn) == said
                assert len(said) < 50, "more would not be in the room"

    loops.run(scenario())


def test_releases_side_by_side_lose_nothing_and_send_nothing_twice(lobby_sqlite_url: str, rabbit_url: str) -> None:
    """A gateway of the release before is bound to the exchange itself; services of that release use no key."""

    async def scenario() -> None:
        lobby = _empty(lobby_sqlite_url)
        ana, ben = register(lobby, "Ana", "Ben")
        old_gateway: list[str] = []

        def on_up(link: Link) -> None:
            link.declare_exchanges()
            link.declare_own("gateway.old", (names.PUSH_EXCHANGE,))
            link.consume("gateway.old", lambda message: old_gateway.append(bytes(message.body).decode()), no_ack=True)

        old = Link(CommonSettings(broker_url=rabbit_url), "old", on_up).start(60)
        async with Site(lobby, rabbit_url) as site:
            here = await site.first.enter(ana), await site.second.enter(ben)
            await site.forget()
            old_push = Push([ana.account], msgspec.Raw(encode(ChatFrame(line=_line("from the old lobby")))))
            old.publish(encode([old_push]), names.PUSH_EXCHANGE, "")
            while not all(kinds(gateway) for gateway in (site.first, site.second)):
                await asyncio.sleep(0.002)
            site.pusher.frame([ana.account], ChatFrame(line=_line("from the new one")))
            lobby.say(ben, "to the hall")
            await site.arrive()
            assert _texts(here[0]) == ["from the old lobby", "from the new one", "to the hall"]
            while not any(f"{NUDGE} 2" in body for body in old_gateway):
                await asyncio.sleep(0.002)
            for text in ("from the old lobby", "from the new one", "to the hall"):
                assert sum(text in body for body in old_gateway) == 1, text
        old.stop()

    loops.run(scenario())


def _empty(url: str) -> LocalLobby:
    lobby = LocalLobby(url)
    lobby.wipe()
    return lobby


def _line(text: str) -> chat.ChatLine:
    return chat.ChatLine(id=1, room="lobby", account="a", name="A", text=text, at_ms=1)


def _texts(conn: Connection) -> list[str]:
    return [frame["line"]["text"] for frame in sent(conn) if frame["t"] == "chat"]


def _known(conn: Connection) -> list[str]:
    """What the client of a connection shows in the end, each line once (by its id)."""
    lines: dict[int, str] = {}
    for frame in sent(conn):
        for line in frame["room"]["chat"] if frame["t"] == "room" else [frame["line"]] if frame["t"] == "chat" else []:
            lines[line["id"]] = line["text"]
    return [lines[number] for number in sorted(lines)]
