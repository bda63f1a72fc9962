"""Greeting and parting: the room with chips and rating, every refusal, and the reports to the lobby."""

from typing import Any

import msgspec
import pytest

from gateway.settings import GatewaySettings
from gateway.ws.connection.connection import Connection, State
from gateway.ws.connection.connections import Connections
from gateway.ws.lists.broadcast import Broadcasts
from gateway.ws.lists.room_lists import RoomLists
from gateway.ws.lobby import presence
from gateway.ws.lobby.hall_bindings import HallBindings
from gateway.ws.lobby.presence import Presence
from gateway.ws.lobby.pushes import Pushes, Recent
from gateway.ws.tables.directory import Directory
from services.contracts.base import Done
from services.contracts.lobby import presence as lobby_presence
from services.contracts.lobby.accounts import accounts
from services.contracts.lobby.people import conduct
from services.contracts.ranking import ratings as ranking
from services.contracts.wallet import balances as wallet
from services.kernel.clock import FakeClock
from services.kernel.refusal import Refusal
from services.platform.process.json import encode
from tests.gateway.fakes import (
    ANN,
    FakeLink,
    FakeRpc,
    connection,
    finish,
    line_of,
    on_loop,
    room,
    sent,
    services,
    table_line,
)

AWAY = Refusal("service_unavailable")
ME = "gateway.me"


class Desk:
    def __init__(self, rpc: FakeRpc, kept_max: int = 10) -> None:
        self.rpc, self.connections, self.clock = rpc, Connections(), FakeClock()
        self.directory = Directory(on_loop(rpc), 8, 10)
        recent = Recent(kept_max)
        broadcasts = Broadcasts(self.connections, lambda _in_s, _do: None)
        self.pushes = Pushes(self.connections, self.directory, recent, ME, broadcasts=broadcasts)
        self.link = FakeLink()
        self.halls = HallBindings(self.link, ME, self.connections)  # type: ignore[arg-type]
        finish(self.halls.bind(1, self.halls.mark()))
        self.presence = Presence(
            on_loop(rpc),
            GatewaySettings(),
            self.clock,
            self.connections,
            self.pushes,
            recent,
            self.halls,
            RoomLists(on_loop(rpc), self.directory),
            ME,
        )

    def greet(self, conn: Connection | None = None) -> Connection:
        if conn is None:
            conn = connection()
            self.connections.enter(conn)
            conn.state, conn.token = State.GREETING, "token-ann"
        finish(self.presence.greet(conn))
        return conn


def test_the_room_comes_with_chips_and_rating() -> None:
    desk = Desk(services())
    conn = desk.greet()
    (frame,) = sent(conn)
    assert frame["t"] == "room"
    assert (frame["chips"], frame["elo"], frame["beat_s"]) == (500, 1250, 5)
    assert frame["now_ms"] == desk.clock.now_ms()
    assert frame["room"]["me"]["account"] == "a-ann"
    assert conn.is_open
    assert desk.connections.of_account("a-ann") == [conn]
    assert desk.directory.place_of("t-1") is not None
    assert desk.rpc.requests(lobby_presence.Connected) == [
        lobby_presence.Connected(token="token-ann", gateway=ME, conn=1, lists=False)
    ]


def test_while_ranking_is_away_the_lobbys_rating_counts() -> None:
    assert sent(Desk(services(GetRatings=AWAY)).greet())[0]["elo"] == 1111
    assert sent(Desk(services(GetRatings=ranking.Ratings(ratings=[]))).greet())[0]["elo"] == 1111


def of_age(age_ms: int) -> lobby_presence.Room:
    """The room of an account that was made so long ago."""
    me = msgspec.structs.replace(ANN, created_at_ms=FakeClock().now_ms() - age_ms)
    return msgspec.structs.replace(room(), me=me)


@pytest.fixture
def no_pause(monkeypatch: pytest.MonkeyPatch) -> None:
    """The wallet is asked again at once."""
    monkeypatch.setattr(presence, "_WELCOME_PAUSE_S", 0)


