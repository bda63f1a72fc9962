"""A service's own database: one unit of work for each use case, with its events in the same transaction.

The events are rows of the outbox; `OutboxRelay` (outbox.py) sends them after the commit.
"""

import pathlib
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, NamedTuple, TypeVar

import sqlalchemy as sa
from sqlalchemy.exc import DBAPIError

from services.contracts.base import Envelope, Event, routing_key
from services.kernel.clock import Clock, SystemClock, TimeMs
from services.kernel.ids import new_id
from services.kernel.refusal import Refusal
from services.platform.broker import names
from services.platform.database import postgres_wait, prepared_scripts
from services.platform.process import metrics
from services.platform.process.json import encode_text
from services.platform.process.logs import get_logger
from services.platform.process.tracing import current_trace

log = get_logger(__name__)

T = TypeVar("T")

_RETRY_S = (0.01, 0.03, 0.1, 0.3, 0.6, 1.0, 1.0, 1.0)
_RETRYABLE_SQLSTATES = frozenset({"40001", "40P01", "26000"})
"""Serialization failure, deadlock, and a prepared statement that is gone; the next try prepares it again."""
_STATEMENT_TIMEOUT_MS = 10_000
_IDLE_IN_TRANSACTION_MS = 30_000
"""A process that hangs inside a transaction loses it, so that its locks do not delay others for longer."""
_UNANSWERED_MS = 10_000


metadata = sa.MetaData()
outbox = sa.Table(
    "outbox",
    metadata,
    sa.Column("id", sa.Text, primary_key=True),
    sa.Column("exchange", sa.Text, nullable=False),
    sa.Column("routing_key", sa.Text, nullable=False),
    sa.Column("body", sa.Text, nullable=False),
    sa.Column("at_ms", sa.BigInteger, nullable=False),
    sa.Column("sent", sa.SmallInteger, nullable=False, server_default="0"),
    sa.Index("outbox_by_time", "sent", "at_ms"),
)
"""The same in every service's schema."""
_HOLD = sa.text("SELECT pg_advisory_xact_lock(hashtextextended(:name, 0))")
_ADD_SQLITE = outbox.insert()
_ADD_POSTGRES = (
    "INSERT INTO outbox (id, exchange, routing_key, body, at_ms, sent) "
    "SELECT id, exchange, routing_key, body, at_ms, sent FROM json_populate_recordset(NULL::outbox, $1::json)"
)


class OutboxRow(NamedTuple):
    """A message to relay: one JSON text for one exchange and routing key. Consumers recognise repetitions by `id`."""

    id: str
    exchange: str
    routing_key: str
    body: str
    at_ms: TimeMs
    sent: int = 0


def headers_of(exchange: str, routing_key: str) -> dict[str, str]:
    """The headers of a message of rows: an event's topic, by which it is known again in the dead letters."""
    return {"topic": routing_key} if exchange == names.EVENTS_EXCHANGE else {}


class CommitInDoubt(Exception):
    """The connection broke during the commit: the work may or may not be done. Repeat it with the same id."""


class Work:
    """A unit of work: a transaction, the events that it publishes, and actions for after its commit."""

    def __init__(
        self, connection: sa.Connection, service: str, now_ms: TimeMs, trace: str, reading: bool = False
    ) -> None:
        """Created by `Database`; `trace`: that in which it happens; `reading`: nothing will be written."""
        self._connection = connection
        self._reading = reading
        self._waiting: list[prepared_scripts.Call] = []
        self.now_ms = now_ms
        self.trace = trace
        self.traces: dict[int, str] = {}
        """Traces of the events being handled, by `id()`: one unit of work may handle events of many commands."""
        self.keep = False
        """Set to commit although the answer is a refusal (a wrong password is counted)."""
        self._service = service
        self._rows: list[OutboxRow] = []
        self._after: list[Callable[[], None]] = []

    @property
    def connection(self) -> sa.Connection:
        """The connection, after sending everything that was to be written later."""
        if self._waiting:
            self.call()
        return self._connection

    @property
    def is_sqlite(self) -> bool:
        """Whether this is the embedded default's database."""
        return self._connection.dialect.name == "sqlite"

    def hold(self, name: str) -> None:
        """Wait until no other unit of work holds this name, and hold it to the end: for what is counted before a row is
        added, where no row could be locked. SQLite has one writer."""
        if not self.is_sqlite:
            self.execute(_HOLD, {"name": name})

    def call(self, *calls: prepared_scripts.Call) -> list[prepared_scripts.Rows]:
        """Run prepared statements in one message; returns the rows of each. Only for PostgreSQL."""
        waiting, self._waiting = self._waiting, []
        found = prepared_scripts.run(self._connection, [*waiting, *calls], in_transaction=not self._reading)
        return found[len(waiting) :]

    def later(self, call: prepared_scripts.Call) -> None:
        """Send a statement together with the next one, at the latest with the commit. Only for PostgreSQL."""
        self._waiting.append(call)

    def trace_of(self, event: Event) -> str:
        """The trace of the command that caused an event which is being handled."""
        return self.traces.get(id(event), self.trace)

    def execute(self, statement: sa.Executable, parameters: Any = None) -> Any:
        """Run one statement."""
        return self.connection.execute(statement, parameters)

    def publish(self, event: Event) -> None:
        """Publish an event with this transaction."""
        event_id = new_id()
        envelope = Envelope(event_id, self.trace, self.now_ms, event)
        key = routing_key(event)
        self._rows.append(OutboxRow(event_id, names.EVENTS_EXCHANGE, key, encode_text(envelope), self.now_ms))

    def send(self, queue: str, message: Any) -> None:
        """Send a message to one queue with this transaction."""
        self._rows.append(OutboxRow(new_id(), "", queue, encode_text(message), self.now_ms))

    def write_messages(self, rows: Sequence[OutboxRow]) -> None:
        """Write messages to the outbox; whoever commits relays them."""
        if not rows:
            return
        values = [row._asdict() for row in rows]
        if self.is_sqlite:
            self.execute(_ADD_SQLITE, values)
        else:
            self.later(prepared_scripts.Call(_ADD_POSTGRES, (encode_text(values),)))

    def after(self, action: Callable[[], None]) -> None:
        """Do this once the transaction is committed; not durable."""
        self._after.append(action)


