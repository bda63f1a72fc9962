"""A table's frames as lines of an HTTP answer: what is passed on, when the head is sent, and how it ends."""

import json
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from gateway.settings import GatewaySettings
from gateway.ws.connection.codec import pack_text, payloads_of
from gateway.ws.tables.table_streams import LineConnection
from services.contracts.client import frames
from tests.gateway.fakes import FakeStream

HEADERS = [("X-Trace-Id", "t"), ("Content-Type", "application/x-ndjson")]


class Slow(FakeStream):
    """A client that takes no more."""

    def send(self, data: bytes) -> bool:
        return False


def line_connection(stream: Any = None) -> LineConnection:
    made: Any = stream or FakeStream()
    conn = LineConnection(1, "192.0.2.1", made, GatewaySettings())
    conn.begin("a-ann", "token", "GET /api/stream/table/<table>", "t-1", HEADERS)
    conn.start(lambda *_: None, lambda _: None)
    return conn


def frame(kind: str = "update", phase: str = "playing", **fields: Any) -> bytes:
    return pack_text(json.dumps({"t": kind, "view": {"phase": phase}, **fields}).encode())


def sent(conn: LineConnection) -> bytes:
    return conn.stream.data  # type: ignore[attr-defined, no-any-return]


def unchunked(body: bytes) -> tuple[bytes, bool]:
    """The content of a chunked body, and whether it has ended cleanly."""
    content = b""
    while body:
        size, _, rest = body.partition(b"\r\n")
        content += rest[: int(size, 16)]
        body = rest[int(size, 16) + 2 :]
        if size == b"0":
            return content, True
    return content, False


@given(st.lists(st.binary(min_size=1, max_size=70_000), max_size=4))
def test_frames_that_leave_together_are_taken_apart_again(payloads: list[bytes]) -> None:
    assert list(payloads_of(b"".join(map(pack_text, payloads)))) == payloads


def test_the_head_goes_with_the_first_frame_and_each_frame_is_one_line() -> None:
    conn = line_connection()
    assert sent(conn) == b""
    conn.send_packed(frame("table") + frame(version=2), 2, "table")
    head, _, body = sent(conn).partition(b"\r\n\r\n")
    assert head.startswith(b"HTTP/1.1 200 OK\r\nX-Trace-Id: t\r\nContent-Type: application/x-ndjson\r\n")
    content, is_over = unchunked(body)
    assert [json.loads(line)["t"] for line in content.splitlines()] == ["table", "update"]
    assert not is_over


def test_only_what_is_of_the_table_is_passed_on() -> None:
    conn = line_connection()
    conn.send(frames.DoneFrame(id="c"))
    conn.send(frames.BeatFrame(now_ms=1))
    conn.send_packed(pack_text(b'{"t":"chat","view":{"phase":"playing"}}'), 1, "lobby")
    assert sent(conn) == b""


def test_a_refusal_before_the_first_frame_has_its_status() -> None:
    conn = line_connection()
    conn.refuse("spectators_full", "c", None)
    head, _, body = sent(conn).partition(b"\r\n\r\n")
    assert head.startswith(b"HTTP/1.1 422 ") and head.count(b"Content-Type") == 1
    assert json.loads(body) == {"error": "spectators_full", "detail": None}
    assert conn.is_closed


def test_a_gateway_that_is_busy_says_when_to_come_again() -> None:
    conn = line_connection()
    conn.refuse("overloaded", "c", None)
    assert sent(conn).startswith(b"HTTP/1.1 503 ") and b"\r\nRetry-After: 1\r\n" in sent(conn)


def test_it_ends_cleanly_with_its_table() -> None:
    conn = line_connection()
    conn.send_packed(frame("table") + frame(phase="closed") + frame(version=3), 3, "table")
    content, is_over = unchunked(sent(conn).partition(b"\r\n\r\n")[2])
    assert len(content.splitlines()) == 2 and is_over
    assert conn.is_closed and conn.why == "table"


def test_a_client_that_does_not_read_is_cut_off() -> None:
    conn = line_connection(Slow())
    conn.send_packed(frame("table"), 1, "table")
    assert conn.stream.ended and conn.is_closed and conn.why == "slow"


def test_a_client_that_acknowledges_nothing_is_not_alive() -> None:
    conn = line_connection()
    conn.send_packed(frame("table"), 1, "table")
    conn.heard_s = 0
    conn.stream.waiting_bytes = 5  # type: ignore[misc]
    conn.ping(100)
    assert conn.heard_s == 0
    conn.stream.waiting_bytes = 0  # type: ignore[misc]
    conn.ping(101)
    assert conn.heard_s == 101
    assert sent(conn).endswith(b"1\r\n\n\r\n")


def test_a_table_that_does_not_respond_is_unavailable() -> None:
    conn = line_connection()
    conn.ping(7)
    assert sent(conn).startswith(b"HTTP/1.1 503 ") and conn.is_closed
