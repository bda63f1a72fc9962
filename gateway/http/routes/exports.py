"""All matches of an account as one stream: an answer that goes on, one JSON a line (NDJSON).

Pages and recordings are asked for one after the other while the client reads, so the stream costs the memory of one
recording, however many there are.
"""

import threading
import time
from collections.abc import Generator
from functools import partial
from typing import Any, NamedTuple

import msgspec

from gateway.http.operations.request_bodies import Query
from gateway.http.operations.route import Call, EndingLines, Lines, Route
from gateway.metrics import counts
from gateway.rates.token_buckets import Buckets
from gateway.rpc import Rpc
from services.contracts.base import Name
from services.contracts.lobby.accounts import accounts as lobby
from services.contracts.tables import recordings
from services.kernel.refusal import Refusal
from services.platform.process.json import encode

EXPORT = "/api/me/recordings/export"
_HOUR_S = 3_600


class Limits(NamedTuple):
    """How much of the service exports may take."""

    open_max: int = 20
    """Open at the same time in this process; of an account one."""
    per_hour: int = 30
    """Begun by an account."""
    accounts_max: int = 10_000
    """Accounts of which it is remembered how many they have begun."""
    age_s: float = 600.0
    """After so long a stream ends, and its client goes on with another one."""
    tries: int = 4
    """So often a busy service is asked."""
    pause_s: float = 0.5
    """Before it is asked again; each time twice as long."""


class ExportQuery(Query, frozen=True):
    """Where to go on. Typed here: the stream is made of several requests."""

    after: Name | None = None
    """The cursor of the last line that was read; none: from one's first match on."""


class ExportLine(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A line: a match, or the last one, which says why the stream ends."""

    cursor: str = ""
    """Where to go on after this line. Empty: no match was passed yet."""
    match: str = ""
    """The match's id; empty: the last line."""
    recording: recordings.Recording | None = None
    """All of it; None with an `error`."""
    error: str = ""
    """Why there is no recording of this match (`rules_missing`, `recording_unknown`); in the last line why the stream
    ends before the end: `service_unavailable`, or that its token opens it no more. Go on after the cursor."""
    done: bool = False
    """Nothing is left; what ends from now on comes after the cursor."""


class Exports:
    """The open exports of this process, and how many there may be."""

    def __init__(self, rpc: Rpc, limits: Limits | None = None) -> None:
        """`rpc` reaches lobby and tables."""
        self._rpc = rpc
        self._limits = limits = limits or Limits()
        self._open: set[str] = set()
        self._begun = Buckets(limits.per_hour / _HOUR_S, limits.per_hour, limits.accounts_max)
        self._lock = threading.Lock()
        counts.gauges["exports_open"] = ("Streams of all matches of an account that are open", lambda: len(self._open))

    def export_recordings(self, call: Call) -> Lines | Refusal:
        """Begin a stream: `cursor_invalid`, `export_running`, `exports_busy`, `rate_limited`."""
        account, now_s = call.account_id, time.monotonic()
        page = self._page(account, call.query.after)
        if isinstance(page, Refusal):
            return page
        with self._lock:
            if account in self._open:
                return Refusal("export_running")
            if len(self._open) >= self._limits.open_max:
                return Refusal("exports_busy")
            if not self._begun.allows(account, now_s):
                quota = self._begun.quota(account, now_s)
                return Refusal("rate_limited", {"retry_after_s": max(1, quota.wait_s if quota else 1)})
            self._open.add(account)
        lines = self.lines(call, page, now_s + self._limits.age_s)
        return Lines(EndingLines(lines, partial(self._end, account)))

    def lines(self, call: Call, page: recordings.RecordingPlaces, until_s: float) -> Generator[bytes, None, str]:
        """The lines of a stream from its first page on; returns why it has ended."""
        cursor = call.query.after or ""
        while True:
            for place in page.places:
                if time.monotonic() > until_s:
                    return "age"
                asked = recordings.GetRecording(match=place.match, account=call.account_id)
                found = self._asked(asked)
                if isinstance(found, Refusal) and found.error == "service_unavailable":
                    yield _encoded(ExportLine(cursor=cursor, error=found.error))
                    return "unavailable"
                cursor = place.cursor
                if isinstance(found, Refusal):
                    yield _encoded(ExportLine(cursor=cursor, match=place.match, error=found.error))
                else:
                    yield _encoded(ExportLine(cursor=cursor, match=place.match, recording=found))
            if not page.more:
                yield _encoded(ExportLine(cursor=cursor, done=True))
                return "done"
            next_page = self._next_page(call, cursor)
            if isinstance(next_page, Refusal):
                yield _encoded(ExportLine(cursor=cursor, error=next_page.error))
                return "unavailable" if next_page.error == "service_unavailable" else "token"
            page = next_page

    def _end(self, account: str, why: str) -> None:
        counts.exports[why] += 1
        with self._lock:
            self._open.discard(account)

    def _next_page(self, call: Call, cursor: str) -> recordings.RecordingPlaces | Refusal:
        """The page after a cursor, if the token of the stream still opens it."""
        still = self._asked(lobby.WhoIs(token=call.token, active=False, operation=f"GET {EXPORT}"))
        return still if isinstance(still, Refusal) else self._page(call.account_id, cursor)

    def _page(self, account: str, after: str | None) -> recordings.RecordingPlaces | Refusal:
        found: recordings.RecordingPlaces | Refusal = self._asked(
            recordings.ListPlaces(account=account, after=after or None)
        )
        return found

    def _asked(self, request: Any) -> Any | Refusal:
        """The answer of a service that may be busy for a moment."""
        pause_s = self._limits.pause_s
        for _ in range(self._limits.tries - 1):
            answer = self._rpc.call(request)
            if not isinstance(answer, Refusal) or answer.error != "service_unavailable":
                return answer
            time.sleep(pause_s)
            pause_s *= 2
        return self._rpc.call(request)


def _encoded(line: ExportLine) -> bytes:
    return encode(line) + b"\n"


def export_routes(rpc: Rpc) -> list[Route]:
    """The one operation."""
    return [
        Route(
            method="GET",
            path=EXPORT,
            summary="All matches that one has played and that are kept, oldest first, as a stream that can be resumed",
            handler=Exports(rpc).export_recordings,
            answer=ExportLine,
            query=ExportQuery,
            errors=("cursor_invalid", "export_running", "exports_busy", "rate_limited"),
            lines=True,
        )
    ]
