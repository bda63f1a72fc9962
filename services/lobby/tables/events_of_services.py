"""Handlers of other services' events: tables that end or wait, chips, ratings, cards."""

from collections.abc import Sequence

import msgspec

from services.contracts.client.frames import ChipsFrame, MessageFrame, SentFrame
from services.contracts.moderation.conduct_and_messages import CardsChanged, ChatMuted, MessageSent
from services.contracts.ranking.ratings import Rated
from services.contracts.ranking.statistics import QuintilesChanged
from services.contracts.tables.commands_and_events import PauseChanged, SeatFreed, TableDone
from services.contracts.wallet.balances import ChipsChanged
from services.kernel.stake_refusals import PERSONAL, code_for_others
from services.lobby.access.login import save_ratings
from services.lobby.chat import rows as chat
from services.lobby.conduct import rows as conduct
from services.lobby.lists import client_updates
from services.lobby.ports import Ports
from services.lobby.presence import player_rows as players
from services.lobby.presence.player import Player, pause, place
from services.lobby.sessions import rows as sessions
from services.lobby.sessions.inactivity import unseated
from services.lobby.tables import locked_table
from services.lobby.tables import rows as tables
from services.lobby.tables.house_banked import use_cases as house_banked
from services.lobby.tables.locked_table import Scene
from services.platform.database.unit_of_work import Work


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
            _let_go(work, ports, [player])
            reason = "" if event.reason == "left" else event.reason
            client_updates.frame(work, ports, (player.account,), SentFrame(table=None, reason=reason))


def pause_changed(work: Work, ports: Ports, events: list[PauseChanged]) -> None:
    """Matches wait for a player's return, or continue: update the players list."""
    for event in sorted(events, key=lambda each: (each.table, each.seq)):
        found = locked_table.lock(work, event.table)
        if found is not None and not found.row.is_closed and event.seq > found.row.pause_seq:
            _pause(work, ports, found, event)


def _pause(work: Work, ports: Ports, found: Scene, event: PauseChanged) -> None:
    tables.save(work, msgspec.structs.replace(found.row, pause_seq=event.seq), None)
    seated = [player for player in found.players.values() if _is_at(player, event.table)]
    changed = [
        pause(player, player.account in event.waiting)
        for player in seated
        if player.match_paused != (player.account in event.waiting)
    ]
    players.save(work, changed)
    client_updates.players(work, ports, [player.account for player in changed])


def _free(work: Work, ports: Ports, found: Scene, event: TableDone) -> None:
    tables.save(work, msgspec.structs.replace(found.row, is_closed=True), None)
    client_updates.table(work, ports, event.table)
    name = None if event.reason in PERSONAL else found.row.names.get(event.account or "")
    seated = [player for player in found.players.values() if _is_at(player, event.table)]
    _let_go(work, ports, seated)
    for player in seated:
        reason = event.reason if player.account == event.account else code_for_others(event.reason)
        client_updates.frame(work, ports, (player.account,), SentFrame(table=None, reason=reason, name=name))


def _let_go(work: Work, ports: Ports, seated: Sequence[Player]) -> None:
    accounts = [player.account for player in seated]
    players.save(work, [place(player, None, None) for player in seated])
    for session in sessions.lock_live(work, accounts).values():
        sessions.save(work, session.token_hash, unseated(session.activity, work.now_ms))
    client_updates.players(work, ports, accounts)


def _is_at(player: Player, table_id: str) -> bool:
    return player.part == "playing" and player.table_id == table_id


def chips_changed(work: Work, ports: Ports, events: list[ChipsChanged]) -> None:
    """Send players their own balances, one update for all events that came together."""
    newest: dict[str, ChipsFrame] = {}
    for event in events:
        for account, chips in event.chips.items():
            frame = ChipsFrame(chips=chips, seq=event.seqs[account])
            if account not in newest or frame.seq >= newest[account].seq:
                newest[account] = frame
    for account, frame in newest.items():
        client_updates.frame(work, ports, (account,), frame)


def messages_sent(work: Work, ports: Ports, events: list[MessageSent]) -> None:
    """Show messages to players who are logged in; the others read them at their next login."""
    erased = players.erased_among(work, {event.message.to for event in events if event.message.to is not None})
    for event in events:
        to = event.message.to
        if to in erased:
            continue
        if to is not None and event.message.kind == "warning":
            conduct.save_warning(work, to, event.message.id, acknowledged=False)
        client_updates.frame(work, ports, None if to is None else (to,), MessageFrame(message=event.message))


def rated(work: Work, ports: Ports, events: list[Rated]) -> None:
    """Store ratings for the players list."""
    changes = sorted((change for event in events for change in event.changes), key=lambda change: change.seq)
    save_ratings(work, ports, {change.account: (change.rating, change.seq) for change in changes})


def cards_changed(work: Work, ports: Ports, events: list[CardsChanged]) -> None:
    """Store active cards, for the players list and the tables."""
    newest = {event.account: event for event in sorted(events, key=lambda each: each.seq)}
    changed = [
        msgspec.structs.replace(
            player, yellow_cards=news.cards.get("yellow", 0), blue_cards=news.cards.get("blue", 0), cards_seq=news.seq
        )
        for player in players.lock(work, newest).values()
        for news in [newest[player.account]]
        if news.seq > player.cards_seq and not player.is_erased
    ]
    players.save(work, changed)
    client_updates.players(work, ports, [player.account for player in changed if player.status != "absent"])


def quintiles_changed(work: Work, ports: Ports, events: list[QuintilesChanged]) -> None:
    """Store quintiles of the dominoes classification for the players list; of several events about an account the
    newest counts."""
    changes = sorted((change for event in events for change in event.changes), key=lambda change: change.seq)
    newest = {change.account: change for change in changes}
    found = [
        (player, msgspec.structs.replace(player, quintile=news.quintile, quintile_seq=news.seq))
        for player in players.lock(work, newest).values()
        for news in [newest[player.account]]
        if news.seq > player.quintile_seq and not player.is_erased
    ]
    players.save(work, [after for _, after in found])
    seen = [(before, after) for before, after in found if before.quintile != after.quintile]
    client_updates.players(work, ports, [after.account for _, after in seen if after.status != "absent"])


def chat_muted(work: Work, _ports: Ports, events: list[ChatMuted]) -> None:
    """Staff have muted accounts or ended a mute; of several events about an account the newest counts."""
    erased = players.erased_among(work, {event.account for event in events})
    for event in sorted(events, key=lambda each: (each.account, each.seq)):
        if event.account not in erased:
            chat.save_ban(work, event.account, event.until_ms, event.seq)
