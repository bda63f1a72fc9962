"""Local time: the time zones that there are, and when a clock on a wall in one of them shows a time of day."""

from datetime import date, datetime
from functools import cache
from zoneinfo import ZoneInfo, available_timezones

from services.kernel.clock import TimeMs


def is_zone(name: str) -> bool:
    """Whether the IANA data base has a time zone of this name."""
    return name in _zones()


@cache
def _zones() -> frozenset[str]:
    return frozenset(available_timezones()) - {"Factory", "localtime"}


def local_day(zone: str, at_ms: TimeMs) -> date:
    """The calendar day of a moment in a zone."""
    return datetime.fromtimestamp(at_ms / 1000, ZoneInfo(zone)).date()


def wall_time_ms(zone: str, day: date, minute: int) -> TimeMs:
    """The moment at which the clocks of a zone show this minute of the day. A time that summer time leaves out is as
    much later as the clock jumps; one that occurs twice counts the first time."""
    hour, minute = divmod(minute, 60)
    local = datetime(day.year, day.month, day.day, hour, minute, tzinfo=ZoneInfo(zone))
    return round(local.timestamp() * 1000)
