"""Appeals: at most one against a suspension or block, ruled on by another administrator (RULES.md §9)."""

import msgspec

from services.contracts.moderation import appeals as contract
from services.contracts.moderation.appeals import Appeal
from services.contracts.moderation.events import AppealFiled
from services.kernel.ids import new_id
from services.kernel.refusal import Refusal
from services.kernel.text.unicode_text import clean_text
from services.moderation import metrics
from services.moderation.appeals import appeal_rows as stored
from services.moderation.appeals import rules as appeals
from services.moderation.audit import audit_rows
from services.moderation.audit.audit_rows import append_audit
from services.moderation.audit.chain import Record
from services.moderation.cards.rules import CardSettings
from services.moderation.desk.use_cases import note_sole
from services.moderation.messages import notices
from services.moderation.messages.use_cases import notify
from services.moderation.operator_settings import appeal_settings
from services.moderation.sanctions import sanction_rows
from services.moderation.sanctions.staff_sanctions import change_end, end_block
from services.moderation.sanctions.suspensions import Suspension, in_force
from services.moderation.staff import roles
from services.moderation.staff.authority import act, is_about, roles_of
from services.platform.database.unit_of_work import Work


class Appealed(msgspec.Struct, frozen=True):
    """The suspension or block that is appealed against: its id, who decided it, and when."""

    kind: str
    of: str
    decided_at_ms: int
    by: str


# --- filing ----------------------------------------------------------------------------------------------------------


def file_appeal(work: Work, request: contract.FileAppeal) -> Appeal | Refusal:
    """File an appeal against the block of the account, or otherwise the suspension in force."""
    role = act(work, request.account, "file")
    if isinstance(role, Refusal):
        return role
    audit_rows.lock_conduct(work)
    found = what_keeps_out(work, request.account)
    if found is None or request.kind not in (None, found.kind):
        return Refusal("not_appealable")
    earlier = stored.is_appealed(work, found.of)
    settings = appeal_settings(work)
    refusal = appeals.check(found.kind, found.decided_at_ms, work.now_ms, earlier, request.text, settings)
    if refusal is not None:
        return refusal
    appeal = Appeal(
        id=new_id(),
        account=request.account,
        kind=found.kind,  # type: ignore[arg-type]  # one of the two that `what_keeps_out` finds
        of=found.of,
        text=clean_text(request.text),
        created_at_ms=work.now_ms,
        decided_by=found.by,
    )
    stored.add(work, appeal)
    metrics.appeals.labels("filed").inc()
    by = request.filed_by or appeal.account
    append_audit(work, Record(work.now_ms, by, role, "appeal", appeal.account, appeal.id, "", None, appeal.of))
    work.publish(AppealFiled(appeal=appeal.id, account=appeal.account, created_at_ms=appeal.created_at_ms))
    return appeal


def what_keeps_out(work: Work, account: str) -> Appealed | None:
    """The block or, without one, the suspension in force, as at login."""
    block = sanction_rows.block_of(work, account)
    if block is not None:
        return Appealed("block", f"{block.id}:{account}", block.from_ms, block.by)
    running = in_force(sanction_rows.suspensions_of(work, account, work.now_ms), work.now_ms)
    kept = None if running is None else sanction_rows.find_suspension(work, running.id)
    return None if kept is None else Appealed("suspension", kept.suspension.id, kept.decided_at_ms, kept.by)


def list_appeals(work: Work, request: contract.ListAppeals) -> contract.Appeals | Refusal:
    """A page of the appeals, for staff who may read reports."""
    refusal = roles.check(roles_of(work, request.account), "read_reports")
    if refusal is not None:
        return refusal
    found = stored.list_some(work, ruled=request.ruled, count_max=request.limit, after=request.after)
    return contract.Appeals(appeals=found)


# --- ruling ----------------------------------------------------------------------------------------------------------


def rule_appeal(work: Work, settings: CardSettings, request: contract.RuleAppeal) -> Appeal | Refusal:
    """Rule on an appeal; only by an administrator who has neither taken the decision nor filed the appeal."""
    held = roles_of(work, request.account)
    refusal = roles.check(held, "hard")
    if refusal is not None:
        return refusal
    audit_rows.lock_conduct(work)
    appeal = stored.find(work, request.appeal)
    if appeal is None:
        return Refusal("appeal_unknown")
    concerned = [appeal.account] if request.alone else [appeal.account, appeal.decided_by]
    involved = is_about(work, request.account, concerned)
    refusal = appeals.check_ruling(held, involved, request.reason)
    if refusal is not None or appeal.ruled_at_ms is not None:
        return refusal or Refusal("appeal_decided")
    reason = clean_text(request.reason)
    record = Record(
        work.now_ms, request.account, "administrator", f"appeal_{request.outcome}", appeal.account, appeal.id, reason
    )
    refusal = _carry_out(work, settings, appeal, request, record)
    if refusal is not None:
        return refusal
    note_sole(work, record, appeal.decided_by)
    return _close(work, appeal, request, reason)


def _close(work: Work, appeal: Appeal, request: contract.RuleAppeal, reason: str) -> Appeal:
    until_ms = request.until_ms if request.outcome == "reduced" else None
    ruled = msgspec.structs.replace(
        appeal,
        outcome=request.outcome,
        until_ms=until_ms,
        ruled_at_ms=work.now_ms,
        ruled_by=request.account,
        reason=reason,
    )
    stored.rule(work, ruled)
    metrics.appeals.labels(request.outcome).inc()
    notify(work, notices.appeal_ruled(appeal.account, appeal.id, request.outcome, until_ms, reason))
    return ruled


def _carry_out(
    work: Work, settings: CardSettings, appeal: Appeal, request: contract.RuleAppeal, record: Record
) -> Refusal | None:
    if request.outcome == "upheld":
        append_audit(work, record)
        return None
    if appeal.kind == "block":
        return _end_block(work, appeal, request, record)
    found = sanction_rows.find_suspension(work, appeal.of)
    if found is None:
        return Refusal("appeal_unknown")
    others = sanction_rows.suspensions_of(work, appeal.account, 0)
    checked = appeals.rule(others, found.suspension, request.outcome, work.now_ms, request.until_ms)
    if isinstance(checked, Refusal):
        return checked
    change_end(work, settings, found, request.outcome, request.until_ms, record)
    return None


def _end_block(work: Work, appeal: Appeal, request: contract.RuleAppeal, record: Record) -> Refusal | None:
    """End a block that is lifted, or turn one that is reduced into a suspension."""
    block = sanction_rows.block_of(work, appeal.account)
    if block is None:
        return Refusal("appeal_invalid")
    if request.outcome == "reduced":
        if request.until_ms is None or request.until_ms < work.now_ms:
            return Refusal("appeal_invalid")
        kept = Suspension(block.from_ms, request.until_ms, "staff", block.reason, new_id())
        sanction_rows.add_suspension(work, appeal.account, kept, block.by, block.from_ms)
        record = msgspec.structs.replace(record, after={"from_ms": kept.from_ms, "until_ms": kept.until_ms})
    end_block(work, appeal.account, record)
    return None
