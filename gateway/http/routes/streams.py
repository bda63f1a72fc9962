"""Streams over HTTP: answers that go on, one JSON a line (NDJSON). Public events come from their log, in the green
thread of their request; frames of a table are in the gateway's process, which gets the connection
(gateway/ws/tables/table_streams.py)."""

import threading
import time
from collections import Counter
from collections.abc import Generator, Iterator
from contextlib import closing, suppress
from functools import partial
from typing import Annotated, Any

import msgspec

from gateway.http.operations.forwarding import Forwarding
from gateway.http.operations.request_bodies import Query
from gateway.http.operations.route import Call, EndingLines, Lines, Route
from gateway.http.transport.channel import TableStream
from gateway.metrics import streams_ended, streams_open
from gateway.public_events.event_log import EventLog, LoggedEvent, LogRefused, NoEventLog
from gateway.rpc import Rpc
from gateway.settings import GatewaySettings
from services.contracts.client import frames
from services.contracts.lobby import open_tables
from services.contracts.lobby.accounts import accounts
from services.contracts.partners.public_events import PUBLIC_EVENTS, TOPICS_OF_PLAYERS
from services.kernel.refusal import Refusal
from services.platform.process.json import encode

EVENTS = "/api/stream/events"
TABLE = "/api/stream/table/<table>"
_KIND = "events"


class EventsQuery(Query, frozen=True, kw_only=True):
    """Which events. Typed here: the log of events is no service's."""

    after: Annotated[str, msgspec.Meta(max_length=64)] = ""
    """The cursor of the last line; empty: from now on."""
    topics: Annotated[str, msgspec.Meta(max_length=400)] = ""
    """Topics with commas between; empty: all that players may follow."""


class EventLine(msgspec.Struct, frozen=True, omit_defaults=True):
    """An event. A line with nothing but its cursor says how far the log has been read, and that the stream lives."""

    cursor: str
    id: str = ""
    topic: str = ""
    at_ms: int = 0
    data: dict[str, Any] = {}


class EventStreams:
    """The open streams of public events of this process, and how many there may be."""

    def __init__(self, rpc: Rpc, settings: GatewaySettings, log: EventLog | None = None) -> None:
        """`rpc` says whether a token still opens its stream; `log`: None where there is none."""
        self._rpc = rpc
        self._settings = settings
        self._log = log or NoEventLog()
        self._open: Counter[str] = Counter()
        self._lock = threading.Lock()
        self.ended = False

    def end(self) -> None:
        """End all streams cleanly, and those that are still begun."""
        self.ended = True

    def stream_events(self, call: Call) -> Lines | Refusal:
        """Begin a stream: `topic_invalid`, `cursor_invalid`, `cursor_expired`, `streams_busy`."""
        topics = _topics(call.query.topics)
        if isinstance(topics, Refusal):
            return topics
        if not self._enter(call.account_id):
            return Refusal("streams_busy")
        stream = _Stream(self, call)
        events = self._log.follow(stream, topics, call.query.after, self._settings.gateway_stream_line_s)
        try:
            first = next(events, None)
        except LogRefused as refused:
            self._leave(call.account_id)
            return refused.refusal
        except BaseException:
            self._leave(call.account_id)
            raise
        return Lines(EndingLines(stream.lines(first, events), partial(self._end, call.account_id)))

    def still_opens(self, call: Call) -> bool:
        """Whether the token of a stream still opens it; while the lobby is away, it does."""
        asked = accounts.WhoIs(token=call.token, active=False, operation=f"GET {EVENTS}")
        found = self._rpc.call(asked)
        return not isinstance(found, Refusal) or found.error == "service_unavailable"

    @property
    def settings(self) -> GatewaySettings:
        """The limits."""
        return self._settings

    def _enter(self, account: str) -> bool:
        settings = self._settings
        with self._lock:
            fits = (
                self._open.total() < settings.gateway_streams_max
                and self._open[account] < settings.gateway_streams_per_account_max
            )
            self._open[account] += fits
            self._open += Counter()  # forgets who has none
        streams_open.labels(_KIND).set(self._open.total())
        return fits

    def _end(self, account: str, why: str) -> None:
        streams_ended.labels(_KIND, why).inc()
        self._leave(account)

    def _leave(self, account: str) -> None:
        with self._lock:
            self._open[account] -= 1
            self._open += Counter()
        streams_open.labels(_KIND).set(self._open.total())


