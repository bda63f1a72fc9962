"""Stored templates of repeated competitions."""

from typing import Any

import msgspec
import sqlalchemy as sa

from services.kernel.clock import TimeMs
from services.platform.database.bulk_rows import insert_if_missing, storable
from services.platform.database.unit_of_work import Work
from services.platform.process.json import encode_text
from services.tournaments.competitions.rules import Definition
from services.tournaments.plans.templates import Template
from services.tournaments.schema import templates


def save_template(work: Work, template: Template, in_pairs: bool, due_at_ms: TimeMs | None) -> None:
    """Store a template."""
    values = {
        "name": template.name,
        "every": template.every,
        "definition": encode_text(template.definition),
        "lead_ms": template.lead_ms,
        "made": template.made,
        "active": int(template.active),
        "in_pairs": int(in_pairs),
        "due_at_ms": due_at_ms,
    }
    if not insert_if_missing(work, templates, {"template_id": template.id} | values):
        work.execute(templates.update().where(templates.c.template_id == template.id).values(values))


def lock_template(work: Work, template: str) -> tuple[Template, bool] | None:
    """A template and whether its games are of pairs; locked until the end of the transaction."""
    return _lock_template(work, template, skip_locked=False)


def claim_template(work: Work, template: str) -> tuple[Template, bool] | None:
    """The same; None also if another process has locked it, which will announce the next competition."""
    return _lock_template(work, template, skip_locked=True)


def _lock_template(work: Work, template: str, *, skip_locked: bool) -> tuple[Template, bool] | None:
    chosen = sa.select(templates).where(templates.c.template_id == storable(template))
    row = work.execute(chosen.with_for_update(skip_locked=skip_locked)).one_or_none()
    return None if row is None else (_template(row), bool(row.in_pairs))


def list_templates(work: Work) -> list[Template]:
    """All templates, by name."""
    return [_template(row) for row in work.execute(sa.select(templates).order_by(templates.c.name))]


DUE = "SELECT template_id FROM templates WHERE due_at_ms <= :now_ms LIMIT :most"
"""Templates whose next competition is to be announced."""


def _template(row: Any) -> Template:
    definition = msgspec.json.decode(row.definition, type=Definition)
    return Template(
        row.template_id, row.name, row.every, definition, row.lead_ms, made=row.made, active=bool(row.active)
    )
