"""Waiting for a database's answer with a limit: at the hub of green threads, or in the caller's own thread.

psycopg works without this, at more CPU: its own loop goes through a full `select` of green threads for every answer.
It is a module of its own because a process without a database need not load psycopg.
"""

import os
import select
import socket

from eventlet.hubs import trampoline
from eventlet.patcher import is_monkey_patched
from psycopg import OperationalError, waiting
from psycopg.abc import RV, PQGen
from psycopg.waiting import Ready, Wait

ANSWER_TIMEOUT_S = 15.0
"""A database that does not answer for so long hangs. It is more than the server's limit for one statement
(`statement_timeout`), so no running statement is cut."""


_POLLED = {
    Wait.R: select.POLLIN,
    Wait.W: select.POLLOUT,
    Wait.RW: select.POLLIN | select.POLLOUT,
}


class _NoAnswer(Exception):
    """The database does not answer."""


def wait_in_green_threads() -> None:
    """Let psycopg wait at the hub of green threads, where the process has one; elsewhere for a limited time."""
    waiting.wait = _wait if is_monkey_patched("select") else _wait_in_thread


def _wait_in_thread(gen: PQGen[RV], fileno: int, interval: float = 0.0, timeout: float | None = None) -> RV:
    """As `psycopg.waiting.wait`: the caller's thread waits, and cuts the connection of a database that hangs."""
    if timeout is not None:
        return waiting.wait_select(gen, fileno, interval, timeout)
    poll = select.poll()
    try:
        wanted = next(gen)
        while True:
            poll.register(fileno, _POLLED[wanted])
            found = poll.poll(ANSWER_TIMEOUT_S * 1_000)
            if not found:
                _cut(fileno)
            wanted = gen.send(_ready(found[0][1], wanted) if found else waiting.READY_R)
    except StopIteration as done:
        answer: RV = done.value
        return answer
    except OSError as error:
        raise OperationalError("connection socket closed") from error


def _ready(events: int, wanted: Wait) -> Ready:
    """What can be done; with a socket that is broken everything that is wanted, for that shows the error."""
    is_broken = events & ~(select.POLLIN | select.POLLOUT)
    readable = Ready.R if events & select.POLLIN or (is_broken and wanted & Wait.R) else Ready.NONE
    writable = Ready.W if events & select.POLLOUT or (is_broken and wanted & Wait.W) else Ready.NONE
    return Ready(readable | writable)


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
    """Wait until the database has sent something. If it hangs, its machine still keeps the connection alive: after
    `ANSWER_TIMEOUT_S` the connection is cut here, and libpq finds it closed."""
    try:
        trampoline(fileno, read=True, timeout=ANSWER_TIMEOUT_S, timeout_exc=_NoAnswer)
    except _NoAnswer:
        _cut(fileno)


def _cut(fileno: int) -> None:
    with socket.socket(fileno=os.dup(fileno)) as connection:
        connection.shutdown(socket.SHUT_RDWR)


def _rest(gen: PQGen[RV], wanted: Wait) -> PQGen[RV]:
    """The rest of a generator that has already yielded what it waits for."""
    while True:
        try:
            wanted = gen.send((yield wanted))
        except StopIteration as done:
            answer: RV = done.value
            return answer
