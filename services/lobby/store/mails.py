"""Mails that wait to be sent: stored in the transaction of the change that causes them, and sent later by the
process that claims them."""

from typing import NamedTuple

import msgspec
import sqlalchemy as sa

from services.kernel.ids import new_id
from services.lobby.letters import Mail
from services.lobby.store.schema import mails
from services.plumbing.database import Work
from services.plumbing.json import encode_text


class Waiting(NamedTuple):
    """A claimed mail, and the number of this try, from 1."""

    id: str
    mail: Mail
    tries: int


def add(work: Work, account: str, mail: Mail) -> None:
    """Store a mail of an account, to be sent at once."""
    row = {"id": new_id(), "account": account, "mail": encode_text(mail), "due_at_ms": work.now_ms}
    work.execute(mails.insert().values(row))


def claim(work: Work, lease_ms: int) -> Waiting | None:
    """Claim the mail that has waited longest; no other process gets it before `lease_ms` have passed."""
    due = sa.select(mails).where(mails.c.due_at_ms <= work.now_ms).order_by(mails.c.due_at_ms, mails.c.id).limit(1)
    row = work.execute(due.with_for_update(skip_locked=True)).one_or_none()
    if row is None:
        return None
    values = {"due_at_ms": work.now_ms + lease_ms, "tries": row.tries + 1}
    work.execute(mails.update().where(mails.c.id == row.id).values(values))
    return Waiting(row.id, msgspec.json.decode(row.mail, type=Mail), row.tries + 1)


def drop(work: Work, mail_id: str) -> None:
    """Delete a mail that is sent, or given up."""
    work.execute(mails.delete().where(mails.c.id == mail_id))


def count(work: Work) -> int:
    """The number of waiting mails."""
    return int(work.execute(sa.select(sa.func.count()).select_from(mails)).scalar_one())
