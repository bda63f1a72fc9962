"""Lottery tickets: opened, drawn once. The root of an open one decides its draw, and is sealed in the database."""

from collections import Counter
from collections.abc import Sequence
from typing import Any

import msgspec
import sqlalchemy as sa

from services.kernel.clock import TimeMs
from services.platform.database import bulk_rows
from services.platform.database.unit_of_work import Work
from services.platform.operations.encryption import key_of, sealer
from services.platform.process.json import encode_text
from services.wallet import page_rows as pages
from services.wallet.lotteries.rules import FREE, Lotteries, Lottery, Row
from services.wallet.schema import tickets


class TicketRow(msgspec.Struct, frozen=True):
    """A ticket; `root` is secret until it is drawn. `prizes`: its table, as JSON; null: it was opened before tickets
    kept their own, and is drawn by the table of its lottery."""

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
    prizes: str | None = None

    def is_of(self, lottery: Lottery) -> bool:
        """Whether it was opened for this price and by these prizes."""
        return self.price_chips == lottery.price_chips and self.prizes in (None, written(lottery.rows))

    def table(self, lotteries: Lotteries) -> Lottery | None:
        """The price and the prizes that it is drawn by."""
        if self.prizes is None:
            return lotteries.get(self.lottery)
        return Lottery(self.price_chips, msgspec.json.decode(self.prizes, type=tuple[Row, ...]))


def written(rows: Sequence[Row]) -> str:
    """A table of prizes as a ticket keeps it."""
    return encode_text(rows)


def drop_open(work: Work, ticket: str) -> None:
    """Delete a ticket that is not drawn."""
    work.execute(tickets.delete().where(tickets.c.ticket == ticket, _IS_OPEN))


def add(work: Work, row: TicketRow) -> None:
    """Store an opened ticket."""
    sealed = sealer().seal(row.root, _place(row.ticket))
    bulk_rows.insert_missing_later(work, tickets, [msgspec.structs.asdict(row) | {"root": sealed}])


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
    """Write a ticket that has been drawn; its root is public now."""
    drawn = tickets.update().where(tickets.c.ticket == row.ticket)
    values = {"root": row.root, "seed": row.seed, "draw": row.draw, "prize_chips": row.prize_chips}
    work.execute(drawn.values(drawn_at_ms=row.drawn_at_ms, **values))


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


def count_by_key(work: Work) -> Counter[str]:
    """Key → how many open tickets are sealed with it; empty: not sealed."""
    return Counter(key_of(root) for root in work.execute(sa.select(tickets.c.root).where(_IS_OPEN)).scalars())


def seal_again(work: Work) -> int:
    """Seal the roots of open tickets that are sealed with another key than the first, or not at all; returns how
    many.

    Raises:
        NotOpened: a key is missing; then none is changed.
    """
    rows = work.execute(sa.select(tickets.c.ticket, tickets.c.root).where(_IS_OPEN).with_for_update()).all()
    old = [row for row in rows if not sealer().is_current(row.root)]
    for row in old:
        sealed = sealer().seal(sealer().open(row.root, _place(row.ticket)), _place(row.ticket))
        work.execute(tickets.update().where(tickets.c.ticket == row.ticket).values(root=sealed))
    return len(old)


_IS_OPEN = tickets.c.drawn_at_ms.is_(None)


def _place(ticket: str) -> str:
    return f"lottery_ticket|{ticket}"


def _one(work: Work, statement: sa.Select[Any]) -> TicketRow | None:
    row = work.execute(statement).one_or_none()
    return None if row is None else _ticket(row)


def _ticket(row: Any) -> TicketRow:
    found = TicketRow(**row._mapping)
    return msgspec.structs.replace(found, root=sealer().open(found.root, _place(found.ticket)))
