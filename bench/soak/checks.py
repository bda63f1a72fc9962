"""What must hold after every day, from the databases: boards, partitions, jobs, what lies about."""

import itertools
import json
from collections.abc import Mapping, Sequence
from datetime import datetime
from pathlib import Path
from typing import NamedTuple
from zoneinfo import ZoneInfo

import psycopg

from services.kernel.clock import DAY_MS, HOUR_MS, TimeMs

MINUTE_MS = 60_000
EVENING_ZONE, EVENING_AT = ZoneInfo("Europe/Athens"), (20, 30)
"""When the competition of every evening begins (services/tournaments/RULES.md §8)."""
_PATIENCE_MS = 3 * HOUR_MS
"""So long something may be late by a clock that goes by hours."""


class Period(NamedTuple):
    """A period of a board."""

    board: str
    period: str
    starts_at_ms: TimeMs
    ends_at_ms: TimeMs
    state: str


def read_periods(ranking: psycopg.Connection) -> list[Period]:
    """Every period, by board and beginning."""
    rows = ranking.execute(
        "SELECT board, period, starts_at_ms, ends_at_ms, state FROM ranking.board_periods ORDER BY board, starts_at_ms"
    )
    return [Period(*row) for row in rows]


def wrong_periods(periods: Sequence[Period], now_ms: TimeMs) -> list[str]:
    """Periods that are over and not closed and paid; boards with a gap, an overlap, or no running period."""
    found = [
        f"board {each.board} {each.period} is over since {(now_ms - each.ends_at_ms) // HOUR_MS} h and {each.state}"
        for each in periods
        if each.state != "paid" and now_ms - each.ends_at_ms > _PATIENCE_MS
    ]
    by_board: dict[str, list[Period]] = {}
    for each in periods:
        by_board.setdefault(each.board, []).append(each)
    for board, own in by_board.items():
        for earlier, later in itertools.pairwise(own):
            if earlier.ends_at_ms != later.starts_at_ms:
                found.append(f"board {board}: {later.period} does not begin where {earlier.period} ends")
        if own[-1].ends_at_ms < now_ms - _PATIENCE_MS:
            found.append(f"board {board} has no running period")
    return found


def wrong_partitions(bounds: Sequence[tuple[int, int]], strays: int, now_ms: TimeMs, journal_days: int) -> list[str]:
    """`bounds`: first and last day of each dated partition; `strays`: lines for whose day there was none."""
    today = now_ms // DAY_MS
    have = {day for first, last in bounds for day in range(first, last + 1)}
    missing = [day - today for day in range(today, today + 7) if day not in have]
    found = [f"no partitions for the days {missing} from today"] if missing else []
    old = [first for first, last in bounds if last < today - journal_days - 1]
    if old:
        found.append(f"{len(old)} partitions are older than {journal_days} days, the oldest by {today - min(old)} days")
    return found + ([f"{strays} lines of the journal in the default partition"] if strays else [])


def read_partitions(tables: psycopg.Connection) -> tuple[list[tuple[int, int]], int]:
    """The dated partitions of the journal, and the lines of the default one."""
    rows = tables.execute(
        r"SELECT b[1]::integer, b[2]::integer - 1 FROM (SELECT regexp_match(pg_get_expr(c.relpartbound, c.oid), "
        r"'(-?\d+)\D+ TO \D+(\d+)') AS b FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid "
        r"WHERE i.inhparent = 'tables.journal'::regclass) AS parts WHERE b IS NOT NULL AND b[1]::integer > 0"
    )
    strays = tables.execute("SELECT count(*) FROM tables.journal_default").fetchone()
    return [(first, last) for first, last in rows], strays[0] if strays else 0


def late_jobs(successes: Mapping[str, int], due_minutes: Mapping[str, int], now_ms: TimeMs) -> list[str]:
    """Jobs of the night that have not succeeded since they were last due."""
    found = []
    for name, minute in due_minutes.items():
        due_ms = now_ms - now_ms % DAY_MS + minute * MINUTE_MS
        due_ms -= DAY_MS if due_ms > now_ms else 0
        if successes.get(name, 0) < due_ms:
            found.append(name)
    return found


def read_successes(path: Path) -> dict[str, int]:
    """When each job of the night has last succeeded."""
    try:
        return dict(json.loads(path.read_text(encoding="utf-8")))
    except (FileNotFoundError, ValueError):
        return {}


def still_open(tables: psycopg.Connection) -> list[str]:
    """Matches and tables that go on though everybody has left hours ago."""
    running = tables.execute(
        "SELECT match_id FROM tables.matches m WHERE last_seq IS NULL AND EXISTS (SELECT 1 FROM tables.journal j "
        'WHERE j.match_id = m.match_id AND j.action LIKE \'%"k":"begun"%\')'
    )
    found = [f"match {row[0]} has not ended" for row in running]
    open_tables = tables.execute("SELECT table_id FROM tables.tables WHERE open")
    return found + [f"table {row[0]} is open" for row in open_tables]


def old_outboxes(connection: psycopg.Connection, service: str, now_ms: TimeMs, keep_h: int = 24) -> list[str]:
    """Events that were relayed and should have been deleted, and those that were not relayed."""
    row = connection.execute(f"SELECT count(*) FROM {service}.outbox WHERE sent = 0").fetchone()
    found = [f"{row[0]} events of {service} are not relayed"] if row and row[0] else []
    oldest = connection.execute(f"SELECT min(at_ms) FROM {service}.outbox WHERE sent > 0").fetchone()
    if oldest and oldest[0] is not None and now_ms - oldest[0] > (keep_h * HOUR_MS + DAY_MS):
        found.append(f"the outbox of {service} keeps events of {(now_ms - oldest[0]) // HOUR_MS} h ago")
    return found


class HeldEvening(NamedTuple):
    """A competition of the template that every installation has for every evening."""

    id: str
    state: str
    starts_at_ms: TimeMs
    ends_at_ms: TimeMs


def read_evenings(tournaments: psycopg.Connection) -> list[HeldEvening]:
    """Every one so far, by its start."""
    rows = tournaments.execute(
        "SELECT competition_id, state, starts_at_ms, ends_at_ms FROM tournaments.competitions "
        "WHERE competition_id LIKE 'evening-free%' ORDER BY starts_at_ms"
    )
    return [HeldEvening(*row) for row in rows]


def wrong_evenings(evenings: Sequence[HeldEvening], now_ms: TimeMs) -> list[str]:
    """Evenings that do not begin at half past eight by the clocks of Athens, days without one, and those that are over
    and have not come to an end."""
    found = []
    for each in evenings:
        starts = datetime.fromtimestamp(each.starts_at_ms / 1000, EVENING_ZONE)
        if (starts.hour, starts.minute) != EVENING_AT:
            found.append(f"{each.id} begins at {starts:%H:%M}")
        if each.ends_at_ms < now_ms - _PATIENCE_MS and each.state not in ("settled", "cancelled"):
            found.append(f"{each.id} is over since {(now_ms - each.ends_at_ms) // HOUR_MS} h and {each.state}")
    days = [datetime.fromtimestamp(each.starts_at_ms / 1000, EVENING_ZONE).date() for each in evenings]
    for earlier, later in itertools.pairwise(days):
        if (later - earlier).days != 1:
            found.append(f"after the evening of {earlier} comes that of {later}")
    if not evenings or evenings[-1].starts_at_ms < now_ms - DAY_MS:
        found.append("no evening was announced")
    return found
