"""The whole gateway with real sockets, on the broker in the process, among fake services."""

import json
import socket
import struct
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest
import websocket
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from services.kernel.ids import shard_of
from tests.gateway.fakes import masked
from tests.gateway.running_gateway import Client, House, wait_for

MOVE = {"t": "move", "table": "t-1", "match": "m", "number": 1, "move": {"cell": 4}}


@pytest.fixture
def ann(house: House) -> Iterator[Client]:
    client = house.player("ann")
    yield client
    client.close()


@pytest.fixture
def bob(house: House) -> Iterator[Client]:
    client = house.player("bob")
    yield client
    client.close()


# --- coming in ---


def test_hello_is_answered_with_the_room(ann: Client) -> None:
    assert ann.room["room"]["me"]["name"] == "ann"
    assert (ann.room["chips"], ann.room["elo"], ann.room["beat_s"]) == (500, 1250, 5)


def test_a_wrong_token_is_sent_to_the_login(house: House) -> None:
    client = house.client()
    client.send(t="hello", token="stolen", protocol=1)
    assert client.closing() == (4001, "session_expired", [{"t": "bye", "error": "session_expired"}])


def test_a_lobby_that_fails_makes_clients_come_back_later(house: House) -> None:
    house.tell("refuse", request="Connected", error="service_unavailable")
    client = house.client()
    client.send(t="hello", token="token-ann", protocol=1)
    assert client.closing() == (1013, "service_unavailable", [])
    house.tell("refuse", request="Connected", error=None)


def test_anything_but_hello_first_closes(house: House) -> None:
    client = house.client()
    client.send(t="beat")
    assert client.closing()[:2] == (4004, "hello_expected")


def test_a_page_of_another_origin_is_turned_away(house: House) -> None:
    with pytest.raises(websocket.WebSocketBadStatusException, match="403"):
        house.client(origin="https://evil.example")


def test_our_own_page_may_connect(house: House) -> None:
    client = house.client(origin=f"http://127.0.0.1:{house.port}")
    client.send(t="hello", token="token-ann", protocol=1)
    assert client.receive()["t"] == "room"
    client.close()


def test_a_plain_request_is_no_socket(house: House) -> None:
    status, _, body = house.request("GET", "/ws")
    assert (status, body["error"]) == (400, "upgrade_expected")


def test_connection_ids_are_unique(house: House, ann: Client, bob: Client) -> None:
    conns = {(asked["token"], asked["conn"]) for asked in house.tell("asked", request="Connected")}
    assert len({conn for _, conn in conns}) == len(conns)
    assert min(conn for _, conn in conns) >= 1


# --- playing ---


def test_a_move_is_acknowledged_and_all_viewers_see_it(house: House, ann: Client, bob: Client) -> None:
    for client in (ann, bob):
        assert client.ask(t="watch", id="w1", table="t-1")["t"] == "done"
    done = ann.ask(id="m-seen", **MOVE)
    assert done["t"] == "done"
    assert ann.until("update")["version"] == done["version"]
    assert bob.until("update")["version"] == done["version"]
    (move,) = house.commands(kind="Move", id="m-seen")
    assert (move["account"], move["trace"], move["number"]) == ("a-ann", "m-seen", 1)
    assert move["gateway"] == house.tell("name")


def test_many_moves_of_many_players_are_all_answered(house: House) -> None:
    players = [house.player(f"p{n}") for n in range(8)]
    for number in range(20):
        for player in players:
            player.send(id=f"many-{number}", **MOVE)
    for player in players:
        answered = {player.until("done")["id"] for _ in range(20)}
        assert answered == {f"many-{number}" for number in range(20)}
        player.close()


def test_a_table_unknown_to_the_gateway_is_found(house: House, ann: Client) -> None:
    house.tell("open_tables", tables=["t-1", "t-2", "t-late"])
    wait_for(lambda: ann.ask(id="m1", **(MOVE | {"table": "t-late"}))["t"] == "done", "the list to be asked again")
    assert ann.ask(id="m2", **(MOVE | {"table": "t-never"})) == {"t": "refused", "id": "m2", "error": "table_unknown"}


