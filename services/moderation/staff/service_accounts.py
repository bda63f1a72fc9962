"""Service accounts: other systems act in their names, with roles of their own (RULES.md §10).

A person answers for each. Where two people are needed, or nobody may decide about themselves, a person and all of their
service accounts are one.
"""

import re
from collections.abc import Collection, Sequence

import msgspec

from services.contracts.partners.service_accounts import SERVICE_ACCOUNT_PREFIX, GetServiceAccount, ServiceAccount
from services.kernel.refusal import Refusal
from services.kernel.text.unicode_text import check_reason, clean_text
from services.moderation.audit import audit_rows
from services.moderation.audit import chain as audit
from services.moderation.audit.chain import Record
from services.moderation.staff import role_rows
from services.moderation.staff import service_account_rows as stored
from services.moderation.staff.authority import counts_as
from services.moderation.staff.role_changes import set_role
from services.moderation.staff.roles import Role
from services.platform.database.unit_of_work import Work

_NAME = re.compile(r"[a-z0-9-]{1,40}", re.ASCII)
UNKNOWN = Refusal("service_account_unknown")


def get_service_account(work: Work, request: GetServiceAccount) -> ServiceAccount | Refusal:
    """One that may act, with the accounts that are one with it."""
    found = stored.find(work, request.account)
    if found is None or found.removed_at_ms is not None:
        return UNKNOWN
    return msgspec.structs.replace(found, counts_as=sorted(counts_as(work, found.account)))


# --- operators at the shell ---


def add(work: Work, name: str, owner: str, roles: Collection[Role], by: str, reason: str) -> ServiceAccount | Refusal:
    """Make a service account with these roles. Refusals: `service_account_invalid` (the name: up to 40 lower-case
    letters, digits and hyphens), `reason_required`, `service_account_exists` (also one that was removed)."""
    if not _NAME.fullmatch(name):
        return Refusal("service_account_invalid")
    if refusal := check_reason(reason):
        return refusal
    audit_rows.lock_conduct(work)
    account = f"{SERVICE_ACCOUNT_PREFIX}{name}"
    if stored.find(work, account) is not None:
        return Refusal("service_account_exists")
    stored.add(work, account, owner)
    after = {"owner": owner}
    audit_rows.append_audit(
        work,
        Record(work.now_ms, by, "operator", "add_service_account", account, owner, clean_text(reason), None, after),
    )
    for role in sorted({*roles, *role_rows.given_roles(work, account)}):
        set_role(work, account, role, by, "operator", reason, give=role in roles)
    return ServiceAccount(account=account, owner=owner, created_at_ms=work.now_ms)


def remove(work: Work, name: str, by: str, reason: str) -> ServiceAccount | Refusal:
    """A service account acts no more, and loses its roles. Refusals: `reason_required`, `service_account_unknown`."""
    if refusal := check_reason(reason):
        return refusal
    audit_rows.lock_conduct(work)
    found = stored.find(work, f"{SERVICE_ACCOUNT_PREFIX}{name}")
    if found is None or found.removed_at_ms is not None:
        return UNKNOWN
    _remove(work, found, by, "operator", reason)
    return msgspec.structs.replace(found, removed_at_ms=work.now_ms)


def list_all(work: Work) -> list[tuple[ServiceAccount, Sequence[Role]]]:
    """All of them with their roles."""
    return [(each, role_rows.roles_of(work, each.account)) for each in stored.list_all(work)]


def remove_owned(work: Work, owner: str) -> None:
    """The person who answers for them is erased: nobody does, so they act no more."""
    for each in stored.owned_by(work, owner):
        if each.removed_at_ms is None:
            _remove(work, each, audit.SYSTEM, "", "the account of its owner was erased")


def _remove(work: Work, found: ServiceAccount, by: str, role: str, reason: str) -> None:
    for each in role_rows.given_roles(work, found.account):
        set_role(work, found.account, each, by, role, reason, give=False)
    stored.remove(work, found.account)
    audit_rows.append_audit(
        work, Record(work.now_ms, by, role, "remove_service_account", found.account, found.owner, clean_text(reason))
    )
