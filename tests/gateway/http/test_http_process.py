"""REST in a process of its own: who serves what, and what happens when that process hangs, dies, or is done."""

import os
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from prometheus_client.parser import text_string_to_metric_families

from gateway.http.transport.channel import Channel, Ended, Handed
from gateway.http.transport.child import DESCRIPTOR_VARIABLE
from gateway.port.public_port import METRICS, PROBES, SOCKETS, is_own
from services.platform.process.merged_metrics import merged
from tests.gateway.running_gateway import WAIT_S, House, wait_for
from tests.support import processes

UPGRADE = (
    "GET /ws HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
    "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
)

OWN = SOCKETS + PROBES + METRICS

# --- what a connection begins with ---


@pytest.mark.parametrize(
    ("begin", "own"),
    [
        (b"GET /ws HTTP/1.1", True),
        (b"GET /ws?x=1", True),
        (b"GET /readyz HTTP", True),
        (b"GET /ws", None),
        (b"GET /wsx", False),
        (b"GET /w", None),
        (b"G", None),
        (b"GET /", None),
        (b"GET / HTTP/1.1", False),
        (b"GET /api/games", False),
        (b"POST /api/login", False),
        (b"P", False),
    ],
)
def test_sockets_probes_and_metrics_are_the_gateways_own(begin: bytes, own: bool | None) -> None:
    assert is_own(begin, OWN) is own


@given(st.sampled_from(OWN), st.data())
def test_the_gateway_keeps_the_beginning_of_its_own_requests(request: bytes, data: st.DataObject) -> None:
    begin = request[: data.draw(st.integers(1, len(request)))]
    assert is_own(begin, OWN) is not False


# --- handing over ---


def test_a_connection_arrives_with_what_is_said_of_it() -> None:
    ours, theirs = (Channel(end) for end in socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET))
    client, served = socket.socketpair()
    assert theirs.receive() is None
    assert ours.send(Handed(("192.0.2.1", 7)), served.fileno())
    served.close()
    received = theirs.receive()
    assert received is not None
    assert received.what.address == ("192.0.2.1", 7)
    with socket.socket(fileno=received.descriptor) as handed:
        handed.sendall(b"hello")
    assert client.recv(10) == b"hello"
    client.close()
    ours.close()
    with pytest.raises(Ended):
        theirs.receive()
    theirs.close()


def test_a_client_that_does_not_read_delays_no_other() -> None:
    ours, theirs = (Channel(end) for end in socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET))
    sent = 0
    with socket.socket() as some:
        while ours.send(Handed(), some.fileno()):
            sent += 1
            assert sent < 100_000, "the channel is never full"
    assert sent > 0
    ours.close()
    theirs.close()


# --- metrics ---


def test_counts_of_both_are_added_up_and_of_gauges_the_larger_counts() -> None:
    ours = '# TYPE a counter\na_total{x="1"} 2\n# TYPE g gauge\ng 5\n# TYPE process_x gauge\nprocess_x 1\n'
    theirs = (
        '# TYPE a counter\na_total{x="1"} 3\na_total{x="2"} 1\n# TYPE g gauge\ng 4\n'
        "# TYPE process_x gauge\nprocess_x 9\n"
    )
    found = {
        (sample.name, sample.labels.get("x", "")): sample.value
        for family in text_string_to_metric_families(merged(ours, theirs).decode())
        for sample in family.samples
    }
    assert found == {("a_total", "1"): 5, ("a_total", "2"): 1, ("g", ""): 5, ("process_x", ""): 1}


# --- the process ---


@pytest.fixture
def split(rabbit_url: str, tmp_path: Path) -> Iterator[House]:
    with House(tmp_path, broker_url=rabbit_url, gateway_attempts_per_min=0) as running:
        wait_for(lambda: served_by_the_process(running), "the process to serve")
        yield running


def served_by_the_process(house: House) -> bool:
    """Whether a request was counted by the REST process and reaches the gateway's metrics."""
    house.request("GET", "/api/openapi.json")
    return house.metric("kafeneio_broker_up", link="rpc-run-http") == 1


@pytest.mark.real
def test_a_hung_rest_process_holds_up_no_socket_and_no_probe(split: House) -> None:
    ann, pid = split.player("ann"), split.tell("http_pid")
    os.kill(pid, signal.SIGSTOP)
    try:
        ann.send(t="beat")
        assert ann.receive()["t"] == "beat"
        assert split.request("GET", "/readyz")[0] == 200
    finally:
        os.kill(pid, signal.SIGCONT)
    assert split.request("GET", "/api/openapi.json")[0] == 200
    ann.close()


