"""Stored observations: one row each, for at most `KEPT_DAYS`.

What is summed over a day at every match has rows by the hour too (`observed_hours`), so that a sum reads a row for each
hour and not for each match.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from typing import Any, Literal

import msgspec
import sqlalchemy as sa

from services.kernel.clock import DAY_MS, HOUR_MS, TimeMs
from services.moderation.erased_account_rows import erased
from services.moderation.schema import observations as seen
from services.moderation.schema import observed_hours
from services.moderation.signals.observations import Observation
from services.moderation.signals.rules import Spread
from services.platform.database import bulk_rows
from services.platform.database.unit_of_work import Work
from services.platform.process.json import encode_text

KEPT_DAYS = 60
HOURS_KEPT_DAYS = 2
"""Sums reach back for a day at most."""

_BY_HOUR = ("seated", "decided")


def add(work: Work, rows: Iterable[Observation]) -> None:
    """Store observations; a repeated one moves its time, and of erased accounts none is stored."""
    rows = list(rows)
    gone = erased(work, {row.account for row in rows})
    rows = [row for row in rows if row.account not in gone]
    found = {(row.kind, row.account, row.other, row.about): row for row in rows}
    bulk_rows.upsert_later(work, seen, [msgspec.structs.asdict(found[key]) for key in sorted(found)])
    _add_hours(work, found.values())


def _add_hours(work: Work, rows: Iterable[Observation]) -> None:
    sums: dict[tuple[str, str, int], tuple[int, int, int]] = {}
    for row in rows:
        if row.kind in _BY_HOUR:
            key = row.kind, row.account, row.at_ms // HOUR_MS
            number, total_, squares = sums.get(key, (0, 0, 0))
            sums[key] = number + row.count, total_ + row.total, squares + row.squares
    names = ("kind", "account", "hour", "count", "total", "squares")
    hours = [dict(zip(names, (*key, *sums[key]), strict=True)) for key in sorted(sums)]
    bulk_rows.upsert_later(work, observed_hours, hours, adding=("count", "total", "squares"))


def add_meetings(work: Work, meetings: Iterable[tuple[str, str, TimeMs]]) -> None:
    """Store that accounts have played with others: account, other account, time. A row for each pair and day."""
    met = list(meetings)
    gone = erased(work, {account for account, _, _ in met})
    counted = Counter((account, other, at_ms // DAY_MS) for account, other, at_ms in met if account not in gone)
    rows = [
        Observation("played", account, other, str(day), TimeMs(day * DAY_MS), count=times)
        for (account, other, day), times in sorted(counted.items(), key=lambda item: (*item[0][:2], str(item[0][2])))
    ]
    bulk_rows.upsert_later(work, seen, [msgspec.structs.asdict(row) for row in rows], adding=("count",))


def total(work: Work, kind: str, account: str, since_ms: TimeMs, other: str) -> int:
    """The sum of the amounts of observations about an account and another after a moment."""
    chosen = sa.select(sa.func.coalesce(sa.func.sum(seen.c.total), 0)).where(_of(kind, account, since_ms, other))
    return int(work.execute(chosen).scalar_one())


def spreads(work: Work, points: Sequence[Observation]) -> dict[str, Spread]:
    """By account: number, sum and sum of squares of the decision times of the day that ends at its point; there is one
    point an account, and nothing is observed after it."""
    found = bulk_rows.ask(work, spreads_query(work), points=_as_json(points)) if points else ()
    return {row.account: Spread(int(row.n), int(row.total), int(row.squares)) for row in found}


def spreads_query(work: Work) -> str:
    """The statement of `spreads`. SQLite, which has no statistics here, is made to begin with the points: it would read
    all decision times of everybody."""
    join = "CROSS JOIN" if work.is_sqlite else "JOIN"
    return (
        "SELECT account, sum(n) AS n, sum(total) AS total, sum(squares) AS squares FROM ("
        f"SELECT p.account AS account, h.count AS n, h.total, h.squares FROM {_points(work)} "
        f"{join} observed_hours AS h ON h.kind = 'decided' AND h.account = p.account AND h.hour >= p.whole "
        f"UNION ALL SELECT p.account, o.count, o.total, o.squares FROM {_points(work)} {join} observations AS o "
        "ON o.kind = 'decided' AND o.account = p.account AND o.at_ms > p.since_ms AND o.at_ms < p.whole_ms"
        ") AS both_parts GROUP BY account"
    )


def may_have_sat(work: Work, accounts: Collection[str], since_ms: TimeMs, least_ms: int) -> set[str]:
    """Accounts that may have sat in matches for so long in a day that begins at this moment or later: the sum over
    hours is never less than the exact one, and is enough to see that most have not."""
    bound = (
        "SELECT account FROM observed_hours WHERE kind = 'seated' AND account IN :accounts AND hour >= :hour "
        "GROUP BY account HAVING sum(total) >= :least_ms"
    )
    found = bulk_rows.ask(work, bound, accounts=accounts, hour=since_ms // HOUR_MS, least_ms=least_ms)
    return {row.account for row in found}


def disordered(work: Work, kind: str, points: Sequence[Observation]) -> set[str]:
    """The accounts of these points about which something of the kind was observed at the same time or later: the sums
    of their hours reach beyond the windows that end at these points."""
    query = (
        f"SELECT DISTINCT p.account FROM {_points(work)} WHERE EXISTS (SELECT 1 FROM observations AS o WHERE "
        "o.kind = :kind AND o.account = p.account AND o.at_ms >= p.at_ms AND o.about <> p.about)"
    )
    found = bulk_rows.ask(work, query, kind=kind, points=_as_json(points)) if points else ()
    return {row.account for row in found}


def _points(work: Work) -> str:
    """The table `p` of points, which a statement gets as JSON."""
    if not work.is_sqlite:
        columns = "account text, about text, at_ms bigint, since_ms bigint, whole bigint, whole_ms bigint"
        return f"json_to_recordset(CAST(:points AS json)) AS p({columns})"
    names = ("account", "about", "at_ms", "since_ms", "whole", "whole_ms")
    columns = ", ".join(f"json_extract(value, '$.{name}') AS {name}" for name in names)
    return f"(SELECT {columns} FROM json_each(:points)) AS p"


def _as_json(points: Sequence[Observation]) -> str:
    rows = []
    for each in points:
        since_ms = each.at_ms - DAY_MS
        whole = since_ms // HOUR_MS + 1
        row = {"account": each.account, "about": each.about, "at_ms": each.at_ms, "since_ms": since_ms}
        rows.append(row | {"whole": whole, "whole_ms": whole * HOUR_MS})
    return encode_text(rows)


def between(
    work: Work, kinds: Collection[str], accounts: Collection[str], after_ms: TimeMs, before_ms: TimeMs
) -> list[Observation]:
    """All observations of these kinds about these accounts between two moments, without the moments themselves."""
    query = (
        f"SELECT {_COLUMNS} FROM observations WHERE kind IN :kinds AND account IN :accounts "
        "AND at_ms > :after_ms AND at_ms < :before_ms"
    )
    found = bulk_rows.ask(work, query, kinds=kinds, accounts=accounts, after_ms=after_ms, before_ms=before_ms)
    return [_observation(row) for row in found] if accounts else []


def of_device(work: Work, device: str, after_ms: TimeMs, before_ms: TimeMs) -> list[Observation]:
    """All observations of a device between two moments, without the moments themselves."""
    same = sa.and_(seen.c.kind == _literal("device"), seen.c.other == device)
    chosen = sa.select(seen).where(same, seen.c.at_ms > after_ms, seen.c.at_ms < before_ms)
    return [_observation(row) for row in work.execute(chosen)]


def every(work: Work, kinds: Collection[str], account: str) -> list[Observation]:
    """All observations of these kinds about an account."""
    query = f"SELECT {_COLUMNS} FROM observations WHERE kind IN :kinds AND account = :account"
    return [_observation(row) for row in bulk_rows.ask(work, query, kinds=kinds, account=account)]


def neighbours(work: Work, kind: str, account: str, first_ms: TimeMs, last_ms: TimeMs, most: int) -> list[Observation]:
    """An account's observations of a kind from one moment to another, and at most so many before and after these."""
    query = f"SELECT {_COLUMNS} FROM observations WHERE kind = :kind AND account = :account AND "
    named = {"kind": kind, "account": account}
    found = bulk_rows.ask_all(
        work,
        (f"{query} at_ms < :ms ORDER BY at_ms DESC, about DESC LIMIT {most:d}", named | {"ms": first_ms}),
        (f"{query} at_ms >= :ms AND at_ms <= :last_ms", named | {"ms": first_ms, "last_ms": last_ms}),
        (f"{query} at_ms > :ms ORDER BY at_ms, about LIMIT {most:d}", named | {"ms": last_ms}),
    )
    return sorted((_observation(row) for rows in found for row in rows), key=lambda each: (each.at_ms, each.about))


