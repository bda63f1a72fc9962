"""What other services tell: tables that are done, chips, ratings."""

from collections.abc import Sequence

import msgspec

from services.contracts.frames import ChipsFrame, SentFrame
from services.contracts.ranking import Rated
from services.contracts.tables import SeatFreed, TableDone
from services.contracts.wallet import ChipsChanged
from services.lobby.handlers import house, scene, telling
from services.lobby.handlers.logging_in import save_ratings
from services.lobby.handlers.ports import Ports
from services.lobby.handlers.scene import Scene
from services.lobby.players import Player, place
from services.lobby.sessions import unseated
from services.lobby.store import players, sessions, tables
from services.plumbing.database import Work


def tables_done(work: Work, ports: Ports, events: list[TableDone]) -> None:
    """Tables are over: their players are free again, or gone if they have not come back."""
    for event in sorted(events, key=lambda each: each.table):
        found = scene.lock(work, event.table)
        if found is not None and found.table.started and not found.row.is_closed:
            _free(work, ports, found, event)


def seats_freed(work: Work, ports: Ports, events: list[SeatFreed]) -> None:
    """Players have left matches that go on without them: they are free again."""
    for event in sorted(events, key=lambda each: (each.table, each.account)):
        found = scene.lock(work, event.table)
        player = None if found is None else found.players.get(event.account)
        if found is not None and player is not None and _is_at(player, event.table):
            house.free(work, ports, found, event.account)
            _let_go(work, ports, [player], SentFrame(table=None, reason=event.reason))


def _free(work: Work, ports: Ports, found: Scene, event: TableDone) -> None:
    tables.save(work, msgspec.structs.replace(found.row, is_closed=True), None)
    telling.table(work, ports, event.table)
    name = found.row.names.get(event.account or "")
    seated = [player for player in found.players.values() if _is_at(player, event.table)]
    _let_go(work, ports, seated, SentFrame(table=None, reason=event.reason, name=name))


def _let_go(work: Work, ports: Ports, seated: Sequence[Player], sent: SentFrame) -> None:
    accounts = [player.account for player in seated]
    players.save(work, [place(player, None, None) for player in seated])
    for session in sessions.lock_live(work, accounts).values():
        sessions.save(work, session.token_hash, unseated(session.activity, work.now_ms))
    telling.players(work, ports, accounts)
    telling.frame(work, ports, accounts, sent)


def _is_at(player: Player, table_id: str) -> bool:
    return player.part == "playing" and player.table_id == table_id


def chips_changed(work: Work, ports: Ports, events: list[ChipsChanged]) -> None:
    """Everybody hears of their own chips, once for all that came together."""
    newest = {account: chips for event in events for account, chips in event.chips.items()}
    for account, chips in newest.items():
        telling.frame(work, ports, (account,), ChipsFrame(chips=chips))


def rated(work: Work, ports: Ports, events: list[Rated]) -> None:
    """Ratings for the players list."""
    newest = {change.account: change.rating for event in events for change in event.changes}
    save_ratings(work, ports, newest)
