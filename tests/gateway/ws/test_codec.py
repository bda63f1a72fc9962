"""WebSocket frames are read as RFC 6455 says, whatever pieces they come in, and nothing a client sends breaks us."""

import os

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gateway.ws.connection.codec import (
    CLOSE,
    PING,
    PONG,
    TEXT,
    Message,
    Parser,
    Violation,
    pack_close,
    pack_pong,
    pack_text,
    payload_of,
    payloads_of,
    unmask,
)
from tests.gateway.fakes import masked, unpack

LIMIT = 16_384


def feed(data: bytes, limit: int = LIMIT) -> tuple[list[Message], str | None]:
    messages, violation = Parser(limit).feed(data)
    return messages, violation.reason if violation else None


def test_the_masked_hello_of_the_rfc_is_read() -> None:
    data = bytes.fromhex("81 85 37 fa 21 3d 7f 9f 4d 51 58")
    assert feed(data) == ([Message(TEXT, b"Hello")], None)


def test_the_fragmented_hello_of_the_rfc_is_joined() -> None:
    assert feed(masked(b"Hel", 0x01) + masked(b"lo", 0x80)) == ([Message(TEXT, b"Hello")], None)


def test_a_control_frame_may_come_between_fragments() -> None:
    data = masked(b"Hel", 0x01) + masked(b"?", 0x89) + masked(b"lo", 0x80)
    assert feed(data) == ([Message(PING, b"?"), Message(TEXT, b"Hello")], None)


def test_several_frames_in_one_piece_are_all_read() -> None:
    data = masked(b"one") + masked(b"two") + masked(b"", 0x8A) + masked(b"\x03\xe8", 0x88)
    found, violation = feed(data)
    assert found == [Message(TEXT, b"one"), Message(TEXT, b"two"), Message(PONG, b""), Message(CLOSE, b"\x03\xe8")]
    assert violation is None


@given(st.lists(st.text(max_size=300), max_size=6), st.lists(st.integers(1, 40), min_size=1))
@settings(max_examples=60)
def test_texts_survive_any_cut_of_the_bytes(texts: list[str], cuts: list[int]) -> None:
    data = b"".join(masked(text.encode(), mask=os.urandom(4)) for text in texts)
    parser, found, at, i = Parser(LIMIT), [], 0, 0
    while at < len(data):
        messages, violation = parser.feed(data[at : at + cuts[i % len(cuts)]])
        assert violation is None
        found += [message.payload.decode() for message in messages]
        at, i = at + cuts[i % len(cuts)], i + 1
    assert found == texts


@given(st.lists(st.binary(max_size=200), max_size=5))
@settings(max_examples=150)
def test_no_bytes_at_all_raise_anything_but_a_violation(pieces: list[bytes]) -> None:
    parser = Parser(LIMIT)
    for piece in pieces:
        messages, violation = parser.feed(piece)
        assert all(len(message.payload) <= LIMIT for message in messages)
        if violation is not None:
            break


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"\x81\x05Hello", "protocol_error"),  # not masked
        (masked(b"x", 0xC1), "protocol_error"),  # a reserved bit: compression was not agreed on
        (masked(b"x", 0x83), "protocol_error"),  # an unknown opcode
        (masked(b"x", 0x80), "protocol_error"),  # continues nothing
        (masked(b"x", 0x01) + masked(b"y", 0x81), "protocol_error"),  # begins inside another
        (masked(b"x", 0x09), "protocol_error"),  # a control frame in fragments
        (masked(b"x" * 126, 0x89), "protocol_error"),  # a control frame that is too long
        (masked(b"x", 0x82), "binary_frame"),
        (masked(b"\xff\xfe"), "invalid_text"),
        (masked("ά".encode()[:1], 0x01) + masked(b"!", 0x80), "invalid_text"),
        (masked(b"x" * (LIMIT + 1)), "frame_too_large"),
        (masked(b"x" * LIMIT, 0x01) + masked(b"y", 0x80), "frame_too_large"),  # fragments count together
        (bytes.fromhex("81 ff ff ff ff ff ff ff ff ff"), "frame_too_large"),
    ],
)
def test_a_broken_frame_is_named(data: bytes, reason: str) -> None:
    assert feed(data) == ([], reason)


def test_frames_before_a_broken_one_count() -> None:
    assert feed(masked(b"good") + masked(b"bad", 0x82)) == ([Message(TEXT, b"good")], "binary_frame")


def test_a_frame_of_exactly_the_limit_is_read() -> None:
    assert feed(masked(b"x" * LIMIT)) == ([Message(TEXT, b"x" * LIMIT)], None)


def test_a_message_that_never_ends_is_cut_off() -> None:
    parser = Parser(LIMIT)
    _, violation = parser.feed(masked(b"", 0x01) + masked(b"", 0x00) * 100)
    assert isinstance(violation, Violation)
    assert violation.reason == "protocol_error"


def test_a_letter_cut_in_two_by_fragments_is_whole_again() -> None:
    letter = "ά".encode()
    assert feed(masked(letter[:1], 0x01) + masked(letter[1:], 0x80)) == ([Message(TEXT, letter)], None)


@pytest.mark.parametrize("length", [0, 1, 125, 126, 65_535, 65_536, 70_000])
def test_a_packed_text_is_read_back_at_every_length(length: int) -> None:
    payload = b"x" * length
    assert unpack(pack_text(memoryview(payload))) == (TEXT, payload, b"")


def test_texts_that_were_packed_for_one_send_are_separated_at_every_length() -> None:
    letters = [
        (b"a", 0),
        (b"b", 1),
        (b"c", 125),
        (b"d", 126),
        (b"e", 65_535),
        (b"f", 65_536),
        (b"g", 70_000),
        (b"h", 3),
    ]
    packed = [pack_text(letter * length) for letter, length in letters]
    for found in (map(payload_of, packed), payloads_of(b"".join(packed))):
        assert [(each.count(letter), len(each)) for each, (letter, _) in zip(found, letters, strict=True)] == [
            (length, length) for _, length in letters
        ]


def test_close_and_pong_are_packed() -> None:
    assert unpack(pack_close(4001, "session_expired")) == (CLOSE, b"\x0f\xa1session_expired", b"")
    assert len(pack_close(1000, "r" * 500)) == 2 + 125
    assert unpack(pack_pong(b"?")) == (PONG, b"?", b"")


@given(st.binary(max_size=100), st.binary(min_size=4, max_size=4))
@settings(max_examples=60)
def test_a_mask_put_on_twice_is_taken_off(payload: bytes, mask: bytes) -> None:
    assert unmask(unmask(payload, mask), mask) == payload
