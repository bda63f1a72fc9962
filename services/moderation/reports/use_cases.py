"""Reports: filed by players, decided by staff (RULES.md §5)."""

from typing import NamedTuple

import msgspec

from services.contracts.moderation import reports as moderation_reports
from services.contracts.moderation import vocabulary
from services.contracts.moderation.cases import Case
from services.contracts.moderation.events import ReportFiled, WatchChanged
from services.contracts.moderation.messages import AdminMessage, MessageSent
from services.contracts.moderation.reports import Report
from services.kernel.clock import DAY_MS, TimeMs
from services.kernel.refusal import Refusal
from services.kernel.text.unicode_text import clean_text, fits
from services.moderation import metrics
from services.moderation.audit import audit_rows
from services.moderation.audit.audit_rows import append_audit
from services.moderation.audit.chain import Record
from services.moderation.cards.rules import CardSettings
from services.moderation.cases import case_rows
from services.moderation.cases.case_rows import Raised
from services.moderation.cases.use_cases import close_found, raise_all
from services.moderation.desk import rows as desk_rows
from services.moderation.messages import message_rows, notices
from services.moderation.messages.rules import Letter
from services.moderation.messages.use_cases import message_of, notify
from services.moderation.operator_settings import report_settings
from services.moderation.reports import report_rows as stored
from services.moderation.reports import rules as reports
from services.moderation.reports.report_rows import Watch
from services.moderation.reports.rules import DEFAULTS, WATCHED, Filing, Outcome
from services.moderation.sanctions.staff_sanctions import block_account, red_card
from services.moderation.signals import rules as signals
from services.moderation.staff import roles
from services.moderation.staff.authority import act, is_about, roles_of
from services.platform.database.unit_of_work import Work

_SIGNAL_DAYS = 7
MESSAGE_LENGTH_MAX = 1000
UNKNOWN = Refusal("report_unknown")


# --- filing ----------------------------------------------------------------------------------------------------------


def file_report(work: Work, request: moderation_reports.FileReport) -> moderation_reports.Receipt | Refusal:
    """Store a report, notify the administrators, and watch the reported player's chat if the category requires it."""
    held = act(work, request.account, "file")
    if isinstance(held, Refusal):
        return held
    audit_rows.lock_conduct(work)
    known = stored.find(work, request.id)
    if known is not None:
        return stored.receipt(known) if known.reporter == request.account else Refusal("report_duplicate")
    times = _check(work, request)
    if isinstance(times, Refusal):
        return times
    report = _report(work, request, times)
    stored.add(work, report)
    metrics.reports.labels(report.category).inc()
    work.publish(_news(report))
    watch(work, report.reported)
    _signal_many(work, report.reported)
    return stored.receipt(report)


def _check(work: Work, request: moderation_reports.FileReport) -> int | Refusal:
    counted = stored.count(work, request.account, request.reported, work.now_ms - DAY_MS)
    filing = Filing(
        reporter=request.account,
        reported=request.reported,
        reported_kind=request.reported_kind,
        contact_ms_ago=request.contact_ms_ago,
        undecided_same_pair=counted.undecided_same_pair,
        filed_last_24h=counted.filed_recently,
        earlier_reports_on_reported=counted.times_reported,
    )
    times = reports.file(filing, report_settings(work))
    return times if isinstance(times, Refusal) else reports.check_comment(request.comment) or times


def _report(work: Work, request: moderation_reports.FileReport, times: int) -> Report:
    return Report(
        id=request.id,
        reporter=request.account,
        reported=request.reported,
        category=request.category,
        comment=clean_text(request.comment),
        context=request.context,
        lines=request.lines[-DEFAULTS.messages_kept :],
        seated=request.seated,
        created_at_ms=work.now_ms,
        times_reported=times,
    )


def _news(report: Report) -> ReportFiled:
    return ReportFiled(
        report=report.id,
        reporter=report.reporter,
        reported=report.reported,
        category=report.category,
        comment=report.comment,
        times_reported=report.times_reported,
        created_at_ms=report.created_at_ms,
    )


