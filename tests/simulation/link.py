"""A process's link to the simulated broker: what services.platform.broker.link.Link is to the real one."""

import contextlib
from collections.abc import Callable
from random import Random
from typing import Any

from services.platform.broker.link import BrokerDown, Unroutable
from tests.simulation.broker import Broker, Line

Point = Callable[[str], None]
"""Called where a process may be struck."""


class Promised:
    """A confirm that has come, or will not."""

    def __init__(self, error: Exception | None = None) -> None:
        self._error = error

    def wait(self, _timeout_s: float) -> None:
        if self._error is not None:
            raise self._error


class SimulatedLink:
    """One connection; `on_up` declares and consumes after every one."""

    def __init__(self, broker: Broker, chance: Random, name: str, owner: str, point: Point) -> None:
        self.name = name
        self.channel: Line | None = None
        self.is_up = False
        self.on_down: Callable[[], None] | None = None
        self.on_return: Callable[[str, dict[str, Any]], None] | None = None
        self.on_up: Callable[[Any], None] | None = None
        self.unsure = 0.0
        """How often a confirm does not come, the message having arrived or not."""
        self._broker = broker
        self._chance = chance
        self._owner = owner
        self._point = point

    # --- life ---

    def connect(self) -> None:
        """Up (again)."""
        self.channel = self._broker.connect(f"{self._owner}/{self.name}")
        self.channel.on_return = self._came_back
        if self.on_up is not None:
            self.on_up(self)
        self.is_up = True

    def cut(self) -> None:
        """The broker loses the connection; the process has not noticed yet."""
        if self.channel is not None:
            self._broker.cut(self.channel)

    def notice(self) -> bool:
        """The process notices that its connection is gone; whether it had not before."""
        if self.channel is None or self.channel.alive:
            return False
        self.channel, self.is_up = None, False
        if self.on_down is not None:
            self.on_down()
        return True

    def wait_up(self, _timeout_s: float) -> None:
        if not self.is_up:
            raise BrokerDown(self.name)

    def _came_back(self, key: str, headers: dict[str, Any]) -> None:
        if self.on_return is not None:
            self.on_return(key, headers)

    # --- publishing ---

    def together(self) -> contextlib.AbstractContextManager[None]:
        """Each message is a piece of its own here: a process may be struck between any two."""
        return contextlib.nullcontext()

    def publish(
        self, body: bytes, exchange: str, routing_key: str, *, headers: dict[str, Any] | None = None,
        mandatory: bool = False, confirm: bool = False, **_how: Any,
    ) -> Promised | None:  # fmt: skip
        self._point("publish")
        self.wait_up(0)
        line = self.channel
        assert line is not None
        if line.alive:
            line.outgoing.append((body, exchange, routing_key, headers or {}, mandatory and not confirm))
        return self._confirm(line, mandatory, exchange, routing_key) if confirm else None

    def _confirm(self, line: Line, mandatory: bool, exchange: str, key: str) -> Promised:
        lost = self._chance.random() < self.unsure
        if not line.alive or (lost and self._chance.random() < 0.5):
            if line.outgoing:
                line.outgoing.pop()
            return Promised(BrokerDown("not confirmed"))
        while self._broker.arrive(line):
            pass
        if mandatory and not self._broker.reaches(exchange, key):
            return Promised(Unroutable(key))
        return Promised(BrokerDown("confirm lost") if lost else None)

    # --- consuming ---

    def declare_exchanges(self) -> None:
        """They are there."""

    def declare_durable(self, queue: str, dead: str, **arguments: Any) -> None:
        self._broker.declare(dead)
        self._broker.declare(queue, single="x-single-active-consumer" in arguments)

    def declare_own(self, queue: str, exchanges: tuple[str, ...] = (), length_max: int = 0) -> None:
        self._broker.declare(queue, owner=self.channel)
        for exchange in exchanges:
            self._broker.bind(queue, exchange)

    def consume(self, queue: str, callback: Callable[[Any], None], *, prefetch: int = 0, no_ack: bool = False) -> str:
        assert self.channel is not None
        tag = f"{self.name}.{queue}"
        self._broker.consume(self.channel, queue, tag, callback, prefetch, no_ack)
        return tag

    def consume_again(self, queue: str, callback: Callable[[Any], None], tag: str) -> None:
        if self.channel is not None:
            self._broker.consume(self.channel, queue, tag, callback)

    def cancel(self, consumer_tag: str) -> None:
        if self.channel is not None:
            self._broker.cancel(self.channel, consumer_tag)

    def ack(self, delivery_tag: int, channel: Line, *, multiple: bool = False) -> None:
        self._point("ack")
        if channel is self.channel and channel.alive:
            channel.outgoing.append((delivery_tag, multiple))  # behind what was published before

    def requeue(self, delivery_tag: int, channel: Line) -> None:
        if channel is self.channel:
            self._broker.requeue(channel, delivery_tag)

    def give_up(self, delivery_tag: int, channel: Line) -> None:
        raise AssertionError("a message was given up")
