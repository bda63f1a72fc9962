"""Stored feeds: of each account at most one, its secret as a hash alone."""

import sqlalchemy as sa

from services.kernel.clock import TimeMs
from services.platform.database import bulk_rows
from services.platform.database.unit_of_work import Work
from services.tournaments.schema import calendar_feeds


def save(work: Work, account: str, token_hash: str) -> None:
    """Store a feed in the place of the one before."""
    row = {"account": account, "token_hash": token_hash, "made_at_ms": work.now_ms}
    bulk_rows.upsert_later(work, calendar_feeds, [row])


def made_at(work: Work, account: str) -> TimeMs | None:
    """When the account's feed was made; None: it has none."""
    return work.execute(sa.select(calendar_feeds.c.made_at_ms).where(calendar_feeds.c.account == account)).scalar()


def account_of(work: Work, token_hash: str) -> str | None:
    """The account whose feed has this secret."""
    chosen = sa.select(calendar_feeds.c.account).where(calendar_feeds.c.token_hash == token_hash)
    return work.execute(chosen).scalar()


def delete(work: Work, account: str) -> None:
    """Delete the account's feed."""
    work.execute(calendar_feeds.delete().where(calendar_feeds.c.account == account))


def count(work: Work) -> int:
    """How many accounts have a feed."""
    return int(work.execute(sa.select(sa.func.count()).select_from(calendar_feeds)).scalar_one())
