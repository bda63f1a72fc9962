"""What comes to a worker's loop beside its timers: broker messages, and news about the link that brings them."""

from typing import Any

import msgspec

from services.plumbing.broker import body_of


class QueueDelivery:
    """A broker message of one of our shards."""

    __slots__ = ("body", "channel", "failures", "returned", "shard", "subscription", "tag")

    def __init__(self, shard: str, message: Any, channel: Any, subscription: int = 0) -> None:
        """As it came, by our first or a later subscription to the shard."""
        self.shard = shard
        self.subscription = subscription
        self.body = body_of(message)
        self.tag = message.delivery_tag
        self.channel = channel
        self.failures = 0
        self.returned = False
        """Put back already: doing so twice would end the channel."""


class DirectDelivery:
    """A message of the worker's own queue: commands that a gateway sends directly. The gateway keeps them until the
    worker reports that they are dealt with, so nothing is acknowledged to the broker."""

    __slots__ = ("body", "channel", "failures")

    def __init__(self, message: Any, channel: Any) -> None:
        """As it came."""
        self.body = body_of(message)
        self.channel = channel
        self.failures = 0


class LinkDown(msgspec.Struct):
    """The link to the broker was lost: others may own our shards by now."""


class LinkUp(msgspec.Struct):
    """The link is up: quiet shards must be woken."""


class GiveBack(msgspec.Struct):
    """We own more shards than our share: this one goes to whoever waits longest for it."""

    shard: str
