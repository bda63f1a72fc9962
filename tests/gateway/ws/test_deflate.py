"""Compressed messages: what is agreed with whom, parts that are joined, and bombs that are refused unopened."""

import json
import zlib

import pytest
from hypothesis import given
from hypothesis import strategies as st
from websockets.exceptions import ConnectionClosed
from websockets.extensions.permessage_deflate import ClientPerMessageDeflateFactory
from websockets.sync.client import connect

from gateway.ws.connection.codec import TEXT, Message, Parser
from gateway.ws.connection.deflate import ACCEPTED, accepted, compressed, pack_parts, stored
from tests.gateway.fakes import masked, unpack
from tests.gateway.running_gateway import House

LIMIT = 16_384
COMPRESSED = 0xC1
TAIL = b"\x00\x00\xff\xff"


def deflated(data: bytes) -> bytes:
    packer = zlib.compressobj(9, zlib.DEFLATED, -15)
    return (packer.compress(data) + packer.flush(zlib.Z_SYNC_FLUSH)).removesuffix(TAIL)


def feed(data: bytes, inflates: bool = True) -> tuple[list[Message], str | None]:
    messages, violation = Parser(LIMIT, inflates).feed(data)
    return messages, violation.reason if violation else None


# --- what is agreed ---


@pytest.mark.parametrize(
    ("offers", "answer"),
    [
        ("permessage-deflate", ACCEPTED),
        ("permessage-deflate; client_max_window_bits", ACCEPTED),
        ('x-webkit-deflate-frame, Permessage-Deflate; client_max_window_bits="12"', ACCEPTED),
        ("permessage-deflate; server_no_context_takeover; client_no_context_takeover", ACCEPTED),
        ("permessage-deflate; server_max_window_bits=15", ACCEPTED + "; server_max_window_bits=15"),
        ("permessage-deflate; server_max_window_bits=10, permessage-deflate", ACCEPTED),
        ("permessage-deflate; server_max_window_bits=10", None),
        ("permessage-deflate; server_max_window_bits", None),
        ("permessage-deflate; client_max_window_bits=16", None),
        ("permessage-deflate; client_no_context_takeover=1", None),
        ("permessage-deflate; client_max_window_bits; client_max_window_bits", None),
        ("permessage-deflate; level=9", None),
        ("permessage-bzip2", None),
        ("", None),
    ],
)
def test_compression_is_agreed_where_both_can_keep_it(offers: str, answer: str | None) -> None:
    assert accepted(offers) == answer


@given(st.text(max_size=60))
def test_no_offer_at_all_raises_anything(offers: str) -> None:
    accepted("permessage-deflate;" + offers)


# --- what is sent ---


@given(st.lists(st.tuples(st.booleans(), st.binary(max_size=300)), max_size=6), st.integers(0, 70_000))
def test_parts_in_any_order_inflate_to_what_they_were(parts: list[tuple[bool, bytes]], long: int) -> None:
    parts.append((False, b"x" * long))
    packed = pack_parts([compressed(part) if shrinks else stored(part) for shrinks, part in parts])
    assert packed[0] == COMPRESSED
    _, payload, rest = unpack(packed)
    assert not rest
    assert zlib.decompressobj(-15).decompress(payload + TAIL) == b"".join(part for _, part in parts)


# --- what is read ---


def test_a_compressed_text_is_read_and_a_plain_one_beside_it() -> None:
    data = masked(deflated("γεια".encode()), COMPRESSED) + masked(b"plain") + masked(deflated(b"again"), COMPRESSED)
    assert feed(data) == ([Message(TEXT, "γεια".encode()), Message(TEXT, b"plain"), Message(TEXT, b"again")], None)


def test_a_compressed_text_may_come_in_fragments() -> None:
    whole = deflated(b"Hello, Hello, Hello")
    data = masked(whole[:3], 0x41) + masked(b"?", 0x89) + masked(whole[3:], 0x80)
    found, violation = feed(data)
    assert violation is None and found[-1] == Message(TEXT, b"Hello, Hello, Hello")


def test_the_longest_message_may_come_compressed() -> None:
    assert feed(masked(deflated(b"x" * LIMIT), COMPRESSED)) == ([Message(TEXT, b"x" * LIMIT)], None)


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (masked(deflated(b"x" * (LIMIT + 1)), COMPRESSED), "frame_too_large"),
        (masked(deflated(b"\x00" * 10_000_000), COMPRESSED), "frame_too_large"),
        (masked(b"\xff\xff\xff", COMPRESSED), "protocol_error"),
        (masked(deflated(b"\xff"), COMPRESSED), "invalid_text"),
        (masked(b"?", 0xC9), "protocol_error"),  # a compressed ping
        (masked(b"Hel", 0x01) + masked(b"lo", 0xC0), "protocol_error"),  # marked in the second fragment
        (masked(b"x", 0xA1), "protocol_error"),  # another reserved bit
        (masked(b"x", 0xE1), "protocol_error"),
    ],
)
def test_what_is_compressed_wrongly_or_too_long_is_refused(data: bytes, reason: str) -> None:
    assert feed(data)[1] == reason


@given(st.binary(max_size=200))
def test_no_compressed_bytes_at_all_raise_anything_but_a_violation(payload: bytes) -> None:
    messages, reason = feed(masked(payload, COMPRESSED))
    assert reason in (None, "protocol_error", "invalid_text", "frame_too_large")
    assert all(len(message.payload) <= LIMIT for message in messages)


def test_compressed_frames_need_an_agreement() -> None:
    assert feed(masked(deflated(b"Hello"), COMPRESSED), inflates=False) == ([], "protocol_error")


# --- on a real socket, with a client of another make ---


def test_another_library_enters_a_room_compressed_and_a_bomb_ends_with_1009(house: House) -> None:
    extensions = [ClientPerMessageDeflateFactory()]
    with connect(f"ws://127.0.0.1:{house.port}/ws", extensions=extensions, compression=None) as client:
        assert [extension.name for extension in client.protocol.extensions] == ["permessage-deflate"]
        client.send(json.dumps({"t": "hello", "token": "token-ann", "protocol": 1}))
        assert json.loads(client.recv(timeout=60))["t"] == "room"
        client.send("{" + " " * 1_000_000 + "}")
        with pytest.raises(ConnectionClosed) as ended:
            while True:
                client.recv(timeout=60)
    assert ended.value.rcvd is not None
    assert (ended.value.rcvd.code, ended.value.rcvd.reason) == (1009, "frame_too_large")
