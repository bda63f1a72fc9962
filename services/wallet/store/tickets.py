"""Lottery tickets: opened, drawn once."""

from typing import Any

import msgspec
import sqlalchemy as sa

from services.kernel.clock import TimeMs
from services.plumbing import bulk_rows
from services.plumbing.database import Work
from services.wallet.lottery import FREE
from services.wallet.store import pages
from services.wallet.store.schema import tickets


class TicketRow(msgspec.Struct, frozen=True):
    """A ticket; `root` is secret until it is drawn."""

    ticket: str
    account: str
    lottery: str
    price_chips: int
    root: str
    opened_at_ms: TimeMs
    seed: str | None = None
    draw: int | None = None
    prize_chips: int | None = None
    drawn_at_ms: TimeMs | None = None


def add(work: Work, row: TicketRow) -> None:
    """Store an opened ticket."""
    bulk_rows.insert_missing_later(work, tickets, [msgspec.structs.asdict(row)])


def find(work: Work, account: str, ticket: str) -> TicketRow | None:
    """A ticket of this account."""
    if not ticket.isprintable():
        return None
    return _one(work, sa.select(tickets).where(tickets.c.ticket == ticket, tickets.c.account == account))


def find_open(work: Work, account: str) -> dict[str, TicketRow]:
    """The account's tickets that wait to be drawn, by lottery."""
    chosen = sa.select(tickets).where(tickets.c.account == account, tickets.c.drawn_at_ms.is_(None))
    return {row.lottery: _ticket(row) for row in work.execute(chosen)}


def save_drawn(work: Work, row: TicketRow) -> None:
    """Write a ticket that has been drawn."""
    drawn = tickets.update().where(tickets.c.ticket == row.ticket)
    work.execute(drawn.values(seed=row.seed, draw=row.draw, prize_chips=row.prize_chips, drawn_at_ms=row.drawn_at_ms))


def list_drawn(work: Work, account: str, before_ms: TimeMs | None, limit: int) -> tuple[list[TicketRow], TimeMs | None]:
    """A page of the account's drawn tickets, newest first, and where the next one begins (`pages.newest`)."""
    chosen = sa.select(tickets).where(tickets.c.account == account)
    rows, next_ms = pages.newest(work, chosen, tickets.c.drawn_at_ms, tickets.c.ticket, before_ms, limit)
    return [_ticket(row) for row in rows], next_ms


def count_paid(work: Work, account: str, since_ms: TimeMs) -> int:
    """Paid tickets drawn since then."""
    chosen = sa.select(sa.func.count()).select_from(tickets)
    counted = chosen.where(tickets.c.account == account, tickets.c.drawn_at_ms >= since_ms, tickets.c.lottery != FREE)
    return int(work.execute(counted).scalar_one())


def _one(work: Work, statement: sa.Select[Any]) -> TicketRow | None:
    row = work.execute(statement).one_or_none()
    return None if row is None else _ticket(row)


def _ticket(row: Any) -> TicketRow:
    return TicketRow(**row._mapping)
