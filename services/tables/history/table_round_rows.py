"""The newest rounds of a house-banked table, as its journal says, for operators (RULES.md §4)."""

from collections.abc import Sequence
from typing import Any

import msgspec
import sqlalchemy as sa

from games.registry import games
from services.contracts.tables import rounds as contract
from services.kernel.refusal import Refusal
from services.platform.database.unit_of_work import Work
from services.platform.operations.encryption import NotOpened, sealer
from services.platform.process.logs import get_logger
from services.tables.history.finished_match_rows import storable
from services.tables.journal.encrypted_entries import HiddenLines
from services.tables.journal.journal_rows import entry_of, replay_table, tail_of
from services.tables.schema import journal, tables
from services.tables.table import entries
from services.tables.table.fold import first_table, fold
from services.tables.table.model import HeldRound, Table

log = get_logger(__name__)

LINES_MAX = 10_000
"""Lines of a shoe that are read for its rounds; of a longer one only the round that is held is listed."""


def list_rounds(work: Work, request: contract.ListRounds) -> contract.TableRounds | Refusal:
    """The newest rounds of a table. Codes: `forbidden`, `table_unknown`, `not_house_banked`, `match_over`."""
    if not set(request.roles) & contract.ListRounds.staff_roles:
        return Refusal("forbidden")
    head = work.execute(sa.select(tables).where(tables.c.table_id == storable(request.table))).one_or_none()
    if head is None:
        return Refusal("table_unknown")
    game = head.shard.rpartition(".")[0]
    if not any(each.id == game and each.house_banked for each in games()):
        return Refusal("not_house_banked")
    if not head.open:
        return Refusal("match_over")
    hidden = HiddenLines(sealer())
    table = replay_table(hidden, head, work.execute(tail_of(work, head.table_id)).all())
    if table is None:
        return Refusal("table_unknown")
    found = _Rounds()
    for entry, after in _shoe(work, hidden, table):
        found.add(entry, after)
    found.see(table, table.at_ms)
    return contract.TableRounds(game=game, rounds=found.listed(table))


class _Rounds:
    """Rounds in the order in which their bets were asked for."""

    def __init__(self) -> None:
        self._held: dict[str, HeldRound] = {}
        self._at_ms: dict[str, int] = {}
        self._credited: dict[str, dict[str, int]] = {}
        self._annulled: set[str] = set()

    def add(self, entry: entries.Entry, after: Table) -> None:
        """A line of the journal, and the table after it."""
        self.see(after, entry.at_ms)
        action, held = entry.action, after.round
        if isinstance(action, entries.BankAsked) and action.kind == "pay" and held is not None:
            self._credited[held.id] = {held.accounts[seat]: chips for seat, chips in action.chips.items()}

    def see(self, table: Table, at_ms: int) -> None:
        """The round that is at a table now."""
        if table.round is not None:
            self._held[table.round.id] = table.round
            self._at_ms.setdefault(table.round.id, at_ms)
            if table.round.annulled:
                self._annulled.add(table.round.id)

    def listed(self, now: Table) -> list[contract.TableRound]:
        """The newest first; a round whose every bet was refused was none."""
        shown = [
            each
            for each in reversed(self._held.values())
            if each.id in self._credited or (now.round is not None and each.id == now.round.id)
        ]
        return [self._line(each, now.round) for each in shown[: contract.ROUNDS_MAX]]

    def _line(self, held: HeldRound, now: HeldRound | None) -> contract.TableRound:
        is_now = now is not None and now.id == held.id
        credited = self._credited.get(held.id)
        return contract.TableRound(
            round=held.id,
            number=held.number,
            match=held.id.rpartition(".")[0],
            at_ms=self._at_ms[held.id],
            state="annulled" if held.id in self._annulled else held.stage if is_now else "paid",
            bets={held.accounts[seat]: chips for seat, chips in sorted(held.bets.items())},
            credited=None if credited is None else {account: credited[account] for account in sorted(credited)},
        )


def _shoe(work: Work, hidden: HiddenLines, table: Table) -> list[tuple[entries.Entry, Table]]:
    """The lines of the shoe that is played, each with the table after it; none if it is too long, or not all of it can
    be read any more."""
    first_seq, lines = table.match.first_seq, journal.c
    chosen = sa.select(journal).where(lines.table_id == table.id, lines.seq.between(first_seq, table.seq))
    rows = work.execute(chosen.order_by(lines.seq).limit(LINES_MAX + 1)).all() if table.match.id else []
    if not rows or len(rows) > LINES_MAX or rows[0].seq != first_seq:
        return []
    try:
        return _folded(hidden, rows)
    except (NotOpened, msgspec.ValidationError):
        log.warning("rounds_unreadable", table=table.id)
        return []


def _folded(hidden: HiddenLines, rows: Sequence[Any]) -> list[tuple[entries.Entry, Table]]:
    found: list[tuple[entries.Entry, Table]] = []
    table: Table | None = None
    for row in rows:
        entry = entry_of(row, hidden.read_line(row.action, row.seq, table))
        table = first_table(row.table_id, entry) if table is None else fold(table, entry)
        found.append((entry, table))
    return found
