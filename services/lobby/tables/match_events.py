"""Events of running tables: they end or wait, and seats become free."""

from collections.abc import Sequence

import msgspec

from services.contracts.client.frames import SentFrame
from services.contracts.tables.events import PauseChanged, SeatFreed, TableDone
from services.kernel.stake_refusals import PERSONAL, code_for_others
from services.lobby.lists import client_updates
from services.lobby.ports import Ports
from services.lobby.presence import player_rows as players
from services.lobby.presence.player import Player, pause, place
from services.lobby.push import notices as push
from services.lobby.sessions import timers
from services.lobby.tables import locked_table
from services.lobby.tables import rows as tables
from services.lobby.tables.house_banked import use_cases as house_banked
from services.lobby.tables.locked_table import LockedTable
from services.platform.database.unit_of_work import Work

_OWN = {"player_suspended": "suspended"}
"""The code for the player whom a reason is about, where it is not the same as for the others."""


def tables_done(work: Work, ports: Ports, events: list[TableDone]) -> None:
    """Tables have ended: their players are free again, or absent if they have not come back."""
    for event in sorted(events, key=lambda each: each.table):
        found = locked_table.lock(work, event.table)
        if found is not None and found.table.started and not found.row.is_closed:
            _free(work, ports, found, event)


def seats_freed(work: Work, ports: Ports, events: list[SeatFreed]) -> None:
    """Players have left matches that continue: they are free again."""
    for event in sorted(events, key=lambda each: (each.table, each.account)):
        found = locked_table.lock(work, event.table)
        player = None if found is None else found.players.get(event.account)
        if found is not None and player is not None and _is_at(player, event.table):
            house_banked.free(work, ports, found, event.account)
            _free_players(work, ports, [player])
            reason = "" if event.reason == "left" else event.reason
            client_updates.frame(work, ports, (player.account,), SentFrame(table=None, reason=reason))


def pause_changed(work: Work, ports: Ports, events: list[PauseChanged]) -> None:
    """Matches wait for a player's return, or continue: update the players list."""
    for event in sorted(events, key=lambda each: (each.table, each.seq)):
        found = locked_table.lock(work, event.table)
        if found is not None and not found.row.is_closed and event.seq > found.row.pause_seq:
            _pause(work, ports, found, event)


def _pause(work: Work, ports: Ports, found: LockedTable, event: PauseChanged) -> None:
    tables.save(work, msgspec.structs.replace(found.row, pause_seq=event.seq), None)
    seated = [player for player in found.players.values() if _is_at(player, event.table)]
    changed = [
        pause(player, player.account in event.waiting)
        for player in seated
        if player.match_paused != (player.account in event.waiting)
    ]
    players.save(work, changed)
    client_updates.players(work, ports, [player.account for player in changed])
    push.kept_waiting(work, ports, event.table, event.seq, event.away)


def _free(work: Work, ports: Ports, found: LockedTable, event: TableDone) -> None:
    tables.save(work, msgspec.structs.replace(found.row, is_closed=True), None)
    client_updates.table(work, ports, event.table)
    name = None if event.reason in PERSONAL else found.row.names.get(event.account or "")
    seated = [player for player in found.players.values() if _is_at(player, event.table)]
    _free_players(work, ports, seated)
    for player in seated:
        reason = (
            _OWN.get(event.reason, event.reason) if player.account == event.account else code_for_others(event.reason)
        )
        client_updates.frame(work, ports, (player.account,), SentFrame(table=None, reason=reason, name=name))


def _free_players(work: Work, ports: Ports, seated: Sequence[Player]) -> None:
    accounts = [player.account for player in seated]
    players.save(work, [place(player, None, None) for player in seated])
    timers.go_on(work, accounts)
    client_updates.players(work, ports, accounts)


def _is_at(player: Player, table_id: str) -> bool:
    return player.part == "playing" and player.table_id == table_id
