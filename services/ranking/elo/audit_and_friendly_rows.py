"""Accounts of whose persons something has become known, and friendly matches by day (RULES.md §1, §2)."""

from collections.abc import Collection, Mapping

import sqlalchemy as sa

from services.kernel.clock import DAY_MS, TimeMs
from services.platform.database import bulk_rows
from services.platform.database.unit_of_work import Work
from services.ranking.schema import audits_due, friendly_pairs


def ask(work: Work, accounts: Collection[str]) -> None:
    """The clock is to look at these accounts."""
    rows = [{"account": each, "since_ms": work.now_ms} for each in sorted(accounts)]
    bulk_rows.insert_missing_later(work, audits_due, rows)


def take(work: Work, most: int) -> list[str]:
    """Some of these accounts, which nobody else takes; forgotten with the commit."""
    chosen = sa.select(audits_due.c.account).order_by(audits_due.c.since_ms, audits_due.c.account).limit(most)
    found = [row.account for row in work.execute(chosen.with_for_update(skip_locked=True))]
    bulk_rows.delete_later(work, audits_due, "account", found)
    return found


def day_pair(ended_at_ms: TimeMs, one: str, other: str) -> str:
    """The name of two players' friendly matches of a UTC day."""
    return "|".join((str(ended_at_ms // DAY_MS), *sorted((one, other))))


def friendly_met(work: Work, day_pairs: Collection[str]) -> dict[str, int]:
    """How many rated friendly matches these have had."""
    return {row.day_pair: row.matches for row in bulk_rows.find(work, friendly_pairs, "day_pair", day_pairs)}


def write_friendly(work: Work, met: Mapping[str, int]) -> None:
    """Write these numbers."""
    rows = [{"day_pair": each, "day": int(each.partition("|")[0]), "matches": met[each]} for each in sorted(met)]
    bulk_rows.upsert_later(work, friendly_pairs, rows)


def forget_friendly(work: Work) -> None:
    """Forget the days before yesterday."""
    work.execute(friendly_pairs.delete().where(friendly_pairs.c.day < work.now_ms // DAY_MS - 1))
