"""What a forked process does with its own hub: it talks to others like it, and draws a chance."""

import random
from typing import Any

import eventlet
from eventlet import hubs

_LINE_BYTES = 1


def kind_of_hub() -> str:
    """On what its green threads run."""
    return "asyncio" if hasattr(hubs.get_hub(), "loop") else "epoll"


def chance() -> float:
    """The next number of the common generator."""
    return random.random()


def listen() -> int:
    """Send back from now on whatever comes; returns the port."""
    listener = eventlet.listen(("127.0.0.1", 0))
    eventlet.spawn(eventlet.serve, listener, _echo)
    return int(listener.getsockname()[1])


def exchange(ports: list[int], messages: int) -> int:
    """Send so many messages to each port, at once; returns how many came back."""
    asking = [eventlet.spawn(_exchange, port, messages) for port in ports]
    return sum(each.wait() for each in asking)


def _echo(sock: Any, _address: Any) -> None:
    while piece := sock.recv(_LINE_BYTES):
        sock.sendall(piece)


def _exchange(port: int, messages: int) -> int:
    sock = eventlet.connect(("127.0.0.1", port))
    back = 0
    for _ in range(messages):
        sock.sendall(b"x")
        back += len(sock.recv(_LINE_BYTES))
        eventlet.sleep(0.001)
    sock.close()
    return back
