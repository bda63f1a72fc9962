"""Entries whose prices are held for competitions: the rows by which what is asked again is recognised."""

from collections.abc import Sequence
from typing import Any

import msgspec
import sqlalchemy as sa

from services.kernel.refusal import Refusal
from services.platform.database import bulk_rows
from services.platform.database.bulk_rows import insert_if_missing
from services.platform.database.unit_of_work import Work
from services.platform.process.json import encode_text
from services.wallet.schema import competition_entries as entries


class Held(msgspec.Struct, frozen=True):
    """What was taken for an entry, or why nothing was."""

    account: str
    number: int
    chips: int
    refusal: Refusal | None


def hold(work: Work, competition: str, account: str, number: int, chips: int) -> bool:
    """Store that an entry is paid; False: it was answered before. Waits for whoever is answering it now."""
    values = {"competition_id": competition, "account": account, "number": number}
    return insert_if_missing(work, entries, values | {"held_chips": chips, "held_at_ms": work.now_ms})


def refuse(work: Work, competition: str, account: str, number: int, refusal: Refusal) -> None:
    """Store that nothing is taken for an entry that was to be held."""
    refused = {"held_chips": 0, "ended_at_ms": work.now_ms, "refusal": encode_text(refusal)}
    work.execute(entries.update().where(_is(competition, account, number)).values(refused))


def close_unanswered(work: Work, competition: str, some: Sequence[tuple[str, int]], refusal: Refusal) -> None:
    """Store that nothing will be taken for those of these entries, (account, number), that were not answered."""
    refused = {"held_chips": 0, "held_at_ms": work.now_ms, "ended_at_ms": work.now_ms, "refusal": encode_text(refusal)}
    rows = [
        {"competition_id": competition, "account": account, "number": number} | refused
        for account, number in sorted(some)
    ]
    bulk_rows.insert_missing_later(work, entries, rows)


def find(work: Work, competition: str, some: Sequence[tuple[str, int]]) -> list[Held]:
    """Those of these entries that were answered."""
    accounts = sorted({account for account, _ in some})
    chosen = sa.select(entries).where(entries.c.competition_id == competition, entries.c.account.in_(accounts))
    rows = work.execute(chosen.order_by(entries.c.account, entries.c.number))
    return [_held(row) for row in rows if (row.account, row.number) in set(some)]


def end(work: Work, competition: str, some: Sequence[tuple[str, int]] | None = None) -> None:
    """Nothing is held any more for these entries, (account, number); None: for none of the competition."""
    still = entries.update().where(entries.c.competition_id == competition, entries.c.ended_at_ms.is_(None))
    if some is None:
        work.execute(still.values(ended_at_ms=work.now_ms))
        return
    for account, number in some:
        work.execute(still.where(_is(competition, account, number)).values(ended_at_ms=work.now_ms))


def _is(competition: str, account: str, number: int) -> sa.ColumnElement[bool]:
    return (entries.c.competition_id == competition) & (entries.c.account == account) & (entries.c.number == number)


def _held(row: Any) -> Held:
    refusal = None if row.refusal is None else msgspec.json.decode(row.refusal, type=Refusal)
    return Held(row.account, row.number, row.held_chips, refusal)