def first(work: Work, kind: str, account: str, most: int) -> list[str]:
    """The subjects of an account's first observations of a kind."""
    chosen = sa.select(seen.c.about).where(seen.c.kind == kind, seen.c.account == account)
    return list(work.execute(chosen.order_by(seen.c.at_ms, seen.c.about).limit(most)).scalars())


def accounts_in(work: Work, matches: Collection[str]) -> dict[str, set[str]]:
    """By staked match, each for oneself: who was observed in it."""
    query = "SELECT about, account FROM observations WHERE kind = 'individual' AND about IN :matches"
    found: dict[str, set[str]] = {}
    for row in bulk_rows.ask(work, query, matches=matches):
        found.setdefault(row.about, set()).add(row.account)
    return found


_COLUMNS = "kind, account, other, about, at_ms, count AS n, total, squares"
"""In the order of an observation's fields."""


def _observation(row: Any) -> Observation:
    return Observation(*row)


def accounts_of(work: Work, kind: str, accounts: Collection[str]) -> set[str]:
    """Those of these accounts with an observation of a kind."""
    query = "SELECT DISTINCT account FROM observations WHERE kind = :kind AND account IN :accounts"
    return {row.account for row in bulk_rows.ask(work, query, kind=kind, accounts=accounts)}


def with_account(work: Work, kind: str, account: str, abouts: Collection[str]) -> set[str]:
    """Those of these subjects in which an account was observed."""
    chosen = sa.select(seen.c.about).where(seen.c.kind == kind, seen.c.account == account, seen.c.about.in_(abouts))
    return set(work.execute(chosen).scalars())


