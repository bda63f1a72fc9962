"""Stored observations: one row each, for at most `KEPT_DAYS`.

What is summed over a day at every match has rows by the hour too (`observed_hours`), so that a sum reads a row for each
hour and not for each match.
"""

from collections import Counter
from collections.abc import Collection, Iterable
from typing import Literal

import msgspec
import sqlalchemy as sa

from services.kernel.clock import DAY_MS, HOUR_MS, TimeMs
from services.moderation.signals import Spread
from services.moderation.store.schema import observations as seen
from services.moderation.store.schema import observed_hours
from services.plumbing import bulk_rows
from services.plumbing.database import Work

KEPT_DAYS = 60
HOURS_KEPT_DAYS = 2
"""Sums reach back for a day at most."""

_BY_HOUR = ("seated", "decided")


class Observation(msgspec.Struct, frozen=True):
    """An observation: its kind, account, other account, subject (a match, a table, a line) and time."""

    kind: str
    account: str
    other: str
    about: str
    at_ms: TimeMs
    count: int = 1
    total: int = 0
    squares: int = 0


def add(work: Work, rows: Iterable[Observation]) -> None:
    """Store observations; a repeated one moves its time."""
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
    counted = Counter((account, other, at_ms // DAY_MS) for account, other, at_ms in meetings)
    rows = [
        Observation("played", account, other, str(day), TimeMs(day * DAY_MS), count=times)
        for (account, other, day), times in sorted(counted.items(), key=lambda item: (*item[0][:2], str(item[0][2])))
    ]
    bulk_rows.upsert_later(work, seen, [msgspec.structs.asdict(row) for row in rows], adding=("count",))


def count(work: Work, kind: str, account: str, since_ms: TimeMs = 0, other: str | None = None) -> int:
    """The number of observations of a kind about an account after a moment."""
    chosen = sa.select(sa.func.count()).select_from(seen).where(_of(kind, account, since_ms, other))
    return int(work.execute(chosen).scalar_one())


def total(work: Work, kind: str, account: str, since_ms: TimeMs, other: str | None = None) -> int:
    """The sum of the amounts of observations about an account after a moment."""
    chosen = sa.select(sa.func.coalesce(sa.func.sum(seen.c.total), 0)).where(_of(kind, account, since_ms, other))
    return int(work.execute(chosen).scalar_one())


def spreads(work: Work, accounts: Collection[str], since_ms: TimeMs) -> dict[str, Spread]:
    """By account: number, sum and sum of squares of the decision times observed after a moment."""
    whole = since_ms // HOUR_MS + 1
    query = (
        "SELECT account, sum(n) AS n, sum(total) AS total, sum(squares) AS squares FROM ("
        "SELECT account, count AS n, total, squares FROM observed_hours "
        "WHERE kind = 'decided' AND account IN :accounts AND hour >= :whole "
        "UNION ALL SELECT account, count, total, squares FROM observations "
        "WHERE kind = 'decided' AND account IN :accounts AND at_ms > :since_ms AND at_ms < :whole_ms"
        ") AS both_parts GROUP BY account"
    )
    moments = {"since_ms": since_ms, "whole": whole, "whole_ms": whole * HOUR_MS}
    found = bulk_rows.ask(work, query, accounts=accounts, **moments)
    return {row.account: Spread(int(row.n), int(row.total), int(row.squares)) for row in found}


def seated_at_least(work: Work, accounts: Collection[str], since_ms: TimeMs, least_ms: int) -> dict[str, int]:
    """Those accounts that have sat in matches for at least so long since a moment, and how long.

    The sum over hours is never less than the exact one, and is enough to see that most have not.
    """
    bound = (
        "SELECT account FROM observed_hours WHERE kind = 'seated' AND account IN :accounts AND hour >= :hour "
        "GROUP BY account HAVING sum(total) >= :least_ms"
    )
    found = bulk_rows.ask(work, bound, accounts=accounts, hour=since_ms // HOUR_MS, least_ms=least_ms)
    possible = {row.account for row in found}
    exact = _seated_ms(work, possible, since_ms) if possible else {}
    return {account: seated_ms for account, seated_ms in exact.items() if seated_ms >= least_ms}


def _seated_ms(work: Work, accounts: Collection[str], since_ms: TimeMs) -> dict[str, int]:
    query = (
        "SELECT account, sum(CASE WHEN at_ms - total < :since_ms THEN at_ms - :since_ms ELSE total END) AS ms "
        "FROM observations WHERE kind = 'seated' AND account IN :accounts AND at_ms > :since_ms GROUP BY account"
    )
    found = bulk_rows.ask(work, query, accounts=accounts, since_ms=since_ms)
    return {row.account: int(row.ms) for row in found}


def accounts_of(work: Work, kind: str, accounts: Collection[str]) -> set[str]:
    """Those of these accounts with an observation of a kind."""
    query = "SELECT DISTINCT account FROM observations WHERE kind = :kind AND account IN :accounts"
    return {row.account for row in bulk_rows.ask(work, query, kind=kind, accounts=accounts)}


def abouts(work: Work, kind: str, account: str, count_max: int, *, newest: bool) -> list[str]:
    """The subjects of the newest, or the first, observations of a kind about an account."""
    order = seen.c.at_ms.desc() if newest else seen.c.at_ms
    chosen = sa.select(seen.c.about).where(seen.c.kind == kind, seen.c.account == account)
    return list(work.execute(chosen.order_by(order, seen.c.about).limit(count_max)).scalars())


def shared(work: Work, matches: Collection[str]) -> dict[str, int]:
    """By account, the number of these staked matches, each for oneself, in which it was observed."""
    query = (
        "SELECT account, count(DISTINCT about) AS times FROM observations "
        "WHERE kind = 'individual' AND about IN :matches GROUP BY account"
    )
    return {row.account: int(row.times) for row in bulk_rows.ask(work, query, matches=matches)}


def together_with(work: Work, kind: str, account: str, abouts_: Collection[str]) -> int:
    """The number of these subjects in which an account was observed."""
    chosen = sa.select(sa.func.count(sa.distinct(seen.c.about))).where(seen.c.kind == kind, seen.c.account == account)
    return int(work.execute(chosen.where(seen.c.about.in_(abouts_))).scalar_one())


def others(work: Work, kind: str, account: str, since_ms: TimeMs = 0) -> dict[str, int]:
    """The other accounts in observations of an account, and how often."""
    times = sa.func.sum(seen.c.count if kind == "played" else 1).label("times")
    chosen = sa.select(seen.c.other, times).where(_of(kind, account, since_ms, None))
    return {row.other: int(row.times) for row in work.execute(chosen.group_by(seen.c.other))}


def accounts_with(work: Work, kind: Literal["device", "address"], place: str, since_ms: TimeMs = 0) -> list[str]:
    """Accounts that were observed with the same device or address."""
    of_kind: sa.ColumnElement[str] = sa.literal_column(
        f"'{kind}'"
    )  # no parameter, or the plan could not use the index of these two kinds
    same = sa.and_(seen.c.kind == of_kind, seen.c.other == place, seen.c.at_ms > since_ms)
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


def _is(row: Observation) -> sa.ColumnElement[bool]:
    return sa.and_(
        seen.c.kind == row.kind, seen.c.account == row.account, seen.c.other == row.other, seen.c.about == row.about
    )
