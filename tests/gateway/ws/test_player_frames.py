"""Players' frames become commands and requests with the same fields, and are limited, counted and refused by name."""

import json
from typing import Any

import pytest

from gateway.metrics import counts
from gateway.ws.connection.connection import Connection, State
from gateway.ws.connection.connections import Connections
from gateway.ws.connection.request_lanes import Job, RequestLane
from gateway.ws.dispatch import Dispatch
from gateway.ws.lists.room_lists import RoomLists
from gateway.ws.lobby.list_pages import ListPages
from gateway.ws.lobby.lobby_frames import LobbyFrames, to_request
from gateway.ws.lobby.pushes import Pushes, Recent
from gateway.ws.tables.directory import Directory
from gateway.ws.tables.hidden_pages import HiddenPages
from gateway.ws.tables.table_frames import TableFrames, to_command
from services.contracts.base import Done
from services.contracts.client import frames
from services.contracts.lobby import chat, open_tables
from services.contracts.lobby.people import messages
from services.contracts.tables import commands as tables
from services.kernel.clock import FakeClock
from services.kernel.refusal import Refusal
from tests.gateway.fakes import FakeRpc, connection, finish, greeted, on_loop, sent, services, table_line

ME = "gateway.me"
MOVE = {"t": "move", "id": "m1", "table": "t-1", "match": "m", "number": 3, "move": {"cell": 4}}
WATCH = {"t": "watch", "id": "w1", "table": "t-1", "version": 6}


class LateLanes:
    """Lanes whose jobs are done when the test decides it."""

    def __init__(self) -> None:
        self.jobs: list[Job] = []
        self.full = False

    def submit(self, _lane: RequestLane, job: Job, *, always: bool = False) -> bool:
        if self.full and not always:
            return False
        self.jobs.append(job)
        return True

    def do_all(self) -> None:
        while self.jobs:
            finish(self.jobs.pop(0)())


class Outbox:
    def __init__(self) -> None:
        self.sent: list[tuple[str, tables.FromPlayer]] = []
        self.full = False

    def put(self, queue: str, command: tables.FromPlayer, _sender: Connection | None = None) -> bool:
        if not self.full:
            self.sent.append((queue, command))
        return not self.full


class Greeter:
    def __init__(self) -> None:
        self.greeted: list[Connection] = []
        self.ended: list[Connection] = []

    async def end_session(self, conn: Connection) -> None:
        self.ended.append(conn)

    async def greet(self, conn: Connection) -> None:
        self.greeted.append(conn)


class Desk:
    def __init__(self, rpc: FakeRpc | None = None, knows: bool = True) -> None:
        self.rpc = rpc or services()
        self.connections, self.lanes, self.outbox, self.clock, self.greeter = (
            Connections(),
            LateLanes(),
            Outbox(),
            FakeClock(),
            Greeter(),
        )
        self.directory = Directory(on_loop(self.rpc), 8, 10)
        if knows:
            self.directory.learn([("t-1", "tavli")])
        table_frames = TableFrames(
            self.connections,
            self.directory,
            self.outbox,  # type: ignore[arg-type]
            self.lanes,  # type: ignore[arg-type]
            self.clock,
            ME,
            2,
        )
        lobby_frames = LobbyFrames(on_loop(self.rpc), self.lanes, self.directory, self.greeter)  # type: ignore[arg-type]
        recent = Recent(10)
        pushes = Pushes(self.connections, self.directory, recent, ME)
        lists = RoomLists(on_loop(self.rpc), self.directory)
        pages = ListPages(lists, self.lanes, pushes, recent)  # type: ignore[arg-type]
        self.dispatch = Dispatch(
            self.clock,
            self.lanes,  # type: ignore[arg-type]
            self.greeter,  # type: ignore[arg-type]
            table_frames,
            lobby_frames,
            pages,
            5,
            HiddenPages(on_loop(self.rpc), self.lanes),  # type: ignore[arg-type]
        )
        self.conn = greeted(1)
        self.connections.enter(self.conn)

    def say(self, frame: Any, conn: Connection | None = None) -> list[dict[str, Any]]:
        """Say one frame; all that was sent to the connection so far."""
        payload = frame if isinstance(frame, bytes) else json.dumps(frame).encode()
        self.dispatch.on_message(conn or self.conn, payload)
        return sent(conn or self.conn)

    @property
    def commands(self) -> list[tables.FromPlayer]:
        return [command for _, command in self.outbox.sent]


