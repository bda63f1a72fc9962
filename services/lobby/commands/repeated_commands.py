"""Commands that may be repeated: the second time they return the answer of the first time.

The id alone counts: what else a repeated command says is not compared.
`services/platform/database/repeated_commands.py`, which other
services use, does compare it; clients of the lobby repeat a command after a lost connection and change nothing in it.
"""

from collections.abc import Callable
from typing import Any, Protocol, TypeVar

import msgspec

from services.contracts.base import read_answer, wire_name, write_answer
from services.kernel.ids import COMMAND_ID_LENGTH_MAX
from services.kernel.refusal import Refusal
from services.lobby.commands import rows as commands
from services.lobby.ports import Ports
from services.platform.database.unit_of_work import Work
from services.platform.process.json import encode_text

A = TypeVar("A")


class Command(Protocol):
    """A request with an id that its sender has made, unique among the account's requests of this kind."""

    @property
    def account(self) -> str:
        """The account that sent it."""
        ...

    @property
    def id(self) -> str:
        """1 … 64 characters."""
        ...


def answered(ports: Ports, command: Command) -> Any:
    """The answer that a command has had, None if it is new; `bad_request` for an id that is none.

    Called before other services are asked, so that the answer to a repeated command does not depend on them.
    """
    return _unfit(command) or ports.run(_find, command)


def once_per_id(work: Work, command: Command, carry_out: Callable[[], A | Refusal]) -> A | Refusal:
    """Carry a command out in this unit of work, unless another one has. A refusal is kept only with what it changes."""
    unfit = _unfit(command)
    if unfit is not None:
        return unfit
    kind = wire_name(type(command))
    if not commands.claim(work, command.account, kind, command.id):
        return _stored(work, command)
    answer = carry_out()
    if not isinstance(answer, Refusal) or work.keep:
        commands.answer(work, command.account, kind, command.id, encode_text(write_answer(answer)))
    return answer


def _unfit(command: Command) -> Refusal | None:
    if 0 < len(command.id) <= COMMAND_ID_LENGTH_MAX and command.id.isprintable():
        return None
    return Refusal("bad_request", {"id": "1 … 64 printable characters"})


def _find(work: Work, _ports: Ports, command: Command) -> Any:
    return _stored(work, command)


def _stored(work: Work, command: Command) -> Any:
    kind = type(command)
    text = commands.find(work, command.account, wire_name(kind), command.id)
    return None if text is None else read_answer(msgspec.json.decode(text), kind.answer)  # type: ignore[attr-defined]
