"""Waiting in green threads: whole buffers from and to the broker's socket, one short wait for a database's answer.

Both libraries work without this, at more CPU: the AMQP client asks the kernel three times a frame (measured: 17 reads
a move), and psycopg's own loop goes through a full `select` of green threads for every answer.
"""

import os
import socket
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from eventlet.hubs import trampoline
from eventlet.patcher import is_monkey_patched
from psycopg import OperationalError, waiting
from psycopg.abc import RV, PQGen
from psycopg.waiting import Wait

_RECEIVE_BYTES = 65_536
ANSWER_TIMEOUT_S = 15.0
"""A database that says nothing for so long hangs. It is above the time that the server takes for one statement at most
(`statement_timeout`), so nothing that still runs is cut."""


class _NoAnswer(Exception):
    """The database says nothing."""


def buffer_reads(connection: Any) -> None:
    """Let a kombu connection over TCP receive what is there instead of what it needs next; it keeps the rest itself.

    Nothing else has to know: the client looks into its buffer before it asks the socket. TLS is left as it is.
    """
    transport: Any = getattr(connection.connection, "transport", None)
    receive = getattr(transport, "_quick_recv", None)
    if receive is not None and not getattr(transport, "sslopts", None):
        transport._quick_recv = lambda least: receive(max(least, _RECEIVE_BYTES))


@contextmanager
def written_together(channel: Any, on_lost: Callable[[], None] = lambda: None) -> Iterator[None]:
    """What is written to a channel's connection inside leaves as one piece; nothing inside may wait for anything.

    `on_lost`: called where the connection turns out to be gone; its reader notices by itself, and the broker delivers
    again.
    """
    transport: Any = getattr(channel.connection, "transport", None)
    if not hasattr(transport, "_write"):  # the broker in the process, or a connection that is gone
        yield
        return
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


def wait_in_green_threads() -> None:
    """Let psycopg wait at the hub of green threads, where the process has one."""
    if is_monkey_patched("select"):
        waiting.wait = _wait


def _wait(gen: PQGen[RV], fileno: int, interval: float = 0.0, timeout: float | None = None) -> RV:
    """As `psycopg.waiting.wait`, for the common case: wait for the answer, and be woken when it comes."""
    if timeout is not None:
        return waiting.wait_select(gen, fileno, interval, timeout)
    try:
        wanted = next(gen)
        while wanted == waiting.WAIT_R:
            _wait_readable(fileno)
            wanted = gen.send(waiting.READY_R)
    except StopIteration as done:
        answer: RV = done.value
        return answer
    except OSError as error:
        raise OperationalError("connection socket closed") from error
    return waiting.wait_select(_rest(gen, wanted), fileno, interval)


def _wait_readable(fileno: int) -> None:
    """Until the database has said something. One that hangs says nothing, and its machine keeps the connection alive:
    after `ANSWER_TIMEOUT_S` the connection is cut here, and libpq finds it closed."""
    try:
        trampoline(fileno, read=True, timeout=ANSWER_TIMEOUT_S, timeout_exc=_NoAnswer)
    except _NoAnswer:
        with socket.socket(fileno=os.dup(fileno)) as connection:
            connection.shutdown(socket.SHUT_RDWR)


def _rest(gen: PQGen[RV], wanted: Wait) -> PQGen[RV]:
    """What is left of a generator that has already said what it waits for."""
    while True:
        try:
            wanted = gen.send((yield wanted))
        except StopIteration as done:
            answer: RV = done.value
            return answer
