"""The rows that tell of one account."""

from typing import Any

import sqlalchemy as sa

from services.moderation.store import blocks, cards, letters, mutes, openings, roles, suspensions
from services.plumbing.database import Work

_KEPT = (cards, suspensions, mutes, blocks, roles, openings)


def rows_of(work: Work, account: str) -> dict[str, list[dict[str, Any]]]:
    """What is kept, by table; of a message not who has written it, of a card not who has given it."""
    found = {table.name: _rows(work, table, account) for table in _KEPT}
    return found | {"messages": _rows(work, letters, account)}


def erase(work: Work, account: str) -> None:
    """The messages to the account, what it has read, and its roles."""
    for table in (letters, openings, roles):
        work.execute(table.delete().where(table.c.account == account))


def _rows(work: Work, table: sa.Table, account: str) -> list[dict[str, Any]]:
    shown = [column for column in table.columns if column.name not in ("account", "sent_by", "given_by")]
    return [dict(row._mapping) for row in work.execute(sa.select(*shown).where(table.c.account == account))]
