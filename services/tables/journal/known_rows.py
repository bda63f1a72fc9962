"""Which matches and rounds the tables service knows, for an operator who looks for stakes that nobody can settle.

A match has its row from the commit that asks the wallet for its stakes, and keeps it for good; a round of a
house-banked table has its line in the journal. The wallet holds nothing before that commit. So what it holds and is
not there, after it was held, has been lost with the database, and will not come back.
"""

from collections.abc import Collection, Sequence

import sqlalchemy as sa

from services.kernel.clock import DAY_MS, TimeMs
from services.platform.database.unit_of_work import Work
from services.tables.journal.archive.partition_rows import BEFORE, day_of
from services.tables.schema import archive_entries, journal, matches, tables


def find_known(work: Work, match_ids: Collection[str], round_ids: Collection[str], held_ms: TimeMs) -> set[str]:
    """Those of these matches and rounds that tables know. `held_ms`: when the first of them was held."""
    shoe_of = {each: each.rpartition(".")[0] for each in round_ids}
    table_of = _tables_of(work, {*match_ids, *shoe_of.values()})
    playing = _played_since(work, {*match_ids} - table_of.keys(), held_ms)
    known_rounds = {
        each for each, shoe in shoe_of.items() if shoe in table_of and _has_round(work, table_of[shoe], each)
    }
    return {each for each in match_ids if each in table_of} | playing | known_rounds


def _tables_of(work: Work, ids: Collection[str]) -> dict[str, str]:
    chosen = sa.select(matches.c.match_id, matches.c.table_id).where(matches.c.match_id.in_(sorted(ids)))
    return {row.match_id: row.table_id for row in work.execute(chosen)}


def _played_since(work: Work, ids: Collection[str], since_ms: TimeMs) -> set[str]:
    """Matches without a row that the journal has lines of: an owner had them in memory when the database was lost."""
    if not ids:
        return set()
    day = day_of(work)
    chosen = sa.select(journal.c.match_id).where(
        sa.or_(day <= BEFORE, day >= since_ms // DAY_MS - 1), journal.c.match_id.in_(sorted(ids))
    )
    return set(work.execute(chosen.distinct()).scalars())


def _has_round(work: Work, table_id: str, round_id: str) -> bool:
    """Whether the table's journal has the line that asked for a round's bets, whose number is the end of the round's
    id; a line that is not there any more because it was archived, or is older than lines are kept, counts as had."""
    seq = _number(round_id)
    if seq is None:
        return False
    lines = journal.c.table_id == table_id
    action = work.execute(sa.select(journal.c.action).where(lines, journal.c.seq == seq)).scalar()
    if action is not None:
        return round_id in action
    return max(_last_numbers(work, table_id)) >= seq


def _number(round_id: str) -> int | None:
    number = round_id.rpartition(".")[2]
    return int(number) if number.isascii() and number.isdecimal() and len(number) < 10 else None


def _last_numbers(work: Work, table_id: str) -> Sequence[int]:
    """The greatest numbers of a table's lines: in the journal, the archive and its snapshot."""
    chosen = (
        sa.select(sa.func.max(journal.c.seq)).where(journal.c.table_id == table_id),
        sa.select(sa.func.max(archive_entries.c.last_seq)).where(archive_entries.c.table_id == table_id),
        sa.select(tables.c.snapshot_seq).where(tables.c.table_id == table_id),
    )
    return [work.execute(each).scalar() or 0 for each in chosen]