@pytest.mark.usefixtures("no_pause")
def test_the_first_room_of_a_new_account_waits_for_its_welcome_chips() -> None:
    answers = [Refusal("account_unknown"), Refusal("account_unknown"), wallet.Balance(account="a-ann", chips=5_000)]
    desk = Desk(services(Connected=of_age(59_999), GetBalance=lambda _request: answers.pop(0)))
    assert sent(desk.greet())[0]["chips"] == 5_000
    assert len(desk.rpc.requests(wallet.GetBalance)) == 3


@pytest.mark.usefixtures("no_pause")
def test_an_account_that_the_wallet_does_not_know_has_no_chips_after_a_bounded_wait() -> None:
    desk = Desk(services(Connected=of_age(0), GetBalance=Refusal("account_unknown")))
    assert sent(desk.greet())[0]["chips"] == 0
    assert len(desk.rpc.requests(wallet.GetBalance)) == 10


def test_an_old_account_that_the_wallet_does_not_know_is_not_waited_for() -> None:
    desk = Desk(services(Connected=of_age(60_000), GetBalance=Refusal("account_unknown")))
    assert sent(desk.greet())[0]["chips"] == 0
    assert len(desk.rpc.requests(wallet.GetBalance)) == 1


def test_a_guest_without_a_ledger_account_is_not_kept_waiting() -> None:
    guest = msgspec.structs.replace(room(), me=msgspec.structs.replace(room().me, guest=True))
    desk = Desk(services(Connected=guest, GetBalance=Refusal("account_unknown")))
    assert sent(desk.greet())[0]["chips"] == 0
    assert len(desk.rpc.requests(wallet.GetBalance)) == 1


@pytest.mark.parametrize("away", ["Connected", "GetBalance"])
@pytest.mark.parametrize("error", ["service_unavailable", "internal_error"])
def test_a_client_that_cannot_be_greeted_now_shall_return_later(away: str, error: str) -> None:
    conn = Desk(services(**{away: Refusal(error)})).greet()
    assert conn.is_closed
    assert sent(conn) == []  # no bye
    assert b"service_unavailable" in conn.stream.data  # type: ignore[attr-defined]


@pytest.mark.parametrize("error", ["session_expired", "session_replaced", "account_suspended"])
def test_a_client_without_a_session_is_sent_to_the_login(error: str) -> None:
    desk = Desk(services(Connected=Refusal(error)))
    conn = desk.greet()
    assert sent(conn) == [{"t": "bye", "error": error}]
    assert desk.connections.of_account("a-ann") == []


def test_a_client_that_left_meanwhile_is_not_announced() -> None:
    desk = Desk(services())
    conn = connection()
    conn.close("heartbeat_lost")
    desk.greet(conn)
    assert desk.rpc.asked == []


def test_a_client_that_leaves_during_the_greeting_is_not_admitted() -> None:
    def leave(_request: Any) -> lobby_presence.Room:
        conn.close("heartbeat_lost")
        return room()

    desk = Desk(services(Connected=leave))
    conn = connection()
    conn.state = State.GREETING
    desk.greet(conn)
    assert desk.connections.of_account("a-ann") == []
    assert conn.account == "a-ann"  # so that the lobby can be told


def test_what_is_pushed_during_the_greeting_comes_after_the_room() -> None:
    def push_meanwhile(_request: Any) -> lobby_presence.Room:
        finish(desk.pushes.on_message(encode([[["a-ann"], {"t": "chips", "chips": 7}, None, None]])))
        return room()

    desk = Desk(services(Connected=push_meanwhile))
    assert [frame["t"] for frame in sent(desk.greet())] == ["room", "chips"]


def ended_meanwhile(desk_of: list[Desk]) -> Any:
    def answer(_request: Any) -> lobby_presence.Room:
        finish(desk_of[0].pushes.on_message(encode([[["a-ann"], {"t": "x"}, "session_replaced", None]])))
        return room()

    return answer


def test_a_session_that_was_replaced_during_the_greeting_ends() -> None:
    desk_of: list[Desk] = []
    desk = Desk(services(Connected=ended_meanwhile(desk_of), WhoIs=Refusal("session_replaced")))
    desk_of.append(desk)
    conn = desk.greet()
    assert conn.is_closed
    assert sent(conn)[-1] == {"t": "bye", "error": "session_replaced"}


