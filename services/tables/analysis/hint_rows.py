"""Hints: a running practice table read from its journal, for who asks what the computer would do
(services/tables/RULES.md §20)."""

from collections.abc import Iterator, Sequence
from typing import Any

import sqlalchemy as sa

from games import api
from games.registry import game
from services.contracts.tables.analysis import AskHint
from services.kernel.refusal import Refusal
from services.platform.database.unit_of_work import Work
from services.platform.operations.encryption import sealer
from services.platform.process.logs import get_logger
from services.tables.analysis.computer import Question
from services.tables.bots.process import Thinker
from services.tables.bots.seen_hand import history_of, seen_before
from services.tables.history.finished_match_rows import storable
from services.tables.journal.encrypted_entries import HiddenLines
from services.tables.journal.journal_rows import entry_of
from services.tables.schema import journal, tables
from services.tables.table.fold import first_table, fold
from services.tables.table.transition import Step

log = get_logger(__name__)

UNKNOWN = Refusal("table_unknown")


def hint_question(work: Work, request: AskHint) -> Question | Refusal:
    """What the computer is asked for the account's seat. Codes: `table_unknown`, `not_seated`, `not_practice`,
    `not_alone`, `match_over`, `not_your_turn`."""
    head = work.execute(sa.select(tables).where(tables.c.table_id == storable(request.table))).one_or_none()
    if head is None or not head.open:
        return UNKNOWN
    c = journal.c
    chosen = sa.select(journal).where(c.table_id == head.table_id, c.seq >= head.cut_seq).order_by(c.seq)
    try:
        steps = list(_folded(work.execute(chosen).all()))
    except Exception:
        log.exception("hint_unreadable", table=head.table_id)
        return UNKNOWN
    return question_of(steps, request.account) if steps else UNKNOWN


def _folded(rows: Sequence[Any]) -> Iterator[Step]:
    """The steps of a table from its first line on."""
    hidden, table = HiddenLines(sealer()), None
    for row in rows:
        entry = entry_of(row, hidden.read_line(row.action, row.seq, table))
        before, table = table, first_table(row.table_id, entry) if table is None else fold(table, entry)
        yield Step(before or table, entry, table)


def question_of(steps: Sequence[Step], account: str) -> Question | Refusal:
    """The question at the end of a table's steps. Codes: those of `hint_question`."""
    table = steps[-1].after
    seat = table.seat_of(account)
    if seat is None:
        return Refusal("not_seated")
    if not table.order.practice:
        return Refusal("not_practice")
    if not all(each.is_bot for number, each in enumerate(table.seats) if number != seat):
        return Refusal("not_alone")
    if table.phase != "playing":
        return Refusal("match_over")
    waits = table.match.pending
    number = (
        next((due.number for due in waits.due if due.seat == seat), None) if isinstance(waits, api.Decide) else None
    )
    if number is None or table.match.paused_at_ms is not None:
        return Refusal("not_your_turn")
    rules = game(table.game)
    seed = f"hint|{table.match.id}|{seat}|{number}"
    history = history_of(seen_before(steps, table, seat).events)
    return Question(rules, seat, number, rules.view(table.match.state, seat), Thinker(seed, history=history))