def test_ending_a_view_is_acknowledged_and_published(house: House, ann: Client) -> None:
    ann.ask(t="watch", id="w1", table="t-2")
    assert ann.ask(t="unwatch", id="away", table="t-2") == {"t": "done", "id": "away"}
    wait_for(lambda: house.commands(kind="Unwatch", id="away", lost=False), "the table to hear it")


def test_a_lost_connection_is_reported_to_its_tables_and_to_the_lobby(house: House) -> None:
    client = house.player("cut")
    client.ask(t="watch", id="w1", table="t-2")
    client.socket.sock.shutdown(socket.SHUT_RDWR)
    (lost,) = wait_for(lambda: house.commands(kind="Unwatch", account="a-cut", lost=True), "the table to hear it")
    wait_for(
        lambda: any(
            asked["account"] == "a-cut" and asked["conn"] == lost["conn"]
            for asked in house.tell("asked", request="Disconnected")
        ),
        "the lobby to hear it",
    )


def test_a_new_owner_that_calls_receives_the_viewers(house: House, ann: Client) -> None:
    ann.ask(t="watch", id="w1", table="t-1")
    before = len(house.commands(kind="Watch", account="a-ann", table="t-1"))
    house.tell("roll", shard=shard_of("t-1", 8))
    wait_for(lambda: len(house.commands(kind="Watch", account="a-ann", table="t-1")) > before, "watch again")
    assert ann.until("table")["table"] == "t-1"


# --- the lobby ---


@pytest.mark.parametrize(
    ("frame", "asked"),
    [
        ({"t": "create_table", "name": "n", "game": "tictactoe"}, "CreateTable"),
        ({"t": "join_table", "table": "t-1"}, "JoinTable"),
        ({"t": "leave_table", "table": "t-1"}, "LeaveTable"),
        ({"t": "start_table", "table": "t-1"}, "StartTable"),
        ({"t": "answer_invitation", "invitation": "i", "accept": False}, "AnswerInvitation"),
        ({"t": "say", "room": "lobby", "text": "Γειά!"}, "Say"),
    ],
)
def test_the_lobby_is_called_and_its_reply_passed_on(house: House, ann: Client, frame: dict, asked: str) -> None:
    command_id = f"ask-{asked}"
    assert ann.ask(id=command_id, **frame)["t"] == "done"
    assert [request["account"] for request in house.tell("asked", request=asked) if request["id"] == command_id] == [
        "a-ann"
    ]


def test_what_the_lobby_refuses_is_refused(house: House, ann: Client) -> None:
    house.tell("refuse", request="StartTable", error="not_organizer")
    assert ann.ask(t="start_table", id="s1", table="t-1") == {"t": "refused", "id": "s1", "error": "not_organizer"}
    house.tell("refuse", request="StartTable", error=None)


def test_a_push_reaches_its_recipients(house: House, ann: Client, bob: Client) -> None:
    house.tell("push", pushes=[[["a-bob"], {"t": "chips", "chips": 3}, None, None]])
    house.tell("push", pushes=[[None, {"t": "chips", "chips": 4}, None, None]])
    assert [bob.until("chips")["chips"] for _ in range(2)] == [3, 4]
    assert ann.until("chips")["chips"] == 4


def test_a_replaced_session_is_notified_and_closed(house: House) -> None:
    old, new = house.player("twice"), house.player("twice")
    conns = [asked["conn"] for asked in house.tell("asked", request="Connected") if asked["token"] == "token-twice"]
    end = [["a-twice"], {"t": "x"}, "session_replaced", [house.tell("name"), conns[-1]]]
    house.tell("push", pushes=[end])
    assert old.closing() == (4002, "session_replaced", [{"t": "x"}, {"t": "bye", "error": "session_replaced"}])
    new.send(t="beat")
    assert new.receive()["t"] == "beat"
    new.close()


