"""Export and erasure of one account's data (services/lobby/RULES.md §7)."""

from typing import Any

from services.kernel.persons.erased_names import FORMER_PLAYER
from services.platform.database import repeated_commands as commands
from services.platform.database.unit_of_work import Work
from services.platform.operations import known_person_rows as person_facts
from services.tournaments.competitions import competition_rows as competitions
from services.tournaments.entries import entrant_rows as entrants
from services.tournaments.entries import exclusion_rows as exclusions
from services.tournaments.entries import use_cases as registration
from services.tournaments.feeds import rows as feeds
from services.tournaments.made import use_cases as made
from services.tournaments.ports import Ports
from services.tournaments.privacy import rows as privacy


def collect(work: Work, account: str) -> dict[str, Any]:
    """Entries, games and prizes of the account."""
    return privacy.rows_of(work, account)


def erase(work: Work, ports: Ports, account: str) -> None:
    """Delete the name, and refund entries in competitions that have not begun; the rest stays under the account's
    id."""
    registration.leave_unstarted(work, ports, account)
    entrants.stop_waiting(work, [account])
    made.leave(work, ports, account)
    entrants.rename(work, account, FORMER_PLAYER)
    competitions.rename_maker(work, account, FORMER_PLAYER)
    privacy.forget_devices(work, account)
    commands.forget(work, account)
    person_facts.erase(work, account)
    exclusions.forget(work, account)
    feeds.delete(work, account)
