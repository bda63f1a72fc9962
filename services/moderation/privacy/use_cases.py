"""Export and erasure of one account's data (services/lobby/RULES.md §7)."""

from typing import Any

from services.moderation.audit import audit_rows
from services.moderation.audit import chain as audit
from services.moderation.privacy import rows as privacy
from services.moderation.staff import role_rows, service_accounts
from services.platform.database import repeated_commands as commands
from services.platform.database.unit_of_work import Work


def collect(work: Work, account: str) -> dict[str, Any]:
    """Cards, suspensions, roles, and messages of the Administrator to the account."""
    return privacy.rows_of(work, account)


def erase(work: Work, account: str) -> None:
    """Delete the messages to the account, and its roles; its service accounts act no more.
    Cards, suspensions and the audit log contain only an id."""
    service_accounts.remove_owned(work, account)
    roles = role_rows.roles_of(work, account)
    privacy.erase(work, account)
    commands.forget(work, account)
    if roles:
        left = audit.Record(work.now_ms, audit.SYSTEM, "", "erase_account", account, "", "", list(roles), [])
        audit_rows.append_audit(work, left)
