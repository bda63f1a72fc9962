"""The rows about one account."""

from typing import Any

import sqlalchemy as sa

from services.platform.database.unit_of_work import Work
from services.tournaments.schema import entrants, entries, players, prizes, waiting


def rows_of(work: Work, account: str) -> dict[str, list[dict[str, Any]]]:
    """The rows by subject."""
    found = {"competitions": entrants, "entries": entries, "games": players, "prizes": prizes, "waiting": waiting}
    return {name: _rows(work, sa.select(table).where(table.c.account == account)) for name, table in found.items()}


def forget_devices(work: Work, account: str) -> None:
    """Delete the account's devices."""
    work.execute(players.update().where(players.c.account == account).values(device=""))


def _rows(work: Work, statement: sa.Select[Any]) -> list[dict[str, Any]]:
    return [dict(row._mapping) for row in work.execute(statement)]
