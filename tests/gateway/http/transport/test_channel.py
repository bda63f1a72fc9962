"""Connections are passed from one process to another without waiting (gateway/http/transport/channel.py)."""

import os
import socket
from collections.abc import Iterator

import pytest

from gateway.http.transport.channel import Channel, Ended, Handed, Received


@pytest.fixture
def ends() -> Iterator[tuple[Channel, Channel]]:
    one, other = map(Channel, socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET))
    yield one, other
    one.close()
    other.close()


def test_nothing_is_there_until_something_is_passed(ends: tuple[Channel, Channel]) -> None:
    one, other = ends
    assert (other.receive(), other.is_hung_up()) == (None, False)
    reading, writing = os.pipe()
    what = Handed(("10.0.0.7", 41), {"PATH_INFO": "/"}, is_scrape=True)
    assert one.send(what, writing)
    os.close(writing)
    assert not other.is_hung_up()
    found = other.receive()
    assert found == Received(what, found.descriptor if found else -1)
    assert found is not None
    os.write(found.descriptor, b"through")
    assert os.read(reading, 7) == b"through"
    os.close(found.descriptor)
    os.close(reading)
    assert other.receive() is None


def test_the_end_of_the_other_process_is_noticed_once_all_is_received(ends: tuple[Channel, Channel]) -> None:
    one, other = ends
    assert one.send(Handed(), one.fileno())
    one.close()
    assert not other.is_hung_up(), "something waits to be received"
    found = other.receive()
    assert found is not None
    os.close(found.descriptor)
    assert other.is_hung_up()
    with pytest.raises(Ended):
        other.receive()
    assert not other.send(Handed(), other.fileno())


def test_what_cannot_be_sent_at_once_is_not_sent(ends: tuple[Channel, Channel]) -> None:
    one, _ = ends
    sent = [one.send(Handed(environ={"X": "x" * 9_000}), one.fileno()) for _ in range(600)]
    assert sent[0] and not sent[-1]
