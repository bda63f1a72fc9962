"""One script to PostgreSQL as one message, with something to be done while it is carried out."""

from collections.abc import Callable
from typing import Any

import psycopg
from psycopg import waiting
from psycopg.abc import PQGen
from psycopg.pq import DiagnosticField, ExecStatus
from psycopg.pq.abc import PGconn, PGresult
from psycopg.waiting import Ready, Wait


def exchange(connection: psycopg.Connection[Any], script: bytes, meanwhile: Callable[[], object]) -> None:
    """Send a script, do something else, then wait until it has been carried out. Its answers are not read: it is for
    statements that fail or have nothing to say.

    Raises:
        psycopg.Error: as the database says; the rest of the script has not been carried out. What `meanwhile` raises
        comes after the script is done.
    """
    failures: list[Exception] = []
    results = waiting.wait(_exchange(connection.pgconn, script, meanwhile, failures), connection.pgconn.socket)
    for result in results:
        if result.status == ExecStatus.FATAL_ERROR:
            raise _error_of(result)
    if failures:
        raise failures[0]


def _exchange(
    pgconn: PGconn, script: bytes, meanwhile: Callable[[], object], failures: list[Exception]
) -> PQGen[list[PGresult]]:
    pgconn.send_query(script)
    while pgconn.flush():
        if (yield Wait.RW) & Ready.R:
            pgconn.consume_input()
    try:
        meanwhile()
    except Exception as error:  # noqa: BLE001 the answer must be read first, whatever it is
        failures.append(error)
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
