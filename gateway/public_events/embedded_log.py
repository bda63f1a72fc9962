"""The log of public events of a platform in one process (`kafeneio up`): a file of SQLite beside its databases.

The process that has the broker writes it (`LogWriter`); it and the processes that it has started read it. An event that
comes again, as all that may have been lost do after a crash, is known by its id and kept once.
"""

import sqlite3
import time
from collections.abc import Callable, Collection, Generator, Iterator, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

import msgspec

from gateway.public_events.event_log import TELL_CURSOR_S, Follower, LoggedEvent, LogRefused, Place, place_of
from services.contracts.base import Envelope
from services.contracts.partners.public_events import PUBLIC_EVENTS
from services.kernel.clock import DAY_MS, TimeMs
from services.platform.broker import names
from services.platform.broker.link import Link, body_of
from services.platform.process.json import decode, encode_text
from services.platform.process.settings import CommonSettings

FILE = "events.db"
KEPT_MS: TimeMs = 7 * DAY_MS
_OWNER = "gateway"
"""Whose dead letters those of the log are."""
_PAGE = 200
_LOOK_S = 0.25
_PRUNE_S = 3_600.0
_TIMEOUT_S = 10.0
_SCHEMA = """
CREATE TABLE IF NOT EXISTS events (
    place INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE, topic TEXT NOT NULL, at_ms INTEGER NOT NULL,
    data TEXT NOT NULL, kept_at_ms INTEGER NOT NULL
)"""
_ADD = "INSERT OR IGNORE INTO events (id, topic, at_ms, data, kept_at_ms) VALUES (?, ?, ?, ?, ?)"
_READ = "SELECT place, id, topic, at_ms, data FROM events WHERE place > ? ORDER BY place LIMIT ?"
_BOUNDS = "SELECT (SELECT min(place) FROM events), (SELECT seq FROM sqlite_sequence WHERE name = 'events')"

_envelopes = msgspec.json.Decoder(list[Envelope[dict[str, Any]]])


def path_of(var_dir: str) -> Path:
    """The file of the log of a platform that keeps its data there."""
    return Path(var_dir) / FILE


class LogWriter:
    """Takes public events from the broker in this process, and writes them into the log."""

    def __init__(
        self, settings: CommonSettings, now_ms: Callable[[], TimeMs] = lambda: int(time.time() * 1000)
    ) -> None:
        """Nothing is written before `start`."""
        self._settings = settings
        self._now_ms = now_ms
        self._link = Link(settings, "event-log", self._on_up)
        self._file = _opened(path_of(settings.var_dir))
        self._pruned_s = float("-inf")

    def start(self) -> None:
        """Take every event from now on. Started before whatever publishes any."""
        self._link.start(timeout_s=30)

    def stop(self) -> None:
        """Take no more."""
        self._link.stop()
        self._file.close()

    def add(self, topic: str, envelopes: Sequence[Envelope[dict[str, Any]]]) -> None:
        """Keep events, in this order; those that are kept already stay where they are."""
        now_ms = self._now_ms()
        shown = PUBLIC_EVENTS[topic].shown
        lines = [(each.id, topic, each.at_ms, encode_text(shown(each.body)), now_ms) for each in envelopes]
        with self._file:
            self._file.executemany(_ADD, lines)
            if time.monotonic() - self._pruned_s > _PRUNE_S:
                self._pruned_s = time.monotonic()
                self._file.execute("DELETE FROM events WHERE kept_at_ms < ?", (now_ms - KEPT_MS,))

    def _on_up(self, link: Link) -> None:
        link.declare_exchanges()
        link.declare_durable(names.EVENT_LOG, names.dead_queue(_OWNER))
        for key in (key for topic in PUBLIC_EVENTS for key in (topic, f"{topic}.#")):  # here `#` is at least one word
            link.channel.queue_bind(queue=names.EVENT_LOG, exchange=names.EVENTS_EXCHANGE, routing_key=key)
        link.consume(names.EVENT_LOG, self._on_message, prefetch=_PAGE)

    def _on_message(self, message: Any) -> None:
        topic = ".".join(message.delivery_info["routing_key"].split(".")[:2])
        self.add(topic, _envelopes.decode(body_of(message)))
        self._link.ack(message.delivery_tag, message.channel)


class EmbeddedEventLog:
    """Reads the log."""

    def __init__(self, var_dir: str) -> None:
        """`var_dir`: where the platform keeps its data."""
        self._path = path_of(var_dir)

    def stop(self) -> None:
        """Nothing runs that had to be stopped."""

    def follow(
        self, follower: Follower, topics: Collection[str], after: str, tell_s: float | None = None
    ) -> Generator[LoggedEvent]:
        """See `EventLog`."""
        place = place_of(after)
        try:
            with closing(_opened(self._path)) as file:
                yield from _read(file, follower, topics, place, tell_s)
        except sqlite3.Error as error:
            raise LogRefused("service_unavailable", {"service": "events"}) from error


def _read(
    file: sqlite3.Connection, follower: Follower, topics: Collection[str], after: Place | None, tell_s: float | None
) -> Iterator[LoggedEvent]:
    first, end = file.execute(_BOUNDS).fetchone()
    end = end or 0
    told_s = time.monotonic()
    if after is None:
        after = Place(end, 0)
        yield LoggedEvent(str(after))
    elif after.offset > end:
        raise LogRefused("cursor_invalid")
    elif after.offset + 1 < (end + 1 if first is None else first):
        raise LogRefused("cursor_expired")
    elif tell_s is not None:
        yield LoggedEvent(str(after))
    while follower.is_here:
        lines = file.execute(_READ, (after.offset, _PAGE)).fetchall()
        for place, id, topic, at_ms, data in lines:
            after = Place(place, 0)
            if topic in topics:
                told_s = time.monotonic()
                yield LoggedEvent(str(after), id, topic, at_ms, decode(data))
        if time.monotonic() - told_s > (tell_s or TELL_CURSOR_S):
            told_s = time.monotonic()
            yield LoggedEvent(str(after))
        if not lines:
            time.sleep(_LOOK_S)


def _opened(path: Path) -> sqlite3.Connection:
    """The file, made where there is none. Readers and the writer do not wait for one another."""
    file = sqlite3.connect(path, timeout=_TIMEOUT_S, check_same_thread=False)
    file.execute("PRAGMA journal_mode = WAL")
    file.execute("PRAGMA synchronous = NORMAL")
    file.execute(_SCHEMA)
    return file