def others(work: Work, kind: str, account: str, since_ms: TimeMs = 0) -> dict[str, int]:
    """The other accounts in observations of an account, and how often."""
    times = sa.func.sum(seen.c.count if kind == "played" else 1).label("times")
    chosen = sa.select(seen.c.other, times).where(_of(kind, account, since_ms, None))
    return {row.other: int(row.times) for row in work.execute(chosen.group_by(seen.c.other))}


def accounts_with(work: Work, kind: Literal["device", "address"], place: str, since_ms: TimeMs = 0) -> list[str]:
    """Accounts that were observed with the same device or address."""
    same = sa.and_(seen.c.kind == _literal(kind), seen.c.other == place, seen.c.at_ms > since_ms)
    return sorted(work.execute(sa.select(seen.c.account).where(same).distinct()).scalars())


def purge(work: Work, before_ms: TimeMs) -> None:
    """Delete observations that are older than any window."""
    work.execute(seen.delete().where(seen.c.at_ms < before_ms))


def purge_hours(work: Work, before_ms: TimeMs) -> None:
    """Delete the sums of hours that no window reaches any more."""
    work.execute(observed_hours.delete().where(observed_hours.c.hour < before_ms // HOUR_MS))


def _of(kind: str, account: str, since_ms: TimeMs, other: str | None) -> sa.ColumnElement[bool]:
    found = sa.and_(seen.c.kind == kind, seen.c.account == account, seen.c.at_ms > since_ms)
    return found if other is None else sa.and_(found, seen.c.other == other)


def _literal(kind: Literal["device", "address"]) -> sa.ColumnElement[str]:
    """No parameter, or the plan could not use the index of these two kinds."""
    return sa.literal_column(f"'{kind}'")
