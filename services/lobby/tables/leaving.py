"""Leaving: a table before its start, which may also wait for too long (RULES.md §5, §6); a lost connection or a logout
(§2); games for money after a self-exclusion (services/wallet/RULES.md §11)."""

from collections.abc import Callable, Sequence

from services.contracts.base import Done
from services.contracts.lobby import open_tables as contract
from services.contracts.tables.commands import Expel
from services.contracts.wallet.limits import SelfExcluded
from services.kernel.refusal import Refusal
from services.lobby.commands.repeated_commands import once_per_id
from services.lobby.lists import client_updates
from services.lobby.ports import Ports
from services.lobby.presence import player_rows as stored
from services.lobby.presence.player import Player, disconnect
from services.lobby.tables import invitations, locked_table
from services.lobby.tables import open_table as tables
from services.lobby.tables import rows as table_rows
from services.lobby.tables.locked_table import LockedTable, queue_of
from services.platform.database.unit_of_work import Work

SELF_EXCLUDED = "self_excluded"
_AT_ONCE = 200
"""The most tables that one sweep handles; the rest waits for the next."""


def leave_table(work: Work, ports: Ports, request: contract.LeaveTable) -> Done | Refusal:
    """Leave a table before the start."""

    def carry_out() -> Done | Refusal:
        found = locked_table.lock(work, request.table)
        if found is None or found.row.is_closed:
            return Refusal("table_unknown")
        after = tables.leave(found.table, request.account)
        if isinstance(after, Refusal):
            return after
        locked_table.change(work, ports, found, after, actor=request.account)
        return Done()

    return once_per_id(work, request, carry_out)


def go(work: Work, ports: Ports, account: str, still: Callable[[Player], bool] = lambda _player: True) -> bool:
    """Mark a player as absent, or as `returning` in a match; a seat that is not yet played is given up. `still` is
    called under the locks and returns whether the player is still to be marked; its result is returned."""
    me, found = lock_waiting(work, account)
    if not still(me):
        return False
    if found is not None:
        after = tables.leave(found.table, account)
        if not isinstance(after, Refusal):
            me = locked_table.change(work, ports, found, after, actor=account).players[account]
    stored.save(work, [disconnect(me, work.now_ms)])
    client_updates.players(work, ports, [account] if me.status != "absent" else [])
    return True


def lock_waiting(work: Work, account: str) -> tuple[Player, LockedTable | None]:
    """A player and their table before its start, as they are once both are locked."""
    while True:
        table_id = _waiting_table(stored.find(work, account))
        found = locked_table.lock(work, table_id, [account]) if table_id else None
        me = found.players[account] if found else stored.lock(work, [account])[account]
        if _waiting_table(me) == table_id:
            return me, found


def _waiting_table(player: Player | None) -> str | None:
    return player.table_id if player is not None and player.part in ("invited", "seated") else None


def self_excluded(work: Work, ports: Ports, events: Sequence[SelfExcluded]) -> None:
    """Players have excluded themselves: seats at tables with a stake that have not started are given up. The session
    and a running match continue. A repeated or late event finds nothing left to give up."""
    for event in sorted(events, key=lambda each: each.account):
        if event.until_ms is None or work.now_ms < event.until_ms:
            _give_up(work, ports, event.account)


def _give_up(work: Work, ports: Ports, account: str) -> None:
    if stored.find(work, account) is None:
        return
    me, found = lock_waiting(work, account)
    if found is not None and found.table.request.stake:
        after = tables.leave(found.table, account)
        if not isinstance(after, Refusal):
            locked_table.change(work, ports, found, after, actor=account)
    elif me is not None and me.part == "playing" and me.table_id is not None:
        _get_up(work, me.table_id, account)


def _get_up(work: Work, table_id: str, account: str) -> None:
    """Leave a house-banked table as soon as no bets are held; an event of the table reports when the seat is free."""
    row = table_rows.find(work, table_id)
    if row is not None and row.table.house and not row.is_closed:
        work.send(queue_of(row), Expel(table_id, work.trace, work.now_ms, account, SELF_EXCLUDED))


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
    return table_rows.find_due(work, _AT_ONCE)