# --- to tables ---


@pytest.mark.parametrize(
    ("frame", "command"),
    [
        (
            frames.MoveFrame(id="c", table="t", match="m", number=None, move={"a": [1]}),
            tables.Move("t", "c", 9, ME, 4, "a-ann", "c", "m", None, {"a": [1]}),
        ),
        (
            frames.SeedFrame(id="c", table="t", match="m", seed="ab"),
            tables.Seed("t", "c", 9, ME, 4, "a-ann", "c", "m", "ab"),
        ),
        (
            frames.ChooseFrame(id="c", table="t", match="m", choice="rematch", seed="ab"),
            tables.Choose("t", "c", 9, ME, 4, "a-ann", "c", "m", "rematch", "ab"),
        ),
        (frames.WatchFrame(id="c", table="t", version=7), tables.Watch("t", "c", 9, ME, 4, "a-ann", "c", 7)),
        (frames.UnwatchFrame(id="c", table="t"), tables.Unwatch("t", "c", 9, ME, 4, "a-ann", "c")),
        (frames.LegalMovesFrame(id="c", table="t"), tables.AskLegal("t", "c", 9, ME, 4, "a-ann", "c")),
    ],
)
def test_a_frame_becomes_the_command_with_the_same_fields(frame: Any, command: tables.FromPlayer) -> None:
    assert to_command(frame, ME, 4, "a-ann", 9) == command


def test_a_move_goes_to_its_shard_at_once_with_the_time_it_came() -> None:
    desk = Desk()
    assert desk.say(MOVE) == []  # the table answers
    ((queue, command),) = desk.outbox.sent
    assert queue.startswith("tables.tavli.")
    assert isinstance(command, tables.Move)
    assert (command.at_ms, command.trace, command.account) == (desk.clock.now_ms(), "m1", "a-ann")


def test_a_table_that_is_not_known_is_looked_up_and_the_frame_keeps_its_time() -> None:
    desk = Desk(knows=False)
    desk.say(MOVE)
    came_ms = desk.clock.now_ms()
    assert desk.commands == []
    desk.clock.advance(700)
    desk.lanes.do_all()
    assert [command.at_ms for command in desk.commands] == [came_ms]


def test_frames_stay_in_order_while_a_table_is_looked_up() -> None:
    desk = Desk(knows=False)
    desk.say(WATCH)
    desk.directory.learn([("t-1", "tavli")])
    desk.say({"t": "unwatch", "id": "u1", "table": "t-1"})
    desk.lanes.do_all()
    assert [type(command) for command in desk.commands] == [tables.Watch, tables.Unwatch]
    assert desk.connections.watchers("t-1") == []
    desk.say(MOVE)
    assert isinstance(desk.commands[-1], tables.Move)


@pytest.mark.parametrize(
    ("rpc", "error"), [(services(), "table_unknown"), (FakeRpc(), "service_unavailable")], ids=["unknown", "away"]
)
def test_a_table_that_cannot_be_found_is_refused(rpc: FakeRpc, error: str) -> None:
    desk = Desk(rpc, knows=False)
    desk.say(MOVE | {"table": "t-404"})
    desk.lanes.do_all()
    (refused,) = sent(desk.conn)
    assert (refused["error"], refused["id"]) == (error, "m1")
    assert desk.conn.lookups == 0


def test_looking_at_a_table_is_remembered_until_it_looks_away() -> None:
    desk = Desk()
    desk.say(WATCH)
    assert desk.connections.watchers("t-1") == [desk.conn]
    assert desk.say({"t": "unwatch", "id": "u1", "table": "t-1"}) == [{"t": "done", "id": "u1"}]
    assert desk.connections.watchers("t-1") == []


def test_a_connection_looks_at_so_many_tables_only() -> None:
    desk = Desk()
    desk.directory.learn([("t-2", "tavli"), ("t-3", "tavli")])
    for number in (1, 2, 1):
        desk.say(WATCH | {"table": f"t-{number}"})
    assert desk.say(WATCH | {"table": "t-3", "id": "w3"}) == [
        {"t": "refused", "error": "too_many_watches", "id": "w3", "detail": {"max": 2}}
    ]
    assert len(desk.commands) == 3


