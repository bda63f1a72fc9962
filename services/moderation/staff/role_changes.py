"""Roles: given and taken by administrators (RULES.md §10)."""

from services.contracts.moderation import staff as contract
from services.contracts.moderation.events import RolesChanged
from services.kernel.refusal import Refusal
from services.kernel.text.unicode_text import check_reason, clean_text
from services.moderation.audit import audit_rows
from services.moderation.audit.chain import Record
from services.moderation.staff import role_rows, roles
from services.moderation.staff.authority import act, roles_of
from services.moderation.staff.roles import Role
from services.platform.database.unit_of_work import Work


def give_role(work: Work, request: contract.GiveRole) -> contract.Holder | Refusal:
    """Give an account a role; one that it has already stays as it is."""
    return _change(work, request)


def take_role(work: Work, request: contract.TakeRole) -> contract.Holder | Refusal:
    """Take a role from an account."""
    return _change(work, request)


def _change(work: Work, request: contract.GiveRole | contract.TakeRole) -> contract.Holder | Refusal:
    acting = act(work, request.account, "give_roles", about=[request.to])
    refusal = acting if isinstance(acting, Refusal) else check_reason(request.reason)
    if refusal is not None or isinstance(acting, Refusal):
        return refusal or Refusal("forbidden")
    give = isinstance(request, contract.GiveRole)
    set_role(work, request.to, request.role, request.account, acting, request.reason, give=give)
    return contract.Holder(account=request.to, roles=list(role_rows.roles_of(work, request.to)))


def set_role(work: Work, account: str, role: Role, by: str, acting: str, reason: str, *, give: bool) -> None:
    """Give or take a role; nothing if that has been done already."""
    audit_rows.lock_conduct(work)
    before = role_rows.given_roles(work, account)
    if (role in before) == give:
        return
    (role_rows.add_role if give else role_rows.delete_role)(work, account, role)
    after = role_rows.given_roles(work, account)
    action = "give_role" if give else "take_role"
    record = Record(work.now_ms, by, acting, action, account, role, clean_text(reason), list(before), list(after))
    entry = audit_rows.append_audit(work, record)
    work.publish(RolesChanged(account=account, seq=entry.seq, roles=list(after)))


def list_roles(work: Work, request: contract.ListRoles) -> contract.Holders | Refusal:
    """Accounts with roles, for staff who give roles or read the audit log."""
    held = roles_of(work, request.account)
    refusal = roles.check(held, "give_roles") and roles.check(held, "read_audit")
    found = role_rows.all_roles(work)
    return refusal or contract.Holders(
        holders=[contract.Holder(account=account, roles=list(each)) for account, each in found.items()]
    )
