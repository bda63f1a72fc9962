"""Limits that only show with small settings: rates, silence, full houses, drains. test_slow_clients.py has others."""

import socket
from collections.abc import Iterator
from pathlib import Path

import pytest
import websocket

from tests.gateway.running_gateway import House, wait_for

SILENCE_S = 60
"""Longer than any test takes: silence is made by turning the connections' clocks."""


@pytest.fixture(scope="module")
def strict(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    small = {
        "gateway_frames_per_s": 0.1,
        "gateway_frames_burst": 10,
        "gateway_bad_frames_per_min": 3,
        "gateway_connections_max": 4,
        "gateway_hello_timeout_s": SILENCE_S,
        "gateway_close_timeout_s": SILENCE_S,
        "heartbeat_lost_s": SILENCE_S,
        "gateway_beat_s": 0.1,
        "gateway_active_s": 0.2,
    }
    with House(tmp_path_factory.mktemp("strict"), **small) as running:
        yield running


@pytest.fixture(autouse=True)
def _empty(strict: House) -> None:
    wait_for(lambda: _nobody_is_left(strict), "the house to be empty")


def test_a_flood_is_refused_and_then_closed(strict: House) -> None:
    client = strict.player("flood")
    for number in range(40):
        client.send(t="say", id=f"s{number}", room="lobby", text="x")
    code, reason, before = client.closing()
    assert (code, reason) == (1008, "rate_limited")
    assert {"t": "refused", "id": "s15", "error": "rate_limited"} in before
    assert strict.metric("kafeneio_gateway_refused_total", error="rate_limited") >= 5


def test_too_many_bad_frames_are_abuse(strict: House) -> None:
    client = strict.player("abuse")
    for _ in range(3):
        client.socket.send("{")
    code, reason, before = client.closing()
    assert (code, reason) == (4008, "protocol_abuse")
    assert before[-1] == {"t": "bye", "error": "protocol_abuse"}


def test_an_address_opens_so_many_sockets_in_a_second(tmp_path: Path) -> None:
    with House(tmp_path, gateway_handshakes_per_s=1) as house:
        upgrade = {"Connection": "Upgrade", "Upgrade": "websocket"}
        found = [house.request("GET", "/ws", **upgrade) for _ in range(8)]
    statuses = [status for status, _, _ in found]
    assert statuses[:2] == [400, 400]  # too little for a socket, and counted all the same
    refused = next(each for each in found if each[0] == 429)
    assert refused[2]["error"] == "rate_limited"
    assert refused[1]["X-Content-Type-Options"] == "nosniff"


def test_silence_is_a_lost_connection(strict: House) -> None:
    client = strict.player("silent")
    client.ask(t="watch", id="w", table="t-1")
    strict.tell("age", seconds=SILENCE_S)
    assert client.closing()[:2] == (4007, "heartbeat_lost")
    wait_for(lambda: strict.commands(kind="Unwatch", account="a-silent", lost=True), "the table to hear it")


def test_beats_keep_a_connection(strict: House) -> None:
    client = strict.player("alive")
    for _ in range(4):
        strict.tell("age", seconds=SILENCE_S / 2)
        client.send(t="beat")
        assert client.receive()["t"] == "beat"
    client.close()


def test_hello_is_not_waited_for_long(strict: House) -> None:
    client = strict.client()
    wait_for(lambda: strict.metric("kafeneio_gateway_connections") == 1, "the socket to be known")
    strict.tell("age", seconds=SILENCE_S)
    assert client.closing()[:2] == (4005, "hello_timeout")


def test_a_full_gateway_refuses_sockets_and_still_serves_pages(strict: House) -> None:
    clients = [strict.player(f"p{n}") for n in range(4)]
    with pytest.raises(websocket.WebSocketBadStatusException, match="503"):
        strict.client()
    assert strict.request("GET", "/healthz")[0] == 200
    for client in clients:
        client.close()


def test_a_closing_client_that_does_not_end_is_cut_off(strict: House) -> None:
    client = strict.player("stubborn")
    client.socket.send_binary(b"x")
    assert client.closing()[:2] == (1003, "binary_frame")
    strict.tell("age", seconds=SILENCE_S)
    assert client.socket.sock.recv(10) == b""


def test_the_gateway_beats(strict: House) -> None:
    before = strict.tell("beats")
    wait_for(lambda: strict.tell("beats") >= before + 3, "beats")


def test_the_lobby_receives_the_active_accounts(strict: House) -> None:
    client = strict.player("busy")
    client.send(t="beat")
    client.ask(t="say", id="s", room="lobby", text="x")
    wait_for(lambda: {"accounts": ["a-busy"]} in strict.tell("asked", request="Active"), "the lobby to hear it")
    client.close()


def test_a_drain_closes_all_sockets_informs_all_services_and_stops_listening(tmp_path: Path) -> None:
    with House(tmp_path) as house:
        clients = [house.player(f"p{n}") for n in range(3)]
        clients[0].ask(t="watch", id="w", table="t-1")
        assert house.request("GET", "/readyz")[0] == 200
        house.tell("stop")
        for client in clients:
            assert client.closing()[:2] == (1012, "gateway_stopping")
            client.socket.sock.close()
        wait_for(lambda: len(house.tell("asked", request="Disconnected")) == 3, "the lobby to hear it")
        assert house.commands(kind="Unwatch", lost=True)
        wait_for(lambda: not _listens(house.port), "the port to close")


def _nobody_is_left(house: House) -> bool:
    house.tell("age", seconds=SILENCE_S)
    return house.metric("kafeneio_gateway_connections") == 0


def _listens(port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0
