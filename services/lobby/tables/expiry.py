"""Tables that wait for players for too long: unanswered invitations, and tables that nobody starts (RULES.md §5, §6).

Any number of processes may look for them: each is decided again under its row's lock.
"""

from services.lobby.ports import Ports
from services.lobby.tables import invitations, locked_table
from services.lobby.tables import open_table as tables
from services.lobby.tables import rows as stored_tables
from services.platform.database.unit_of_work import Work

_AT_ONCE = 200
"""The most tables that one sweep handles; the rest waits for the next."""


def sweep_tables(ports: Ports) -> int:
    """Close tables whose invitations or time to start has run out; returns how many were checked."""
    due = ports.look(_find_due)
    for table_id in due:
        ports.run(pass_time, table_id)
    return len(due)


def pass_time(work: Work, ports: Ports, table_id: str) -> None:
    """Apply the passing of time to a table."""
    found = locked_table.lock(work, table_id)
    if found is None:
        return
    rules = ports.settings.tables
    after = tables.idle(invitations.expire(found.table, work.now_ms, rules), work.now_ms, rules)
    if after is not found.table:
        locked_table.change(work, ports, found, after)


def _find_due(work: Work, _ports: Ports) -> list[str]:
    return stored_tables.find_due(work, _AT_ONCE)
