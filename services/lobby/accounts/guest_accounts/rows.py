"""Guest accounts as stored: the hash of each one's key, and its last visit."""

from collections.abc import Collection

import sqlalchemy as sa

from services.kernel.clock import TimeMs
from services.lobby.schema import guest_accounts, players
from services.platform.database.bulk_rows import storable
from services.platform.database.unit_of_work import Work


def add(work: Work, account: str, key_hash: str, terms: int) -> None:
    """Store a new guest account; `terms`: the accepted version."""
    row = {"account": account, "key_hash": key_hash, "terms": terms}
    work.execute(guest_accounts.insert().values(row | {"opened_at_ms": work.now_ms, "seen_at_ms": work.now_ms}))


def find_by_key(work: Work, key_hash: str) -> str | None:
    """The account with this key."""
    chosen = sa.select(guest_accounts.c.account).where(guest_accounts.c.key_hash == key_hash)
    return work.execute(chosen).scalar_one_or_none()


def is_guest(work: Work, account: str) -> bool:
    """Whether an account is a guest account."""
    chosen = sa.select(guest_accounts.c.account).where(guest_accounts.c.account == storable(account))
    return work.execute(chosen).first() is not None


def find_some(work: Work, accounts: Collection[str]) -> list[str]:
    """Those of these accounts that are guest accounts."""
    chosen = sa.select(guest_accounts.c.account).where(guest_accounts.c.account.in_(map(storable, accounts)))
    return list(work.execute(chosen.order_by(guest_accounts.c.account)).scalars())


def note_visit(work: Work, account: str, at_ms: TimeMs) -> None:
    """Store a visit of its owner."""
    work.execute(guest_accounts.update().where(guest_accounts.c.account == account).values(seen_at_ms=at_ms))


def find_unseen(work: Work, before_ms: TimeMs, most: int) -> list[str]:
    """Guest accounts whose last visit was before, the longest unseen first."""
    unseen = sa.select(guest_accounts.c.account).where(guest_accounts.c.seen_at_ms < before_ms)
    return list(work.execute(unseen.order_by(guest_accounts.c.seen_at_ms).limit(most)).scalars())


def remove(work: Work, account: str) -> None:
    """The account is no guest account any more: it was registered, or erased."""
    work.execute(guest_accounts.delete().where(guest_accounts.c.account == account))
    work.execute(players.update().where(players.c.account == account).values(guest=False))


def count(work: Work) -> int:
    """The number of guest accounts."""
    return int(work.execute(sa.select(sa.func.count()).select_from(guest_accounts)).scalar_one())


def rows_of(work: Work, account: str) -> list[dict[str, object]]:
    """The account's data for an export."""
    c = guest_accounts.c
    chosen = sa.select(c.opened_at_ms, c.seen_at_ms, c.terms).where(c.account == account)
    return [dict(row._mapping) for row in work.execute(chosen)]