def test_pushes_during_a_greeting_are_not_missed(house: House) -> None:
    house.tell("delay", request="Connected", seconds=0.4)
    client = house.client()
    client.send(t="hello", token="token-late", protocol=1)
    wait_for(
        lambda: any(asked["token"] == "token-late" for asked in house.tell("asked", request="Connected")), "the ask"
    )
    house.tell("push", pushes=[[["a-late"], {"t": "chips", "chips": 77}, None, None]])
    assert client.receive()["t"] == "room"
    assert client.receive() == {"t": "chips", "chips": 77}
    house.tell("delay", request="Connected", seconds=0)
    client.close()


def test_a_message_from_the_broker_that_cannot_be_read_breaks_nothing(house: House, ann: Client) -> None:
    before = house.metric("kafeneio_gateway_lost_total", what="message")
    for body in ("[[[1]", "not json", '{"a":1}', "[[1,2,3,4,5]]"):
        house.tell("raw", queue=house.tell("name"), body=body)
    wait_for(lambda: house.metric("kafeneio_gateway_lost_total", what="message") == before + 4, "them to be counted")
    assert ann.ask(id="still-here", **MOVE)["t"] == "done"


# --- limits and bad input ---


def test_a_beat_is_answered_with_the_time(ann: Client) -> None:
    ann.send(t="beat")
    assert ann.receive()["now_ms"] > 1_700_000_000_000


@pytest.mark.parametrize(
    ("frame", "error", "command_id"),
    [
        ("{", "bad_frame", None),
        ('{"t":"dance","id":"d"}', "bad_frame", "d"),
        ('{"t":"say","id":"s","room":1,"text":"x"}', "bad_frame", "s"),
        ('{"t":"say","id":"a b\\u0007","room":"r","text":"x"}', "bad_id", None),
        (json.dumps({"t": "hello", "token": "t", "protocol": 1}), "bad_frame", None),
    ],
)
def test_a_bad_frame_is_refused_and_the_connection_lives(
    ann: Client, frame: str, error: str, command_id: str | None
) -> None:
    ann.socket.send(frame)
    refused = ann.receive()
    assert (refused["t"], refused["error"], refused.get("id")) == ("refused", error, command_id)
    ann.send(t="beat")
    assert ann.receive()["t"] == "beat"


def test_a_frame_that_is_too_large_closes_and_the_reason_arrives(house: House) -> None:
    client = house.player("big")
    client.socket.send("x" * 400_000)
    assert client.closing()[:2] == (1009, "frame_too_large")


def test_a_frame_of_the_largest_size_is_read(ann: Client) -> None:
    frame = {"t": "say", "id": "large", "room": "lobby", "text": ""}
    frame["text"] = "x" * (16_384 - len(json.dumps(frame)))
    assert ann.ask(**frame)["t"] == "done"


def test_a_binary_frame_closes(house: House) -> None:
    client = house.player("bin")
    client.socket.send_binary(b"\x00\x01")
    assert client.closing()[:2] == (1003, "binary_frame")


def test_an_extension_that_the_gateway_does_not_have_is_not_agreed_on(house: House) -> None:
    client = house.client(header=["Sec-WebSocket-Extensions: permessage-bzip2"])
    assert "sec-websocket-extensions" not in client.socket.getheaders()
    client.close()


def test_a_client_that_closes_is_answered(house: House) -> None:
    client = house.player("polite")
    client.socket.send_close(1000, b"good night")
    assert client.closing()[:2] == (1000, "closed_by_client")


def test_a_reset_connection_affects_no_other(house: House, ann: Client) -> None:
    client = house.player("rude")
    client.socket.sock.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    client.socket.sock.close()
    assert ann.ask(id="after-reset", **MOVE)["t"] == "done"


def test_frames_in_single_bytes_are_put_together(house: House) -> None:
    client = house.player("slow")
    for byte in masked(b'{"t":"beat"}'):
        client.socket.sock.sendall(bytes((byte,)))
    assert client.receive()["t"] == "beat"
    client.close()


