"""Credentials: addresses, birth dates and hashes of passwords."""

from collections.abc import Collection
from datetime import date

import msgspec
import sqlalchemy as sa

from services.kernel.clock import TimeMs
from services.lobby.schema import credentials, players
from services.platform.database.bulk_rows import insert_if_missing, storable
from services.platform.database.unit_of_work import Work


class Credentials(msgspec.Struct, frozen=True):
    """Data that only registration and login use. `registered_on`: UTC date; `email` empty: the account has no address;
    `password_hash` empty: it has no password."""

    account: str
    email: str
    password_hash: str
    birth_date: str
    device: str
    address: str
    registered_on: str
    terms: int | None = None
    email_confirmed_at_ms: TimeMs | None = None
    keys_published: bool = True

    @property
    def has_password(self) -> bool:
        """Whether a password lets its owner in."""
        return bool(self.password_hash)


def add(work: Work, new: Credentials) -> bool:
    """Store the credentials of a new account; False: the address is taken."""
    fields = {**msgspec.structs.asdict(new), "email": new.email or new.account}.items()
    return insert_if_missing(
        work, credentials, {field: storable(it) if isinstance(it, str) else it for field, it in fields}
    )


def find_by_email(work: Work, email: str) -> Credentials | None:
    """By e-mail address."""
    if "@" not in email:
        return None
    return _one(work, sa.select(credentials).where(credentials.c.email == storable(email)))


def find(work: Work, account: str) -> Credentials | None:
    """By the account's id."""
    return _one(work, sa.select(credentials).where(credentials.c.account == account))


def find_by_name_key(work: Work, name_key: str) -> Credentials | None:
    """By the key of the player's name."""
    both = sa.join(credentials, players, credentials.c.account == players.c.account)
    return _one(work, sa.select(credentials).select_from(both).where(players.c.name_key == storable(name_key)))


def find_birth_date(work: Work, account: str) -> date | None:
    """The birth date of the account's owner."""
    chosen = sa.select(credentials.c.birth_date).where(credentials.c.account == storable(account))
    found = work.execute(chosen).scalar_one_or_none()
    return None if found is None else date.fromisoformat(found)


def lock_unpublished(work: Work, most: int) -> list[Credentials]:
    """Accounts whose persons' keys the other services do not know, locked; those that another process publishes at this
    moment are left out."""
    unpublished = sa.select(credentials).where(sa.not_(credentials.c.keys_published)).order_by(credentials.c.account)
    rows = work.execute(unpublished.limit(most).with_for_update(skip_locked=True))
    return [_credentials(row) for row in rows]


def mark_published(work: Work, accounts: Collection[str]) -> None:
    """The keys of these persons have been published."""
    work.execute(credentials.update().where(credentials.c.account.in_(accounts)).values(keys_published=True))


def save_password(work: Work, account: str, password_hash: str) -> None:
    """Store another hash."""
    work.execute(credentials.update().where(credentials.c.account == account).values(password_hash=password_hash))


def replace_password(work: Work, account: str, known: str, password_hash: str) -> bool:
    """Replace the known hash; False: it has been changed meanwhile."""
    same = sa.and_(credentials.c.account == account, credentials.c.password_hash == known)
    return bool(work.execute(credentials.update().where(same).values(password_hash=password_hash)).rowcount)


def confirm_email(work: Work, account: str) -> None:
    """Mark the account's address as confirmed."""
    unconfirmed = sa.and_(credentials.c.account == account, credentials.c.email_confirmed_at_ms.is_(None))
    work.execute(credentials.update().where(unconfirmed).values(email_confirmed_at_ms=work.now_ms))


def change_email(work: Work, account: str, email: str) -> bool:
    """Store another, confirmed address; False: another account has it."""
    taken = sa.select(credentials.c.account).where(credentials.c.email == email, credentials.c.account != account)
    if work.execute(taken).first() is not None:
        return False
    values = {"email": email, "email_confirmed_at_ms": work.now_ms}
    work.execute(credentials.update().where(credentials.c.account == account).values(values))
    return True


def _one(work: Work, statement: sa.Select[tuple[object, ...]]) -> Credentials | None:
    row = work.execute(statement).one_or_none()
    return None if row is None else _credentials(row)


def shown_email(stored: str) -> str:
    """The address as it was entered; empty where the row has the account's id instead."""
    return stored if "@" in stored else ""


def _credentials(row: sa.Row[tuple[object, ...]]) -> Credentials:
    found = Credentials(**row._mapping)
    return msgspec.structs.replace(found, email=shown_email(found.email))
