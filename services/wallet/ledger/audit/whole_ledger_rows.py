"""The whole ledger read once, as of one moment, a few thousand rows at a time."""

import itertools
from collections.abc import Iterator
from typing import Any

import sqlalchemy as sa

from services.platform.database.unit_of_work import Work
from services.wallet.ledger.audit.auditor import Kept, Row
from services.wallet.ledger.audit.invariant_rows import take_time
from services.wallet.ledger.chain import Stamp
from services.wallet.ledger.double_entry import Leg
from services.wallet.schema import accounts, batches, house, transfers

_ROWS_AT_A_TIME = 5_000


def hold_still(work: Work) -> None:
    """Let this transaction read a snapshot of the ledger, without a time limit."""
    if work.connection.dialect.name == "postgresql":
        work.execute(sa.text("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY"))
    take_time(work)


def read_transfers(work: Work) -> Iterator[Row]:
    """Every transfer, by id."""
    for row in _stream(work, sa.select(transfers).order_by(transfers.c.id)):
        yield Row(row.id, _leg(row), Stamp(row.at_ms, row.trace), row.source_chain, row.target_chain)


def read_batches(work: Work) -> Iterator[tuple[str, Kept, list[Leg]]]:
    """Every batch with its transfers; transfers without a batch, and batches without transfers, among them."""
    named = sa.select(transfers, batches.c.body_sha256, batches.c.reply)
    joined = named.select_from(transfers.outerjoin(batches, batches.c.idem == transfers.c.idem))
    rows = _stream(work, joined.order_by(transfers.c.idem, transfers.c.leg))
    for idem, found in itertools.groupby(rows, key=lambda row: str(row.idem)):
        legs = list(found)
        yield idem, Kept(legs[0].body_sha256, legs[0].reply), [_leg(row) for row in legs]
    empty = sa.select(batches).where(~sa.exists().where(transfers.c.idem == batches.c.idem))
    for row in _stream(work, empty.order_by(batches.c.idem)):
        yield row.idem, Kept(row.body_sha256, row.reply), []


def read_accounts(work: Work) -> dict[str, tuple[int, str]]:
    """Balance and head of every account that has a row."""
    rows = work.execute(sa.select(accounts.c.account, accounts.c.balance_chips, accounts.c.chain))
    return {row.account: (row.balance_chips, row.chain) for row in rows}


def read_house(work: Work) -> dict[str, int]:
    """The balances of the platform's accounts."""
    sums = sa.select(house.c.account, sa.func.sum(house.c.chips).label("chips")).group_by(house.c.account)
    return {row.account: int(row.chips) for row in work.execute(sums)}


def _stream(work: Work, statement: sa.Select[Any]) -> Iterator[Any]:
    return iter(work.connection.execute(statement, execution_options={"yield_per": _ROWS_AT_A_TIME}))


def _leg(row: Any) -> Leg:
    return Leg(
        row.idem,
        row.leg,
        row.source,
        row.target,
        row.amount_chips,
        row.kind,
        row.source_balance_chips,
        row.target_balance_chips,
    )
