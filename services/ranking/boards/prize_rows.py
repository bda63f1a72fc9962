"""Prizes of closed periods: ordered from the wallet, paid or refused (RULES.md §2)."""

from collections.abc import Collection, Mapping, Sequence

import msgspec
import sqlalchemy as sa

from services.contracts.ranking.boards import Prize
from services.kernel.clock import TimeMs
from services.platform.database import bulk_rows
from services.platform.database.unit_of_work import Work
from services.ranking.schema import board_prizes

REVIEW = "review"
"""The state of a prize that waits until no case about its winner is open."""
UNPAID = ("review_sanctioned", "review_expired")
"""States of prizes that will not be paid."""


class Waiting(msgspec.Struct, frozen=True):
    """A prize that waits for a review."""

    period_id: int
    account: str
    place: int
    chips: int
    since_ms: TimeMs


def order(work: Work, period_id: int, won: Sequence[Prize], under_review: Collection[str]) -> None:
    """Store the prizes that the wallet is asked to pay, and those of winners under review, which wait."""
    new = [
        {
            "period_id": period_id,
            "account": each.account,
            "place": each.place,
            "chips": each.chips,
            "state": REVIEW if each.account in under_review else "ordered",
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


def in_review(work: Work) -> list[Waiting]:
    """The prizes that wait for a review."""
    found = work.execute(
        sa.select(board_prizes).where(board_prizes.c.state == REVIEW).order_by(*board_prizes.primary_key)
    )
    return [Waiting(row.period_id, row.account, row.place, row.chips, row.ordered_at_ms) for row in found]


def end_review(work: Work, prize: Waiting, state: str) -> bool:
    """A prize waits no longer; False: another process was first."""
    columns = board_prizes.c
    own = (columns.period_id == prize.period_id) & (columns.account == prize.account) & (columns.state == REVIEW)
    return bool(work.execute(board_prizes.update().where(own).values(state=state, ordered_at_ms=work.now_ms)).rowcount)


def all_paid(work: Work, period_id: int) -> bool:
    """Whether no prize of a period waits any more."""
    columns = board_prizes.c
    waiting = sa.select(sa.func.count()).where(columns.period_id == period_id, columns.state.notin_(["paid", *UNPAID]))
    return int(work.execute(waiting).scalar_one()) == 0


def waiting(work: Work) -> tuple[int, TimeMs | None, int]:
    """The number of ordered prizes without an answer, since when the oldest waits, and the number of refused ones."""
    columns = board_prizes.c
    ordered = sa.select(sa.func.count(), sa.func.min(columns.ordered_at_ms)).where(columns.state == "ordered")
    count, oldest_ms = work.execute(ordered).one()
    refused = sa.select(sa.func.count()).where(columns.state.notin_(["ordered", "paid", REVIEW, *UNPAID]))
    return int(count), oldest_ms, int(work.execute(refused).scalar_one())
