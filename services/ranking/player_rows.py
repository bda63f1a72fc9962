"""Names, and accounts that are excluded from prizes and the classification (RULES.md §2, §3)."""

from collections.abc import Collection, Mapping
from typing import Any

import sqlalchemy as sa

from services.platform.database import bulk_rows
from services.platform.database.unit_of_work import Work
from services.ranking.schema import people

ALWAYS_MS = 1 << 52
"""The end of an exclusion without an end."""


def names(work: Work, accounts: Collection[str]) -> dict[str, str]:
    """The usernames that are stored here; accounts without one are left out."""
    if not accounts:
        return {}
    found = bulk_rows.ask(work, "SELECT account, name FROM people WHERE account IN :accounts", accounts=list(accounts))
    return {row.account: row.name for row in found}


def read(work: Work, accounts: Collection[str]) -> dict[str, Any]:
    """The rows of these accounts."""
    return {row.account: row for row in bulk_rows.find(work, people, "account", list(accounts))}


def write_names(work: Work, new: Mapping[str, str]) -> None:
    """Write usernames."""
    bulk_rows.upsert_later(work, people, [{"account": each, "name": new[each]} for each in sorted(new)])


def lock(work: Work, account: str) -> Any:
    """An account's row, inserted if it does not exist, and locked until the commit."""
    bulk_rows.insert_missing_later(work, people, [{"account": account}])
    return work.execute(sa.select(people).where(people.c.account == account).with_for_update()).one()


def write(work: Work, account: str, **values: Any) -> None:
    """Write columns of a row that exists."""
    work.execute(people.update().where(people.c.account == account).values(values))
