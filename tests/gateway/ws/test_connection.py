"""A connection counts, answers control frames, and ends once, for a stated reason."""

from typing import Any

import pytest

from gateway.metrics import counts
from gateway.ws.connection.connection import Connection, State
from services.contracts.client import frames
from tests.gateway.fakes import connection, masked, sent, unpack


def listening(**settings: Any) -> tuple[Connection, list[bytes], list[Connection]]:
    conn, said, gone = connection(**settings), [], []
    conn.start(lambda _, payload: said.append(payload), gone.append)
    return conn, said, gone


def last_close(conn: Connection) -> tuple[int, str]:
    data = conn.stream.data  # type: ignore[attr-defined]
    while data:
        opcode, payload, data = unpack(data)
    assert opcode == 8, "the last frame closes"
    return int.from_bytes(payload[:2], "big"), payload[2:].decode()


def feed(conn: Connection, data: bytes) -> None:
    conn.stream.feed(data)  # type: ignore[attr-defined]


def test_texts_are_handed_on_in_order() -> None:
    conn, said, _ = listening()
    feed(conn, masked(b"one") + masked(b"two"))
    assert said == [b"one", b"two"]


def test_a_ping_is_answered_with_its_payload() -> None:
    conn, _, _ = listening()
    feed(conn, masked(b"tick", 0x89))
    assert unpack(conn.stream.data) == (0xA, b"tick", b"")  # type: ignore[attr-defined]


def test_a_flood_of_pings_is_closed() -> None:
    conn, _, gone = listening(gateway_frames_burst=5)
    feed(conn, masked(b"", 0x89) * 20)
    assert last_close(conn) == (1008, "rate_limited")
    assert gone == [conn]


def test_a_client_that_closes_gets_a_close_back() -> None:
    conn, said, gone = listening()
    feed(conn, masked(b"\x03\xe8bye", 0x88) + masked(b"late"))
    assert last_close(conn) == (1000, "closed_by_client")
    assert gone == [conn]
    assert said == []


@pytest.mark.parametrize(
    ("data", "code", "reason"),
    [
        (masked(b"\x00", 0x82), 1003, "binary_frame"),
        (masked(b"x" * 16_385), 1009, "frame_too_large"),
        (masked(b"\xff"), 1007, "invalid_text"),
        (b"\x81\x01x", 1002, "protocol_error"),
    ],
)
def test_a_violation_closes_with_its_code_and_reason(data: bytes, code: int, reason: str) -> None:
    conn, _, gone = listening()
    before = counts.closed[reason]
    feed(conn, data)
    assert last_close(conn) == (code, reason)
    assert gone == [conn]
    assert counts.closed[reason] == before + 1


def test_bye_comes_before_the_close_where_coming_back_is_of_no_use() -> None:
    conn, _, _ = listening()
    conn.close("session_ended", "account_suspended")
    assert sent(conn) == [{"t": "bye", "error": "account_suspended"}]
    assert last_close(conn) == (4003, "session_ended")


def test_an_end_without_bye_invites_to_come_back() -> None:
    conn, _, _ = listening()
    conn.close("gateway_stopping")
    assert sent(conn) == []
    assert last_close(conn) == (1012, "gateway_stopping")


def test_it_ends_once() -> None:
    conn, _, gone = listening()
    conn.close("heartbeat_lost")
    conn.close("session_replaced")
    conn.stream.abort()
    assert gone == [conn]
    assert conn.state is State.CLOSED


def test_a_lost_socket_is_reported() -> None:
    conn, _, gone = listening()
    conn.stream.abort()
    assert gone == [conn]
    assert conn.is_closed


def test_a_frame_that_cannot_be_handled_ends_only_its_connection() -> None:
    conn, _, gone = listening()

    def fail(*_: object) -> None:
        raise RuntimeError("broken")

    conn.start(fail, gone.append)
    feed(conn, masked(b"{}"))
    assert last_close(conn) == (1011, "internal_error")
    assert gone == [conn]


def test_bytes_and_frames_are_counted_both_ways() -> None:
    conn, _, _ = listening()
    before_in, before_out, before_frames = counts.bytes["in"], counts.bytes["out"], counts.sent_frames["gateway"]
    data = masked(b"{}")
    feed(conn, data)
    conn.send(frames.BeatFrame(now_ms=1))
    assert counts.bytes["in"] == before_in + len(data)
    assert counts.bytes["out"] == before_out + len(conn.stream.data)  # type: ignore[attr-defined]
    assert counts.sent_frames["gateway"] == before_frames + 1


def test_refusals_are_counted_by_code() -> None:
    conn, _, _ = listening()
    before = counts.refused["overloaded"]
    conn.refuse("overloaded", "m1", {"x": 1})
    assert sent(conn) == [{"t": "refused", "error": "overloaded", "id": "m1", "detail": {"x": 1}}]
    assert counts.refused["overloaded"] == before + 1
