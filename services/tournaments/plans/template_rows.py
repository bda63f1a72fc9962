"""Stored templates of competitions that come again, and the dates for which each has made a competition."""

from collections.abc import Collection
from datetime import date
from typing import Any

import msgspec
import sqlalchemy as sa

from services.kernel.clock import TimeMs
from services.platform.database.bulk_rows import insert_if_missing, storable
from services.platform.database.unit_of_work import Work
from services.platform.process.json import encode_text
from services.tournaments.competitions.rules import Definition
from services.tournaments.plans.recurrence import Recurrence, short
from services.tournaments.plans.templates import Template
from services.tournaments.schema import template_dates, templates


class Stored(msgspec.Struct, frozen=True):
    """A template; `announce_at_ms`: when it is checked next, None: never; `failed_since_ms`: since when its next
    competition cannot be announced."""

    template: Template
    announce_at_ms: TimeMs | None
    failed_since_ms: TimeMs | None = None


def add(work: Work, stored: Stored) -> bool:
    """Store a new template; False: there is one of this id."""
    return insert_if_missing(work, templates, {"template_id": stored.template.id} | _values(stored))


def save(work: Work, stored: Stored) -> None:
    """Store a template."""
    if not add(work, stored):
        chosen = templates.c.template_id == stored.template.id
        work.execute(templates.update().where(chosen).values(_values(stored)))


def _values(stored: Stored) -> dict[str, Any]:
    template = stored.template
    return {
        "name": template.name,
        "every": template.recurrence.every,
        "recurrence": encode_text(template.recurrence),
        "definition": encode_text(template.definition),
        "lead_ms": template.lead_ms,
        "made": template.made,
        "active": int(template.active),
        "in_pairs": int(template.in_pairs),
        "saved_at_ms": template.saved_at_ms,
        "announce_at_ms": stored.announce_at_ms,
        "failed_since_ms": stored.failed_since_ms,
    }


def find(work: Work, template: str) -> Stored | None:
    """A template by id."""
    return _one(work, sa.select(templates).where(templates.c.template_id == storable(template)))


def lock(work: Work, template: str) -> Stored | None:
    """The same, locked until the end of the transaction."""
    return _one(work, sa.select(templates).where(templates.c.template_id == storable(template)).with_for_update())


def claim(work: Work, template: str) -> Stored | None:
    """The same; None also if another process has locked it, which will announce the next competition."""
    chosen = sa.select(templates).where(templates.c.template_id == storable(template))
    return _one(work, chosen.with_for_update(skip_locked=True))


def list_all(work: Work) -> list[Stored]:
    """All templates, by name."""
    return [_stored(row) for row in work.execute(sa.select(templates).order_by(templates.c.name))]


DUE = "SELECT template_id FROM templates WHERE announce_at_ms <= :now_ms LIMIT :most"
"""Templates whose next competition is to be announced."""


def count_failed(work: Work, before_ms: TimeMs) -> int:
    """The number of templates whose next competition could not be announced since before that time."""
    late = templates.c.failed_since_ms < before_ms
    return int(work.execute(sa.select(sa.func.count()).where(late)).scalar_one())


def _one(work: Work, statement: sa.Select[Any]) -> Stored | None:
    row = work.execute(statement).one_or_none()
    return None if row is None else _stored(row)


def _stored(row: Any) -> Stored:
    recurrence = short(row.every) if row.recurrence is None else msgspec.json.decode(row.recurrence, type=Recurrence)
    template = Template(
        row.template_id,
        row.name,
        msgspec.json.decode(row.definition, type=Definition),
        recurrence,
        row.lead_ms,
        row.made,
        bool(row.active),
        bool(row.in_pairs),
        row.saved_at_ms,
    )
    return Stored(template, row.announce_at_ms, row.failed_since_ms)


# --- dates ---


def take_date(work: Work, template: str, day: date, competition: str) -> bool:
    """Note which competition a date has; False: it has one."""
    values = {"template_id": template, "local_date": day.isoformat(), "competition_id": competition}
    return insert_if_missing(work, template_dates, values)


def dates_of(work: Work, template: str, since: date) -> dict[date, str]:
    """The competitions of a template by date, from this date on."""
    mine = (template_dates.c.template_id == storable(template), template_dates.c.local_date >= since.isoformat())
    found = work.execute(sa.select(template_dates.c.local_date, template_dates.c.competition_id).where(*mine))
    return {date.fromisoformat(row.local_date): row.competition_id for row in found}


def free_dates(work: Work, template: str, days: Collection[date]) -> None:
    """These dates have no competition any more."""
    chosen = template_dates.c.local_date.in_([day.isoformat() for day in days])
    work.execute(template_dates.delete().where(template_dates.c.template_id == storable(template), chosen))
