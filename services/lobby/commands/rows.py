"""Commands and their answers."""

import sqlalchemy as sa

from services.kernel.clock import TimeMs
from services.lobby.schema import commands
from services.platform.database.bulk_rows import insert_if_missing
from services.platform.database.unit_of_work import Work


def claim(work: Work, account: str, kind: str, command_id: str) -> bool:
    """Claim this command for this transaction; False: it has been carried out, and `find` returns its answer."""
    row = {"account": account, "kind": kind, "command_id": command_id, "answer": "", "at_ms": work.now_ms}
    return insert_if_missing(work, commands, row)


def find(work: Work, account: str, kind: str, command_id: str) -> str | None:
    """The answer, as JSON text; None: the command has not been carried out."""
    return work.execute(sa.select(commands.c.answer).where(_is(account, kind, command_id))).scalar_one_or_none()


def answer(work: Work, account: str, kind: str, command_id: str, text: str) -> None:
    """Store the answer of a claimed command."""
    work.execute(commands.update().where(_is(account, kind, command_id)).values(answer=text))


def purge(work: Work, before_ms: TimeMs) -> None:
    """Delete older commands."""
    work.execute(commands.delete().where(commands.c.at_ms < before_ms))


def _is(account: str, kind: str, command_id: str) -> sa.ColumnElement[bool]:
    c = commands.c
    return sa.and_(c.account == account, c.kind == kind, c.command_id == command_id)
