"""Mutes: staff bar a player from the chat for a while, or end that (RULES.md §5, §10)."""

from services.contracts.moderation import conduct as contract
from services.kernel.refusal import Refusal
from services.kernel.text.unicode_text import check_reason, clean_text
from services.moderation import metrics
from services.moderation.audit import audit_rows
from services.moderation.audit.chain import Record
from services.moderation.sanctions import sanction_rows
from services.moderation.staff import role_rows
from services.moderation.staff.authority import is_about
from services.moderation.staff.roles import Role, check, check_mute
from services.platform.database.unit_of_work import Work

_MINUTE_MS = 60_000
_ROLES: tuple[Role, ...] = ("moderator", "administrator")
"""The order in which the roles of an account are tried."""


def mute_chat(work: Work, request: contract.MuteChat) -> contract.Mute | Refusal:
    """Mute a player, by staff; the lobby notifies the player and refuses their messages."""
    roles = role_rows.roles_of(work, request.account)
    refusal = check(roles, "mild", involved=is_about(work, request.account, [request.to]))
    if refusal is not None:
        return refusal
    role = next(role for role in _ROLES if role in roles)
    return mute(work, request, request.account, role)


def mute(work: Work, request: contract.MuteChat, by: str, role: str = "operator") -> contract.Mute | Refusal:
    """The same without a check of roles, for operators at the shell."""
    takes_back = request.minutes == 0
    refusal = (None if takes_back else check_mute(request.minutes * 60)) or check_reason(request.reason)
    if refusal is not None:
        return refusal
    audit_rows.lock_conduct(work)
    known = sanction_rows.find_mute(work, request.id)
    if known is not None and known.account != request.to:
        return Refusal("idempotency_conflict")
    return known or _mute(work, request, by, role)


def _mute(work: Work, request: contract.MuteChat, by: str, role: str) -> contract.Mute:
    """Store mutes one after the other, in the order of the audit log, whose entries contain the state before."""
    before = sanction_rows.newest_mute(work, request.to)
    given = contract.Mute(request.id, request.to, work.now_ms + request.minutes * _MINUTE_MS)
    held_ms = before.until_ms if before is not None and before.until_ms > work.now_ms else None
    action = "mute" if request.minutes else "unmute"
    record = Record(
        work.now_ms, by, role, action, request.to, request.id, clean_text(request.reason), {"until_ms": held_ms},
        {"until_ms": given.until_ms},
    )  # fmt: skip
    entry = audit_rows.append_audit(work, record)
    sanction_rows.add_mute(work, given, entry.seq)
    metrics.mutes.labels(action).inc()
    work.publish(contract.ChatMuted(account=given.account, seq=entry.seq, until_ms=given.until_ms))
    return given
