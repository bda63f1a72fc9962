"""Calendars as other programs read them: iCalendar (RFC 5545), in the form of services/tournaments/RULES.md §10."""

import hashlib
from collections.abc import Iterable
from datetime import UTC, date, datetime, timedelta
from urllib.parse import quote
from zoneinfo import ZoneInfo

from icalendar import Calendar, Event

from services.contracts.tournaments.calendar import CalendarLine, FeedEvening
from services.kernel.clock import DAY_MS, TimeMs

MEDIA_TYPE = "text/calendar"
KIND = f"{MEDIA_TYPE}; charset=utf-8"
_EPOCH_MS = round(datetime(2020, 1, 1, tzinfo=UTC).timestamp() * 1000)
_WEEKDAYS = ("MO", "TU", "WE", "TH", "FR", "SA", "SU")
_EVENING = timedelta(hours=4)
"""How long an evening is on (services/lobby/RULES.md §23)."""
_AGAIN = timedelta(hours=1)
"""How often other calendars are asked to read again."""
_STATUS = {"planned": "TENTATIVE", "cancelled": "CANCELLED"}
_ZONES_FROM, _ZONES_UNTIL = date(2020, 1, 1), date(2040, 1, 1)


def written(name: str, home: str, lines: Iterable[CalendarLine], evenings: Iterable[FeedEvening] = ()) -> bytes:
    """A calendar file. `home`: the address of the site; empty: it is not known, and nothing leads there."""
    made = Calendar()
    made.add("prodid", "-//Kafeneio//Calendar//EN")
    made.add("version", "2.0")
    made.add("method", "PUBLISH")
    made.add("name", name)
    made.add("x-wr-calname", name)
    made.add("refresh-interval", _AGAIN, parameters={"VALUE": "DURATION"})
    host = home.partition("://")[2].partition("/")[0] or "kafeneio"
    for line in lines:
        made.add_component(_competition(line, home, host))
    for each in evenings:
        made.add_component(_evening(each, home, host))
    made.add_missing_timezones(_ZONES_FROM, _ZONES_UNTIL)
    return made.to_ical()


def _competition(line: CalendarLine, home: str, host: str) -> Event:
    event = _event(f"{line.id}@{host}", line.name, line.changed_at_ms)
    event.add("dtstart", _moment(line.starts_at_ms))
    event.add("dtend", _moment(line.ends_at_ms))
    event.add("status", _STATUS.get(line.state, "CONFIRMED"))
    if home and line.state != "planned":
        event.add("url", _address(home, "competitions", line.id))
    return event


def _evening(one: FeedEvening, home: str, host: str) -> Event:
    """Every week at the same time of the clocks of its zone. An evening that is set anew is another one."""
    evening = one.evening
    what = f"{evening.weekday} {evening.minute} {evening.zone}"
    mark = hashlib.sha256(what.encode()).hexdigest()[:8]
    event = _event(f"evening-{one.company}-{mark}@{host}", one.name, one.from_ms - 7 * DAY_MS)
    start = datetime.fromtimestamp(one.from_ms / 1000, ZoneInfo(evening.zone))
    event.add("dtstart", start)
    event.add("duration", _EVENING)
    event.add("rrule", {"freq": "WEEKLY", "byday": _WEEKDAYS[evening.weekday]})
    event.add("status", "CONFIRMED")
    if home:
        event.add("url", _address(home, "company", one.company))
    return event


def _event(uid: str, name: str, changed_at_ms: TimeMs) -> Event:
    """`SEQUENCE` counts the seconds from 2020 until the last change: it grows with each."""
    event = Event()
    changed_at_ms = max(changed_at_ms, _EPOCH_MS)
    event.add("uid", uid)
    event.add("summary", name)
    event.add("dtstamp", _moment(changed_at_ms))
    event.add("last-modified", _moment(changed_at_ms))
    event.add("sequence", (changed_at_ms - _EPOCH_MS) // 1000)
    return event


def _address(home: str, page: str, about: str) -> str:
    return f"{home.rstrip('/')}/{page}/{quote(about, safe='')}"


def _moment(at_ms: TimeMs) -> datetime:
    return datetime.fromtimestamp(at_ms // 1000, UTC)
