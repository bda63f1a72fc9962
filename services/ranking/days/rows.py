"""The days on which accounts have played or solved a problem (RULES.md §8)."""

from collections.abc import Collection
from datetime import date
from typing import Any

import sqlalchemy as sa

from services.platform.database import bulk_rows
from services.platform.database.unit_of_work import Work
from services.ranking.schema import active_days

_c = active_days.c


def add(work: Work, days: Collection[tuple[str, date]]) -> None:
    """Note accounts with their days; what is noted already stays."""
    rows = [{"account": account, "day": day.isoformat()} for account, day in sorted(days)]
    bulk_rows.insert_missing_later(work, active_days, rows)


def of_account(work: Work, account: str, since: date) -> list[date]:
    """The days of an account, from one on."""
    chosen = sa.select(_c.day).where(_c.account == account, _c.day >= since.isoformat())
    return [date.fromisoformat(day) for day in work.execute(chosen).scalars()]


def forget(work: Work, before: date) -> None:
    """Delete days before this one."""
    work.execute(active_days.delete().where(_c.day < before.isoformat()))


def collect(work: Work, account: str) -> list[Any]:
    """All days of an account, for its export."""
    return list(work.execute(sa.select(_c.day).where(_c.account == account).order_by(_c.day)).scalars())


def erase(work: Work, account: str) -> None:
    """Delete an account's days."""
    work.execute(active_days.delete().where(_c.account == account))
