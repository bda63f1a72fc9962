"""Compares the archive's files with their list in the database, after one of the two was restored (RULES.md §12)."""

from typing import NamedTuple

import sqlalchemy as sa

from services.platform.database.unit_of_work import Database, Work
from services.platform.operations.file_stores import FileStore
from services.tables.journal.archive.file_rows import WRITTEN
from services.tables.schema import archive_files


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
