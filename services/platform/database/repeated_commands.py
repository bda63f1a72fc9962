"""Commands that may be repeated: under the same id they are carried out once, and repetitions get the first answer.

The answer is stored in the transaction that carries the change out. A refused change has changed nothing, so nothing is
stored and the same id may be tried again.
"""

import hashlib
from collections.abc import Callable
from typing import Any, Protocol, TypeVar

import msgspec
import sqlalchemy as sa

from services.contracts.base import read_answer, wire_name, write_answer
from services.kernel.clock import DAY_MS, TimeMs
from services.kernel.refusal import Refusal
from services.platform.database.bulk_rows import insert_if_missing
from services.platform.database.unit_of_work import Work
from services.platform.process.json import encode_text

A = TypeVar("A")

KEEP_MS: TimeMs = 7 * DAY_MS
"""How long an answer is stored: no client repeats a request later."""
CONFLICT = Refusal("idempotency_conflict")

metadata = sa.MetaData()
done_commands = sa.Table(
    "done_commands",
    metadata,
    sa.Column("account", sa.Text, primary_key=True),
    sa.Column("kind", sa.Text, primary_key=True),
    sa.Column("command_id", sa.Text, primary_key=True),
    sa.Column("fingerprint", sa.Text, nullable=False),
    sa.Column("answer", sa.Text, nullable=False),
    sa.Column("at_ms", sa.BigInteger, nullable=False),
    sa.Index("done_commands_by_time", "at_ms"),
)
"""Commands that were carried out, with their answers; `fingerprint`: the hash of the request."""


class Command(Protocol):
    """A request that changes something. Its id is made by its sender, unique among the account's requests of this
    kind; None: the sender will not repeat it."""

    @property
    def account(self) -> str:
        """The account that sent it."""
        ...

    @property
    def id(self) -> str | None:
        """1 … 64 characters."""
        ...


def once_per_request(work: Work, command: Command, carry_out: Callable[[], A | Refusal]) -> A | Refusal:
    """Carry a command out in this unit of work, unless it was carried out before: then return the first answer. The
    same id with another request is refused: `idempotency_conflict`."""
    if command.id is None:
        return carry_out()
    row = _key(command) | {"fingerprint": _fingerprint(command), "answer": "", "at_ms": work.now_ms}
    if not insert_if_missing(work, done_commands, row):
        found: A | Refusal = find(work, command)
        return found
    answer = carry_out()
    if not isinstance(answer, Refusal):
        work.execute(done_commands.update().where(_is(command)).values(answer=encode_text(write_answer(answer))))
    return answer


def find(work: Work, command: Command) -> Any:
    """The answer of a command that was carried out; None: it was not. Refusal: `idempotency_conflict`.

    Called before other services are asked, so that the answer to a repeated command does not depend on them.
    """
    if command.id is None:
        return None
    chosen = sa.select(done_commands.c.fingerprint, done_commands.c.answer).where(_is(command))
    found = work.execute(chosen).one_or_none()
    if found is None:
        return None
    if found.fingerprint != _fingerprint(command):
        return CONFLICT
    return read_answer(msgspec.json.decode(found.answer), type(command).answer)  # type: ignore[attr-defined]


def forget(work: Work, account: str) -> None:
    """Delete the commands of an account that is being erased, and the answers that contain it."""
    named = done_commands.c.answer.contains(account, autoescape=True)
    work.execute(done_commands.delete().where((done_commands.c.account == account) | named))


def purge(work: Work) -> None:
    """Delete old answers."""
    work.execute(done_commands.delete().where(done_commands.c.at_ms < work.now_ms - KEEP_MS))


def _key(command: Command) -> dict[str, Any]:
    return {"account": command.account, "kind": wire_name(type(command)), "command_id": command.id}


def _is(command: Command) -> sa.ColumnElement[bool]:
    return sa.and_(*(done_commands.c[name] == value for name, value in _key(command).items()))


def _fingerprint(command: Command) -> str:
    return hashlib.sha256(msgspec.json.encode(command, order="deterministic")).hexdigest()
