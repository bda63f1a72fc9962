"""Deeds of staff about companies of players: decided here, written to the audit log, carried out by the lobby
(RULES.md §14)."""

import msgspec

from services.contracts.base import Done
from services.contracts.moderation import companies as contract
from services.kernel.clock import DAY_MS
from services.kernel.refusal import Refusal
from services.kernel.text.unicode_text import check_reason, clean_text
from services.moderation import metrics
from services.moderation.audit import audit_rows
from services.moderation.audit.chain import Record
from services.moderation.desk.use_cases import check_second, note_sole
from services.moderation.messages import notices
from services.moderation.messages.use_cases import notify
from services.moderation.staff.authority import act
from services.moderation.staff.roles import Action
from services.platform.database.unit_of_work import Work


def decide_company(work: Work, request: contract.DecideCompany) -> Done | Refusal:
    """Log the deed, publish it for the lobby, and notify the founder. Refusals: `forbidden`, `conflict_of_interest`,
    `company_days_invalid`, `reason_required`."""
    role = act(work, request.account, _action_of(request.deed), about=[*request.members, request.founder])
    if isinstance(role, Refusal):
        return role
    decided_by = request.closed_by if request.deed == "reopen" else ""
    refusal = (
        check_second(work, request.account, decided_by, request.alone)
        or _check_days(request.deed, request.days)
        or check_reason(request.reason)
    )
    if refusal is not None:
        return refusal
    audit_rows.lock_conduct(work)
    until_ms = work.now_ms + request.days * DAY_MS if request.deed == "close_chat" else 0
    reason = clean_text(request.reason)
    before = {"name": request.company_name, "founder": request.founder}
    after = {"name": request.new_name, "until_ms": until_ms}
    action = f"company_{request.deed}"
    record = Record(work.now_ms, request.account, role, action, request.company, request.id, reason, before, after)
    entry = audit_rows.append_audit(work, record)
    metrics.company_deeds.labels(request.deed).inc()
    work.publish(
        contract.CompanyDecided(
            id=request.id,
            company=request.company,
            seq=entry.seq,
            deed=request.deed,
            by=request.account,
            at_ms=work.now_ms,
            reason=reason,
            name=request.new_name,
            until_ms=until_ms,
        )
    )
    note_sole(work, msgspec.structs.replace(record, subject=request.founder), decided_by)
    notify(work, notices.company_decided(request, until_ms, reason))
    return Done()


_HARD: frozenset[contract.Deed] = frozenset({"close", "reopen"})


def _action_of(deed: contract.Deed) -> Action:
    """What moderators may do as well, and what administrators alone."""
    return "hard" if deed in _HARD else "mild"


def _check_days(deed: contract.Deed, days: int) -> Refusal | None:
    """`company_days_invalid`: a chat is closed for 1 to 30 days."""
    if deed != "close_chat" or 1 <= days <= contract.DAYS_MAX:
        return None
    return Refusal("company_days_invalid", {"most": contract.DAYS_MAX})
