"""The log of every change of a competition."""

from typing import Any

import msgspec
import sqlalchemy as sa

from services.contracts.tournaments.events import CompetitionChanged
from services.kernel.clock import TimeMs
from services.platform.database.unit_of_work import Work
from services.platform.process.json import encode_text
from services.tournaments.schema import audit, competitions


class Line(msgspec.Struct, frozen=True):
    """A change of a competition; `by` empty: the platform itself."""

    id: int
    at_ms: TimeMs
    by: str
    action: str
    reason: str
    detail: dict[str, Any]


def note(
    work: Work, competition: str, action: str, by: str = "", reason: str = "", detail: dict[str, Any] | None = None
) -> None:
    """Log a change; the log is never changed. Changes by operators are published for moderation's log too."""
    values = {"by": by, "action": action, "reason": reason, "detail": encode_text(detail or {})}
    work.execute(audit.insert().values(competition_id=competition, at_ms=work.now_ms, **values))
    if by:
        chosen = sa.select(competitions.c.name).where(competitions.c.competition_id == competition)
        told = CompetitionChanged(
            competition=competition,
            by=by,
            action=action,
            reason=reason,
            detail=detail or {},
            at_ms=work.now_ms,
            name=work.execute(chosen).scalar_one_or_none() or "",
        )
        work.publish(told)


def audit_of(work: Work, competition: str, limit: int) -> list[Line]:
    """The last changes of a competition, newest first."""
    chosen = sa.select(audit).where(audit.c.competition_id == competition).order_by(audit.c.line_id.desc())
    return [
        Line(row.line_id, row.at_ms, row.by, row.action, row.reason, msgspec.json.decode(row.detail))
        for row in work.execute(chosen.limit(limit))
    ]
