"""The list of archive files: a file is begun, then written, and in the end deleted. After the database or the files
were restored, the two are compared (RULES.md §12)."""

from collections.abc import Sequence
from typing import NamedTuple

import sqlalchemy as sa

from services.kernel.clock import DAY_MS
from services.platform.database.unit_of_work import Database, Work
from services.platform.operations.file_stores import FileStore
from services.platform.process.json import encode_text
from services.tables.journal.archive.packed_lines import Packed
from services.tables.schema import (
    archive_days,
    archive_entries,
    archive_files,
)

BEGUN, WRITTEN, DELETING = "begun", "written", "deleting"
_BEGUN_KEPT_MS = DAY_MS
"""A file that was begun so long ago will not be listed any more."""


class Unclaimed(Exception):
    """Another process does this day now."""


class Figures(NamedTuple):
    """What is archived, and how often a day could not be."""

    files: int
    lines: int
    size_bytes: int
    failures: int


def figures(work: Work) -> Figures:
    """Of all files that are read."""
    c = archive_files.c
    total = [sa.func.coalesce(sa.func.sum(column), 0) for column in (c.lines, c.bytes)]
    files, lines, size_bytes = work.execute(sa.select(sa.func.count(), *total).where(c.state == WRITTEN)).one()
    failures = work.execute(sa.select(sa.func.coalesce(sa.func.sum(archive_days.c.failures), 0))).scalar_one()
    return Figures(files, int(lines), int(size_bytes), int(failures))


def begin_file(work: Work, name: str, day: int, lines: int, size_bytes: int) -> None:
    """A file will be written under this name."""
    row = {"file": name, "day": day, "state": BEGUN, "lines": lines, "bytes": size_bytes, "at_ms": work.now_ms}
    work.execute(archive_files.insert().values(row))


def list_file(work: Work, name: str, packed: Sequence[Packed]) -> None:
    """The file is there, with these members in this order: from now on it is read. Raises: Unclaimed."""
    c = archive_files.c
    valid = sa.update(archive_files).where(c.file == name, c.state == BEGUN).values(state=WRITTEN)
    if not work.execute(valid).rowcount:
        raise Unclaimed(name)
    offset_bytes, rows = 0, []
    for each in packed:
        rows.append(
            {
                "table_id": each.table_id,
                "first_seq": each.first_seq,
                "last_seq": each.last_seq,
                "file": name,
                "offset_bytes": offset_bytes,
                "length_bytes": len(each.content),
                "sha256": each.sha256,
                "names": encode_text(each.names),
                "matches": " ".join(each.matches),
                "last_at_ms": each.last_at_ms,
            }
        )
        offset_bytes += len(each.content)
    work.execute(archive_entries.insert(), rows)


def delete_files(database: Database, store: FileStore) -> int:
    """Delete files that were begun and never listed, and those of whose lines nothing is listed any more. Returns how
    many. One that fails is tried again by the next run. Raises: OSError."""
    names: list[str] = database.run(_doomed)
    for name in names:
        store.delete(name)
        database.run(_forget, name)
    return len(names)


def _doomed(work: Work) -> list[str]:
    """Files that nobody can begin to need again."""
    c = archive_files.c
    needed = sa.select(archive_entries.c.file).where(archive_entries.c.file == c.file).exists()
    given_up = sa.and_(c.state == BEGUN, c.at_ms < work.now_ms - _BEGUN_KEPT_MS)
    emptied = sa.and_(c.state == WRITTEN, ~needed)
    work.execute(sa.update(archive_files).where(sa.or_(given_up, emptied)).values(state=DELETING))
    return list(work.execute(sa.select(c.file).where(c.state == DELETING).order_by(c.file)).scalars())


def _forget(work: Work, name: str) -> None:
    work.execute(archive_files.delete().where(archive_files.c.file == name))


class Comparison(NamedTuple):
    """`unlisted`: files that the database does not know, which were written after the moment to which it was restored.
    `missing`: files that it needs and that are not there."""

    unlisted: list[str]
    missing: list[str]


def compare(database: Database, store: FileStore) -> Comparison:
    """Compare files and list. The files are listed first: a name is in the database before its file is written, so
    what an archiver does meanwhile is not unlisted. Raises: OSError."""
    files = set(store.names())
    listed: dict[str, str] = database.run(_listed)
    missing = {name for name, state in listed.items() if state == WRITTEN} - files
    if missing:
        missing -= set(store.names())  # some were written after the files were listed
    return Comparison(unlisted=sorted(files - listed.keys()), missing=sorted(missing))


def delete_unlisted(database: Database, store: FileStore) -> int:
    """Delete the files that the database does not know; returns how many. Only for the database that the store belongs
    to: for a copy of it, the files of the original may be unknown. Raises: OSError."""
    names = compare(database, store).unlisted
    for name in names:
        store.delete(name)
    return len(names)


def _listed(work: Work) -> dict[str, str]:
    c = archive_files.c
    return {row.file: row.state for row in work.execute(sa.select(c.file, c.state))}