class Database:
    """A service's engine, and the only way to its tables."""

    def __init__(self, url: str, service: str, clock: Clock | None = None, pool_size: int = 10) -> None:
        """Nothing is opened before the first unit of work."""
        self.service = service
        self.url = url
        self.clock = clock or SystemClock()
        self.engine = make_engine(url, service, pool_size)
        self.on_rows: Callable[[list[OutboxRow]], None] | None = None
        """Called with the outbox rows of each commit; set by the outbox relay."""
        self._up = metrics.database_up.labels(service)
        self._commit_s = metrics.database_commit_s.labels(service)
        pool: Any = self.engine.pool
        metrics.database_connections.labels(service).set_function(pool.checkedout)
        metrics.database_connections_max.labels(service).set(pool.size())
        self.on_orphaned: Callable[[], None] | None = None
        """Called when another process of the service has died; set by the outbox relay."""

    @property
    def is_sqlite(self) -> bool:
        """Whether this is the embedded default's database."""
        return self.engine.dialect.name == "sqlite"

    @contextmanager
    def work(self) -> Iterator[Work]:
        """One transaction: committed at the end, rolled back by an exception."""
        with self.engine.connect() as connection:
            work = Work(connection, self.service, self.clock.now_ms(), current_trace())
            yield work
            self._commit(work)
        self._after_commit(work)

    def run(self, handler: Callable[..., T], *args: Any) -> T:
        """Run `handler(work, *args)` in one transaction; a refusal rolls back unless the handler has set `keep`.

        A deadlock or a lost connection before the commit is tried again.

        Raises:
            CommitInDoubt: the connection broke while committing.
        """
        result, done = self._persist(lambda: self._run_once(handler, args))
        if done is not None:
            self._after_commit(done)
        return result

    def look(self, handler: Callable[..., T], *args: Any) -> T:
        """Run a handler that only reads, with `bulk_rows` and `Work.call`: without a transaction, each statement in one
        message of its own. Retried as in `run`."""
        return self._persist(lambda: self._look_once(handler, args))

    def _persist(self, once: Callable[[], T]) -> T:
        for pause_s in (*_RETRY_S, None):
            try:
                return once()
            except DBAPIError as error:
                cause = retry_cause(error)
                if cause == "connection":
                    self._up.set(0)
                if cause is None or pause_s is None:
                    raise
                metrics.database_retries.labels(self.service, cause).inc()
                time.sleep(pause_s)
        raise AssertionError("unreachable")

    def _look_once(self, handler: Callable[..., T], args: tuple[Any, ...]) -> T:
        with self.engine.connect() as connection:
            result = handler(Work(connection, self.service, self.clock.now_ms(), current_trace(), reading=True), *args)
            connection.rollback()
            return result

    def try_out(self, handler: Callable[..., T], *args: Any) -> T:
        """The result that `handler(work, *args)` would have in one transaction, which is taken back: nothing is stored
        and nothing published. Retried as in `run`."""
        return self._persist(lambda: self._try_once(handler, args))

    def _try_once(self, handler: Callable[..., T], args: tuple[Any, ...]) -> T:
        with self.engine.connect() as connection:
            try:
                return handler(Work(connection, self.service, self.clock.now_ms(), current_trace()), *args)
            finally:
                connection.rollback()

    def collect(self, handler: Callable[..., Any], *args: Any) -> list[OutboxRow]:
        """Run a handler that only reads, and return the messages that it wants to send; nothing is written."""
        with self.engine.connect() as connection:
            work = Work(connection, self.service, self.clock.now_ms(), current_trace(), reading=True)
            handler(work, *args)
            connection.rollback()
            return work._rows

    def _run_once(self, handler: Callable[..., T], args: tuple[Any, ...]) -> tuple[T, Work | None]:
        """The result, and the unit of work if it was committed."""
        with self.engine.connect() as connection:
            work = Work(connection, self.service, self.clock.now_ms(), current_trace())
            result = handler(work, *args)
            if isinstance(result, Refusal) and not work.keep:
                connection.rollback()
                return result, None
            self._commit(work)
        return result, work

    def _commit(self, work: Work) -> None:
        try:
            with self._commit_s.time():
                work.write_messages(work._rows)
                if not work.is_sqlite:
                    prepared_scripts.run(work._connection, work._waiting, commit=True)
                work._connection.commit()
            self._up.set(1)
        except DBAPIError as error:
            if error.connection_invalidated:
                raise CommitInDoubt(str(error)) from error
            raise

    def _after_commit(self, work: Work) -> None:
        """Relay the events and run the actions after a commit; the connection is free again, so they may use it."""
        if work._rows and self.on_rows is not None:
            self.on_rows(work._rows)
        for action in work._after:
            action()

    def relay_orphaned_outbox(self) -> None:
        """Another process of this service has died: relay its outbox now instead of with the next slow poll."""
        if self.on_orphaned is not None:
            self.on_orphaned()

    def is_ready(self) -> bool:
        """Whether the database answers."""
        try:
            with self.engine.connect() as connection:
                connection.execute(sa.text("SELECT 1"))
        except (DBAPIError, sa.exc.TimeoutError):
            self._up.set(0)
            return False
        self._up.set(1)
        return True

    def close(self) -> None:
        """Close every connection."""
        self.engine.dispose()