def test_a_session_that_is_the_replacing_one_goes_on() -> None:
    desk_of: list[Desk] = []
    desk = Desk(services(Connected=ended_meanwhile(desk_of)))
    desk_of.append(desk)
    assert desk.greet().is_open
    assert desk.rpc.requests(accounts.WhoIs) == [accounts.WhoIs(token="token-ann", active=False, operation="hello")]


def test_a_client_that_missed_too_much_during_the_greeting_shall_return_later() -> None:
    def push_much(_request: Any) -> lobby_presence.Room:
        for number in range(4):
            finish(desk.pushes.on_message(encode([[None, {"t": "chips", "chips": number}, None, None]])))
        return room()

    desk = Desk(services(Connected=push_much), kept_max=3)
    conn = desk.greet()
    assert conn.is_closed
    assert b"resync_needed" in conn.stream.data  # type: ignore[attr-defined]


def test_the_room_says_where_the_player_sits() -> None:
    seated = msgspec.structs.replace(room(), table="t-1")
    assert Desk(services(Connected=seated)).greet().seat == "t-1"
    assert Desk(services()).greet().seat is None


def test_the_room_is_sent_again_to_an_open_connection() -> None:
    desk = Desk(services())
    conn = desk.greet()
    desk.greet(conn)
    assert [frame["t"] for frame in sent(conn)] == ["room", "room"]
    assert desk.connections.of_account("a-ann") == [conn]


def test_a_farewell_names_account_gateway_and_connection() -> None:
    desk = Desk(services())
    conn = desk.greet()
    finish(desk.presence.farewell(conn))
    assert desk.rpc.requests(lobby_presence.Disconnected) == [
        lobby_presence.Disconnected(account="a-ann", gateway=ME, conn=1)
    ]


def test_a_disconnection_is_reported_until_the_lobby_acknowledges_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gateway.ws.lobby.presence._RETRY_S", 0)
    desk = Desk(services(Disconnected=[AWAY, AWAY, Done()]))
    finish(desk.presence.farewell(desk.greet()))
    assert len(desk.rpc.requests(lobby_presence.Disconnected)) == 3


def test_a_disconnection_is_not_reported_any_more_when_the_gateway_stops() -> None:
    desk = Desk(services(Disconnected=AWAY))
    conn = desk.greet()
    desk.presence.stopping = lambda: True
    finish(desk.presence.farewell(conn))
    assert len(desk.rpc.requests(lobby_presence.Disconnected)) == 1


def test_the_session_of_a_client_that_abuses_the_protocol_is_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gateway.ws.lobby.presence._RETRY_S", 0)
    desk = Desk(services(EndForAbuse=[AWAY, Done()]))
    finish(desk.presence.end_session(desk.greet()))
    assert desk.rpc.requests(conduct.EndForAbuse) == [conduct.EndForAbuse(token="token-ann", messages=10)] * 2


def test_a_connection_with_an_uncertain_greeting_is_reported_as_disconnected() -> None:
    desk = Desk(services(Connected=AWAY, WhoIs=ANN))
    conn = desk.greet()
    finish(desk.presence.farewell(conn))
    assert desk.rpc.requests(lobby_presence.Disconnected) == [
        lobby_presence.Disconnected(account="a-ann", gateway=ME, conn=1)
    ]


def test_a_client_that_was_never_admitted_is_not_reported_as_disconnected() -> None:
    desk = Desk(services(Connected=Refusal("session_expired")))
    conn = desk.greet()
    finish(desk.presence.farewell(conn))
    assert desk.rpc.requests(accounts.WhoIs) == []
    assert desk.rpc.requests(lobby_presence.Disconnected) == []


def test_a_new_token_that_comes_with_the_room_is_the_connections_from_now_on() -> None:
    desk = Desk(services(Connected=msgspec.structs.replace(room(), token="newer")))
    conn = desk.greet()
    assert conn.token == "newer"
    assert sent(conn)[0]["room"]["token"] == "newer"


