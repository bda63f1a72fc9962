"""Frames from a table to a gateway, and the roll by which gateways and workers find each other."""

import msgspec


class Delivery(msgspec.Struct, array_like=True, frozen=True):
    """One frame, ready to send, for these connections of a gateway."""

    conns: list[int]
    frame: msgspec.Raw


class Deliveries(msgspec.Struct, array_like=True, frozen=True):
    """All that a worker reports to a gateway after a batch, and its own queue, by which the gateway reaches it."""

    direct: str
    taken: int
    """The number of the last `Direct` of this gateway that is dealt with; 0: none of late."""
    shards: list[str]
    """Queues of shards that the worker owns, of those the frames are about."""
    frames: list[Delivery]


class Roll(msgspec.Struct, array_like=True, frozen=True):
    """A new owner asks all gateways who views tables of these shards. They answer with `Watch`."""

    game: str
    shard: int
    shards: int


class GatewayBeat(msgspec.Struct, array_like=True, frozen=True):
    """A gateway is alive; tables and lobby treat one that is silent for too long as lost."""

    gateway: str
