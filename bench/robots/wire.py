"""What robots say and what they read of the answers: only the fields that they need, so that they cost little."""

from collections.abc import Callable
from typing import Any, Generic, TypeVar

import msgspec

from services.contracts.client.frames import (
    PROTOCOL,
    Beat,
    ChooseFrame,
    CreateTableFrame,
    FromClient,
    Hello,
    JoinTableFrame,
    LeaveTableFrame,
    MoveFrame,
    SeedFrame,
    StartTableFrame,
    UnwatchFrame,
    WatchFrame,
)

__all__ = [
    "BEAT",
    "PROTOCOL",
    "ChooseFrame",
    "CreateTableFrame",
    "Due",
    "Event",
    "FromClient",
    "Hello",
    "Incoming",
    "JoinTableFrame",
    "LeaveTableFrame",
    "MoveFrame",
    "SeedFrame",
    "StartTableFrame",
    "UnwatchFrame",
    "View",
    "WatchFrame",
    "pack",
    "pack_sparse",
    "read",
    "reader_of",
]

G = TypeVar("G")
"""A game's view, as far as robots read it."""


class Due(msgspec.Struct):
    """A decision that a seat owes."""

    seat: int
    number: int


class Board(msgspec.Struct):
    """The game's view: `board` has the rows from the top, `marks` the mark of each seat (by its number as text)."""

    board: tuple[str, ...] = ()
    marks: dict[str, str] = {}


class Result(msgspec.Struct):
    """How the last match ended."""

    match: str
    outcome: str = ""


class View(msgspec.Struct, Generic[G]):
    """A table as it is shown to us."""

    table: str
    phase: str
    match: str
    you: int | None = None
    due: list[Due] = []
    result: Result | None = None
    game_view: G | None = None


class Place(msgspec.Struct):
    """Where a mark was put; other events are not read."""

    row: int = 0
    col: int = 0


class Event(msgspec.Struct):
    """What happened at one version; `kind` None: not for this viewer."""

    version: int
    kind: str | None = None
    data: Place | None = None


class Room(msgspec.Struct):
    """The lobby: the table where we sit, if any."""

    table: str | None = None


class Incoming(msgspec.Struct, Generic[G]):
    """Any frame for a client; fields of other kinds keep their defaults."""

    t: str
    id: str | None = None
    version: int | None = None
    done: list[str] = []
    error: str = ""
    detail: Any = None
    data: Any = None
    table: str | None = None
    chips: int | None = None
    token: str | None = None
    room: Room | None = None
    events: list[Event] = []
    view: View[G] | None = None


_encoder = msgspec.json.Encoder()

# Frames of the lobby's lists, which robots do not read: with a thousand players in the room they are long.
_SKIPPED = (b'{"t":"players"', b'{"t":"tables"', b'{"t":"chat"', b'{"t":"beat"', b'{"t":"competition')


def reader_of(game_view: type[G]) -> Callable[[bytes], Incoming[G] | None]:
    """Reads frames, the game's view as `game_view`; it returns None for a frame that robots do not look into."""
    decode = msgspec.json.Decoder(Incoming[game_view]).decode  # type: ignore[valid-type]
    return lambda payload: None if payload.startswith(_SKIPPED) else decode(payload)


read = reader_of(Board)


def pack(frame: FromClient) -> bytes:
    """A frame as it is sent."""
    return _encoder.encode(frame)


def pack_sparse(frame: FromClient) -> bytes:
    """A frame without the fields that have their defaults: an older release refuses fields that it does not know."""
    values = msgspec.to_builtins(frame)
    for field in msgspec.structs.fields(frame):
        factory = field.default_factory
        default = field.default if factory is msgspec.NODEFAULT else factory()
        if getattr(frame, field.name) == default:
            del values[field.encode_name]
    return _encoder.encode(values)


BEAT = pack(Beat())
