"""Stored reports, and the accounts whose chat staff see live."""

from collections.abc import Collection
from typing import Any, NamedTuple

import msgspec
import sqlalchemy as sa

from services.contracts.lobby.chat import ChatLine
from services.contracts.moderation.reports import Receipt, Report, ReportContext, ReportPlace
from services.kernel.clock import TimeMs
from services.moderation.schema import reports, watches
from services.platform.database.bulk_rows import insert_if_missing, storable
from services.platform.database.unit_of_work import Work
from services.platform.process.json import encode_text

_IS_OPEN = reports.c.decided_at_ms.is_(None)


class Counted(NamedTuple):
    """The facts about reporter and reported player before a report is filed."""

    undecided_same_pair: bool
    filed_recently: int
    times_reported: int


class Watch(NamedTuple):
    """Why a player is watched: undecided reports, or a time after a warning."""

    seq: int
    undecided: int
    until_ms: TimeMs


def add(work: Work, report: Report) -> None:
    """Store a new report."""
    row = {
        "report_id": report.id,
        "reporter": report.reporter,
        "reported": report.reported,
        "category": report.category,
        "comment": report.comment,
        "context": encode_text(report.context),
        "lines": encode_text(report.lines),
        "seated": encode_text(report.seated),
        "at_ms": report.created_at_ms,
        "times_reported": report.times_reported,
        "company": None if report.context.company is None else report.context.company.company,
    }
    work.execute(reports.insert(), row)


def find(work: Work, report_id: str) -> Report | None:
    """A report by its id."""
    row = work.execute(sa.select(reports).where(reports.c.report_id == storable(report_id))).one_or_none()
    return None if row is None else _report(row)


def count(work: Work, reporter: str, reported: str, since_ms: TimeMs) -> Counted:
    """The counts that decide whether another report may be filed."""
    pair = sa.and_(reports.c.reporter == reporter, reports.c.reported == reported, _IS_OPEN)
    recent = sa.and_(reports.c.reporter == reporter, reports.c.at_ms > since_ms)
    return Counted(_count(work, pair) > 0, _count(work, recent), times_reported(work, reported))


def times_reported(work: Work, account: str) -> int:
    """How many reports against an account were accepted."""
    return _count(work, reports.c.reported == account)


def reporters_since(work: Work, account: str, since_ms: TimeMs) -> int:
    """How many different players have reported an account since then."""
    chosen = sa.select(sa.func.count(sa.distinct(reports.c.reporter)))
    return int(work.execute(chosen.where(reports.c.reported == account, reports.c.at_ms > since_ms)).scalar_one())


def list_some(
    work: Work,
    *,
    decided: bool,
    reported: str | None,
    count_max: int,
    after: ReportPlace | None = None,
    company: str | None = None,
) -> list[Report]:
    """Undecided reports, oldest first; or decided ones, newest first. `after`: only those that follow this place."""
    chosen = sa.select(reports).where(sa.not_(_IS_OPEN) if decided else _IS_OPEN).limit(count_max)
    if reported is not None:
        chosen = chosen.where(reports.c.reported == storable(reported))
    if company is not None:
        chosen = chosen.where(reports.c.company == storable(company))
    at_ms = reports.c.decided_at_ms if decided else reports.c.at_ms
    if after is not None:
        follows = at_ms < after.at_ms if decided else at_ms > after.at_ms
        chosen = chosen.where(follows | ((at_ms == after.at_ms) & (reports.c.report_id > storable(after.report))))
    order = at_ms.desc() if decided else at_ms
    return [_report(row) for row in work.execute(chosen.order_by(order, reports.c.report_id))]


def list_about(work: Work, account: str, count_max: int) -> list[Report]:
    """Every report against an account, newest first."""
    chosen = sa.select(reports).where(reports.c.reported == storable(account))
    return [_report(row) for row in work.execute(chosen.order_by(reports.c.at_ms.desc()).limit(count_max))]


def list_by(work: Work, reporter: str, count_max: int) -> list[Report]:
    """Every report that an account has filed, newest first."""
    chosen = sa.select(reports).where(reports.c.reporter == storable(reporter)).order_by(reports.c.at_ms.desc())
    return [_report(row) for row in work.execute(chosen.limit(count_max))]


def count_open(work: Work, account: str) -> int:
    """How many reports about an account wait for a decision."""
    return _count(work, sa.and_(reports.c.reported == storable(account), _IS_OPEN))


def receipts_of(work: Work, reporter: str, count_max: int) -> list[Receipt]:
    """The receipts of the reports that an account has filed."""
    return [receipt(report) for report in list_by(work, reporter, count_max)]


def receipt(report: Report) -> Receipt:
    """A report as its reporter sees it."""
    return Receipt(
        id=report.id,
        reported=report.reported,
        category=report.category,
        created_at_ms=report.created_at_ms,
        decided_at_ms=report.decided_at_ms,
    )


def decide(work: Work, report: Report) -> None:
    """Store the decision of a report."""
    values = {
        "decision": report.decision,
        "permanent": report.permanent,
        "decided_at_ms": report.decided_at_ms,
        "decided_by": report.decided_by,
        "reason": report.reason,
    }
    work.execute(reports.update().where(reports.c.report_id == report.id).values(values))


def count_undecided(work: Work, account: str, categories: Collection[str]) -> int:
    """How many reports of these categories against an account wait for a decision."""
    return _count(work, sa.and_(reports.c.reported == account, reports.c.category.in_(categories), _IS_OPEN))


def oldest_undecided_ms(work: Work) -> TimeMs | None:
    """Since when the oldest undecided report waits."""
    found: TimeMs | None = work.execute(sa.select(sa.func.min(reports.c.at_ms)).where(_IS_OPEN)).scalar_one()
    return found


def find_watch(work: Work, account: str) -> Watch:
    """Why an account is watched; all zeros: it is not."""
    chosen = sa.select(watches.c.seq, watches.c.undecided, watches.c.until_ms)
    row = work.execute(chosen.where(watches.c.account == storable(account))).one_or_none()
    return Watch(0, 0, 0) if row is None else Watch(*row)


def save_watch(work: Work, account: str, watch: Watch) -> None:
    """Store the watch."""
    values = watch._asdict()
    if not insert_if_missing(work, watches, {"account": account} | values):
        work.execute(watches.update().where(watches.c.account == account).values(values))


def _count(work: Work, condition: sa.ColumnElement[bool]) -> int:
    return int(work.execute(sa.select(sa.func.count()).select_from(reports).where(condition)).scalar_one())


def _report(row: Any) -> Report:
    return Report(
        id=row.report_id,
        reporter=row.reporter,
        reported=row.reported,
        category=row.category,
        comment=row.comment,
        context=msgspec.json.decode(row.context, type=ReportContext),
        lines=msgspec.json.decode(row.lines, type=list[ChatLine]),
        seated=msgspec.json.decode(row.seated, type=list[str]),
        created_at_ms=row.at_ms,
        times_reported=row.times_reported,
        decision=row.decision,
        permanent=row.permanent,
        decided_at_ms=row.decided_at_ms,
        decided_by=row.decided_by,
        reason=row.reason,
    )
