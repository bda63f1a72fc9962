"""Stored reviews: by account the kinds of open cases for which prizes wait."""

from collections.abc import Collection, Iterable
from typing import NamedTuple

import sqlalchemy as sa

from services.moderation.schema import reviews
from services.moderation.signals.rules import Kind
from services.platform.database import bulk_rows
from services.platform.database.unit_of_work import Work
from services.platform.process.json import decode, encode_text


class Review(NamedTuple):
    """The kinds about one account. `seq` counts the changes; 0: none was published yet."""

    account: str
    seq: int = 0
    kinds: frozenset[Kind] = frozenset()


def find(work: Work, accounts: Collection[str]) -> dict[str, Review]:
    """The reviews of these accounts, empty ones for those without."""
    query = "SELECT account, seq, kinds FROM reviews WHERE account IN :accounts"
    rows = bulk_rows.ask(work, query, accounts=accounts) if accounts else ()
    kept = {row.account: Review(row.account, row.seq, frozenset(decode(row.kinds))) for row in rows}
    return {account: kept.get(account, Review(account)) for account in accounts}


def find_untold(work: Work, count_max: int) -> list[Review]:
    """Reviews that were never published."""
    chosen = sa.select(reviews).where(sa.text("seq = 0")).order_by(reviews.c.account).limit(count_max)
    return [Review(row.account, row.seq, frozenset(decode(row.kinds))) for row in work.execute(chosen)]


def save(work: Work, changed: Iterable[Review]) -> None:
    """Store reviews. The caller holds the lock of conduct."""
    rows = [
        {"account": each.account, "seq": each.seq, "kinds": encode_text(sorted(each.kinds))}
        for each in sorted(changed, key=lambda each: each.account)
    ]
    bulk_rows.upsert_later(work, reviews, rows)
