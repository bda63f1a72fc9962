"""Calls as stored (RULES.md §21)."""

from typing import Any

import msgspec
import sqlalchemy as sa

from services.kernel.clock import TimeMs
from services.lobby.calls.rules import StoredCall
from services.lobby.schema import calls
from services.platform.database.bulk_rows import storable
from services.platform.database.unit_of_work import Work
from services.platform.process.json import encode_text


def add(work: Work, call: StoredCall) -> None:
    """Store a new call."""
    work.execute(calls.insert().values({**msgspec.structs.asdict(call), "options": encode_text(call.options)}))


def find(work: Work, call: str, *, lock: bool = False) -> StoredCall | None:
    """A call by what its link names."""
    chosen = sa.select(calls).where(calls.c.call == storable(call))
    row = work.execute(chosen.with_for_update() if lock else chosen).one_or_none()
    return None if row is None else _call(row)


def find_sent(work: Work, account: str) -> list[StoredCall]:
    """An account's own calls that wait or were taken, newest first."""
    return _many(work, sa.and_(calls.c.account == account, calls.c.state != "withdrawn"))


def find_received(work: Work, account: str) -> list[StoredCall]:
    """The calls of friends to an account that wait, newest first."""
    return _many(work, sa.and_(calls.c.friend == account, calls.c.state == "waiting"))


def change(work: Work, call: str, **values: Any) -> None:
    """Store how a call ended, or that it waits again."""
    work.execute(calls.update().where(calls.c.call == call).values(values))


def withdraw_between(work: Work, account: str, friend: str) -> None:
    """Withdraw the calls of an account to another that wait."""
    mine = sa.and_(calls.c.account == account, calls.c.friend == friend, calls.c.state == "waiting")
    work.execute(calls.update().where(mine).values(state="withdrawn"))


def purge(work: Work, before_ms: TimeMs) -> None:
    """Delete calls that ended before that time."""
    work.execute(calls.delete().where(calls.c.until_ms < before_ms))


def rows_of(work: Work, account: str) -> list[dict[str, Any]]:
    """The account's own calls, for an export."""
    shown = (calls.c.friend, calls.c.game, calls.c.sent_at_ms, calls.c.until_ms, calls.c.state)
    rows = work.execute(sa.select(*shown).where(calls.c.account == account).order_by(calls.c.sent_at_ms))
    return [dict(row._mapping) for row in rows]


def erase(work: Work, account: str) -> None:
    """Delete the account's calls and those to it; others' calls forget that it has taken them."""
    work.execute(calls.delete().where(sa.or_(calls.c.account == account, calls.c.friend == account)))
    work.execute(calls.update().where(calls.c.taker == account).values(taker=None, table_id=None))


def _many(work: Work, condition: sa.ColumnElement[bool]) -> list[StoredCall]:
    newest_first = calls.c.sent_at_ms.desc(), calls.c.call
    return [_call(row) for row in work.execute(sa.select(calls).where(condition).order_by(*newest_first))]


def _call(row: Any) -> StoredCall:
    return StoredCall(**{**row._mapping, "options": msgspec.json.decode(row.options)})
