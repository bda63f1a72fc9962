"""The operations on the calendar of competitions, and the files that other calendars read."""

import msgspec

from gateway.http.documents import calendars
from gateway.http.operations.forwarding import Forwarding
from gateway.http.operations.route import Call, File, Route
from gateway.rpc import Cached, Rpc
from services.contracts.tournaments import calendar as contract
from services.kernel.refusal import Refusal

_AGE_S = 5.0
"""How old the calendar and the past competitions may be: they are the same for everybody."""
_FILE_AGE_S = 60
_FILE = contract.GetCalendar(past_days=31, ahead_days=62)
_NAME = "Kafeneio"


class _Calendars:
    """What is the same for all is asked for once in a while."""

    def __init__(self, rpc: Rpc) -> None:
        self._rpc = rpc
        self._calendar = Cached(rpc, contract.GetCalendar(), _AGE_S)
        self._past = Cached(rpc, contract.ListPastCompetitions(), _AGE_S)
        self._file = Cached(rpc, _FILE, _FILE_AGE_S)

    def get_calendar(self, _call: Call) -> contract.Calendar | Refusal:
        """The calendar of the next days."""
        return self._calendar.get()

    def list_past_competitions(self, _call: Call) -> contract.PastCompetitions | Refusal:
        """The last competitions with their winners."""
        return self._past.get()

    def get_calendar_file(self, call: Call) -> File | Refusal:
        """The calendar as a file."""
        found = self._file.get()
        return found if isinstance(found, Refusal) else _file(calendars.written(_NAME, call.home, found.lines))

    def get_feed_file(self, call: Call) -> File | Refusal:
        """The calendar of the account whose secret is in the address."""
        try:
            asked = msgspec.convert({"token": call.path["token"]}, contract.ReadCalendarFeed)
        except msgspec.ValidationError:
            return Refusal("feed_unknown")
        found = self._rpc.call(asked)
        if isinstance(found, Refusal):
            return found
        return _file(calendars.written(_NAME, call.home, found.lines, found.evenings))


def _file(content: bytes) -> File:
    return File(content=content, kind=calendars.KIND, age_max_s=_FILE_AGE_S, changes=True)


def calendar_routes(rpc: Rpc) -> list[Route]:
    """Every operation."""
    to, handlers = Forwarding(rpc), _Calendars(rpc)
    return [
        Route(
            method="GET",
            path="/api/calendar",
            summary="Competitions of the next days, announced or planned by a series",
            handler=handlers.get_calendar,
            answer=contract.Calendar,
        ),
        Route(
            method="GET",
            path="/api/calendar/past",
            summary="The last competitions, with their winners",
            handler=handlers.list_past_competitions,
            answer=contract.PastCompetitions,
        ),
        to.route("GET /api/me/competitions", contract.ListOwnCompetitions, "Competitions that one has entered"),
        to.route("GET /api/me/calendar", contract.GetCalendarFeed, "Whether one's calendar can be read from elsewhere"),
        to.route(
            "POST /api/me/calendar",
            contract.MakeCalendarFeed,
            "Let one's calendar be read from elsewhere, at an address that is shown once; the one before ends",
            status=201,
        ),
        to.route("DELETE /api/me/calendar", contract.EndCalendarFeed, "Let one's calendar be read no more"),
    ]


def calendar_file_routes(rpc: Rpc) -> list[Route]:
    """The files, in iCalendar."""
    handlers = _Calendars(rpc)
    return [
        Route(
            method="GET",
            path="/calendar.ics",
            summary="Competitions as iCalendar (RFC 5545), with an entity tag",
            handler=handlers.get_calendar_file,
            answer=File,
            file_kind=calendars.MEDIA_TYPE,
            session=False,
        ),
        Route(
            method="GET",
            path="/calendar/<token>.ics",
            summary="One's competitions and the evenings of one's companies as iCalendar; the address is the secret",
            handler=handlers.get_feed_file,
            answer=File,
            file_kind=calendars.MEDIA_TYPE,
            session=False,
            errors=contract.ReadCalendarFeed.refusals,
        ),
    ]
