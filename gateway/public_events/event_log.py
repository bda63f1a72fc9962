"""What a log of public events is to those who follow it, wherever it is kept."""

import re
from collections.abc import Collection, Generator
from typing import Any, Protocol

import msgspec

from services.kernel.refusal import Refusal

_CURSOR = re.compile(r"(?P<offset>\d{1,18})\.(?P<index>\d{1,6})", re.ASCII)


class LoggedEvent(msgspec.Struct, frozen=True):
    """An event of the log. Without an `id` it is only a position in the log."""

    cursor: str
    id: str = ""
    topic: str = ""
    at_ms: int = 0
    data: dict[str, Any] = {}


class Follower(Protocol):
    """Somebody who reads the log as it grows."""

    @property
    def is_here(self) -> bool:
        """Whether reading may go on; it ends within a second after it may not."""
        ...


class LogRefused(Exception):
    """The log cannot be followed from there, or not now: `refusal` says why."""

    def __init__(self, error: str, detail: Any = None) -> None:
        """`error`: `cursor_invalid`, `cursor_expired`, `service_unavailable`."""
        super().__init__(error)
        self.refusal = Refusal(error, detail)


TELL_CURSOR_S = 30.0
"""How often a follower without events gets the position of the log."""


class EventLog(Protocol):
    """A log that followers read."""

    def follow(
        self, follower: Follower, topics: Collection[str], after: str, tell_s: float | None = None
    ) -> Generator[LoggedEvent]:
        """Events of these topics after a cursor, or from now on where it is empty, until the follower goes; positions
        without an event come between them. `tell_s`: a position comes at once, when the cursor has been found good, and
        then whenever nothing else has come for so long; None: now and then.

        Raises:
            LogRefused: `cursor_invalid`, `cursor_expired`, `service_unavailable`.
        """
        ...


class NoEventLog:
    """The log of a process that has none."""

    def follow(
        self, _follower: Follower, _topics: Collection[str], _after: str, _tell_s: float | None = None
    ) -> Generator[LoggedEvent]:
        """Always `service_unavailable`."""
        raise LogRefused("service_unavailable", {"service": "events"})
        yield


class Place(msgspec.Struct, frozen=True, order=True):
    """A message of the log, and an event in it."""

    offset: int
    index: int

    def __str__(self) -> str:
        """As a cursor."""
        return f"{self.offset}.{self.index}"


def place_of(cursor: str) -> Place | None:
    """The place after which to read; None: from now on.

    Raises:
        LogRefused: `cursor_invalid`.
    """
    found = _CURSOR.fullmatch(cursor)
    if cursor and found is None:
        raise LogRefused("cursor_invalid")
    return None if found is None else Place(int(found["offset"]), int(found["index"]))
