"""Players who play alone against computers while they look for people (RULES.md §9)."""

from collections.abc import Iterable

from services.contracts.tables.commands import Expel
from services.lobby.presence.player import Player
from services.lobby.tables import rows as tables
from services.lobby.tables.locked_table import queue_of
from services.lobby.tables.open_table import OpenTable
from services.lobby.tables.rows import TableRow
from services.platform.database.unit_of_work import Work

MATCHED = "matched"


def find_practising(work: Work, players: Iterable[Player]) -> dict[str, TableRow]:
    """Account → the running practice table at which that player is the only person."""
    seated = {
        player.table_id: player.account
        for player in players
        if player.part == "playing" and player.practising and player.table_id is not None
    }
    rows = tables.find_some(work, list(seated)) if seated else []
    return {seated[row.table.id]: row for row in rows if _has_one_person(row.table)}


def is_practising(work: Work, player: Player) -> bool:
    """Whether the player is the only person at a running practice table."""
    return player.account in find_practising(work, [player])


def get_up(work: Work, account: str, row: TableRow) -> None:
    """Leave the practice table: an event of the table reports when the player is free."""
    work.send(queue_of(row), Expel(row.table.id, work.trace, work.now_ms, account, MATCHED))


def _has_one_person(table: OpenTable) -> bool:
    bots = table.request.bots
    return bool(bots) and sum(seat is not None for number, seat in enumerate(table.seats) if number not in bots) == 1
