"""A table and all players that a change of it affects, locked together, and the consequences of a change.

Locks are taken in one order everywhere, tables before players and players by account, so no deadlock is possible.
"""

from collections.abc import Iterable

import msgspec

from services.contracts.client.frames import InvitationFrame, SentFrame
from services.contracts.tables.commands_and_events import Start
from services.kernel.ids import shard_of
from services.lobby import metrics
from services.lobby.halls import use_cases as halls
from services.lobby.lists import client_updates, lines
from services.lobby.ports import Ports
from services.lobby.presence import player_rows as stored_players
from services.lobby.presence.player import Part, Player, parts, place
from services.lobby.sessions import timers
from services.lobby.tables import rows as stored_tables
from services.lobby.tables.open_table import Gathering, invitation_of
from services.lobby.tables.rows import TableRow
from services.platform.broker import names
from services.platform.database.unit_of_work import Work


class Scene(msgspec.Struct, frozen=True):
    """A locked table and players, by account."""

    row: TableRow
    players: dict[str, Player]

    @property
    def table(self) -> Gathering:
        """The table as the rules see it."""
        return self.row.gathering


def lock(work: Work, table_id: str, more: Iterable[str] = ()) -> Scene | None:
    """Lock a table, all players with a part at it, and some more accounts; None: there is no such table."""
    row = stored_tables.lock(work, table_id)
    if row is None:
        return None
    return Scene(row, stored_players.lock(work, {*parts(row.gathering), *more}))


def add(work: Work, ports: Ports, scene: Scene) -> Scene:
    """Add a new table, with the consequences for its players. It is in the hall of its first player."""
    first = next(account for account in scene.table.seats if account in scene.players)
    row = msgspec.structs.replace(scene.row, hall=scene.players[first].hall)
    stored_tables.add(work, row, lines.due_at_ms(scene.table, ports.settings.tables))
    metrics.tables_created.labels(scene.table.request.game).inc()
    added = Scene(row, scene.players)
    _follow(work, ports, added, {})
    return added


def change(work: Work, ports: Ports, scene: Scene, after: Gathering, actor: str | None = None) -> Scene:
    """Write the table's new state and its consequences for players. `actor` caused the change; others are notified."""
    before = parts(scene.table)
    names_now = scene.row.names | {account: scene.players[account].name for account in parts(after)}
    row = msgspec.structs.replace(scene.row, gathering=after, names=names_now, is_closed=after.closed is not None)
    stored_tables.save(work, row, lines.due_at_ms(after, ports.settings.tables))
    if after.closed is not None:
        metrics.tables_closed.labels(after.closed).inc()
    changed = Scene(row, scene.players)
    _follow(work, ports, changed, before, actor)
    return changed


def _follow(work: Work, ports: Ports, scene: Scene, before: dict[str, Part], actor: str | None = None) -> None:
    now = parts(scene.table)
    moved = [account for account in sorted({*before, *now}) if before.get(account) != now.get(account)]
    placed = [place(scene.players[account], now.get(account), scene.table.id) for account in moved]
    hall = scene.row.hall
    placed = [
        player if hall in (None, player.hall) or player.seated_at is None else halls.walk(work, ports, player, hall)
        for player in placed
    ]
    stored_players.save(work, placed)
    timers.stop(work, [account for account in moved if now.get(account) == "seated"])
    timers.go_on(work, [account for account in moved if before.get(account) == "seated" and account not in now])
    scene.players.update({player.account: player for player in placed})
    client_updates.table(work, ports, scene.table.id)
    client_updates.players(work, ports, moved)
    for account in moved:
        _tell(work, ports, scene, account, (before.get(account), now.get(account)), actor)
    if scene.table.started and not scene.table.house:
        _start(work, scene)


def _tell(
    work: Work, ports: Ports, scene: Scene, account: str, parts_: tuple[Part | None, Part | None], actor: str | None
) -> None:
    """The notice to a player whose part at the table has changed."""
    was, now = parts_
    table = scene.table
    invited = invitation_of(table, account)
    if invited is not None and "invited" in parts_:
        shown = lines.invitation(table, invited, scene.row.names, ports.settings.tables)
        client_updates.frame(work, ports, (account,), InvitationFrame(invitation=shown, open=now == "invited"))
    if now in ("seated", "playing") and table.competition is None:
        client_updates.frame(work, ports, (account,), SentFrame(table=table.id, reason=""))
    elif was == "seated":
        reason = "" if account == actor or table.closed is None else table.closed
        name = scene.row.names.get(table.closed_by or "") if reason else None
        client_updates.frame(work, ports, (account,), SentFrame(table=None, reason=reason, name=name))


def _start(work: Work, scene: Scene) -> None:
    """Hand the table over to the tables service, and stop its players' inactivity timers."""
    table, row = scene.table, scene.row
    playing = [account for account, part in parts(table).items() if part == "playing"]
    timers.stop(work, playing)
    work.send(queue_of(row), Start(table.id, work.trace, work.now_ms, lines.start_order(table, row.names)))
    metrics.tables_started.labels(table.request.game).inc()


def queue_of(row: TableRow) -> str:
    """The queue for a table's commands."""
    table = row.gathering
    return names.shard_queue(table.request.game, shard_of(table.id, row.shards))
