"""The accepted actions of an ended match, as `tables` returns them."""

from typing import Any, ClassVar

from services.contracts.base import Message, Request


class Entry(Message, frozen=True):
    """A line of a table's journal."""

    seq: int
    actor: int | None
    action: dict[str, Any]
    command: str | None
    at_ms: int


class Journal(Message, frozen=True):
    """A match's journal in order."""

    match: str
    entries: list[Entry]


class GetJournal(Request[Journal], frozen=True, kw_only=True):
    """The accepted actions of an ended match."""

    answer: ClassVar[type] = Journal
    refusals = ("match_unknown", "match_running")
    match: str
