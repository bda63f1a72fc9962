"""Waiting for a database's answer in a green thread: one short wait at the hub, with a limit.

psycopg works without this, at more CPU: its own loop goes through a full `select` of green threads for every answer.
It is a module of its own because a process without a database need not load psycopg.
"""

import os
import socket

from eventlet.hubs import trampoline
from eventlet.patcher import is_monkey_patched
from psycopg import OperationalError, waiting
from psycopg.abc import RV, PQGen
from psycopg.waiting import Wait

ANSWER_TIMEOUT_S = 15.0
"""A database that does not answer for so long hangs. It is more than the server's limit for one statement
(`statement_timeout`), so no running statement is cut."""


class _NoAnswer(Exception):
    """The database does not answer."""


def wait_in_green_threads() -> None:
    """Let psycopg wait at the hub of green threads, if the process has one."""
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
    """Wait until the database has sent something. If it hangs, its machine still keeps the connection alive: after
    `ANSWER_TIMEOUT_S` the connection is cut here, and libpq finds it closed."""
    try:
        trampoline(fileno, read=True, timeout=ANSWER_TIMEOUT_S, timeout_exc=_NoAnswer)
    except _NoAnswer:
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
