"""A player has excluded themselves from games for money (services/wallet/RULES.md §11): seats at tables with a stake
that have not started are given up. The session and a running match continue."""

from collections.abc import Sequence

from services.contracts.tables.commands_and_events import Expel
from services.contracts.wallet.public_ledger import SelfExcluded
from services.kernel.refusal import Refusal
from services.lobby.ports import Ports
from services.lobby.presence import player_rows as players
from services.lobby.tables import locked_table
from services.lobby.tables import open_table as tables
from services.lobby.tables import rows as stored
from services.lobby.tables.leaving import lock_waiting
from services.lobby.tables.locked_table import queue_of
from services.platform.database.unit_of_work import Work

SELF_EXCLUDED = "self_excluded"


def self_excluded(work: Work, ports: Ports, events: Sequence[SelfExcluded]) -> None:
    """A repeated or late event finds nothing left to give up."""
    for event in sorted(events, key=lambda each: each.account):
        if event.until_ms is None or work.now_ms < event.until_ms:
            _give_up(work, ports, event.account)


def _give_up(work: Work, ports: Ports, account: str) -> None:
    if players.find(work, account) is None:
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
    row = stored.find(work, table_id)
    if row is not None and row.gathering.house and not row.is_closed:
        work.send(queue_of(row), Expel(table_id, work.trace, work.now_ms, account, SELF_EXCLUDED))