def test_an_old_token_is_replaced_and_the_client_receives_the_new_one() -> None:
    desk = Desk(services(RenewToken=accounts.Token(token="newer")))
    conn = desk.greet()
    conn.token_s -= 43_201
    finish(desk.presence.renew(conn))
    assert desk.rpc.requests(accounts.RenewToken) == [accounts.RenewToken(token="token-ann")]
    assert sent(conn)[-1] == {"t": "token", "token": "newer"}
    assert conn.token == "newer"


@pytest.mark.parametrize("error", ["session_expired", "service_unavailable"])
def test_where_there_is_no_new_token_the_connection_goes_on(error: str) -> None:
    desk = Desk(services(RenewToken=Refusal(error)))
    conn = desk.greet()
    finish(desk.presence.renew(conn))
    assert conn.is_open
    assert [frame["t"] for frame in sent(conn)] == ["room"]


def test_an_open_connection_with_a_token_replaced_elsewhere_comes_in_with_the_newer_one() -> None:
    desk = Desk(services(Connected=[room(), Refusal("session_expired")]))
    conn = desk.greet()
    desk.greet(conn)
    assert conn.is_closed
    assert [frame["t"] for frame in sent(conn)] == ["room"]  # no bye: it comes back
    assert b"resync_needed" in conn.stream.data  # type: ignore[attr-defined]


@pytest.mark.parametrize("list_", ["ListPlayers", "ListTables"])
def test_without_the_lists_there_is_no_room(list_: str) -> None:
    conn = Desk(services(**{list_: AWAY})).greet()
    assert conn.is_closed
    assert b"service_unavailable" in conn.stream.data  # type: ignore[attr-defined]


def test_the_lists_are_the_lobbys_and_packed_as_they_are() -> None:
    desk = Desk(services())
    room_ = sent(desk.greet())[0]["room"]
    assert room_["players"] == [msgspec.to_builtins(line_of(table="t-1"))]
    assert room_["tables"] == [msgspec.to_builtins(table_line())]


def test_the_first_of_a_hall_is_asked_for_again_once_its_pushes_come_here() -> None:
    rooms = [msgspec.structs.replace(room(), hall=2, token="newer"), msgspec.structs.replace(room(), hall=2)]
    desk = Desk(services(Connected=rooms))
    conn = desk.greet()
    assert desk.link.bindings == ["hall.1", "hall.2"]
    assert len(desk.rpc.requests(lobby_presence.Connected)) == 2
    (frame,) = sent(conn)
    assert (frame["room"]["hall"], frame["room"]["token"]) == (2, "newer"), "the token of the first answer is not lost"

    desk.greet(connection(2))
    assert len(desk.rpc.requests(lobby_presence.Connected)) == 3, "the next one is asked for once"


def test_a_hall_is_unbound_when_its_last_client_has_gone_and_not_before() -> None:
    desk = Desk(services(Connected=msgspec.structs.replace(room(), hall=2)))
    conn = desk.greet()
    desk.halls.sweep()
    assert desk.link.bindings == ["hall.2"], "nobody is in the first"
    conn.close("heartbeat_lost")
    with desk.halls.entering(2):
        desk.halls.sweep()
    assert desk.link.bindings == ["hall.2"], "somebody is about to come in"
    desk.halls.sweep()
    assert (desk.link.bindings, len(desk.halls)) == ([], 0)


def test_a_hall_that_was_unbound_meanwhile_is_not_taken_for_whole() -> None:
    desk = Desk(services())
    mark = desk.halls.mark()
    desk.halls.sweep()
    assert not finish(desk.halls.bind(1, mark))
    assert finish(desk.halls.bind(1, desk.halls.mark()))


def test_a_client_of_a_hall_that_cannot_be_bound_shall_return_later() -> None:
    desk = Desk(services(Connected=msgspec.structs.replace(room(), hall=2)))
    desk.link.down = 1
    conn = desk.greet()
    assert conn.is_closed
    assert b"service_unavailable" in conn.stream.data  # type: ignore[attr-defined]


def test_a_client_that_is_moved_again_and_again_shall_return_later() -> None:
    rooms = [msgspec.structs.replace(room(), hall=hall) for hall in range(2, 9)]
    conn = Desk(services(Connected=rooms)).greet()
    assert conn.is_closed