def test_watching_without_a_seat_is_counted_once_a_table_with_its_refusals() -> None:
    before = dict(counts.watches)
    desk = Desk()
    desk.directory.learn([("t-2", "tavli"), ("t-3", "tavli")])
    for number in (1, 1, 2, 3):
        desk.say(WATCH | {"table": f"t-{number}"})
    assert desk.connections.spectators() == 1
    desk.conn.seat = "t-1"
    desk.say(WATCH | {"table": "t-2"})
    assert desk.connections.spectators() == 0
    found = {name: number - before.get(name, 0) for name, number in counts.watches.items()}
    assert {name: number for name, number in found.items() if number} == {
        "begun": 2,
        "too_many_watches": 1,
        "already_seated": 1,
    }


def test_a_seated_player_views_no_other_table() -> None:
    desk = Desk()
    desk.directory.learn([("t-2", "tavli")])
    desk.conn.seat = "t-1"
    refused = [{"t": "refused", "error": "already_seated", "id": "w2", "detail": {"table": "t-1"}}]
    assert desk.say(WATCH | {"table": "t-2", "id": "w2"}) == refused
    assert desk.say(WATCH) == refused and desk.connections.watchers("t-1") == [desk.conn]
    desk.conn.seat = None
    assert desk.say(WATCH | {"table": "t-2", "id": "w3"}) == refused
    assert [command.table for command in desk.commands] == ["t-1", "t-2"]


def test_a_closed_connection_does_not_begin_to_view() -> None:
    desk = Desk(knows=False)
    desk.say(WATCH)
    desk.conn.close("heartbeat_lost")
    desk.lanes.do_all()
    assert desk.commands == []
    assert list(desk.connections.tables()) == []


def test_a_move_of_a_closed_connection_is_played() -> None:
    desk = Desk(knows=False)
    desk.say(MOVE)
    desk.conn.close("heartbeat_lost")
    desk.lanes.do_all()
    assert [type(command) for command in desk.commands] == [tables.Move]


def test_too_much_waiting_is_refused() -> None:
    desk = Desk()
    desk.outbox.full = True
    assert desk.say(MOVE)[-1] == {"t": "refused", "error": "overloaded", "id": "m1"}
    desk.lanes.full = True
    assert desk.say(MOVE | {"table": "t-9", "id": "m2"})[-1] == {"t": "refused", "error": "overloaded", "id": "m2"}
    assert desk.say({"t": "say", "id": "s1", "room": "lobby", "text": "x"})[-1]["error"] == "overloaded"
    assert desk.conn.lookups == 0


# --- to the lobby ---


@pytest.mark.parametrize(
    ("frame", "request_"),
    [
        (
            frames.CreateTableFrame(
                id="c",
                name="n",
                game="tavli",
                options={"target": 3},
                stake_chips=5,
                mode="invite",
                spectators=False,
                invite={"1": "bob"},
                bots=[2],
            ),
            open_tables.CreateTable(
                account="a-ann",
                id="c",
                name="n",
                game="tavli",
                options={"target": 3},
                stake_chips=5,
                mode="invite",
                spectators=False,
                invite={"1": "bob"},
                bots=[2],
            ),
        ),
        (
            frames.JoinTableFrame(id="c", table="t", seat=2),
            open_tables.JoinTable(account="a-ann", id="c", table="t", seat=2),
        ),
        (frames.LeaveTableFrame(id="c", table="t"), open_tables.LeaveTable(account="a-ann", id="c", table="t")),
        (frames.StartTableFrame(id="c", table="t"), open_tables.StartTable(account="a-ann", id="c", table="t")),
        (
            frames.AnswerInvitationFrame(id="c", invitation="i", accept=True),
            open_tables.AnswerInvitation(account="a-ann", id="c", invitation="i", accept=True),
        ),
        (frames.SayFrame(id="c", room="lobby", text="x"), chat.Say(account="a-ann", id="c", room="lobby", text="x")),
        (
            frames.WriteFrame(id="c", player="a-bob", text="x"),
            messages.WriteMessage(account="a-ann", id="c", player="a-bob", text="x"),
        ),
        (
            frames.ReadFrame(id="c", player="a-bob", up_to=7),
            messages.ReadMessages(account="a-ann", player="a-bob", up_to=7),
        ),
    ],
)
def test_a_frame_becomes_the_request_with_the_same_fields(frame: Any, request_: Any) -> None:
    assert to_request(frame, greeted(1)) == request_


