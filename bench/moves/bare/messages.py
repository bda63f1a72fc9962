"""What the bare processes say to each other, and to players."""

import msgspec

WORKER_QUEUE = "bare.worker"
GATEWAY_QUEUE = "bare.gateway"


class FromPlayer(msgspec.Struct):
    """A player's frame: `t` is `sit` or `move`."""

    t: str
    table: str
    seat: int
    cell: int = -1


class Command(msgspec.Struct, array_like=True):
    """A move on its way to the worker, with the connections that shall see what comes of it."""

    table: str
    seat: int
    cell: int
    connections: list[int]


class Board(msgspec.Struct):
    """A table as players see it; `cells` has a seat's number or None, nine of them."""

    t: str
    table: str
    version: int
    cells: list[int | None]
    turn: int
    over: bool


class Update(msgspec.Struct, array_like=True):
    """A board for these connections."""

    connections: list[int]
    board: Board


class ToPlayer(msgspec.Struct):
    """A frame as a player reads it: a board, or `sat`."""

    t: str
    cells: list[int | None] = []
    turn: int = 0
    over: bool = False
