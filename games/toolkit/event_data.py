"""What all games' descriptions of their events share: the base of the Structs, and the kinds that every family has."""

import msgspec
from msgspec import UNSET, UnsetType

from services.kernel.seats import Seat

__all__ = ["UNSET", "EventData", "SeatLeft", "UnsetType"]


class EventData(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The data of one kind of event. A field that may be missing is `UNSET` by default."""


class SeatLeft(EventData, frozen=True):
    """A player has left for good, and the game goes on or ends without them."""

    seat: Seat