@pytest.mark.real
def test_a_rest_process_that_dies_is_replaced_and_requests_wait_for_the_next_one(split: House) -> None:
    pid = split.tell("http_pid")
    os.kill(pid, signal.SIGKILL)
    wait_for(lambda: not processes.is_running(pid), "it to die")
    assert split.request("GET", "/api/openapi.json")[0] == 200
    wait_for(lambda: split.tell("http_pid") not in (None, pid), "another one")
    wait_for(lambda: served_by_the_process(split), "the other one to serve")


@pytest.mark.real
def test_a_connection_may_become_a_socket_after_other_requests(split: House) -> None:
    with socket.create_connection(("127.0.0.1", split.port), timeout=WAIT_S) as client:
        client.sendall(b"GET /api/openapi.json HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
        head, _, rest = read_until(client, b"\r\n\r\n")
        length = int(head.lower().partition(b"content-length: ")[2].partition(b"\r\n")[0])
        while len(rest) < length:
            rest += client.recv(65_536)
        client.sendall(UPGRADE.encode())
        assert read_until(client, b"\r\n\r\n")[0].startswith(b"HTTP/1.1 101 ")
        wait_for(lambda: split.metric("kafeneio_gateway_connections") == 1, "the socket to be known")
    wait_for(lambda: split.metric("kafeneio_gateway_connections") == 0, "the socket to be gone")


@pytest.mark.real
def test_a_connection_that_cannot_become_a_socket_after_other_requests_gets_the_reason(split: House) -> None:
    with socket.create_connection(("127.0.0.1", split.port), timeout=WAIT_S) as client:
        client.sendall(b"GET /nothing HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\nGET /ws HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
        told = b""
        while piece := client.recv(65_536):
            told += piece
    assert b"HTTP/1.1 400 Bad Request" in told
    assert told.endswith(b'{"error":"upgrade_expected"}')


@pytest.mark.real
def test_the_rest_process_leaves_with_its_gateway(split: House) -> None:
    pid = split.tell("http_pid")
    split.tell("stop")
    wait_for(lambda: not processes.is_running(pid), "it to leave")


@pytest.mark.real
def test_the_rest_process_does_not_outlive_a_gateway_that_is_killed(split: House) -> None:
    pid = split.tell("http_pid")
    split._process.kill()
    wait_for(lambda: not processes.is_running(pid), "it to leave")


@pytest.mark.real
def test_a_request_that_comes_in_single_bytes_is_served(split: House) -> None:
    for path, status in ((b"/readyz", b"200"), (b"/api/openapi.json", b"200"), (b"/ws", b"400")):
        with socket.create_connection(("127.0.0.1", split.port), timeout=WAIT_S) as client:
            for byte in b"GET %s HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n" % path:
                client.sendall(bytes((byte,)))
            assert read_until(client, b"\r\n")[0].startswith(b"HTTP/1.1 " + status)


def read_until(client: socket.socket, end: bytes) -> tuple[bytes, bytes, bytes]:
    """What comes before `end`, `end`, and what came after it."""
    data = b""
    while end not in data:
        piece = client.recv(65_536)
        assert piece, f"the connection ended after {data!r}"
        data += piece
    return data.partition(end)


# --- a gateway that is gone ---


def test_a_channel_knows_that_its_other_end_is_closed() -> None:
    ours, theirs = (Channel(end) for end in socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET))
    assert not theirs.is_hung_up()
    with socket.socket() as served:
        assert ours.send(Handed(("192.0.2.1", 7)), served.fileno())
    ours.close()
    assert not theirs.is_hung_up()
    received = theirs.receive()
    assert received is not None
    os.close(received.descriptor)
    assert theirs.is_hung_up()
    theirs.close()


def test_an_http_process_ends_with_its_gateway_even_without_a_broker(tmp_path: Path) -> None:
    ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    environment = os.environ | {
        "KAFENEIO_BROKER_URL": "amqp://127.0.0.1:1//",
        "KAFENEIO_VAR_DIR": str(tmp_path),
        "KAFENEIO_HEALTH_PORT": "0",
        DESCRIPTOR_VARIABLE: str(theirs.fileno()),
    }
    command = [sys.executable, "-W", "ignore", "-m", "kafeneio", "run", "http"]
    with subprocess.Popen(command, env=environment, pass_fds=[theirs.fileno()], stderr=subprocess.PIPE) as process:
        theirs.close()
        assert process.stderr is not None
        assert any(b"waiting_for_broker" in line for line in process.stderr)
        ours.close()
        assert process.wait(WAIT_S) == 0
