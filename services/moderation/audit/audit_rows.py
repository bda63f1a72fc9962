"""The stored audit log."""

from collections.abc import Iterator
from typing import Any

import msgspec
import sqlalchemy as sa

from services.moderation.audit import chain as audit
from services.moderation.schema import audit_log
from services.platform.database.bulk_rows import storable
from services.platform.database.unit_of_work import Work
from services.platform.process.json import decode, encode_text

_JSON_FIELDS = ("before", "after")


def append_audit(work: Work, record: audit.Record) -> audit.Entry:
    """Append a record to the chain. One transaction at a time does so; readers do not wait."""
    lock_conduct(work)
    newest = work.execute(sa.select(audit_log).order_by(audit_log.c.seq.desc()).limit(1)).one_or_none()
    entry = audit.append(None if newest is None else _entry(newest), _plain(record))
    row = msgspec.structs.asdict(entry)
    row |= {name: encode_text(row[name]) for name in _JSON_FIELDS}
    row["at_ms"] = row.pop("at")
    work.execute(audit_log.insert(), row)
    return entry


def read_audit(work: Work) -> Iterator[audit.Entry]:
    """The whole log, in order."""
    return (_entry(row) for row in work.execute(sa.select(audit_log).order_by(audit_log.c.seq)))


class Wanted(msgspec.Struct, frozen=True):
    """Which entries are looked for; None: whatever it is. `text`: somewhere in the reason; `before`,
    `first`: numbers of entries."""

    before: int | None = None
    subject: str | None = None
    actor: str | None = None
    action: str | None = None
    from_ms: int | None = None
    until_ms: int | None = None
    text: str | None = None
    first: int | None = None


def audit_page(work: Work, wanted: Wanted, count_max: int) -> list[audit.Entry]:
    """Entries before a number (None: the newest), newest first; those that fit, or all."""
    chosen = sa.select(audit_log).where(*_fitting(wanted)).order_by(audit_log.c.seq.desc()).limit(count_max)
    return [_entry(row) for row in work.execute(chosen)]


def extent(work: Work, wanted: Wanted, count_max: int) -> tuple[int, int, int]:
    """How many entries fit, how many of them are among the newest `count_max`, and the number of the first of these;
    0: there is none."""
    c = audit_log.c
    fitting = work.execute(sa.select(sa.func.count()).select_from(audit_log).where(*_fitting(wanted))).scalar_one()
    newest = sa.select(c.seq).where(*_fitting(wanted)).order_by(c.seq.desc()).limit(count_max).subquery()
    first = work.execute(sa.select(sa.func.min(newest.c.seq))).scalar_one()
    return int(fitting), min(int(fitting), count_max), int(first or 0)


def _fitting(wanted: Wanted) -> list[sa.ColumnElement[bool]]:
    c = audit_log.c
    fits: list[sa.ColumnElement[bool]] = []
    if wanted.before is not None:
        fits.append(c.seq < wanted.before)
    if wanted.first is not None:
        fits.append(c.seq >= wanted.first)
    for column, text in ((c.subject, wanted.subject), (c.actor, wanted.actor), (c.action, wanted.action)):
        if text is not None:
            fits.append(column == storable(text))
    if wanted.from_ms is not None:
        fits.append(c.at_ms >= wanted.from_ms)
    if wanted.until_ms is not None:
        fits.append(c.at_ms < wanted.until_ms)
    if wanted.text:
        fits.append(c.reason.icontains(storable(wanted.text), autoescape=True))
    return fits


def _plain(record: audit.Record) -> audit.Record:
    """With what it was before and after as it will be read back, so that the hash is computed from that."""
    plain = {name: decode(encode_text(getattr(record, name))) for name in _JSON_FIELDS}
    return msgspec.structs.replace(record, **plain)


def _entry(row: Any) -> audit.Entry:
    fields = {name: getattr(row, "at_ms" if name == "at" else name) for name in audit.Entry.__struct_fields__}
    return audit.Entry(**fields | {name: decode(fields[name]) for name in _JSON_FIELDS})


def lock_conduct(work: Work) -> None:
    """Lock cards, suspensions and the audit log until the commit, so that the next step acts on what was read."""
    if work.connection.dialect.name == "postgresql":
        work.execute(sa.text("LOCK TABLE audit_log IN SHARE ROW EXCLUSIVE MODE"))
