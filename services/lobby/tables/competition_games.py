"""Games of competitions: seat the players and start the table, or report who is missing (RULES.md §6).

The table's id comes with the call, so a call that comes again finds its table and changes nothing.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from services.contracts.client.frames import SentFrame
from services.contracts.tournaments.entries import GameNotSeated, GameSeated
from services.contracts.tournaments.events import GameCalled
from services.lobby.lists import client_updates
from services.lobby.ports import Ports
from services.lobby.presence import player_rows as players
from services.lobby.presence.player import Player
from services.lobby.tables import locked_table
from services.lobby.tables import rows as stored
from services.lobby.tables.locked_table import LockedTable
from services.lobby.tables.open_table import OpenTable, TableRequest
from services.lobby.tables.rows import TableRow
from services.platform.database.unit_of_work import Work


def games_called(work: Work, ports: Ports, events: Sequence[GameCalled]) -> None:
    """Seat the players of each game, or publish why that is not possible."""
    for event in sorted(events, key=lambda each: each.table):
        if stored.find(work, event.table) is None:
            found = players.lock(work, set(event.seats))
            missing = _missing(found, event.seats)
            if missing:
                work.publish(GameNotSeated(competition=event.competition, table=event.table, missing=missing))
                continue
            _seat(work, ports, event, found)
        work.publish(GameSeated(competition=event.competition, table=event.table))


def _missing(found: Mapping[str, Player], seats: Sequence[str]) -> dict[str, str]:
    """The reasons why accounts cannot be seated."""
    missing = {}
    for account in seats:
        player = found.get(account)
        if player is None or not player.is_here:
            missing[account] = "player_not_online"
        elif player.part is not None:
            missing[account] = "already_seated"
    return missing


def _seat(work: Work, ports: Ports, event: GameCalled, found: dict[str, Player]) -> None:
    table = started_table(event.table, event.competition, event.name, event.game, event.options, event.seats)
    names = {account: player.name for account, player in found.items()}
    locked_table.add(work, ports, LockedTable(TableRow(table, names, event.shards, work.now_ms), found))
    called = SentFrame(table=event.table, reason="called", name=event.name, come_ms=event.come_ms or None)
    client_updates.frame(work, ports, event.seats, called)


def started_table(
    table_id: str, competition: str, name: str, game: str, options: Mapping[str, Any], seats: Sequence[str]
) -> OpenTable:
    """The table as it is started, with all its players (RULES.md §6). It has no stake, and spectators are always
    allowed. `seats`: accounts by seat."""
    request = TableRequest(name=name[:40], game=game, options=dict(options), spectators=True)
    return OpenTable(table_id, request, tuple(seats), started=True, competition=competition)
