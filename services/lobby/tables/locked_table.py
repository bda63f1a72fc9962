"""A table and all players that a change of it affects, locked together, and the consequences of a change.

Locks are taken in one order everywhere, tables before players and players by account, so no deadlock is possible.
"""

from collections.abc import Iterable

import msgspec

from services.contracts.client.frames import InvitationFrame, SentFrame
from services.contracts.tables.commands import Start
from services.kernel.ids import shard_of
from services.kernel.persons.bot_accounts import is_bot_account
from services.lobby import metrics
from services.lobby.bots import tables as bots
from services.lobby.halls import use_cases as halls
from services.lobby.lists import client_updates, lines
from services.lobby.ports import Ports
from services.lobby.presence import player_rows as stored_players
from services.lobby.presence.player import Part, Player, parts, place
from services.lobby.sessions import timers
from services.lobby.tables import rows as stored_tables
from services.lobby.tables.open_table import OpenTable, invitation_of
from services.lobby.tables.rows import TableRow
from services.platform.broker import names
from services.platform.database.unit_of_work import Work


class LockedTable(msgspec.Struct, frozen=True):
    """A locked table and players, by account."""

    row: TableRow
    players: dict[str, Player]

    @property
    def table(self) -> OpenTable:
        """The table as the rules see it."""
        return self.row.table


def lock(work: Work, table_id: str, more: Iterable[str] = ()) -> LockedTable | None:
    """Lock a table, all players with a part at it, and some more accounts; None: there is no such table."""
    row = stored_tables.lock(work, table_id)
    if row is None:
        return None
    return LockedTable(row, stored_players.lock(work, {*parts(row.table), *more}))


def add(work: Work, ports: Ports, locked: LockedTable) -> LockedTable:
    """Add a new table, with the consequences for its players. It is in the hall of its first player."""
    first = next(account for account in locked.table.seats if account in locked.players)
    due_at_ms = lines.due_at_ms(locked.table, ports.settings.tables)
    row = msgspec.structs.replace(locked.row, hall=locked.players[first].hall, due_at_ms=due_at_ms)
    stored_tables.add(work, row, due_at_ms)
    metrics.tables_created.labels(locked.table.request.game).inc()
    added = LockedTable(row, locked.players)
    _follow(work, ports, added, {})
    return added


def change(work: Work, ports: Ports, locked: LockedTable, after: OpenTable, actor: str | None = None) -> LockedTable:
    """Write the table's new state and its consequences for players. `actor` caused the change; others are notified."""
    before = parts(locked.table)
    names_now = locked.row.names | {account: locked.players[account].name for account in parts(after)}
    due_at_ms = lines.due_at_ms(after, ports.settings.tables)
    row = msgspec.structs.replace(
        locked.row, table=after, names=names_now, is_closed=after.closed is not None, due_at_ms=due_at_ms
    )
    stored_tables.save(work, row, due_at_ms)
    if after.closed is not None:
        metrics.tables_closed.labels(after.closed).inc()
    changed = LockedTable(row, locked.players)
    _follow(work, ports, changed, before, actor)
    return changed


def _follow(work: Work, ports: Ports, locked: LockedTable, before: dict[str, Part], actor: str | None = None) -> None:
    now = parts(locked.table)
    moved = [account for account in sorted({*before, *now}) if before.get(account) != now.get(account)]
    practice = bool(locked.table.request.bots)
    placed = [place(locked.players[account], now.get(account), locked.table.id, practice=practice) for account in moved]
    hall = locked.row.hall
    placed = [
        player if hall in (None, player.hall) or player.seated_at is None else halls.walk(work, ports, player, hall)
        for player in placed
    ]
    stored_players.save(work, placed)
    timers.stop(work, [account for account in moved if now.get(account) == "seated"])
    timers.go_on(work, [account for account in moved if before.get(account) == "seated" and account not in now])
    bots.note_seats(work, [each for each in moved if now.get(each) in _SITS and before.get(each) not in _SITS])
    locked.players.update({player.account: player for player in placed})
    client_updates.table(work, ports, locked.table.id)
    client_updates.players(work, ports, moved)
    for account in moved:
        _notify(work, ports, locked, account, (before.get(account), now.get(account)), actor)
    if locked.table.started and not locked.table.house:
        _start(work, locked)


def _notify(
    work: Work,
    ports: Ports,
    locked: LockedTable,
    account: str,
    parts_: tuple[Part | None, Part | None],
    actor: str | None,
) -> None:
    """The notice to a player whose part at the table has changed."""
    was, now = parts_
    table = locked.table
    invited = invitation_of(table, account)
    if invited is not None and "invited" in parts_:
        shown = lines.invitation(table, invited, locked.row.names, ports.settings.tables)
        client_updates.frame(work, ports, (account,), InvitationFrame(invitation=shown, open=now == "invited"))
    if now in ("seated", "playing") and table.competition is None:
        client_updates.frame(work, ports, (account,), SentFrame(table=table.id, reason=""))
    elif was == "seated":
        reason = "" if account == actor or table.closed is None else table.closed
        name = locked.row.names.get(table.closed_by or "") if reason else None
        client_updates.frame(work, ports, (account,), SentFrame(table=None, reason=reason, name=name))


def _start(work: Work, locked: LockedTable) -> None:
    """Hand the table over to the tables service, and stop its players' inactivity timers."""
    table, row = locked.table, locked.row
    playing = [account for account, part in parts(table).items() if part == "playing"]
    timers.stop(work, playing)
    guests = {account for account, player in locked.players.items() if player.guest or is_bot_account(account)}
    order = lines.start_order(table, row.names, guests)
    work.send(queue_of(row), Start(table.id, work.trace, work.now_ms, order))
    metrics.tables_started.labels(table.request.game).inc()


_SITS: frozenset[Part] = frozenset({"seated", "playing"})


def queue_of(row: TableRow) -> str:
    """The queue for a table's commands."""
    table = row.table
    return names.shard_queue(table.request.game, shard_of(table.id, row.shards))