def _signal_many(work: Work, reported: str) -> None:
    """Reports by many different players are a signal of their own (RULES.md §7)."""
    reporters = stored.reporters_since(work, reported, work.now_ms - _SIGNAL_DAYS * DAY_MS)
    enough = msgspec.structs.replace(signals.DEFAULTS, reporters=report_settings(work).reporters_signal)
    if signals.chat(0, reporters, enough):
        raise_all(work, [Raised("chat", [reported], {"reporters": reporters, "days": _SIGNAL_DAYS})])


# --- queries ---------------------------------------------------------------------------------------------------------


def list_reports(work: Work, request: moderation_reports.ListReports) -> moderation_reports.Reports | Refusal:
    """A page of the reports, for staff who may read them."""
    refusal = roles.check(roles_of(work, request.account), "read_reports")
    if refusal is not None:
        return refusal
    found = stored.list_some(
        work,
        decided=request.decided,
        reported=request.reported,
        count_max=request.limit,
        after=request.after,
        company=request.company,
    )
    return moderation_reports.Reports(reports=found)


def list_own_reports(work: Work, request: moderation_reports.ListOwnReports) -> moderation_reports.Receipts:
    """The receipts of an account's own reports: only that they were received and decided."""
    return moderation_reports.Receipts(reports=stored.receipts_of(work, request.account, vocabulary.PAGE_MAX))


# --- decisions -------------------------------------------------------------------------------------------------------


def decide(work: Work, settings: CardSettings, request: moderation_reports.Decide) -> Report | Refusal:
    """One decision a report, with its effect in the same transaction; the reporter is notified that it was decided."""
    action = reports.action_of(request.decision)
    refusal = roles.check(roles_of(work, request.account), action)
    if refusal is not None:
        return refusal
    audit_rows.lock_conduct(work)
    report = stored.find(work, request.report)
    if report is None:
        return UNKNOWN
    involved = is_about(work, request.account, (report.reporter, report.reported, *report.seated))
    held = roles_of(work, request.account)
    refusal = reports.check_decision(
        request.decision, held, involved, report.decided_at_ms is not None, request.reason
    ) or _check_message(request.message)
    if refusal is not None:
        return refusal
    together = _check_together(work, request, report)
    if isinstance(together, Refusal):
        return together
    decided = _decide(work, settings, request, report)
    _close_together(work, request, together)
    desk_rows.end_claims(work, request.account)
    return decided


class _Together(NamedTuple):
    """What a decision closes beside its own report."""

    reports: list[Report]
    cases: list[Case]


def _check_together(work: Work, request: moderation_reports.Decide, report: Report) -> _Together | Refusal:
    """The other reports and cases. Refusals: `report_unknown`, `report_of_another`, `report_decided`, `case_unknown`,
    `conflict_of_interest`."""
    others = [stored.find(work, each) for each in dict.fromkeys(request.also) if each != report.id]
    opened = [case_rows.lock(work, each) for each in dict.fromkeys(request.cases)]
    if any(each is None for each in others):
        return UNKNOWN
    found = _Together([each for each in others if each is not None], [each for each in opened if each is not None])
    if any(each.reported != report.reported for each in found.reports):
        return Refusal("report_of_another")
    if any(each.decided_at_ms is not None for each in found.reports):
        return Refusal("report_decided")
    wrong = any(each.closed_at_ms is not None or report.reported not in each.players for each in found.cases)
    if wrong or len(found.cases) < len(opened):
        return Refusal("case_unknown")
    seen = {each for one in found.reports for each in (one.reporter, *one.seated)}
    seen |= {each for one in found.cases for each in one.players}
    return Refusal("conflict_of_interest") if is_about(work, request.account, seen) else found


def _close_together(work: Work, request: moderation_reports.Decide, together: _Together) -> None:
    """Close the other reports and cases by the same decision, whose effect has been had."""
    role = act(work, request.account, reports.action_of(request.decision))
    assert not isinstance(role, Refusal)
    reason = clean_text(request.reason)
    for report in together.reports:
        decided = msgspec.structs.replace(
            report,
            decision=request.decision,
            permanent=request.permanent and request.decision == "block",
            decided_at_ms=work.now_ms,
            decided_by=request.account,
            reason=reason,
        )
        stored.decide(work, decided)
        append_audit(
            work,
            Record(
                work.now_ms, request.account, role, f"report_{request.decision}", report.reported, report.id, reason,
                None, {"with": request.report},
            ),
        )  # fmt: skip
        metrics.decisions.labels(request.decision).inc()
        notify(work, notices.report_decided(report.reporter, report.id))
    if together.reports:
        watch(work, together.reports[0].reported)
    for case in together.cases:
        close_found(work, case, request.account, role, reason)


