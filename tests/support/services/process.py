"""A service's process without a broker, for the tests of every service that has entrypoints.

Requests and events go through the entrypoints as the broker would bring them, answers come back through plain data,
and the service's events are read from its outbox.
"""

import contextlib
import itertools
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import msgspec
import sqlalchemy as sa

from services.contracts.base import Envelope, Event, Request, read_answer, wire_name
from services.kernel.clock import FakeClock
from services.platform.broker import names
from services.platform.database.unit_of_work import Database, outbox
from services.platform.hosting.host import Base
from services.platform.process.json import encode, join_array
from services.platform.process.settings import CommonSettings

_ids = itertools.count()


AS_WRITTEN = {
    "postgresql": sa.text("xmin::text::bigint, cmin::text::bigint, ctid"),
    "sqlite": sa.text("rowid"),
}
"""The order in which rows were written, transaction by transaction. Without one PostgreSQL gives them as they lie, and
new ones may lie where others were deleted."""


class Parked:
    """Stands for the link: keeps what the inbox gives up, and what it answers at once."""

    def __init__(self) -> None:
        self.bodies: list[bytes] = []
        self.answers: list[bytes] = []

    def wait_up(self, _timeout_s: float) -> None:
        """It always is."""

    def together(self) -> contextlib.AbstractContextManager[None]:
        return contextlib.nullcontext()

    def publish(self, body: bytes, _exchange: str, routing_key: str, **_how: Any) -> None:
        (self.answers if routing_key == REPLY_TO else self.bodies).append(body)


class Process:
    """A database, an inbox and an outbox; `service` is set by whoever makes one."""

    service: Any
    sent: Any = None
    """The union of the messages that the service sends to queues."""
    events: dict[str, type[Event]] = {}
    """The events that it publishes, by routing key."""

    def __init__(self, url: str, name: str, clock: FakeClock | None = None) -> None:
        self.clock = clock or FakeClock()
        self.database = Database(url, name, self.clock)
        self.base = Base(CommonSettings(), self.database)
        self.parked = Parked()
        self.base.inbox._link = self.parked  # type: ignore[assignment]

    def hear(self, entrypoint: str, *events: Event, ids: Sequence[str] | None = None) -> None:
        """One message of events; with `ids` the ones it was sent with before."""
        ids = ids or [f"event-{next(_ids)}" for _ in events]
        now_ms = self.clock.now_ms()
        envelopes = [Envelope(id, f"trace-{id}", now_ms, event) for id, event in zip(ids, events, strict=True)]
        getattr(self.service, entrypoint)(f"queue.{entrypoint}", join_array([encode(each) for each in envelopes]))

    def ask(self, request: Request[Any]) -> Any:
        """An answer or refusal, through the entrypoint and back from plain data."""
        answer = getattr(self.service, wire_name(type(request)))(msgspec.to_builtins(request))
        return read_answer(answer, type(request).answer)

    def told(self) -> list[Any]:
        """Everything published and sent since the last call: events as they were written, then messages to queues."""
        with self.database.work() as work:
            rows = work.execute(sa.select(outbox).order_by(AS_WRITTEN[work.connection.dialect.name])).all()
            work.execute(outbox.delete())
        answers, self.parked.answers = self.parked.answers, []
        at_once = [answer for body in answers for answer in msgspec.json.decode(body, type=list[self.sent])]  # type: ignore[name-defined]  # a class attribute of who makes one
        return [*(self._read(row) for row in rows), *at_once]

    def told_of(self, kind: type[Any]) -> list[Any]:
        """Only these, as they were written; the rest is forgotten."""
        return [each for each in self.told() if isinstance(each, kind)]

    def dump(self) -> str:
        """Everything in the tables as text; messages that have not left yet are forgotten first."""
        with self.database.work() as work:
            work.execute(outbox.delete())
            tables = sa.inspect(work.connection).get_table_names()
            return "\n".join(str(list(work.execute(sa.text(f'SELECT * FROM "{each}"')))) for each in tables)

    def rows(self, table: str) -> int:
        """How many rows a table has."""
        with self.database.work() as work:
            return int(work.execute(sa.text(f"SELECT COUNT(*) FROM {table}")).scalar_one())

    def run(self, statement: str) -> None:
        """What somebody with access to the database might do."""
        with self.database.work() as work:
            work.execute(sa.text(statement))

    def close(self) -> None:
        """Close the database."""
        self.database.close()

    def _read(self, row: Any) -> Any:
        if row.exchange == names.EVENTS_EXCHANGE:
            kind = self.events[row.routing_key]
            return msgspec.json.decode(row.body, type=Envelope[kind]).body  # type: ignore[valid-type]
        assert (row.exchange, row.routing_key) == ("", REPLY_TO)
        return msgspec.json.decode(row.body, type=self.sent)


REPLY_TO = "tables.tictactoe.3"
"""The queue that matches in tests ask to be answered to."""


def assert_same_schema(url: str, service: str, metadata: sa.MetaData) -> None:
    """The migration has made what the store works with: columns, which may be null, keys, indexes."""
    database = Database(url, service)
    found = sa.inspect(database.engine)
    for name, table in metadata.tables.items():
        columns = {column["name"]: column["nullable"] for column in found.get_columns(name)}
        assert columns == {column.name: bool(column.nullable) for column in table.columns}
        assert found.get_pk_constraint(name)["constrained_columns"] == [column.name for column in table.primary_key]
        indexes = {(index["name"], tuple(index["column_names"])) for index in found.get_indexes(name)}
        assert indexes == {(index.name, tuple(column.name for column in index.columns)) for index in table.indexes}
    assert {"inbox", "outbox", *metadata.tables} <= set(found.get_table_names())
    database.close()


def at_once(*actions: Callable[[], None]) -> None:
    """Begin them together, each on a thread of its own; fail if one does."""
    ready = threading.Barrier(len(actions))

    def run(action: Callable[[], None]) -> None:
        ready.wait(60)
        action()

    with ThreadPoolExecutor(len(actions)) as threads:
        for running in [threads.submit(run, action) for action in actions]:
            running.result(100)
