"""Matches and tables for other systems: many matches at once, all in pages, and a table as spectators see it."""

from typing import Any

import msgspec
import sqlalchemy as sa

from services.contracts.partners import lookups as contract
from services.kernel.refusal import Refusal
from services.platform.database.unit_of_work import Work
from services.platform.operations.encryption import sealer
from services.tables.history.finished_match_rows import storable
from services.tables.journal.archive.line_rows import last_seq
from services.tables.journal.encrypted_entries import HiddenLines
from services.tables.journal.journal_rows import replay_table, tail_of
from services.tables.schema import matches, record_of, tables
from services.tables.settings import TablesSettings
from services.tables.table.model import Table
from services.tables.table.views import Audience, Viewing


def get_matches(work: Work, request: contract.GetMatches) -> contract.MatchesFound:
    """Those of the matches that exist, in the order asked."""
    wanted = list(dict.fromkeys(storable(match) for match in request.matches))
    rows = work.execute(sa.select(matches).where(matches.c.match_id.in_(wanted))) if wanted else []
    found = {row.match_id: record_of(row) for row in rows}
    return contract.MatchesFound(
        matches=[found[match] for match in wanted if match in found],
        missing=[match for match in wanted if match not in found],
    )


def list_matches(work: Work, request: contract.ListMatches) -> contract.MatchPage:
    """A page of matches. Start and id of a match never change, so every match that is there while somebody reads all
    pages is on exactly one of them."""
    c = matches.c
    chosen = sa.select(matches).where(*_wanted(request))
    if request.before is not None:
        before = sa.tuple_(sa.literal(request.before.started_at_ms), sa.literal(storable(request.before.match)))
        chosen = chosen.where(sa.tuple_(c.started_at_ms, c.match_id) < before)
    newest_first = chosen.order_by(c.started_at_ms.desc(), c.match_id.desc())
    rows = work.execute(newest_first.limit(request.limit + 1)).all()
    shown = rows[: request.limit]
    more = contract.MatchPlace(shown[-1].started_at_ms, shown[-1].match_id) if len(rows) > len(shown) else None
    return contract.MatchPage(matches=[record_of(row) for row in shown], next=more)


def look_at_table(work: Work, settings: TablesSettings, request: contract.LookAtTable) -> contract.TableLook | Refusal:
    """The public view of a table, unless the asker has it already."""
    head = work.execute(sa.select(tables).where(tables.c.table_id == storable(request.table))).one_or_none()
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


def _wanted(request: contract.ListMatches) -> list[sa.ColumnElement[bool]]:
    c: Any = matches.c
    wanted: list[sa.ColumnElement[bool]] = []
    if request.game is not None:
        wanted.append(c.game == storable(request.game))
    if request.table is not None:
        wanted.append(c.table_id == storable(request.table))
    if request.running is not None:
        wanted.append(c.ended_at_ms.is_(None) if request.running else c.ended_at_ms.is_not(None))
    return wanted


def _audience(table: Table) -> Audience:
    """Who is connected, as far as the journal says it: everybody who was not lost."""
    return Audience(frozenset(number for number, seat in enumerate(table.seats) if not seat.is_away), 0)
