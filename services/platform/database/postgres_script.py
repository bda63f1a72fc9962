"""One script sent to PostgreSQL as one message, while this process does other work."""

import select
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
    """Scripts over one connection, one at a time: `begin`, then other work, then `finish`.

    On an asyncio loop (process/green_loop.py) the connection is watched for as long as nobody else uses it, and
    libpq is asked directly. Without green threads the caller's thread waits for the answer, for a limited time. Else
    psycopg waits in its own way.
    """

    def __init__(self, connection: psycopg.Connection[Any], loop: Any = None) -> None:
        """`loop`: the asyncio loop under this thread's green threads, if there is one. The connection waits in
        psycopg's own way until the first script."""
        self._connection = connection
        self._loop = loop
        self._readable: Readable | None = None

    def begin(self, script: bytes) -> None:
        """Send a script of statements that either fail or return no rows. The database carries it out meanwhile;
        `finish` must follow, whatever happens in between.

        Raises:
            psycopg.Error: the connection is lost.
        """
        pgconn = self._connection.pgconn
        pgconn.send_query(script)
        if not is_patched():
            _send_plainly(pgconn)
        elif pgconn.flush():
            self.release()
            waiting.wait(_sending(pgconn), pgconn.socket)

    def finish(self) -> None:
        """Wait until the script has been carried out.

        Raises:
            psycopg.Error: as the database says; the rest of the script has not been carried out.
        """
        pgconn = self._connection.pgconn
        if not is_patched():
            results = _results_plainly(pgconn)
        elif self._loop is None:
            results = waiting.wait(_results(pgconn), pgconn.socket)
        else:
            if self._readable is None:
                self._readable = Readable(self._loop, pgconn.socket)
            results = _results_on_loop(pgconn, self._readable)
        for result in results:
            if result.status == ExecStatus.FATAL_ERROR:
                raise _error_of(result)

    def release(self) -> None:
        """Stop watching the connection, because others are about to use or close it."""
        readable, self._readable = self._readable, None
        if readable is not None:
            readable.close()


def _send_plainly(pgconn: PGconn) -> None:
    poll = select.poll()
    poll.register(pgconn.socket, select.POLLIN | select.POLLOUT)
    while pgconn.flush():
        _poll(poll)
        pgconn.consume_input()


def _results_plainly(pgconn: PGconn) -> list[PGresult]:
    poll = select.poll()
    poll.register(pgconn.socket, select.POLLIN)
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


def _results_on_loop(pgconn: PGconn, readable: Readable) -> list[PGresult]:
    found: list[PGresult] = []
    while True:
        while pgconn.is_busy():
            readable.wait()
            pgconn.consume_input()
        result = pgconn.get_result()
        if result is None:
            return found
        found.append(result)


def _sending(pgconn: PGconn) -> PQGen[None]:
    while pgconn.flush():
        if (yield Wait.RW) & Ready.R:
            pgconn.consume_input()


def _results(pgconn: PGconn) -> PQGen[list[PGresult]]:
    found: list[PGresult] = []
    while True:
        while pgconn.is_busy():
            yield Wait.R
            pgconn.consume_input()
        result = pgconn.get_result()
        if result is None:
            return found
        found.append(result)


def _error_of(result: PGresult) -> psycopg.Error:
    state = result.error_field(DiagnosticField.SQLSTATE)
    message = (result.error_field(DiagnosticField.MESSAGE_PRIMARY) or result.error_message).decode("utf-8", "replace")
    if state is None:
        return psycopg.OperationalError(message)  # the connection was lost
    return psycopg.errors.lookup(state.decode())(message)
