"""The wire that tests cut: what it holds does not pass in the moment of the cut."""

import contextlib
import socket
import threading

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