def make_engine(url: str, service: str, pool_size: int = 10) -> sa.Engine:
    """An engine for PostgreSQL (schema named after the service) or SQLite (durable, one connection)."""
    if url.startswith("sqlite"):
        return _sqlite_engine(url)
    postgres_wait.wait_in_green_threads()
    engine = sa.create_engine(
        url,
        pool_size=pool_size,
        max_overflow=0,
        pool_timeout=10,
        hide_parameters=True,  # errors are logged, and what is written may be secret
        isolation_level="AUTOCOMMIT",  # the driver would begin by a message of its own
        connect_args=postgres_arguments(service),
    )
    prepared_scripts.listen(engine)
    return engine


def postgres_arguments(service: str) -> dict[str, Any]:
    """The arguments of every connection of a service to PostgreSQL."""
    return {
        "connect_timeout": 5,
        # A machine that is gone sends nothing at all: unanswered data, and silence, end the connection.
        "tcp_user_timeout": _UNANSWERED_MS,
        "keepalives": 1,
        "keepalives_idle": 10,
        "keepalives_interval": 3,
        "keepalives_count": 3,
        "options": (
            f"-c search_path={service} -c statement_timeout={_STATEMENT_TIMEOUT_MS} "
            f"-c idle_in_transaction_session_timeout={_IDLE_IN_TRANSACTION_MS}"
        ),
        "application_name": f"kafeneio-{service}",
    }


def _sqlite_engine(url: str) -> sa.Engine:
    path = url.removeprefix("sqlite:///")
    if path and path != ":memory:":
        pathlib.Path(path).parent.mkdir(parents=True, exist_ok=True)
    engine = sa.create_engine(
        url,
        poolclass=sa.pool.QueuePool,
        pool_size=1,
        max_overflow=0,
        pool_timeout=30,
        hide_parameters=True,
        connect_args={"check_same_thread": False, "isolation_level": None, "timeout": 5},
    )

    @sa.event.listens_for(engine, "connect")
    def _on_connect(connection: Any, _record: Any) -> None:
        cursor = connection.cursor()
        for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "busy_timeout=5000"):
            cursor.execute(f"PRAGMA {pragma}")
        cursor.close()

    @sa.event.listens_for(engine, "begin")
    def _on_begin(connection: sa.Connection) -> None:
        connection.exec_driver_sql("BEGIN IMMEDIATE")

    return engine


def retry_cause(error: DBAPIError) -> str | None:
    """The reason why a retry may help, "deadlock" or "connection"; None: it will not."""
    if error.connection_invalidated:
        return "connection"
    state = getattr(error.orig, "sqlstate", None)
    if state in _RETRYABLE_SQLSTATES:
        return "deadlock"
    if isinstance(error, sa.exc.OperationalError) and state is None and "connect" in str(error.orig).lower():
        return "connection"
    if state is not None and state.startswith(("57P", "08")):
        return "connection"
    return None
