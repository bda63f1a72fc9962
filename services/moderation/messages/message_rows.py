"""Stored messages of accounts: one row a message, and one for each account that has opened it."""

import sqlalchemy as sa

from services.kernel.clock import TimeMs
from services.moderation.erased_account_rows import erased
from services.moderation.messages.rules import Kind, Letter
from services.moderation.schema import letters, openings
from services.platform.database.bulk_rows import insert_if_missing, storable
from services.platform.database.unit_of_work import Work
from services.platform.process.json import decode, encode_text


def add(work: Work, letter: Letter, by: str) -> bool:
    """Store a new message; False: there is one with its id, or the account was erased."""
    if letter.to is not None and erased(work, [letter.to]):
        return False
    row = {"message_id": letter.id, "account": letter.to, "kind": letter.kind, "subject": letter.subject}
    row |= {"body": letter.body, "code": letter.code, "params": encode_text(letter.params)}
    return insert_if_missing(work, letters, row | {"sent_by": by, "at_ms": letter.created_at_ms})


def find(work: Work, account: str, message_id: str) -> Letter | None:
    """A message as this account sees it; None if it is not one of theirs."""
    row = work.execute(_of(account).where(letters.c.message_id == storable(message_id))).one_or_none()
    return None if row is None else _letter(row)


def list_of(work: Work, account: str, since_ms: TimeMs, count_max: int) -> list[Letter]:
    """An account's newest messages, oldest first; of those to everybody the ones since the account exists."""
    theirs = sa.or_(letters.c.account.is_not(None), letters.c.at_ms >= since_ms)
    newest = _of(account).where(theirs).order_by(letters.c.at_ms.desc(), letters.c.message_id.desc())
    return [_letter(row) for row in work.execute(newest.limit(count_max))][::-1]


def save(work: Work, account: str, letter: Letter) -> None:
    """Store that the account has opened or acknowledged it."""
    times = {"read_at_ms": letter.read_at_ms, "ack_at_ms": letter.ack_at_ms}
    if insert_if_missing(work, openings, {"message_id": letter.id, "account": account} | times):
        return
    same = sa.and_(openings.c.message_id == letter.id, openings.c.account == account)
    work.execute(openings.update().where(same).values(times))


def open_warnings(work: Work, account: str) -> list[str]:
    """Ids of the warnings to this account that it has not acknowledged."""
    waiting = sa.and_(letters.c.kind == "warning", letters.c.account.is_not(None), openings.c.ack_at_ms.is_(None))
    return [row.message_id for row in work.execute(_of(account).where(waiting).order_by(letters.c.at_ms))]


def count_warnings(work: Work, account: str) -> tuple[int, int]:
    """The number of an account's warnings, and of those that it has not acknowledged."""
    had = sa.and_(letters.c.kind == "warning", letters.c.account == storable(account))
    given = work.execute(sa.select(sa.func.count()).select_from(letters).where(had)).scalar_one()
    return given, len(open_warnings(work, account))


def _of(account: str) -> sa.Select[tuple[object, ...]]:
    known = storable(account)
    opened = sa.and_(openings.c.message_id == letters.c.message_id, openings.c.account == known)
    theirs = sa.or_(letters.c.account == known, letters.c.account.is_(None))
    both = letters.outerjoin(openings, opened)
    return sa.select(letters, openings.c.read_at_ms, openings.c.ack_at_ms).select_from(both).where(theirs)


def _letter(row: sa.Row[tuple[object, ...]]) -> Letter:
    kind: Kind = row.kind
    times = (row.at_ms, row.read_at_ms, row.ack_at_ms)
    return Letter(row.message_id, row.account, kind, row.subject, row.body, *times, row.code, decode(row.params))
