"""Reading and writing the broker's socket from green threads in whole buffers.

The AMQP client works without this, at more CPU: it asks the kernel three times a frame (measured: 17 reads a move).
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

_RECEIVE_BYTES = 65_536


def buffer_reads(connection: Any) -> None:
    """Let a kombu connection over TCP receive all available bytes instead of those it needs next; it buffers the rest.

    The client looks into its buffer before it reads the socket, so nothing else changes. TLS is left as it is.
    """
    transport: Any = getattr(connection.connection, "transport", None)
    receive = getattr(transport, "_quick_recv", None)
    if receive is not None and not getattr(transport, "sslopts", None):
        transport._quick_recv = lambda least: receive(max(least, _RECEIVE_BYTES))


def is_amqp(channel: Any) -> bool:
    """Whether a channel belongs to a connection to a broker that stands; the broker in the process has none."""
    return hasattr(getattr(getattr(channel, "connection", None), "transport", None), "_write")


@contextmanager
def written_together(channel: Any, on_lost: Callable[[], None] = lambda: None) -> Iterator[None]:
    """Send everything that is written to a channel's connection inside as one piece; nothing inside may wait.

    `on_lost`: called if the connection turns out to be gone; its reader notices by itself, and the broker delivers
    again.
    """
    if not is_amqp(channel):
        yield
        return
    transport: Any = channel.connection.transport
    write, pieces = transport._write, []
    transport._write = lambda piece: pieces.append(bytes(piece))
    try:
        yield
    finally:
        transport._write = write
        if pieces:
            try:
                transport.write(b"".join(pieces))
            except OSError:
                on_lost()