class _Stream:
    """One stream (`event_log.Follower`)."""

    def __init__(self, streams: EventStreams, call: Call) -> None:
        self._streams = streams
        self._call = call
        now_s = time.monotonic()
        self._until_s = now_s + streams.settings.gateway_stream_age_s
        self._checked_s = now_s
        self._why = ""

    @property
    def is_here(self) -> bool:
        """Whether to go on: no longer when it is old, when its token opens it no more, or when the process drains."""
        now_s = time.monotonic()
        if self._streams.ended:
            self._why = "draining"
        elif now_s > self._until_s:
            self._why = "age"
        elif now_s - self._checked_s > self._streams.settings.gateway_stream_check_s:
            self._checked_s = now_s
            self._why = "" if self._streams.still_opens(self._call) else "token"
        return not self._why

    def lines(self, first: LoggedEvent | None, more: Generator[LoggedEvent]) -> Generator[bytes, None, str]:
        """What the account may see of the events, as lines; returns why they have ended."""
        with closing(more), suppress(LogRefused):
            if first is not None:
                yield from self._line(first)
            for event in more:
                yield from self._line(event)
        return self._why or "log"

    def _line(self, event: LoggedEvent) -> Iterator[bytes]:
        if not event.id:
            yield encode(EventLine(event.cursor)) + b"\n"
            return
        data = PUBLIC_EVENTS[event.topic].shown_to(self._call.account_id, event.data)
        if data is not None:
            yield encode(EventLine(event.cursor, event.id, event.topic, event.at_ms, data)) + b"\n"


def _topics(text: str) -> frozenset[str] | Refusal:
    """The topics that are asked for; `topic_invalid` with one that players may not follow."""
    asked = [each.strip() for each in text.split(",") if each.strip()]
    unknown = [each for each in asked if each not in TOPICS_OF_PLAYERS]
    return Refusal("topic_invalid", {"topic": unknown[0]}) if unknown else frozenset(asked) or TOPICS_OF_PLAYERS


class _Tables(Forwarding):
    """Asks the lobby whether a table may be viewed."""

    def ask(self, call: Call, request: Any, timeout_ms: int | None) -> TableStream | Refusal:
        """The stream to be begun."""
        line = super().ask(call, request, timeout_ms)
        if isinstance(line, Refusal):
            return line
        return TableStream(
            account=call.account_id,
            token=call.token,
            operation=f"GET {TABLE}",
            table=line.table,
            is_seated=any(seat.account == call.account_id for seat in line.seats),
        )


def stream_routes(rpc: Rpc, streams: EventStreams) -> list[Route]:
    """Both streams."""
    viewed = _Tables(rpc).route(
        f"GET {TABLE}",
        open_tables.ViewTable,
        "A table as one's seat or a spectator sees it, frame by frame: `table` first, then `update`, until it closes",
        *("streams_busy", "spectators_full", "table_stopped", "table_unavailable", "overloaded"),
        invalid="table_unknown",
        name="stream_table",
        lines=True,
    )
    return [
        Route(
            method="GET",
            path=EVENTS,
            summary="Public events about oneself, and those about nobody in particular, as they happen",
            handler=streams.stream_events,
            answer=EventLine,
            query=EventsQuery,
            errors=("topic_invalid", "cursor_invalid", "cursor_expired", "streams_busy"),
            lines=True,
        ),
        msgspec.structs.replace(viewed, request=None, answer=frames.TableFrame | frames.UpdateFrame),
    ]
