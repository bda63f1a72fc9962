"""Wrong passwords by account, device or network, as stored (RULES.md §1)."""

import msgspec
import sqlalchemy as sa

from services.kernel.clock import TimeMs
from services.lobby.access.lockout import OPEN, Lockout
from services.lobby.schema import lockouts
from services.platform.database.bulk_rows import insert_if_missing
from services.platform.database.unit_of_work import Work
from services.platform.process.json import encode_text


def find(work: Work, key: str) -> Lockout:
    """The wrong passwords under a key."""
    return _lockout(work, sa.select(lockouts.c.state).where(lockouts.c.key == key))


def lock(work: Work, key: str) -> Lockout:
    """The same, locked until the end of the transaction."""
    insert_if_missing(work, lockouts, {"key": key, "state": encode_text(OPEN), "at_ms": work.now_ms})
    return _lockout(work, sa.select(lockouts.c.state).where(lockouts.c.key == key).with_for_update())


def save(work: Work, key: str, state: Lockout) -> None:
    """Write it back."""
    values = {"state": encode_text(state), "at_ms": work.now_ms}
    work.execute(lockouts.update().where(lockouts.c.key == key).values(values))


def delete(work: Work, key: str) -> None:
    """Delete the wrong passwords under a key, after the right one."""
    work.execute(lockouts.delete().where(lockouts.c.key == key))


def purge(work: Work, before_ms: TimeMs) -> None:
    """Delete rows that have not changed since."""
    work.execute(lockouts.delete().where(lockouts.c.at_ms < before_ms))


def _lockout(work: Work, statement: sa.Select[tuple[str]]) -> Lockout:
    state = work.execute(statement).scalar_one_or_none()
    return OPEN if state is None else msgspec.json.decode(state, type=Lockout)
