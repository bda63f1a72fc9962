"""Stored roles of accounts."""

import sqlalchemy as sa

from services.moderation.sanctions import sanction_rows
from services.moderation.schema import roles
from services.moderation.staff import service_account_rows
from services.moderation.staff.roles import Role
from services.platform.database.unit_of_work import Work


def add_role(work: Work, account: str, role: Role) -> None:
    """Give an account a role that it has not got."""
    work.execute(roles.insert(), {"account": account, "role": role, "at_ms": work.now_ms})


def delete_role(work: Work, account: str, role: Role) -> None:
    """Take a role from an account."""
    work.execute(roles.delete().where(roles.c.account == account, roles.c.role == role))


def all_roles(work: Work) -> dict[str, list[Role]]:
    """All roles by account."""
    found: dict[str, list[Role]] = {}
    for row in work.execute(sa.select(roles.c.account, roles.c.role).order_by(roles.c.account, roles.c.role)):
        found.setdefault(row.account, []).append(row.role)
    return found


def given_roles(work: Work, account: str) -> list[Role]:
    """The roles that an account was given, by name."""
    chosen = sa.select(roles.c.role).where(roles.c.account == account).order_by(roles.c.role)
    return list(work.execute(chosen).scalars())


def roles_of(work: Work, account: str) -> list[Role]:
    """The roles in which an account may act: those that it was given. A service account has none while it is unknown or
    removed, or its owner is blocked or suspended."""
    if service_account_rows.is_service_account(account):
        found = service_account_rows.find(work, account)
        if found is None or found.removed_at_ms is not None or sanction_rows.is_kept_out(work, found.owner):
            return []
    return given_roles(work, account)
