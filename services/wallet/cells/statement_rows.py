"""What two cells count for the same matches (RULES.md §14)."""

import msgspec
import sqlalchemy as sa

from services.platform.database.unit_of_work import Work
from services.wallet.schema import away_stakes, cell_statements, visiting_stakes


class Counted(msgspec.Struct, frozen=True):
    """Matches that are closed, and the payouts of their visitors less the stakes; or by how much two such differ."""

    matches: int
    net_chips: int


class Difference(Counted, frozen=True):
    """By how much another cell's newest statement, of `until_ms`, differed from what was counted here."""

    cell: str
    until_ms: int


def count_visiting(work: Work, cell: str, from_ms: int, until_ms: int) -> Counted:
    """Matches here with players of that cell, which were closed after `from_ms` and until `until_ms`."""
    return _count(work, visiting_stakes, cell, from_ms, until_ms)


def count_away(work: Work, cell: str, from_ms: int, until_ms: int) -> Counted:
    """Matches there with our players, which were closed by that cell's clock after `from_ms` and until `until_ms`."""
    return _count(work, away_stakes, cell, from_ms, until_ms)


def _count(work: Work, table: sa.Table, cell: str, from_ms: int, until_ms: int) -> Counted:
    closed = table.c.closed_at_ms
    chosen = sa.select(
        sa.func.count().label("matches"), sa.func.coalesce(sa.func.sum(table.c.net_chips), 0).label("net")
    )
    row = work.execute(chosen.where(table.c.cell == cell, closed > from_ms, closed <= until_ms)).one()
    return Counted(row.matches, int(row.net))


def keep(work: Work, found: Difference) -> None:
    """Store a difference in the place of an older one."""
    newest = sa.select(cell_statements.c.until_ms).where(cell_statements.c.cell == found.cell).with_for_update()
    until_ms = work.execute(newest).scalar()
    values = msgspec.structs.asdict(found)
    if until_ms is None:
        work.execute(cell_statements.insert().values(values))
    elif until_ms < found.until_ms:
        work.execute(cell_statements.update().where(cell_statements.c.cell == found.cell).values(values))


def read(work: Work) -> list[Difference]:
    """By how much other cells differ, by cell."""
    rows = work.execute(sa.select(cell_statements).order_by(cell_statements.c.cell))
    return [Difference(row.matches, row.net_chips, row.cell, row.until_ms) for row in rows]
