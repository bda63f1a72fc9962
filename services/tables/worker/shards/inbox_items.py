"""The items of a worker's inbox: broker messages, and changes of the connection to the broker."""

from typing import Any

import msgspec

from services.platform.broker.link import body_of


class QueueDelivery:
    """A message from the queue of one of the worker's shards."""

    __slots__ = ("body", "channel", "failures", "returned", "shard", "subscription", "tag")

    def __init__(self, shard: str, message: Any, channel: Any, subscription: int = 0) -> None:
        """`subscription`: which of the worker's subscriptions to the shard delivered it, from 0 on."""
        self.shard = shard
        self.subscription = subscription
        self.body = body_of(message)
        self.tag = message.delivery_tag
        self.channel = channel
        self.failures = 0
        self.returned = False
        """It has been returned to its queue; returning it twice would close the channel."""


class DirectDelivery:
    """A message of the worker's own queue: commands that a gateway sends directly. The gateway keeps them until the
    worker reports that they are dealt with, so nothing is acknowledged to the broker."""

    __slots__ = ("body", "channel", "failures")

    def __init__(self, message: Any, channel: Any) -> None:
        """As the broker delivered it."""
        self.body = body_of(message)
        self.channel = channel
        self.failures = 0


class LinkDown(msgspec.Struct):
    """The connection to the broker was lost: other workers may own the shards by now."""


class LinkUp(msgspec.Struct):
    """The connection to the broker is up: the worker publishes a wake for each of its shards."""


class Draining(msgspec.Struct):
    """The worker is about to stop: one more cycle runs, in which tables ask for what they were to get unasked."""


class GiveBack(msgspec.Struct):
    """The worker owns more than its share: this shard goes to the worker that has waited longest for one."""

    shard: str