@pytest.mark.parametrize(
    ("room", "seat", "watching"),
    [("spectators:t-1", None, True), ("spectators:t-1", "t-1", False), ("spectators:t-2", None, False),
     ("table:t-1", None, False)],
)  # fmt: skip
def test_the_lobby_learns_whether_the_author_of_a_spectators_line_is_one(
    room: str, seat: str | None, watching: bool
) -> None:
    conn = greeted(1)
    conn.watching, conn.seat = {"t-1"}, seat
    request = to_request(frames.SayFrame(id="c", room=room, text="x"), conn)
    assert isinstance(request, chat.Say) and request.watching == watching


def test_the_lobby_learns_at_which_tables_the_writer_of_a_message_looks() -> None:
    conn = greeted(1)
    conn.watching = {"t-2", "t-1"}
    request = to_request(frames.WriteFrame(id="c", player="a-bob", text="x"), conn)
    assert isinstance(request, messages.WriteMessage) and request.watching == ["t-1", "t-2"]


@pytest.mark.parametrize("detail", [None, {"seat": 0}])
def test_a_player_taken_for_absent_while_connected_comes_in_again_and_is_answered(detail: Any) -> None:
    absent = Refusal("player_not_online", detail)
    desk = Desk(services(CreateTable=[absent, table_line("t-new")]), knows=False)
    desk.say({"t": "create_table", "id": "c1", "name": "n", "game": "tavli"})
    desk.lanes.do_all()
    assert desk.greeter.greeted == [desk.conn]
    assert [(each["t"], each["id"]) for each in sent(desk.conn)] == [("done", "c1")]


def test_a_player_is_asked_in_once_for_a_request_and_never_for_an_invited_one() -> None:
    for detail, greeted_times in ((None, 1), ({"seat": 2}, 0)):
        desk = Desk(services(CreateTable=Refusal("player_not_online", detail)), knows=False)
        desk.say({"t": "create_table", "id": "c1", "name": "n", "game": "tavli"})
        desk.lanes.do_all()
        assert len(desk.greeter.greeted) == greeted_times
        assert [(each["t"], each["error"]) for each in sent(desk.conn)] == [("refused", "player_not_online")]


def test_a_connection_that_is_turned_away_asks_no_more() -> None:
    desk = Desk(services(CreateTable=Refusal("player_not_online")), knows=False)
    desk.say({"t": "create_table", "id": "c1", "name": "n", "game": "tavli"})

    async def turn_away(conn: Connection) -> None:
        conn.state = State.CLOSED

    desk.greeter.greet = turn_away  # type: ignore[method-assign]
    desk.lanes.do_all()
    assert len(desk.rpc.requests(open_tables.CreateTable)) == 1


def test_a_reply_with_data_is_the_data_of_done() -> None:
    desk = Desk(services(CreateTable=table_line("t-new")), knows=False)
    desk.say({"t": "create_table", "id": "c1", "name": "n", "game": "tavli"})
    desk.lanes.do_all()
    (done,) = sent(desk.conn)
    assert (done["t"], done["id"], done["data"]["table"]) == ("done", "c1", "t-new")
    assert desk.directory.place_of("t-new") is not None and desk.conn.seat == "t-new"


def test_a_reply_without_data_is_done() -> None:
    desk = Desk(services(LeaveTable=Done()))
    desk.say({"t": "leave_table", "id": "l1", "table": "t-1"})
    desk.lanes.do_all()
    assert sent(desk.conn) == [{"t": "done", "id": "l1"}]


def test_a_refusal_is_passed_on_with_its_detail() -> None:
    desk = Desk(services(Say=Refusal("chat_muted", {"until_ms": 5})))
    desk.say({"t": "say", "id": "s1", "room": "lobby", "text": "x"})
    desk.lanes.do_all()
    assert sent(desk.conn) == [{"t": "refused", "error": "chat_muted", "id": "s1", "detail": {"until_ms": 5}}]


def test_a_request_that_breaks_is_refused_and_the_connection_lives() -> None:
    def break_down(_request: Any) -> None:
        raise RuntimeError("broken")

    desk = Desk(services(Say=break_down))
    desk.say({"t": "say", "id": "s1", "room": "lobby", "text": "x"})
    desk.lanes.do_all()
    assert sent(desk.conn) == [{"t": "refused", "error": "internal_error", "id": "s1"}]
    assert desk.conn.is_open


# --- all frames ---


