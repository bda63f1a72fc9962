"""Stored service accounts: in whose names other systems act."""

from typing import Any

import sqlalchemy as sa

from services.contracts.partners.service_accounts import SERVICE_ACCOUNT_PREFIX, ServiceAccount
from services.moderation.schema import service_accounts as kept
from services.platform.database.bulk_rows import storable
from services.platform.database.unit_of_work import Work


def is_service_account(account: str) -> bool:
    """Whether an account's id is that of a service account."""
    return account.startswith(SERVICE_ACCOUNT_PREFIX)


def find(work: Work, account: str) -> ServiceAccount | None:
    """A service account, removed ones too."""
    row = work.execute(sa.select(kept).where(kept.c.account == storable(account))).one_or_none()
    return None if row is None else _shown(row)


def owned_by(work: Work, owner: str) -> list[ServiceAccount]:
    """The service accounts of a person, removed ones too."""
    chosen = sa.select(kept).where(kept.c.owner == storable(owner)).order_by(kept.c.account)
    return [_shown(row) for row in work.execute(chosen)]


def list_all(work: Work) -> list[ServiceAccount]:
    """All of them, removed ones too."""
    return [_shown(row) for row in work.execute(sa.select(kept).order_by(kept.c.account))]


def add(work: Work, account: str, owner: str) -> None:
    """Store a new one."""
    work.execute(kept.insert(), {"account": account, "owner": owner, "at_ms": work.now_ms, "removed_at_ms": None})


def remove(work: Work, account: str) -> None:
    """It acts no more."""
    work.execute(kept.update().where(kept.c.account == account).values(removed_at_ms=work.now_ms))


def _shown(row: Any) -> ServiceAccount:
    return ServiceAccount(
        account=row.account, owner=row.owner, created_at_ms=row.at_ms, removed_at_ms=row.removed_at_ms
    )
