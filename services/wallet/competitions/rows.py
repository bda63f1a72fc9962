"""Entries whose prices are held for competitions: the rows by which what is asked again is recognised."""

from collections.abc import Sequence

import sqlalchemy as sa

from services.platform.database.bulk_rows import insert_if_missing
from services.platform.database.unit_of_work import Work
from services.wallet.schema import competition_entries as entries


def is_held(work: Work, competition: str, account: str, number: int) -> bool:
    """Whether this entry was paid, even if it was refunded since."""
    chosen = sa.select(entries.c.number).where(_is(competition, account, number))
    return work.execute(chosen).scalar() is not None


def hold(work: Work, competition: str, account: str, number: int, chips: int) -> None:
    """An entry is paid; its player's row is locked."""
    values = {"competition_id": competition, "account": account, "number": number}
    insert_if_missing(work, entries, values | {"held_chips": chips, "held_at_ms": work.now_ms})


def end(work: Work, competition: str, some: Sequence[tuple[str, int]] | None = None) -> None:
    """Entries, (account, number), were refunded; None: the competition was paid and holds no entries any more."""
    still = entries.update().where(entries.c.competition_id == competition, entries.c.ended_at_ms.is_(None))
    if some is None:
        work.execute(still.values(ended_at_ms=work.now_ms))
        return
    for account, number in some:
        work.execute(still.where(_is(competition, account, number)).values(ended_at_ms=work.now_ms))


def _is(competition: str, account: str, number: int) -> sa.ColumnElement[bool]:
    return (entries.c.competition_id == competition) & (entries.c.account == account) & (entries.c.number == number)
