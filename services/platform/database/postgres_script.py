"""One script sent to PostgreSQL as one message, while this process does other work."""

import select
from collections.abc import Callable
from typing import Any

import psycopg
from psycopg import waiting
from psycopg.abc import PQGen
from psycopg.pq import DiagnosticField, ExecStatus
from psycopg.pq.abc import PGconn, PGresult
from psycopg.waiting import Ready, Wait

from services.platform.database.postgres_wait import ANSWER_TIMEOUT_S
from services.platform.process.green_loop import Readable
from services.platform.process.tasks import is_patched


class PostgresScripts:
    """Scripts over one connection, one at a time.

    On an asyncio loop (process/green_loop.py) the connection is watched for as long as nobody else uses it, and
    libpq is
    asked directly. Without green threads the caller's thread waits for the answer, for a limited time. Else psycopg
    waits in its own way.
    """

    def __init__(self, connection: psycopg.Connection[Any], loop: Any = None) -> None:
        """`loop`: the asyncio loop under this thread's green threads, if there is one. The connection waits in
        psycopg's own way until the first script."""
        self._connection = connection
        self._loop = loop
        self._readable: Readable | None = None

    def run(self, script: bytes, meanwhile: Callable[[], object]) -> None:
        """Send a script, call `meanwhile`, then wait until the script has been carried out. Its rows are not read: it
        is for statements that either fail or return none.

        Raises:
            psycopg.Error: as the database says; the rest of the script has not been carried out. What `meanwhile`
            raises comes after the script is done.
        """
        pgconn = self._connection.pgconn
        failures: list[Exception] = []
        pgconn.send_query(script)
        if not is_patched():
            results = _exchange_plainly(pgconn, meanwhile, failures)
        elif self._loop is None or pgconn.flush():
            self.release()
            results = waiting.wait(_exchange(pgconn, meanwhile, failures), pgconn.socket)
        else:
            if self._readable is None:
                self._readable = Readable(self._loop, pgconn.socket)
            results = _exchange_on_loop(pgconn, meanwhile, failures, self._readable)
        for result in results:
            if result.status == ExecStatus.FATAL_ERROR:
                raise _error_of(result)
        if failures:
            raise failures[0]

    def release(self) -> None:
        """Stop watching the connection, because others are about to use or close it."""
        readable, self._readable = self._readable, None
        if readable is not None:
            readable.close()


def _exchange_plainly(pgconn: PGconn, meanwhile: Callable[[], object], failures: list[Exception]) -> list[PGresult]:
    poll = select.poll()
    poll.register(pgconn.socket, select.POLLIN)
    while pgconn.flush():
        poll.modify(pgconn.socket, select.POLLIN | select.POLLOUT)
        _poll(poll)
        pgconn.consume_input()
    poll.modify(pgconn.socket, select.POLLIN)
    _do(meanwhile, failures)
    found: list[PGresult] = []
    while True:
        while pgconn.is_busy():
            _poll(poll)
            pgconn.consume_input()
        result = pgconn.get_result()
        if result is None:
            return found
        found.append(result)


def _poll(poll: Any) -> None:
    if not poll.poll(ANSWER_TIMEOUT_S * 1_000):
        raise psycopg.OperationalError("the database says nothing")


def _exchange_on_loop(
    pgconn: PGconn, meanwhile: Callable[[], object], failures: list[Exception], readable: Readable
) -> list[PGresult]:
    _do(meanwhile, failures)
    found: list[PGresult] = []
    while True:
        while pgconn.is_busy():
            readable.wait()
            pgconn.consume_input()
        result = pgconn.get_result()
        if result is None:
            return found
        found.append(result)


def _exchange(pgconn: PGconn, meanwhile: Callable[[], object], failures: list[Exception]) -> PQGen[list[PGresult]]:
    while pgconn.flush():
        if (yield Wait.RW) & Ready.R:
            pgconn.consume_input()
    _do(meanwhile, failures)
    found: list[PGresult] = []
    while True:
        while pgconn.is_busy():
            yield Wait.R
            pgconn.consume_input()
        result = pgconn.get_result()
        if result is None:
            return found
        found.append(result)


def _do(meanwhile: Callable[[], object], failures: list[Exception]) -> None:
    try:
        meanwhile()
    except Exception as error:  # noqa: BLE001 the answer must be read first, whatever it is
        failures.append(error)


def _error_of(result: PGresult) -> psycopg.Error:
    state = result.error_field(DiagnosticField.SQLSTATE)
    message = (result.error_field(DiagnosticField.MESSAGE_PRIMARY) or result.error_message).decode("utf-8", "replace")
    if state is None:
        return psycopg.OperationalError(message)  # the connection was lost
    return psycopg.errors.lookup(state.decode())(message)
