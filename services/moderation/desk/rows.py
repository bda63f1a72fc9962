"""Stored claims, notes of staff, and decisions taken alone."""

import sqlalchemy as sa

from services.contracts.moderation.desk import Claim, Note, SoleDecision
from services.kernel.clock import TimeMs
from services.moderation.schema import claims, sole_decisions, staff_notes
from services.platform.database.bulk_rows import storable
from services.platform.database.unit_of_work import Work

# --- claims ---


def list_claims(work: Work) -> list[Claim]:
    """The claims that hold now."""
    chosen = sa.select(claims).where(claims.c.until_ms > work.now_ms).order_by(claims.c.about)
    return [Claim(row.about, row.claimed_by, row.until_ms) for row in work.execute(chosen)]


def save_claim(work: Work, claim: Claim) -> None:
    """Store a claim in place of those of the same person, and of the one that is over. The caller holds the lock of
    conduct."""
    end_claims(work, claim.by)
    work.execute(claims.delete().where(claims.c.about == claim.about))
    work.execute(claims.insert(), {"about": claim.about, "claimed_by": claim.by, "until_ms": claim.until_ms})


def end_claims(work: Work, by: str) -> None:
    """End the claims of a person."""
    work.execute(claims.delete().where(claims.c.claimed_by == by))


# --- notes ---


def add_note(work: Work, note: Note) -> None:
    """Store a note."""
    row = {"note_id": note.id, "account": note.of, "written_by": note.by, "text": note.text, "at_ms": note.at_ms}
    work.execute(staff_notes.insert(), row)


def find_note(work: Work, note: str) -> Note | None:
    """A note by its id."""
    found = list(_notes(work, staff_notes.c.note_id == storable(note), 1))
    return found[0] if found else None


def notes_of(work: Work, account: str, count_max: int) -> list[Note]:
    """The newest notes about an account."""
    return _notes(work, staff_notes.c.account == storable(account), count_max)


def _notes(work: Work, wanted: sa.ColumnElement[bool], count_max: int) -> list[Note]:
    chosen = sa.select(staff_notes).where(wanted).order_by(staff_notes.c.at_ms.desc()).limit(count_max)
    return [Note(row.note_id, row.account, row.written_by, row.text, row.at_ms) for row in work.execute(chosen)]


# --- decisions taken alone ---


def add_sole(work: Work, one: SoleDecision) -> None:
    """Store a decision that somebody has taken alone."""
    row = {
        "decision_id": one.id,
        "at_ms": one.at_ms,
        "decided_by": one.by,
        "action": one.action,
        "subject": one.subject,
        "reason": one.reason,
    }
    work.execute(sole_decisions.insert(), row)


def find_sole(work: Work, id: str) -> SoleDecision | None:
    """A decision that was taken alone."""
    found = _soles(work, sole_decisions.c.decision_id == storable(id), 1)
    return found[0] if found else None


def unreviewed(work: Work, count_max: int) -> list[SoleDecision]:
    """Those that nobody else has looked at, oldest first."""
    return _soles(work, sole_decisions.c.reviewed_at_ms.is_(None), count_max)


def review(work: Work, id: str, by: str, agreed: bool, at_ms: TimeMs) -> None:
    """Store that somebody else has looked at it."""
    values = {"reviewed_by": by, "agreed": agreed, "reviewed_at_ms": at_ms}
    work.execute(sole_decisions.update().where(sole_decisions.c.decision_id == id).values(values))


def _soles(work: Work, wanted: sa.ColumnElement[bool], count_max: int) -> list[SoleDecision]:
    chosen = sa.select(sole_decisions).where(wanted).order_by(sole_decisions.c.at_ms).limit(count_max)
    return [
        SoleDecision(
            row.decision_id, row.at_ms, row.decided_by, row.action, row.subject, row.reason, row.agreed,
            row.reviewed_by, row.reviewed_at_ms,
        )
        for row in work.execute(chosen)
    ]  # fmt: skip
