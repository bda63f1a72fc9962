"""Stored cases: a row each, its evidence as a list."""

from collections.abc import Collection
from typing import Any

import sqlalchemy as sa

from services.contracts.moderation import Case, CasePlace, Evidence
from services.kernel.ids import new_id
from services.moderation.store.schema import cases
from services.plumbing.database import Work
from services.plumbing.dialects import storable
from services.plumbing.json import decode, encode_text

EVIDENCE_MAX = 100
"""The most evidence of a case that is stored, the newest."""


def add_evidence(work: Work, kind: str, players: Collection[str], seen: dict[str, Any]) -> str | None:
    """To the open case of this kind about these players; without one it is opened, and its id is returned.

    The caller holds the lock of conduct: nobody else opens one meanwhile.
    """
    named = encode_text(sorted(players))
    found = work.execute(sa.select(cases).where(cases.c.kind == kind, cases.c.players == named, _IS_OPEN)).one_or_none()
    new = {"at_ms": work.now_ms, "seen": seen}
    if found is None:
        opened = new_id()
        row = {"case_id": opened, "kind": kind, "players": named, "evidence": encode_text([new])}
        work.execute(cases.insert(), row | {"opened_at_ms": work.now_ms})
        return opened
    kept = [*decode(found.evidence), new][-EVIDENCE_MAX:]
    work.execute(cases.update().where(cases.c.case_id == found.case_id).values(evidence=encode_text(kept)))
    return None


def list_open(work: Work, count_max: int, after: CasePlace | None = None) -> list[Case]:
    """The oldest open cases; `after`: only those that follow this place."""
    at_ms, id_ = cases.c.opened_at_ms, cases.c.case_id
    chosen = sa.select(cases).where(_IS_OPEN).order_by(at_ms, id_)
    if after is not None:
        same_time = (at_ms == after.opened_at_ms) & (id_ > storable(after.case))
        chosen = chosen.where((at_ms > after.opened_at_ms) | same_time)
    return [_case(row) for row in work.execute(chosen.limit(count_max))]


def list_about(work: Work, account: str, count_max: int) -> list[Case]:
    """An account's newest cases, closed ones too."""
    named = cases.c.players.contains(encode_text(account), autoescape=True)
    chosen = sa.select(cases).where(named).order_by(cases.c.opened_at_ms.desc()).limit(count_max)
    return [case for case in map(_case, work.execute(chosen)) if account in case.players]


def lock(work: Work, case_id: str) -> Case | None:
    """A case, locked until the end of the transaction."""
    chosen = sa.select(cases).where(cases.c.case_id == storable(case_id)).with_for_update()
    row = work.execute(chosen).one_or_none()
    return None if row is None else _case(row)


def close(work: Work, case: Case, by: str, reason: str) -> None:
    """Close a case."""
    values = {"closed_at_ms": work.now_ms, "closed_by": by, "reason": reason}
    work.execute(cases.update().where(cases.c.case_id == case.id).values(values))


_IS_OPEN = cases.c.closed_at_ms.is_(None)


def _case(row: Any) -> Case:
    return Case(
        id=row.case_id,
        kind=row.kind,
        players=decode(row.players),
        opened_at_ms=row.opened_at_ms,
        evidence=[Evidence(**each) for each in decode(row.evidence)],
        closed_at_ms=row.closed_at_ms,
        closed_by=row.closed_by,
        reason=row.reason,
    )
