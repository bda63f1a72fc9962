"""Prizes of closed periods: ordered from the wallet, paid or refused (RULES.md §2)."""

from collections.abc import Mapping, Sequence

import sqlalchemy as sa

from services.contracts.boards import Prize
from services.kernel.clock import TimeMs
from services.plumbing import bulk_rows
from services.plumbing.database import Work
from services.ranking.store.schema import board_prizes


def order(work: Work, period_id: int, won: Sequence[Prize]) -> None:
    """Store the prizes that the wallet is asked to pay."""
    new = [
        {
            "period_id": period_id,
            "account": each.account,
            "place": each.place,
            "chips": each.chips,
            "state": "ordered",
            "ordered_at_ms": work.now_ms,
        }
        for each in sorted(won, key=lambda each: each.account)
    ]
    bulk_rows.insert_missing_later(work, board_prizes, new)


def mark(work: Work, period_id: int, states: Mapping[str, str]) -> None:
    """Store the wallet's answers: `paid`, or why not; a paid prize stays so."""
    columns = board_prizes.c
    for account, state in sorted(states.items()):
        own = (columns.period_id == period_id) & (columns.account == account) & (columns.state != "paid")
        work.execute(board_prizes.update().where(own).values(state=state))


def all_paid(work: Work, period_id: int) -> bool:
    """Whether no prize of a period waits any more."""
    columns = board_prizes.c
    waiting = sa.select(sa.func.count()).where(columns.period_id == period_id, columns.state != "paid")
    return int(work.execute(waiting).scalar_one()) == 0


def waiting(work: Work) -> tuple[int, TimeMs | None, int]:
    """The number of ordered prizes without an answer, since when the oldest waits, and the number of refused ones."""
    columns = board_prizes.c
    ordered = sa.select(sa.func.count(), sa.func.min(columns.ordered_at_ms)).where(columns.state == "ordered")
    count, oldest_ms = work.execute(ordered).one()
    refused = sa.select(sa.func.count()).where(columns.state.notin_(["ordered", "paid"]))
    return int(count), oldest_ms, int(work.execute(refused).scalar_one())
