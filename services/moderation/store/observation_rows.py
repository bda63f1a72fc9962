"""Stored observations: one row each, for at most `KEPT_DAYS`."""

from collections.abc import Collection, Iterable

import msgspec
import sqlalchemy as sa

from services.kernel.clock import TimeMs
from services.moderation.signals import Spread
from services.moderation.store.schema import observations as seen
from services.plumbing import bulk_rows
from services.plumbing.database import Work

KEPT_DAYS = 60


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
    found = {(row.kind, row.account, row.other, row.about): msgspec.structs.asdict(row) for row in rows}
    bulk_rows.upsert_later(work, seen, [found[key] for key in sorted(found)])


def count(work: Work, kind: str, account: str, since_ms: TimeMs = 0, other: str | None = None) -> int:
    """The number of observations of a kind about an account after a moment."""
    chosen = sa.select(sa.func.count()).select_from(seen).where(_of(kind, account, since_ms, other))
    return int(work.execute(chosen).scalar_one())


def total(work: Work, kind: str, account: str, since_ms: TimeMs, other: str | None = None) -> int:
    """The sum of the amounts of observations about an account after a moment."""
    chosen = sa.select(sa.func.coalesce(sa.func.sum(seen.c.total), 0)).where(_of(kind, account, since_ms, other))
    return int(work.execute(chosen).scalar_one())


def spreads(work: Work, kind: str, accounts: Collection[str], since_ms: TimeMs) -> dict[str, Spread]:
    """By account: number, sum and sum of squares of the amounts observed after a moment."""
    query = (
        "SELECT account, sum(count) AS n, sum(total) AS total, sum(squares) AS squares FROM observations "
        "WHERE kind = :kind AND account IN :accounts AND at_ms > :since_ms GROUP BY account"
    )
    found = bulk_rows.ask(work, query, kind=kind, accounts=accounts, since_ms=since_ms)
    return {row.account: Spread(int(row.n), int(row.total), int(row.squares)) for row in found}


def seated_ms(work: Work, accounts: Collection[str], since_ms: TimeMs) -> dict[str, int]:
    """By account: how long it has sat in matches since a moment."""
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


def shared(work: Work, kind: str, abouts_: Collection[str]) -> dict[str, int]:
    """By account, the number of these subjects in which it was observed."""
    chosen = sa.select(seen.c.account, sa.func.count(sa.distinct(seen.c.about)).label("times"))
    found = work.execute(chosen.where(seen.c.kind == kind, seen.c.about.in_(abouts_)).group_by(seen.c.account))
    return {row.account: row.times for row in found}


def others(work: Work, kind: str, account: str, since_ms: TimeMs = 0) -> dict[str, int]:
    """The other accounts in observations of an account, and how often."""
    chosen = sa.select(seen.c.other, sa.func.count().label("times")).where(_of(kind, account, since_ms, None))
    return {row.other: row.times for row in work.execute(chosen.group_by(seen.c.other))}


def accounts_with(work: Work, kind: str, other: str, since_ms: TimeMs = 0) -> list[str]:
    """Accounts that were observed with the same device, address or table."""
    same = sa.and_(seen.c.kind == kind, seen.c.other == other, seen.c.at_ms > since_ms)
    return sorted(work.execute(sa.select(seen.c.account).where(same).distinct()).scalars())


def purge(work: Work, before_ms: TimeMs) -> None:
    """Delete observations that are older than any window."""
    work.execute(seen.delete().where(seen.c.at_ms < before_ms))


def _of(kind: str, account: str, since_ms: TimeMs, other: str | None) -> sa.ColumnElement[bool]:
    found = sa.and_(seen.c.kind == kind, seen.c.account == account, seen.c.at_ms > since_ms)
    return found if other is None else sa.and_(found, seen.c.other == other)


def _is(row: Observation) -> sa.ColumnElement[bool]:
    return sa.and_(
        seen.c.kind == row.kind, seen.c.account == row.account, seen.c.other == row.other, seen.c.about == row.about
    )
