"""What moderation keeps of one account: handed out, and erased (services/lobby/RULES.md §7)."""

from typing import Any

from services.moderation import audit, store
from services.moderation.store import privacy
from services.plumbing import commands
from services.plumbing.database import Work


def collect(work: Work, account: str) -> dict[str, Any]:
    """Cards, suspensions, roles, and what the Administrator has written to the account."""
    return privacy.rows_of(work, account)


def erase(work: Work, account: str) -> None:
    """What was written to the account goes, and its roles. Cards, suspensions and the audit log name an id alone."""
    roles = store.roles_of(work, account)
    privacy.erase(work, account)
    commands.forget(work, account)
    if roles:
        left = audit.Record(work.now_ms, audit.SYSTEM, "", "erase_account", account, "", "", list(roles), [])
        store.append_audit(work, left)
