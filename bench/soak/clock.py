"""The time of a platform that is put ahead by steps, for its processes and for its database at once."""

import mmap
import struct
import time
from datetime import UTC, datetime, timedelta
from pathlib import Path
from zoneinfo import ZoneInfo

import psycopg

from services.kernel.clock import DAY_MS, HOUR_MS, TimeMs

PROBE = Path(__file__).parent / "probe"
_ZONE = ZoneInfo("Europe/Athens")
_DAYS_BEFORE_THE_CHANGE = 20

_OF_THE_TABLES = """
CREATE TABLE tables.soak_clock (ahead_ms bigint NOT NULL);
INSERT INTO tables.soak_clock VALUES (0);
CREATE FUNCTION tables.now() RETURNS timestamptz LANGUAGE sql STABLE AS
  $$ SELECT pg_catalog.now() + (SELECT ahead_ms FROM tables.soak_clock) * interval '1 ms' $$;
ALTER FUNCTION tables.add_journal_days(integer) SET search_path = tables, pg_catalog, pg_temp;
ALTER TABLE tables.journal ALTER COLUMN day SET DEFAULT ((tables.now() AT TIME ZONE 'UTC')::date - date '1970-01-01');
ALTER TABLE tables.tables ALTER COLUMN opened_day
  SET DEFAULT ((tables.now() AT TIME ZONE 'UTC')::date - date '1970-01-01');
"""
"""The database's own clock is asked for the journal's days alone; there it is ours from now on."""


class SteppedClock:
    """By how much everybody's clock is ahead of the machine's."""

    def __init__(self, folder: Path, start_ms: TimeMs) -> None:
        """It says `start_ms` now. The file by which processes know is in `folder`."""
        self.path = folder / "clock"
        self.path.write_bytes(bytes(8))
        with self.path.open("r+b") as file:
            self._ahead = mmap.mmap(file.fileno(), 8)
        self._database: psycopg.Connection | None = None
        self.go_to(start_ms)

    def variables(self, code: Path) -> dict[str, str]:
        """What a process needs to have this clock."""
        return {"PYTHONPATH": f"{PROBE}:{code}", "SOAK_CLOCK": str(self.path)}

    def rule(self, database: psycopg.Connection) -> None:
        """From now on it is the clock of this database of tables too."""
        database.execute(_OF_THE_TABLES)
        self._database = database
        self.go_to(self.now_ms())

    def now_ms(self) -> TimeMs:
        """The time now."""
        return _real_ms() + struct.unpack_from("<q", self._ahead)[0] // 1_000_000

    def go_to(self, at_ms: TimeMs) -> None:
        """Put everybody's clock to this time, which is later than now."""
        ahead_ms = at_ms - _real_ms()
        if self._database is not None:
            self._database.execute("UPDATE tables.soak_clock SET ahead_ms = %s", [ahead_ms])
        struct.pack_into("<q", self._ahead, 0, ahead_ms * 1_000_000)

    def close(self) -> None:
        """Nobody needs it any more."""
        if self._database is not None:
            self._database.close()
        self._ahead.close()


def _real_ms() -> TimeMs:
    return time.time_ns() // 1_000_000


def first_morning_ms(today: datetime) -> TimeMs:
    """08:00 UTC of the day with which a run begins: so long before the next change to summer time after `today` that
    every run of some weeks crosses it."""
    day = today.astimezone(UTC).replace(hour=12, minute=0, second=0, microsecond=0)
    while not _begins_summer(day + timedelta(days=_DAYS_BEFORE_THE_CHANGE)):
        day += timedelta(days=1)
    return int(day.replace(hour=8).timestamp()) * 1000


def _begins_summer(noon: datetime) -> bool:
    before, after = ((noon + timedelta(hours=hours)).astimezone(_ZONE).utcoffset() for hours in (-24, 0))
    assert before is not None and after is not None
    return after > before


def hours_until(now_ms: TimeMs, at_ms: TimeMs) -> list[TimeMs]:
    """The full hours after now, and at last the moment itself."""
    first = now_ms - now_ms % HOUR_MS + HOUR_MS
    return [*range(first, at_ms, HOUR_MS), at_ms]


def next_morning_ms(now_ms: TimeMs) -> TimeMs:
    """08:00 UTC of the next day."""
    return now_ms - now_ms % DAY_MS + DAY_MS + 8 * HOUR_MS


def day_text(at_ms: TimeMs) -> str:
    """`2027-03-28`."""
    return datetime.fromtimestamp(at_ms / 1000, UTC).date().isoformat()
