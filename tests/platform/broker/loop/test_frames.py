"""Frames that we read and write ourselves are those that pamqp reads and writes, however the socket cuts them."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pamqp import base, body, commands, frame, header

from services.platform.broker.loop.frames import (
    CONFIRMED,
    HEARTBEAT,
    MESSAGES,
    FrameError,
    FrameReader,
    Route,
    ack_frame,
)
from services.platform.broker.loop.frames import Message as Delivered

NAMES = st.text("abcxyz.-019", max_size=60)
BODIES = st.binary(max_size=200)
HEADERS = st.dictionaries(st.text("abc-", min_size=1, max_size=9), st.integers(0, 99) | NAMES, max_size=3)


class Heard:
    """What a reader has called back for."""

    def __init__(self) -> None:
        self.all: list[tuple[Any, ...]] = []
        self.reader = FrameReader(self.delivered, self.returned, self.confirmed, self.method)

    def delivered(self, tag: bytes, message: Delivered) -> None:
        where = (message.exchange, message.routing_key, message.headers)
        self.all.append(("delivered", tag, message.delivery_tag, message.redelivered, *where, message.body))

    def returned(self, message: Delivered) -> None:
        self.all.append(("returned", message.routing_key, message.headers, message.body))

    def confirmed(self, tag: int, multiple: bool, accepted: bool) -> None:
        self.all.append(("confirmed", tag, multiple, accepted))

    def method(self, channel: int, method: base.Frame) -> None:
        self.all.append((method.name, channel))


def content(headers: dict[str, Any], parts: list[bytes], channel: int) -> list[bytes]:
    properties = commands.Basic.Properties(delivery_mode=1, headers=headers or None)
    size = sum(map(len, parts))
    frames = [frame.marshal(header.ContentHeader(0, size, properties), channel)]
    return frames + [frame.marshal(body.ContentBody(part), channel) for part in parts if part]


@st.composite
def told(draw: st.DrawFn) -> tuple[bytes, tuple[Any, ...] | None]:
    """Bytes of one thing that a broker says, and what a reader should make of it."""
    kind = draw(st.sampled_from(["delivered", "returned", "confirmed", "method", "heartbeat"]))
    number, flag, other = draw(st.integers(1, 2**60)), draw(st.booleans()), draw(st.booleans())
    key, exchange, headers, parts = draw(NAMES), draw(NAMES), draw(HEADERS), draw(st.lists(BODIES, max_size=3))
    if kind == "delivered":
        tag = draw(NAMES)
        method = commands.Basic.Deliver(tag, number, flag, exchange, key)
        what = (kind, tag.encode(), number, flag, exchange, key, headers, b"".join(parts))
        return b"".join([frame.marshal(method, MESSAGES), *content(headers, parts, MESSAGES)]), what
    if kind == "returned":
        method = commands.Basic.Return(312, "NO_ROUTE", exchange, key)
        what = (kind, key, headers, b"".join(parts))
        return b"".join([frame.marshal(method, CONFIRMED), *content(headers, parts, CONFIRMED)]), what
    if kind == "confirmed":
        answer = commands.Basic.Ack(number, flag) if other else commands.Basic.Nack(number, flag)
        return frame.marshal(answer, CONFIRMED), (kind, number, flag, other)
    if kind == "method":
        return frame.marshal(commands.Queue.DeclareOk(key, 1, 2), MESSAGES), ("Queue.DeclareOk", MESSAGES)
    return HEARTBEAT, None


@given(st.lists(told(), max_size=6), st.randoms())
def test_the_reader_receives_the_same_frames_however_the_bytes_are_cut(all_told, chance):
    data = b"".join(each for each, _ in all_told)
    heard, at = Heard(), 0
    while at < len(data):
        step = chance.choice([1, 3, 8, 50, 1_000])
        heard.reader.feed(data[at : at + step])
        at += step
    assert heard.all == [what for _, what in all_told if what is not None]


@given(NAMES, NAMES, st.booleans(), HEADERS, BODIES, st.sampled_from([MESSAGES, CONFIRMED]), st.integers(1, 300))
def test_a_published_message_is_what_pamqp_would_have_written(exchange, key, mandatory, headers, text, channel, most):
    properties = commands.Basic.Properties(delivery_mode=2, headers=headers or None, content_type="application/json")
    parts = [text[at : at + most] for at in range(0, len(text), most)]
    expected = b"".join(
        [
            frame.marshal(commands.Basic.Publish(exchange=exchange, routing_key=key, mandatory=mandatory), channel),
            frame.marshal(header.ContentHeader(0, len(text), properties), channel),
            *(frame.marshal(body.ContentBody(part), channel) for part in parts),
        ]
    )
    assert Route(channel, exchange, key, mandatory, properties).frames(text, most) == expected


@given(st.integers(1, 2**60), st.booleans())
def test_an_acknowledgement_is_what_pamqp_would_have_written(tag, multiple):
    assert ack_frame(tag, multiple) == frame.marshal(commands.Basic.Ack(tag, multiple), MESSAGES)


@pytest.mark.parametrize(
    "data",
    [
        b"\x05\x00\x00\x00\x00\x00\x00\xce",
        b"\x01\x00\x01\x00\x00\x00\x04\x00\x0a\x00\x0a\x00",
        frame.marshal(header.ContentHeader(0, 5, commands.Basic.Properties()), MESSAGES),
        frame.marshal(body.ContentBody(b"x"), MESSAGES),
    ],
    ids=["no such type", "no end", "a head of nothing", "a body of nothing"],
)
def test_what_cannot_be_is_said(data):
    with pytest.raises(FrameError):
        Heard().reader.feed(data)