@given(st.lists(st.one_of(st.binary(max_size=60), st.text(max_size=60).map(str.encode)), max_size=8))
@settings(max_examples=25, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
def test_no_garbage_on_a_socket_breaks_the_gateway(house: House, pieces: list[bytes]) -> None:
    client = house.client()
    client.send(t="hello", token="token-fuzz", protocol=1)
    raw = client.socket.sock
    try:
        for number, piece in enumerate(pieces):
            raw.sendall(masked(piece) if number % 2 else piece)
    except OSError:
        pass  # closed already, as it should be
    raw.close()
    other = house.player("sane")
    other.send(t="beat")
    assert other.receive()["t"] == "beat"
    other.close()


def deep(levels: int) -> bytes:
    nested = b'{"a":' * levels + b"1" + b"}" * levels
    return b'{"t":"move","id":"m1","table":"t-1","match":"m-0","number":1,"move":' + nested + b"}"


PAYLOADS = st.one_of(
    st.binary(max_size=40),
    st.integers(1, 3_000).map(deep),
    st.integers(16_000, 17_000).map(lambda size: b'{"t":"say","id":"s","room":"lobby","text":"%s"}' % (b"x" * size)),
    st.sampled_from([b'{"t":"beat"}', b"[" * 9_000, b'{"t":"hello"}', b'{"t":"say","id":"\\ud800"}', b"\xff\xfe"]),
)
FRAMES = st.lists(st.tuples(st.sampled_from([0, 1, 2, 8, 9, 10]), st.booleans(), PAYLOADS), max_size=6)
"""Opcode (continuation, text, binary, close, ping, pong), whether it is the last fragment, and what it carries."""


@given(FRAMES)
@settings(max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
def test_no_frames_binary_fragmented_huge_or_deep_break_the_gateway(
    house: House, pieces: list[tuple[int, bool, bytes]]
) -> None:
    client = house.client()
    client.send(t="hello", token="token-fuzz", protocol=1)
    raw = client.socket.sock
    try:
        for opcode, final, payload in pieces:
            raw.sendall(masked(payload, first=opcode | (0x80 if final else 0)))
    except OSError:
        pass  # closed already, as it should be
    raw.close()
    other = house.player("sane")
    other.send(t="beat")
    assert other.receive()["t"] == "beat"
    other.close()


def test_nothing_failed_on_the_way(house: House) -> None:
    told = house.log.read_text()
    unexpected = [line for line in told.splitlines() if "Traceback" in line or '"level": "error"' in line]
    assert [line for line in unexpected if "message_failed" not in line] == []


def test_no_connection_is_left_in_the_end(house: House) -> None:
    wait_for(lambda: house.metric("kafeneio_gateway_connections") == 0, "all sockets to be gone")
    assert house.metric("kafeneio_gateway_tables_watched") == 0


# --- signs of life ---


@pytest.fixture
def hasty_house(tmp_path: Path) -> Iterator[House]:
    with House(tmp_path, heartbeat_lost_s=1.5) as running:
        yield running


def test_a_client_with_nothing_but_pongs_is_there(hasty_house: House) -> None:
    ann = hasty_house.player("ann")
    ann.socket.settimeout(0.5)
    until_s = time.monotonic() + 4.5
    while time.monotonic() < until_s:
        with suppress(websocket.WebSocketTimeoutException):
            ann.socket.recv()  # pings are answered by the library while it reads
    assert hasty_house.metric("kafeneio_gateway_closed_total", reason="heartbeat_lost") == 0
    ann.socket.settimeout(10)
    ann.send(t="beat")
    assert ann.until("beat")["t"] == "beat"


def test_a_dead_line_is_found_in_time(hasty_house: House) -> None:
    ann = hasty_house.player("ann")
    began_s = time.monotonic()  # and nobody reads: no ping is answered
    wait_for(lambda: hasty_house.metric("kafeneio_gateway_closed_total", reason="heartbeat_lost") == 1, "the end")
    assert time.monotonic() - began_s > 1
    ann.close()
