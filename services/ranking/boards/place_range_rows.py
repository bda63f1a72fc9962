"""Places of a board with many players: sums over ranges of place keys, and a count within one range (RULES.md §2).

Every period has rows of `board_ranges` that part its place keys; each says how many players its range has. Whoever
changes a player's key changes the two ranges in the same transaction, under the period's row lock (`FOR SHARE`);
`split`, which takes the row `FOR UPDATE`, cuts ranges that have grown.
"""

from collections import Counter
from collections.abc import Collection, Iterable
from typing import Any

import sqlalchemy as sa

from services.platform.database import bulk_rows
from services.platform.database.prepared_scripts import Call
from services.platform.database.unit_of_work import Work
from services.platform.process.json import encode_text
from services.ranking.schema import board_players, board_ranges

SPLIT_AT = 2_000
"""A range with more players than this is cut."""
RANGE_PLAYERS = 800
"""Players of each piece of a range that is cut."""
_MOVE = (
    "WITH given AS (SELECT period_id, key, change FROM json_to_recordset($1::json) "
    "AS x(period_id integer, key text, change integer)), "
    "net AS (SELECT given.period_id, (SELECT r.low FROM board_ranges r WHERE r.period_id = given.period_id "
    "AND r.low <= given.key ORDER BY r.low DESC LIMIT 1) AS low, sum(change)::integer AS change "
    "FROM given GROUP BY 1, 2 HAVING sum(change) <> 0), "
    "mine AS (SELECT r.period_id, r.low, net.change FROM board_ranges r JOIN net USING (period_id, low) "
    "ORDER BY r.period_id, r.low FOR UPDATE OF r) "
    "UPDATE board_ranges SET players = players + mine.change FROM mine "
    "WHERE board_ranges.period_id = mine.period_id AND board_ranges.low = mine.low"
)
RANGE_OF_ROW = (
    "JOIN board_ranges r ON r.period_id = p.period_id AND r.low = "
    "(SELECT max(t.low) FROM board_ranges t WHERE t.period_id = p.period_id AND t.low <= p.place_key)"
)
"""SQL: joins a row `p` of `board_players` with its range `r`."""
PLACE = (
    "1 + (SELECT count(*) FROM board_players q WHERE q.period_id = p.period_id "
    "AND q.place_key >= r.low AND q.place_key < p.place_key) + (SELECT coalesce(sum(s.players), 0) "
    "FROM board_ranges s WHERE s.period_id = p.period_id AND s.low < r.low)"
)
"""SQL: the place of such a row."""
START = (
    "SELECT low, :place - 1 - before AS skip FROM (SELECT low, sum(players) OVER (ORDER BY low) - players AS before "
    "FROM board_ranges WHERE period_id = :period_id) AS parts WHERE before < :place ORDER BY low DESC LIMIT 1"
)
"""SQL: the low end of the range in which a place lies, and how many of its players stand before the place."""
TOTALS = "SELECT period_id, sum(players) AS players FROM board_ranges WHERE period_id IN :periods GROUP BY period_id"
"""SQL: how many players each of these periods has."""


def create(work: Work, period_ids: Iterable[int]) -> None:
    """One range for everybody, for each new period."""
    new = [{"period_id": each, "low": "", "players": 0} for each in sorted(period_ids)]
    bulk_rows.insert_missing_later(work, board_ranges, new)


def move(work: Work, changes: Iterable[tuple[int, str | None, str | None]]) -> None:
    """Count players under their new keys: (period, key before, key now), None for none. The periods' rows are
    locked."""
    counted: Counter[tuple[int, str]] = Counter()
    for period_id, before, now in changes:
        if now is not None:
            counted[period_id, now] += 1
        if before is not None:
            counted[period_id, before] -= 1
    given = [
        {"period_id": period_id, "key": key, "change": change}
        for (period_id, key), change in sorted(counted.items())
        if change
    ]
    if not given:
        return
    if not work.is_sqlite:
        work.later(Call(_MOVE, (encode_text(given),)))
        return
    columns = board_ranges.c
    for each in given:
        own = sa.select(sa.func.max(columns.low)).where(
            columns.period_id == each["period_id"], columns.low <= each["key"]
        )
        here = (columns.period_id == each["period_id"]) & (columns.low == own.scalar_subquery())
        work.execute(board_ranges.update().where(here).values(players=columns.players + each["change"]))


def grown(work: Work) -> list[tuple[int, str]]:
    """The ranges that are to be cut: period and low end."""
    columns = board_ranges.c
    chosen = sa.select(columns.period_id, columns.low).where(columns.players > SPLIT_AT)
    return [(row.period_id, row.low) for row in work.execute(chosen.order_by(columns.period_id, columns.low).limit(50))]


def split(work: Work, period_id: int, low: str) -> None:
    """Cut a range into pieces and count each anew. The caller has the period's row `FOR UPDATE`."""
    columns, keys = board_ranges.c, board_players.c
    after = sa.select(sa.func.min(columns.low)).where(columns.period_id == period_id, columns.low > low)
    high = work.execute(after).scalar()
    inside = [keys.period_id == period_id, keys.place_key >= low, *([] if high is None else [keys.place_key < high])]
    numbered = (
        sa.select(keys.place_key, sa.func.row_number().over(order_by=keys.place_key).label("n"))
        .where(*inside)
        .subquery()
    )
    first = sa.select(numbered.c.place_key, numbered.c.n).where((numbered.c.n - 1) % RANGE_PLAYERS == 0)
    starts = [row.place_key for row in work.execute(first.order_by(numbered.c.n))]
    size = int(work.execute(sa.select(sa.func.count()).select_from(board_players).where(*inside)).scalar_one())
    lows = [low, *starts[1:]]
    pieces: list[dict[str, Any]] = [
        {"period_id": period_id, "low": each, "players": min(RANGE_PLAYERS, size - number * RANGE_PLAYERS)}
        for number, each in enumerate(lows)
    ]
    bulk_rows.upsert_later(work, board_ranges, pieces)


def totals(work: Work, period_ids: Collection[int]) -> dict[int, int]:
    """How many players each of these periods has."""
    if not period_ids:
        return {}
    found = bulk_rows.ask(work, TOTALS, periods=[str(each) for each in period_ids])
    return {row.period_id: int(row.players) for row in found}
