"""What trends and thresholds are counted from: reports, cases, decisions and appeals of some time."""

from collections.abc import Sequence
from typing import Any, NamedTuple

import sqlalchemy as sa

from services.kernel.clock import DAY_MS, TimeMs
from services.moderation.schema import appeals, audit_log, cases, reports
from services.platform.database.unit_of_work import Work
from services.platform.process.json import decode

_DECISIONS = ("report_ignore", "report_warn", "report_block", "close_case", "card", "block", "mute")
_ROWS_MAX = 100_000


class Sanction(NamedTuple):
    """A card or block that staff gave an account."""

    account: str
    at_ms: TimeMs


class Ruled(NamedTuple):
    """An appeal of an account that was ruled on; `overturned`: reduced or lifted."""

    account: str
    filed_at_ms: TimeMs
    overturned: bool


class Raised(NamedTuple):
    """A case of a kind; `until_ms`: until when a sanction counts as following from it."""

    kind: str
    players: Sequence[str]
    opened_at_ms: TimeMs
    until_ms: TimeMs


class Filed(NamedTuple):
    """A report: by whom, about whom, when, and when it was decided."""

    reporter: str
    reported: str
    at_ms: TimeMs
    decided_at_ms: TimeMs | None = None


def filed_since(work: Work, since_ms: TimeMs) -> list[Filed]:
    """Reports since then, in order of time."""
    chosen = sa.select(reports.c.reporter, reports.c.reported, reports.c.at_ms, reports.c.decided_at_ms)
    return [Filed(*row) for row in _rows(work, chosen.where(reports.c.at_ms >= since_ms).order_by(reports.c.at_ms))]


def _rows(work: Work, chosen: sa.Select[Any]) -> list[Any]:
    return list(work.execute(chosen.limit(_ROWS_MAX)))


def raised_since(work: Work, since_ms: TimeMs) -> list[Raised]:
    """A sanction within a day of its closing follows from a case."""
    chosen = sa.select(cases.c.kind, cases.c.players, cases.c.opened_at_ms, cases.c.closed_at_ms)
    rows = _rows(work, chosen.where(cases.c.opened_at_ms >= since_ms))
    return [
        Raised(row.kind, decode(row.players), row.opened_at_ms, (row.closed_at_ms or work.now_ms) + DAY_MS)
        for row in rows
    ]


def logged_since(work: Work, since_ms: TimeMs) -> list[Any]:
    """What staff have decided since then: when, what, about whom."""
    chosen = sa.select(audit_log.c.at_ms, audit_log.c.action, audit_log.c.subject)
    by_staff = audit_log.c.action.in_(_DECISIONS) & (audit_log.c.actor != "system")
    return _rows(work, chosen.where(audit_log.c.at_ms >= since_ms, by_staff))


def appeals_since(work: Work, since_ms: TimeMs) -> tuple[list[Ruled], list[TimeMs]]:
    """Those that were ruled on, and when each was filed."""
    chosen = sa.select(appeals.c.account, appeals.c.at_ms, appeals.c.outcome).where(appeals.c.at_ms >= since_ms)
    rows = _rows(work, chosen)
    ruled = [Ruled(row.account, row.at_ms, row.outcome != "upheld") for row in rows if row.outcome is not None]
    return ruled, [row.at_ms for row in rows]
