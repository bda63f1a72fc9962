"""Whoever reads slowly keeps the connection, however much happens in the hall; only who reads nothing loses it."""

import socket
from collections.abc import Iterator
from typing import Any

import pytest
import websocket

from tests.gateway.running_gateway import WAIT_S, Client, House, wait_for

PLAYERS = 40
PUSHES = 400
UNREAD_S = 20
QUEUE_BYTES_MAX = 100_000


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    settings = {
        "gateway_send_buffer_bytes": 4096,
        "gateway_send_queue_bytes_max": QUEUE_BYTES_MAX,
        "gateway_unread_s": UNREAD_S,
        "gateway_close_timeout_s": 3_600,
        "heartbeat_lost_s": 3_600_000,
    }
    with House(tmp_path_factory.mktemp("small"), **settings) as running:
        yield running


def slow_client(house: House, name: str) -> Client:
    """A client whose kernel takes little; it is in its room and reads nothing by itself."""
    slow = websocket.create_connection(
        f"ws://127.0.0.1:{house.port}/ws", timeout=WAIT_S, sockopt=((socket.SOL_SOCKET, socket.SO_RCVBUF, 4096),)
    )
    client = Client(slow)
    client.send(t="hello", token=f"token-{name}", protocol=1)
    client.until("room")
    return client


def line(number: int, state: int) -> dict[str, Any]:
    return {"account": f"p-{number}", "name": "n" * 300, "elo": state}


def push(state: int, *accounts: str) -> list[Any]:
    """A push of all players' lines to everybody, or to some accounts alone."""
    frame = {"t": "players", "changed": [line(number, state) for number in range(PLAYERS)], "gone": []}
    return [list(accounts) or None, frame, None, None]


def push_until(house: House, event: str, pushed: list[Any]) -> None:
    """Push until this has happened to a slow client once more."""
    before = house.metric("kafeneio_gateway_slow_total", event=event)
    for _ in range(PUSHES):
        house.tell("push", pushes=[pushed])
        if house.metric("kafeneio_gateway_slow_total", event=event) > before:
            return
    raise AssertionError(f"nobody was {event}")


def crowd(house: House, reader: Client, name: str) -> None:
    """Everybody's line changes again and again; the reader reads all of it."""
    for state in range(PUSHES):
        house.tell("push", pushes=[push(state)])
    house.tell("push", pushes=[[None, {"t": "chat", "text": name}, None, None]])
    reader.until("chat", text=name)


def test_a_slow_client_gets_the_newest_state_instead_of_all_that_happened(small: House) -> None:
    reader, slow = small.player("reader"), slow_client(small, "slow")
    crowd(small, reader, "now")
    assert small.metric("kafeneio_gateway_slow_total", event="behind") >= 1
    assert small.metric("kafeneio_gateway_queue_bytes") <= QUEUE_BYTES_MAX
    frames = []
    while not frames or frames[-1]["t"] != "chat":
        frames.append(slow.receive())
    states = [frame["changed"][0]["elo"] for frame in frames if frame["t"] == "players"]
    assert states[-1] == PUSHES - 1
    assert len(states) < PUSHES / 4
    assert states == sorted(states)
    assert small.metric("kafeneio_gateway_slow_total", event="caught_up") >= 1
    assert small.metric("kafeneio_gateway_slow_dropped_total") == 0
    slow.send(t="beat")
    assert slow.receive()["t"] == "beat"
    for client in (slow, reader):
        client.close()


def test_a_client_with_too_much_of_its_own_waiting_gets_the_room_again(small: House) -> None:
    slow = slow_client(small, "own")
    slow.ask(t="watch", id="w", table="t-1")
    push_until(small, "overflowed", push(1, "a-own"))
    assert small.metric("kafeneio_gateway_queue_bytes") <= QUEUE_BYTES_MAX
    slow.until_all("room", "table")
    slow.close()


def test_a_client_that_reads_nothing_at_all_is_closed_by_name(small: House) -> None:
    slow = slow_client(small, "deaf")
    dropped = small.metric("kafeneio_gateway_slow_dropped_total")
    push_until(small, "behind", push(1))

    def closed() -> bool:
        small.tell("age", seconds=UNREAD_S)  # each time: the kernel may have taken a little more since the last
        return small.metric("kafeneio_gateway_closed_total", reason="not_reading") == 1

    wait_for(closed, "the end")
    assert small.metric("kafeneio_gateway_slow_dropped_total") == dropped + 1
    assert slow.closing()[:2] == (4009, "not_reading")


def test_a_client_that_reads_little_by_little_is_never_closed(small: House) -> None:
    slow = slow_client(small, "patient")
    for _ in range(4):
        push_until(small, "behind", push(1))
        small.tell("age", seconds=UNREAD_S / 2)
        wait_for(lambda: slow.receive() and small.metric("kafeneio_gateway_queue_bytes") == 0, "everything to be read")
    slow.send(t="beat")
    slow.until("beat")
    slow.close()
