"""The dates of a competition that comes again: a rule of RFC 5545 in local time (RULES.md §8)."""

import re
from collections.abc import Callable, Iterator
from datetime import UTC, date, datetime, timedelta
from typing import Literal, NamedTuple
from zoneinfo import ZoneInfo

import msgspec
from dateutil import rrule

from services.kernel.clock import TimeMs
from services.kernel.local_time import is_zone
from services.kernel.refusal import Refusal

Every = Literal["daily", "weekly", "monthly"]

_FREQUENCIES: dict[str, Every] = {"DAILY": "daily", "WEEKLY": "weekly", "MONTHLY": "monthly"}
_WEEKDAYS = {"MO": rrule.MO, "TU": rrule.TU, "WE": rrule.WE, "TH": rrule.TH, "FR": rrule.FR, "SA": rrule.SA}
_WEEKDAYS |= {"SU": rrule.SU}
_PLAIN_DAY = re.compile("|".join(_WEEKDAYS))
_NUMBERED_DAY = re.compile(f"(?:-1|[1-5])(?:{'|'.join(_WEEKDAYS)})")
_DATE = re.compile("[0-9]{8}")
_NUMBER = re.compile("[1-9][0-9]{0,3}")
_INTERVAL_MAX = 12
_COUNT_MAX = 1_000
_FIRST_BEFORE_MS = round(datetime(2100, 1, 1, tzinfo=UTC).timestamp() * 1000)


class Recurrence(msgspec.Struct, frozen=True):
    """A checked rule. `days`: as `BYDAY` has them; `until`: the last local date."""

    every: Every
    zone: str
    interval: int = 1
    days: tuple[str, ...] = ()
    count: int | None = None
    until: date | None = None

    @property
    def rule(self) -> str:
        """The rule as RFC 5545 writes it, its parts in a fixed order."""
        parts = [f"FREQ={self.every.upper()}"]
        parts += [] if self.interval == 1 else [f"INTERVAL={self.interval}"]
        parts += [f"BYDAY={','.join(self.days)}"] if self.days else []
        parts += [] if self.count is None else [f"COUNT={self.count}"]
        parts += [] if self.until is None else [f"UNTIL={self.until:%Y%m%d}"]
        return ";".join(parts)


class Start(NamedTuple):
    """A date of a rule, in its zone, and the moment."""

    date: date
    at_ms: TimeMs


def read(rule: str, zone: str, first_ms: TimeMs) -> Recurrence | Refusal:
    """The rule, of which the first competition starts at `first_ms`. Refusal: `recurrence_invalid` (the field)."""
    if first_ms >= _FIRST_BEFORE_MS:
        return _refused("starts_at")
    if not is_zone(zone):
        return _refused("zone")
    parts = dict(part.partition("=")[::2] for part in rule.upper().split(";"))
    if len(parts) != rule.count(";") + 1:
        return _refused("rule")
    every = _FREQUENCIES.get(parts.pop("FREQ", ""))
    if every is None:
        return _refused("FREQ")
    wrong = next((name for name, value in parts.items() if not _is_part(every, name, value)), None)
    if wrong is not None:
        return _refused(wrong if wrong in _PARTS else "rule")
    if every == "monthly" and "BYDAY" not in parts:
        return _refused("BYDAY")
    if {"COUNT", "UNTIL"} <= parts.keys():
        return _refused("UNTIL")
    until, count = parts.get("UNTIL"), parts.get("COUNT")
    days = parts["BYDAY"].split(",") if "BYDAY" in parts else []
    found = Recurrence(
        every,
        zone,
        int(parts.get("INTERVAL", 1)),
        tuple(dict.fromkeys(days)),
        None if count is None else int(count),
        None if until is None else _date(until),
    )
    return found if next(starts(found, first_ms, first_ms - 1), None) is not None else _refused("UNTIL")


def short(every: str, zone: str = "UTC") -> Recurrence:
    """The rule that is its frequency alone."""
    return Recurrence(_FREQUENCIES[every.upper()], zone)


def starts(recurrence: Recurrence, first_ms: TimeMs, after_ms: TimeMs) -> Iterator[Start]:
    """The starts after a moment, soonest first. `first_ms`: the start that gives the wall time, and from which the rule
    counts."""
    zone = ZoneInfo(recurrence.zone)
    first, rest_ms = _local(first_ms, zone), first_ms % 1000
    for local in _rule(recurrence, first).xafter(_local(after_ms, zone) - timedelta(days=1)):
        at_ms = round(local.replace(tzinfo=zone).timestamp()) * 1000 + rest_ms
        if at_ms > after_ms:
            yield Start(local.date(), at_ms)


def _rule(recurrence: Recurrence, first: datetime) -> rrule.rrule:
    until = recurrence.until
    return rrule.rrule(
        {"daily": rrule.DAILY, "weekly": rrule.WEEKLY, "monthly": rrule.MONTHLY}[recurrence.every],
        dtstart=first,
        interval=recurrence.interval,
        byweekday=[_weekday(each) for each in recurrence.days] or None,
        count=recurrence.count,
        until=None if until is None else datetime(until.year, until.month, until.day, 23, 59, 59),
    )


def _weekday(text: str) -> rrule.weekday:
    day, number = _WEEKDAYS[text[-2:]], text[:-2]
    return day(int(number)) if number else day


def _local(at_ms: TimeMs, zone: ZoneInfo) -> datetime:
    """A moment as a clock on a wall there shows it, in whole seconds."""
    return datetime.fromtimestamp(at_ms // 1000, zone).replace(tzinfo=None, fold=0)


def _is_part(every: Every, name: str, value: str) -> bool:
    return name in _PARTS and _PARTS[name](every, value)


def _is_until(_every: Every, value: str) -> bool:
    return _DATE.fullmatch(value) is not None and _date(value) is not None


def _are_days(every: Every, value: str) -> bool:
    day = _NUMBERED_DAY if every == "monthly" else _PLAIN_DAY
    return every != "daily" and all(day.fullmatch(each) for each in value.split(","))


_PARTS: dict[str, Callable[[Every, str], bool]] = {
    "INTERVAL": lambda _every, value: _is_number(value, _INTERVAL_MAX),
    "BYDAY": _are_days,
    "COUNT": lambda _every, value: _is_number(value, _COUNT_MAX),
    "UNTIL": _is_until,
}
"""The parts of a rule besides its frequency, and whether a value may stand in it."""


def _is_number(value: str, most: int) -> bool:
    return _NUMBER.fullmatch(value) is not None and int(value) <= most


def _date(text: str) -> date | None:
    try:
        return date(int(text[:4]), int(text[4:6]), int(text[6:]))
    except ValueError:
        return None


def _refused(field: str) -> Refusal:
    return Refusal("recurrence_invalid", {"field": field})
