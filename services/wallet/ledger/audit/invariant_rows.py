"""The ledger's invariants, computed again from its rows (RULES.md §2).

`sums` is cheap enough for every minute: it reads balances, never history. `faults` adds up the whole history.
"""

from typing import Any

import msgspec
import sqlalchemy as sa

from services.platform.database.unit_of_work import Work
from services.wallet.schema import accounts, competition_entries, house, rounds, stakes, transfers

_HISTORY_TIMEOUT_MS = 600_000


class Sums(msgspec.Struct, frozen=True):
    """One moment of the ledger. Sound: `sum_chips` 0 and `held_chips` = `escrow_chips`."""

    sum_chips: int
    """Of all balances."""
    escrow_chips: int
    """What escrows hold."""
    held_chips: int
    """What is held for matches, rounds and competitions and not settled."""
    open_matches: int
    oldest_hold_ms: int | None


class Fault(msgspec.Struct, frozen=True):
    """An account that breaks an invariant: `chips` is its balance, `transfers_chips` the sum of its transfers."""

    account: str
    chips: int
    transfers_chips: int


def take_time(work: Work) -> None:
    """Let this transaction read as long as a whole history takes."""
    if work.connection.dialect.name == "postgresql":
        work.execute(sa.text(f"SET LOCAL statement_timeout = {_HISTORY_TIMEOUT_MS}"))


def sums(work: Work) -> Sums:
    """In one statement, so that all of it is of one moment."""
    row = work.execute(_SUMS).one()
    oldest = min((at_ms for at_ms in (row.oldest, row.oldest_round) if at_ms is not None), default=None)
    return Sums(int(row.guarded + row.house), int(row.escrow), int(row.held), row.open, oldest)


def _is_guarded(account: sa.ColumnElement[str]) -> sa.ColumnElement[bool]:
    """As `accounts.is_guarded`, in SQL."""
    return ~sa.or_(account.startswith("house:"), account.startswith("cell:"))


def _count(table: sa.Table, where: sa.ColumnElement[bool]) -> sa.ScalarSelect[int]:
    return sa.select(sa.func.count()).select_from(table).where(where).scalar_subquery()


def _total(column: sa.Column[int], *where: sa.ColumnElement[bool]) -> sa.ScalarSelect[int]:
    return sa.select(sa.func.coalesce(sa.func.sum(column), 0)).where(*where).scalar_subquery()


def _sums() -> sa.Select[Any]:
    is_open, round_open = stakes.c.ended_at_ms.is_(None), rounds.c.ended_at_ms.is_(None)
    entry_open = competition_entries.c.ended_at_ms.is_(None)
    entries = _total(competition_entries.c.held_chips, entry_open)
    return sa.select(
        _total(accounts.c.balance_chips).label("guarded"),
        _total(house.c.chips).label("house"),
        _total(accounts.c.balance_chips, accounts.c.account.startswith("escrow:")).label("escrow"),
        (_total(stakes.c.held_chips, is_open) + _total(rounds.c.held_chips, round_open) + entries).label("held"),
        (_count(stakes, is_open) + _count(rounds, round_open)).label("open"),
        sa.select(sa.func.min(stakes.c.held_at_ms)).where(is_open).scalar_subquery().label("oldest"),
        sa.select(sa.func.min(rounds.c.held_at_ms)).where(round_open).scalar_subquery().label("oldest_round"),
    )


_SUMS = _sums()
"""Written once: to write it takes five times as long as to run it."""


def count_transfers(work: Work) -> int:
    """How many transfers there are."""
    return int(work.execute(sa.select(sa.func.count()).select_from(transfers)).scalar_one())


def count_escrows(work: Work) -> int:
    """How many escrows hold something."""
    escrows = sa.select(sa.func.count()).where(accounts.c.account.startswith("escrow:"), accounts.c.balance_chips > 0)
    return int(work.execute(escrows).scalar_one())


def faults(work: Work) -> list[Fault]:
    """Every account whose balance is not the sum of its transfers, and every guarded one below zero."""
    zero = sa.literal(0, sa.BigInteger)
    rows = sa.union_all(
        sa.select(accounts.c.account.label("account"), accounts.c.balance_chips.label("has"), zero.label("moved")),
        sa.select(house.c.account, house.c.chips, zero),
        sa.select(transfers.c.source, zero, -transfers.c.amount_chips),
        sa.select(transfers.c.target, zero, transfers.c.amount_chips),
    ).subquery()
    has, moved = sa.func.sum(rows.c.has), sa.func.sum(rows.c.moved)
    is_below_zero = sa.and_(sa.or_(has < 0, moved < 0), _is_guarded(rows.c.account))
    found = work.execute(
        sa.select(rows.c.account, has.label("has"), moved.label("moved"))
        .group_by(rows.c.account)
        .having(sa.or_(has != moved, is_below_zero))
        .order_by(rows.c.account)
    )
    return [Fault(row.account, int(row.has), int(row.moved)) for row in found]
