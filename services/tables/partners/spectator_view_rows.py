"""A table as spectators see it, read from its journal: for who asks, not for connections that the worker serves."""

import msgspec
import sqlalchemy as sa

from services.contracts.partners import lookups as contract
from services.kernel.refusal import Refusal
from services.platform.database.unit_of_work import Work
from services.platform.operations.encryption import sealer
from services.tables import schema as store
from services.tables.history.finished_match_rows import storable
from services.tables.journal.archive.line_rows import last_seq
from services.tables.journal.encrypted_entries import HiddenLines
from services.tables.journal.journal_rows import replay_table, tail_of
from services.tables.settings import TablesSettings
from services.tables.table.model import Table
from services.tables.table.views import Audience, Viewing


def look_at_table(work: Work, settings: TablesSettings, request: contract.LookAtTable) -> contract.TableLook | Refusal:
    """The public view of a table, unless the asker has it already."""
    head = work.execute(sa.select(store.tables).where(store.tables.c.table_id == storable(request.table))).one_or_none()
    if head is None:
        return Refusal("table_unknown")
    version = last_seq(work, head.table_id)
    if not head.open:
        return contract.TableLook(version=version, closed=True, view=None)
    if request.after is not None and version <= request.after:
        return contract.TableLook(version=version, closed=False, view=None)
    table = replay_table(HiddenLines(sealer()), head, work.execute(tail_of(work, head.table_id)).all())
    if table is None:
        return Refusal("table_unknown")
    if not table.order.spectators:
        return Refusal("spectators_off")
    view = Viewing(table, work.now_ms, _audience(table), settings).of("public")
    return contract.TableLook(version=table.seq, closed=False, view=msgspec.to_builtins(view))


def _audience(table: Table) -> Audience:
    """Who is connected, as far as the journal says it: everybody who was not lost."""
    return Audience(frozenset(number for number, seat in enumerate(table.seats) if not seat.is_away), 0)
