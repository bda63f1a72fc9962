"""The wire that tests cut: what it holds does not pass in the moment of the cut."""

import contextlib
import socket
import threading
import time

import pytest

from tests.platform.proxy import Proxy

TIMES = 40
"""A moment is short: each time is another chance for a fault to show."""


def received_until_the_end(listener: socket.socket, into: list[bytes], begun: threading.Event) -> None:
    connection, _ = listener.accept()
    with connection, contextlib.suppress(OSError):
        while data := connection.recv(1024):
            into.append(data)
            begun.set()


def test_what_is_held_is_lost_by_a_cut():
    for _ in range(TIMES):
        with socket.create_server(("127.0.0.1", 0)) as listener:
            got: list[bytes] = []
            begun = threading.Event()
            far = threading.Thread(target=received_until_the_end, args=(listener, got, begun))
            far.start()
            with Proxy(f"amqp://127.0.0.1:{listener.getsockname()[1]}/") as wire:
                port = int(wire.url.rsplit(":", 1)[1].rstrip("/"))
                with socket.create_connection(("127.0.0.1", port)) as near:
                    near.sendall(b"passes")
                    assert begun.wait(10)
                    wire.hold()
                    near.sendall(b"held")
                    wire.cut()
                    far.join(10)
            assert got == [b"passes"]


@contextlib.contextmanager
def echo(word: bytes = b""):
    """A server that sends back what it gets, after a word of its own; its URL."""
    with socket.create_server(("127.0.0.1", 0)) as listener:

        def serve(connection: socket.socket) -> None:
            with connection, contextlib.suppress(OSError):
                connection.sendall(word)
                while data := connection.recv(1024):
                    connection.sendall(data)

        def accept() -> None:
            with contextlib.suppress(OSError):
                while True:
                    threading.Thread(target=serve, args=(listener.accept()[0],), daemon=True).start()

        threading.Thread(target=accept, daemon=True).start()
        yield f"amqp://127.0.0.1:{listener.getsockname()[1]}/"
        listener.shutdown(socket.SHUT_RDWR)  # wakes who accepts


def connected(wire: Proxy) -> socket.socket:
    return socket.create_connection(("127.0.0.1", wire.port), timeout=10)


@pytest.mark.parametrize("way", ["there", "back"])
def test_what_is_held_one_way_waits_until_the_wire_is_mended(way):
    other = {"there": "back", "back": "there"}[way]
    with echo() as url, Proxy(url) as wire, connected(wire) as near:
        wire.hold(way)
        near.sendall(b"waits")
        near.settimeout(0.2)
        with pytest.raises(TimeoutError):
            near.recv(64)
        near.settimeout(10)
        wire.mend()
        assert near.recv(64) == b"waits"
        wire.hold(other)
        wire.mend()
        near.sendall(b"passes")
        assert near.recv(64) == b"passes"


def test_the_end_of_a_held_connection_is_not_noticed_before_it_is_mended():
    ended = threading.Event()
    with (
        socket.create_server(("127.0.0.1", 0)) as listener,
        Proxy(f"amqp://127.0.0.1:{listener.getsockname()[1]}/") as wire,
    ):
        near = connected(wire)
        far, _ = listener.accept()
        reader = threading.Thread(target=lambda: (far.recv(64), ended.set()), daemon=True)
        reader.start()
        wire.hold()
        near.close()
        assert not ended.wait(0.3)
        wire.mend()
        assert ended.wait(10)
        reader.join(10)
        far.close()


def test_new_connections_go_where_the_wire_is_aimed():
    with echo(b"old") as old, echo(b"new") as new, Proxy(old) as wire:
        with connected(wire) as near:
            assert near.recv(64) == b"old"
        wire.aim(new)
        with connected(wire) as near:
            assert near.recv(64) == b"new"


def test_connections_go_round_several_servers_and_pass_over_one_that_refuses():
    with socket.create_server(("127.0.0.1", 0)) as gone:
        refuses = f"amqp://127.0.0.1:{gone.getsockname()[1]}/"
    with echo(b"one") as one, echo(b"two") as two, Proxy(one, refuses, two) as wire:
        heard = []
        for _ in range(6):
            with connected(wire) as near:
                heard.append(near.recv(64))
    assert set(heard) == {b"one", b"two"}


def test_what_is_delayed_comes_late_and_whole():
    with echo() as url, Proxy(url) as wire, connected(wire) as near:
        wire.delay_s = lambda: 0.05
        began_s = time.monotonic()
        near.sendall(b"late")
        assert near.recv(64) == b"late"
        assert time.monotonic() - began_s >= 0.1  # there and back
