"""Pushes of services to clients, by way of the gateways."""

from typing import ClassVar

import msgspec

from services.contracts.base import Message, Request


class Push(msgspec.Struct, array_like=True, frozen=True):
    """A frame, ready to send, for these accounts on whatever gateway they are (None: everybody present, or in a hall).

    Not durable: who misses one gets the whole room on the next connection. `close` ends the connections with
    that code after the frame. An end may be late, and its account may have come in again meanwhile: what ends one
    session or one connection names it (`session`, `conn`), and closes no other.
    """

    accounts: list[str] | None
    frame: msgspec.Raw
    close: str | None = None
    except_conn: tuple[str, int] | None = None
    """A connection (gateway, conn) that is left alone; for gateways of the release before, which know no `conn`."""
    table: str | None = None
    """Viewers of this table get the frame too."""
    spectators: bool = False
    """Of those only who does not sit there."""
    hall: int | None = None
    """With `accounts` None: only for who is in this hall."""
    room_again: bool = False
    """Instead of the frame they get the whole room."""
    session: str = ""
    """Only connections of this session (`lobby.Room.session`); empty: whatever session they are of."""
    conn: tuple[str, int] | None = None
    """Only this connection (gateway, conn)."""


class GatewaysOf(Message, frozen=True):
    """Account → the gateway that it is connected to; who is not connected is not there."""

    gateways: dict[str, str]


class FindGateways(Request[GatewaysOf], frozen=True, kw_only=True):
    """Where are these accounts connected? For services that push something to them. Refuses nothing."""

    answered_by: ClassVar[str] = "lobby"
    answer: ClassVar[type] = GatewaysOf
    accounts: list[str]
