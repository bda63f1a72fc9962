"""Passkeys and challenges as stored, and their tables, which are of the lobby's schema (RULES.md §26)."""

from typing import Any

import msgspec
import sqlalchemy as sa

from services.kernel.clock import TimeMs
from services.lobby.access.passkeys.rules import Challenge, Passkey
from services.lobby.schema import metadata
from services.platform.database.bulk_rows import insert_if_missing
from services.platform.database.unit_of_work import Work

passkeys = sa.Table(
    "passkeys",
    metadata,
    sa.Column("credential", sa.Text, primary_key=True),
    sa.Column("account", sa.Text, nullable=False),
    sa.Column("user_handle", sa.Text, nullable=False),
    sa.Column("public_key", sa.Text, nullable=False),
    sa.Column("sign_count", sa.BigInteger, nullable=False),
    sa.Column("transports", sa.Text, nullable=False),
    sa.Column("synced", sa.Boolean, nullable=False),
    sa.Column("name", sa.Text, nullable=False),
    sa.Column("added_at_ms", sa.BigInteger, nullable=False),
    sa.Column("used_at_ms", sa.BigInteger),
    sa.Column("closed_at_ms", sa.BigInteger),
    sa.Index("passkeys_by_account", "account"),
)
"""rules.Passkey; `public_key` is COSE, and no secret."""

passkey_challenges = sa.Table(
    "passkey_challenges",
    metadata,
    sa.Column("challenge_hash", sa.Text, primary_key=True),
    sa.Column("purpose", sa.Text, nullable=False),
    sa.Column("account", sa.Text, nullable=False),
    sa.Column("device", sa.Text, nullable=False),
    sa.Column("household", sa.Text, nullable=False),
    sa.Column("user_handle", sa.Text, nullable=False),
    sa.Column("until_ms", sa.BigInteger, nullable=False),
    sa.Index("passkey_challenges_by_household", "household", "until_ms"),
    sa.Index("passkey_challenges_by_account", "account"),
    sa.Index("passkey_challenges_by_time", "until_ms"),
)
"""rules.Challenge: what was sent to browsers, until it is used or too old."""

_p, _c = passkeys.c, passkey_challenges.c


def add(work: Work, passkey: Passkey) -> bool:
    """Store a new passkey; False: there is one with this credential."""
    return insert_if_missing(work, passkeys, msgspec.structs.asdict(passkey))


def lock(work: Work, credential: str) -> Passkey | None:
    """A passkey, locked until the end of the transaction."""
    row = work.execute(sa.select(passkeys).where(_p.credential == credential).with_for_update()).one_or_none()
    return None if row is None else Passkey(**row._mapping)


def list_of(work: Work, account: str) -> list[Passkey]:
    """An account's passkeys, oldest first, locked: of two removals at the same time one is the last."""
    chosen = sa.select(passkeys).where(_p.account == account).order_by(_p.credential).with_for_update()
    found = [Passkey(**row._mapping) for row in work.execute(chosen)]
    return sorted(found, key=lambda each: (each.added_at_ms, each.credential))


def note_use(work: Work, credential: str, sign_count: int, *, synced: bool) -> None:
    """A passkey was shown."""
    values = {"sign_count": sign_count, "synced": synced, "used_at_ms": work.now_ms}
    work.execute(passkeys.update().where(_p.credential == credential).values(values))


def close(work: Work, credential: str) -> None:
    """Take the passkey no more: a copy of it was seen."""
    work.execute(passkeys.update().where(_p.credential == credential).values(closed_at_ms=work.now_ms))


def rename(work: Work, credential: str, name: str) -> None:
    """Store another name."""
    work.execute(passkeys.update().where(_p.credential == credential).values(name=name))


def remove(work: Work, credential: str) -> None:
    """Delete a passkey."""
    work.execute(passkeys.delete().where(_p.credential == credential))


def add_challenge(work: Work, challenge: Challenge) -> None:
    """Store a challenge that was made just now."""
    work.execute(passkey_challenges.insert().values(msgspec.structs.asdict(challenge)))


def count_challenges(work: Work, household: str, account: str) -> tuple[int, int]:
    """How many challenges of a household wait, and how many of an account; without one, none."""
    waits = _c.until_ms >= work.now_ms
    count = sa.select(sa.func.count()).select_from(passkey_challenges).where(waits)
    of_household = work.execute(count.where(_c.household == household)).scalar_one() if household else 0
    of_account = work.execute(count.where(_c.account == account)).scalar_one() if account else 0
    return of_household, of_account


def take_challenge(work: Work, challenge_hash: str) -> Challenge | None:
    """A challenge, which from now on is used; None: there is none, or it was taken."""
    row = work.execute(sa.select(passkey_challenges).where(_c.challenge_hash == challenge_hash)).one_or_none()
    if row is None:
        return None
    deleted = work.execute(passkey_challenges.delete().where(_c.challenge_hash == challenge_hash)).rowcount
    return Challenge(**row._mapping) if deleted else None


def purge(work: Work, before_ms: TimeMs) -> None:
    """Delete challenges that were too old then."""
    work.execute(passkey_challenges.delete().where(_c.until_ms < before_ms))


def rows_of(work: Work, account: str) -> list[dict[str, Any]]:
    """An account's passkeys, for an export."""
    shown = (_p.credential, _p.name, _p.synced, _p.added_at_ms, _p.used_at_ms, _p.closed_at_ms)
    return [dict(row._mapping) for row in work.execute(sa.select(*shown).where(_p.account == account))]


def erase(work: Work, account: str) -> None:
    """Delete what there is of an account."""
    for table in (passkeys, passkey_challenges):
        work.execute(table.delete().where(table.c.account == account))
