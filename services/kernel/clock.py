"""Time as the platform counts it: UTC, whole milliseconds, from a source that tests can hold still."""

import time
from datetime import UTC, date, datetime
from typing import Protocol

TimeMs = int
"""Milliseconds since 1970-01-01T00:00:00Z."""
HOUR_MS = 3_600_000
"""An hour in milliseconds."""
DAY_MS = 24 * HOUR_MS
"""A day in milliseconds."""
CLOCK_FACTORS = (1, 2, 5, 10)
"""By how much a table without a stake may lengthen its game's clock (services/lobby/RULES.md §4)."""


class Clock(Protocol):
    """A source of the time."""

    def now_ms(self) -> TimeMs:
        """The time now."""
        ...


class SystemClock:
    """The machine's clock."""

    def now_ms(self) -> TimeMs:
        """The time now."""
        return time.time_ns() // 1_000_000


class FakeClock:
    """A clock that stands still until a test moves it."""

    def __init__(self, now_ms: TimeMs = 1_800_000_000_000) -> None:
        """Start at `now_ms`."""
        self._now_ms = now_ms

    def now_ms(self) -> TimeMs:
        """The time now."""
        return self._now_ms

    def advance(self, ms: int) -> None:
        """Let `ms` milliseconds pass."""
        self._now_ms += ms


def utc_date(at_ms: TimeMs) -> date:
    """The UTC calendar day of a moment."""
    return datetime.fromtimestamp(at_ms / 1000, UTC).date()
