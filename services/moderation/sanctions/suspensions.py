"""Suspensions: their length and their queue (RULES.md §4, §9)."""

import calendar
from collections.abc import Iterable
from datetime import UTC, datetime
from typing import Literal

import msgspec

from services.kernel.clock import TimeMs

Cause = Literal["yellow", "blue", "red", "staff"]


class Suspension(msgspec.Struct, frozen=True):
    """A time in which login is refused: `from_ms` ≤ now < `until_ms`."""

    from_ms: TimeMs
    until_ms: TimeMs
    cause: Cause = "staff"
    reason: str = ""
    id: str = ""


def months_later(at_ms: TimeMs, months: int) -> TimeMs:
    """The same day and time some calendar months on, or that month's last day if it has no such day."""
    moment = datetime.fromtimestamp(at_ms // 1000, UTC)
    year, month = divmod(moment.month - 1 + months, 12)
    year, month = moment.year + year, month + 1
    day = min(moment.day, calendar.monthrange(year, month)[1])
    return int(moment.replace(year=year, month=month, day=day).timestamp()) * 1000 + at_ms % 1000


def in_force(suspensions: Iterable[Suspension], now_ms: TimeMs) -> Suspension | None:
    """The suspension that keeps the account out now; the one that lasts longest, should there be several."""
    running = [one for one in suspensions if one.from_ms <= now_ms < one.until_ms]
    return max(running, key=lambda one: one.until_ms, default=None)


def queue_ends_ms(suspensions: Iterable[Suspension], now_ms: TimeMs) -> TimeMs | None:
    """When the last running or queued suspension ends; None: there is none."""
    return max((one.until_ms for one in suspensions if one.until_ms > now_ms), default=None)


def shortened(
    suspensions: Iterable[Suspension], changed: Suspension, until_ms: TimeMs, now_ms: TimeMs
) -> list[Suspension]:
    """The suspensions when `changed` ends earlier: those queued behind it follow on, each as long as before."""
    kept: list[Suspension] = []
    for one in sorted(suspensions, key=lambda one: (one.from_ms, one.until_ms)):
        if one == changed:
            kept.append(msgspec.structs.replace(one, until_ms=max(until_ms, one.from_ms)))
        elif one.from_ms >= changed.until_ms and one.from_ms > now_ms:
            from_ms, length_ms = kept[-1].until_ms, one.until_ms - one.from_ms
            kept.append(msgspec.structs.replace(one, from_ms=from_ms, until_ms=from_ms + length_ms))
        else:
            kept.append(one)
    return kept
