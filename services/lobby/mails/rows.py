"""Mails that wait to be sent: stored in the transaction of the change that causes them, and sent later by the
process that claims them. They are sealed: a link in one of them is as good as a password."""

from collections import Counter
from typing import NamedTuple

import msgspec
import sqlalchemy as sa

from services.kernel.ids import new_id
from services.lobby.mails.letters import Mail
from services.lobby.schema import mails
from services.platform.database.unit_of_work import Work
from services.platform.operations.encryption import NotOpened, key_of, sealer
from services.platform.process.json import encode_text
from services.platform.process.logs import get_logger

log = get_logger(__name__)


class Waiting(NamedTuple):
    """A claimed mail, and the number of this try, from 1."""

    id: str
    mail: Mail
    tries: int


def add(work: Work, account: str, mail: Mail) -> None:
    """Store a mail of an account, to be sent at once."""
    mail_id = new_id()
    sealed = sealer().seal(encode_text(mail), _place(mail_id))
    work.execute(mails.insert().values(id=mail_id, account=account, mail=sealed, due_at_ms=work.now_ms))


def claim(work: Work, lease_ms: int) -> Waiting | None:
    """Claim the mail that has waited longest; no other process gets it before `lease_ms` have passed."""
    due = sa.select(mails).where(mails.c.due_at_ms <= work.now_ms).order_by(mails.c.due_at_ms, mails.c.id).limit(1)
    while (row := work.execute(due.with_for_update(skip_locked=True)).one_or_none()) is not None:
        values = {"due_at_ms": work.now_ms + lease_ms, "tries": row.tries + 1}
        work.execute(mails.update().where(mails.c.id == row.id).values(values))
        try:
            text = sealer().open(row.mail, _place(row.id))
        except NotOpened as error:  # it waits for its key, and keeps no other mail from being sent
            log.error("mail_not_opened", mail=row.id, error=str(error))
            continue
        return Waiting(row.id, msgspec.json.decode(text, type=Mail), row.tries + 1)
    return None


def drop(work: Work, mail_id: str) -> None:
    """Delete a mail that is sent, or given up."""
    work.execute(mails.delete().where(mails.c.id == mail_id))


def count(work: Work) -> int:
    """The number of waiting mails."""
    return int(work.execute(sa.select(sa.func.count()).select_from(mails)).scalar_one())


def count_by_key(work: Work) -> Counter[str]:
    """Key → how many waiting mails are sealed with it; empty: not sealed."""
    return Counter(key_of(text) for text in work.execute(sa.select(mails.c.mail)).scalars())


def seal_again(work: Work) -> int:
    """Seal those with the first key that are sealed with another or not at all; returns how many."""
    rows = work.execute(sa.select(mails.c.id, mails.c.mail).with_for_update()).all()
    old = [row for row in rows if not sealer().is_current(row.mail)]
    for row in old:
        sealed = sealer().seal(sealer().open(row.mail, _place(row.id)), _place(row.id))
        work.execute(mails.update().where(mails.c.id == row.id).values(mail=sealed))
    return len(old)


def _place(mail_id: str) -> str:
    return f"mail|{mail_id}"