def test_hello_comes_first() -> None:
    desk = Desk()
    for frame in ({"t": "beat"}, MOVE, b"nonsense"):
        conn = connection(5)
        desk.say(frame, conn)
        assert conn.is_closed
        assert b"hello_expected" in conn.stream.data  # type: ignore[attr-defined]


def test_hello_leads_to_a_greeting() -> None:
    desk, conn = Desk(), connection(5)
    desk.say({"t": "hello", "token": "secret", "protocol": 1}, conn)
    assert (conn.state, conn.token) == (State.GREETING, "secret")
    desk.lanes.do_all()
    assert desk.greeter.greeted == [conn]


def test_another_protocol_is_turned_away() -> None:
    desk, conn = Desk(), connection(5)
    assert desk.say({"t": "hello", "token": "secret", "protocol": 2}, conn) == [
        {"t": "bye", "error": "protocol_unsupported"}
    ]


def test_hello_is_said_once() -> None:
    desk = Desk()
    refused = desk.say({"t": "hello", "token": "x", "protocol": 1})
    assert refused[0]["error"] == "bad_frame"
    assert desk.conn.is_open


def test_before_the_greeting_only_heartbeats_are_accepted() -> None:
    desk, conn = Desk(), connection(5)
    conn.state = State.GREETING
    desk.say({"t": "beat"}, conn)
    desk.say(MOVE, conn)
    assert sent(conn) == [
        {"t": "beat", "now_ms": desk.clock.now_ms()},
        {"t": "refused", "error": "not_greeted", "id": "m1"},
    ]


def test_a_bad_frame_is_refused_with_its_id() -> None:
    desk = Desk()
    (refused,) = desk.say(b'{"t":"move","id":"m1"}')
    assert (refused["error"], refused["id"]) == ("bad_frame", "m1")


def test_ten_bad_frames_in_a_minute_end_connection_and_session() -> None:
    desk = Desk()
    conn = greeted(7)
    for _ in range(9):
        desk.say(b"{", conn)
    assert [frame["t"] for frame in sent(conn)] == ["refused"] * 9 and desk.lanes.jobs == []
    desk.say(b"{", conn)
    assert sent(conn)[-1] == {"t": "bye", "error": "protocol_abuse"}
    desk.lanes.do_all()
    assert desk.greeter.ended == [conn]


def test_over_the_rate_frames_are_refused_and_far_over_it_the_connection_ends() -> None:
    desk = Desk()
    conn = greeted(7, gateway_frames_burst=5, gateway_frames_per_s=0.001)
    for number in range(10):
        desk.say({"t": "say", "id": f"s{number}", "room": "lobby", "text": "x"}, conn)
    refused = sent(conn)
    assert [frame["error"] for frame in refused] == ["rate_limited"] * 4
    assert refused[0]["id"] == "s5"
    assert len(desk.lanes.jobs) == 5
    assert conn.is_closed
    assert b"rate_limited" in conn.stream.data  # type: ignore[attr-defined]


def test_only_what_a_person_does_counts_as_activity() -> None:
    desk = Desk()
    desk.say({"t": "beat"})
    desk.say({"t": "seed", "id": "s", "table": "t-1", "match": "m", "seed": "0" * 32})
    desk.say({"t": "watch", "id": "w", "table": "t-1", "version": 3})
    desk.say({"t": "list_more", "id": "l", "list": "players", "after": ""})
    desk.say(b"{")
    assert desk.dispatch.acted == set()
    desk.say(MOVE)
    assert desk.dispatch.acted == {"a-ann"}


def test_a_touch_of_the_page_counts_as_activity_and_is_not_answered() -> None:
    desk = Desk()
    before = len(sent(desk.conn))
    desk.say({"t": "acted"})
    assert desk.dispatch.acted == {"a-ann"}
    assert len(sent(desk.conn)) == before


def test_a_player_under_age_does_not_view_a_house_banked_table() -> None:
    desk = Desk()
    desk.directory.learn([("h-1", "baccarat", True)])
    watch = {"t": "watch", "id": "w1", "table": "h-1", "version": -1}
    assert desk.say(watch) == [{"t": "refused", "error": "age_restricted", "id": "w1"}]
    assert desk.commands == []
    desk.conn.may_bank = True
    desk.say(watch | {"id": "w2"})
    assert [type(command) for command in desk.commands] == [tables.Watch]
