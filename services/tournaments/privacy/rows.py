"""Export and erasure of one account's data (services/lobby/RULES.md §7)."""

from typing import Any

import sqlalchemy as sa

from services.kernel.persons.erased_names import FORMER_PLAYER
from services.platform.database import repeated_commands as commands
from services.platform.database.unit_of_work import Work
from services.platform.operations import known_person_rows as person_facts
from services.tournaments import schema
from services.tournaments.competitions import competition_rows as competitions
from services.tournaments.entries import entrant_rows as entrants
from services.tournaments.entries import exclusion_rows as exclusions
from services.tournaments.entries import use_cases as registration
from services.tournaments.feeds import rows as feeds
from services.tournaments.made import use_cases as made
from services.tournaments.ports import Ports


def collect(work: Work, account: str) -> dict[str, list[dict[str, Any]]]:
    """Entries, games and prizes of the account: the rows by subject."""
    found = {
        "competitions": schema.entrants,
        "entries": schema.entries,
        "games": schema.players,
        "prizes": schema.prizes,
        "waiting": schema.waiting,
    }
    read = {name: _rows(work, sa.select(table).where(table.c.account == account)) for name, table in found.items()}
    all_made = schema.competitions.c
    own = sa.select(all_made.competition_id, all_made.name, all_made.saved_at_ms).where(all_made.made_by == account)
    feed = sa.select(schema.calendar_feeds.c.made_at_ms).where(schema.calendar_feeds.c.account == account)
    return read | {"made_competitions": _rows(work, own), "calendar_feed": _rows(work, feed)}


def erase(work: Work, ports: Ports, account: str) -> None:
    """Delete the name, and refund entries in competitions that have not begun; the rest stays under the account's
    id."""
    registration.leave_unstarted(work, ports, account)
    entrants.stop_waiting(work, [account])
    made.leave(work, ports, account)
    entrants.rename(work, account, FORMER_PLAYER)
    competitions.rename_maker(work, account, FORMER_PLAYER)
    _forget_devices(work, account)
    commands.forget(work, account)
    person_facts.erase(work, account)
    exclusions.forget(work, account)
    feeds.delete(work, account)


def _forget_devices(work: Work, account: str) -> None:
    work.execute(schema.players.update().where(schema.players.c.account == account).values(device=""))


def _rows(work: Work, statement: sa.Select[Any]) -> list[dict[str, Any]]:
    return [dict(row._mapping) for row in work.execute(statement)]