def _check_message(message: str) -> Refusal | None:
    return None if fits(message, 0, MESSAGE_LENGTH_MAX) else Refusal("message_invalid", {"fields": ["message"]})


def _decide(work: Work, settings: CardSettings, request: moderation_reports.Decide, report: Report) -> Report:
    role = act(work, request.account, reports.action_of(request.decision))
    assert not isinstance(role, Refusal)
    reason = clean_text(request.reason)
    outcome = reports.outcome(request.decision, request.permanent, work.now_ms, report_settings(work))
    decided = msgspec.structs.replace(
        report,
        decision=request.decision,
        permanent=outcome.effect == "account_blocked",
        decided_at_ms=work.now_ms,
        decided_by=request.account,
        reason=reason,
    )
    stored.decide(work, decided)
    after = {"effect": outcome.effect, "watch_until_ms": outcome.watch_until_ms}
    record = Record(
        work.now_ms,
        request.account,
        role,
        f"report_{request.decision}",
        report.reported,
        report.id,
        reason,
        None,
        after,
    )
    append_audit(work, record)
    metrics.decisions.labels(request.decision).inc()
    _carry_out(work, settings, decided, outcome, record, clean_text(request.message))
    watch(work, report.reported, _new_end_of_watch(work, decided, outcome))
    notify(work, notices.report_decided(report.reporter, report.id))
    return decided


def _carry_out(
    work: Work, settings: CardSettings, report: Report, outcome: Outcome, record: Record, message: str
) -> None:
    if outcome.effect == "warning":
        _warn(work, report, record.actor, message)
    elif outcome.effect == "red_card":
        card_id = f"report-{report.id}"
        red_card(work, settings, card_id, report.reported, record, report.context.match)
    elif outcome.effect == "account_blocked":
        block_account(work, f"report-{report.id}", report.reported, record)


def _warn(work: Work, report: Report, by: str, message: str) -> AdminMessage:
    """Warn the player, who must acknowledge it before their next seat."""
    notice = notices.warned(report.reported, report.id, report.category, message)
    letter = Letter(
        notice.id, notice.to, "warning", notice.subject, notice.body, work.now_ms, code=notice.code,
        params=notice.params,
    )  # fmt: skip
    if message_rows.add(work, letter, by):
        work.publish(MessageSent(message=message_of(letter)))
    return message_of(letter)


def _new_end_of_watch(work: Work, report: Report, outcome: Outcome) -> TimeMs | None:
    """A warning watches for some days, and never ends the watch of an earlier one sooner; a block ends every watch;
    who ignores a report decides nothing about an earlier warning."""
    if report.decision == "ignore":
        return None
    if outcome.watch_until_ms is None:
        return 0
    return max(outcome.watch_until_ms, stored.find_watch(work, report.reported).until_ms)


# --- watched chat ----------------------------------------------------------------------------------------------------


def watch(work: Work, account: str, until_ms: TimeMs | None = None) -> None:
    """Count the undecided reports again; with `until_ms` a decision has set a new end of the watch (0: it ends).

    The caller holds the lock of conduct.
    """
    before = stored.find_watch(work, account)
    undecided = stored.count_undecided(work, account, WATCHED)
    after = Watch(before.seq + 1, undecided, before.until_ms if until_ms is None else until_ms)
    if after[1:] == before[1:]:
        return
    stored.save_watch(work, account, after)
    watched = is_watched(after, work.now_ms)
    ends_ms = None if after.undecided or not watched else after.until_ms
    work.publish(WatchChanged(account=account, seq=after.seq, watched=watched, until_ms=ends_ms))


def is_watched(watch: Watch, now_ms: TimeMs) -> bool:
    """Whether staff see the player's chat live."""
    return bool(watch.undecided) or now_ms < watch.until_ms
