"""The rows about one account."""

from typing import Any

import sqlalchemy as sa

from services.platform.database.unit_of_work import Work
from services.tournaments.schema import calendar_feeds, competitions, entrants, entries, players, prizes, waiting


def rows_of(work: Work, account: str) -> dict[str, list[dict[str, Any]]]:
    """The rows by subject."""
    found = {"competitions": entrants, "entries": entries, "games": players, "prizes": prizes, "waiting": waiting}
    read = {name: _rows(work, sa.select(table).where(table.c.account == account)) for name, table in found.items()}
    made = sa.select(competitions.c.competition_id, competitions.c.name, competitions.c.saved_at_ms)
    read["made_competitions"] = _rows(work, made.where(competitions.c.made_by == account))
    feeds = sa.select(calendar_feeds.c.made_at_ms).where(calendar_feeds.c.account == account)
    return read | {"calendar_feed": _rows(work, feeds)}


def forget_devices(work: Work, account: str) -> None:
    """Delete the account's devices."""
    work.execute(players.update().where(players.c.account == account).values(device=""))


def _rows(work: Work, statement: sa.Select[Any]) -> list[dict[str, Any]]:
    return [dict(row._mapping) for row in work.execute(statement)]
