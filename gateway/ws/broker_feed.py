"""What comes to the gateway from the broker: deliveries to its own queue, pushes, and calls of new shard owners."""

import asyncio
from collections.abc import Callable
from typing import Any

import msgspec

from gateway.metrics import counts
from services.contracts import tables
from services.plumbing import names
from services.plumbing.aio.protocol import LoopLink
from services.plumbing.batch_queue import BatchQueue, Full
from services.plumbing.logs import get_logger

log = get_logger(__name__)

_PUSHES_WAITING_MAX = 100_000
_rolls = msgspec.json.Decoder(list[tables.Roll])


class Feed:
    """The gateway's exclusive queue, bound to pushes and calls; it is named after the gateway, so tables find it.

    Deliveries and calls are handled on the loop as they come. A push may go to thousands of sockets: pushes are handled
    by `run`, one after the other, in a green thread of their own that lets the sockets have their turn.
    """

    def __init__(
        self,
        queue: str,
        on_deliveries: Callable[[bytes], None],
        on_pushes: Callable[[bytes], None],
        on_rolls: Callable[[list[tables.Roll]], None],
        on_back: Callable[[], None],
    ) -> None:
        """`on_back` is called after a cut: what was on its way to us is lost."""
        self._queue = queue
        self._handlers: dict[str, Callable[[bytes], None]] = {
            "": on_deliveries,
            names.PUSH_EXCHANGE: self._keep_push,
            names.ROLL_EXCHANGE: lambda body: on_rolls(_rolls.decode(body)),
        }
        self._on_pushes = on_pushes
        self._pushes: BatchQueue[bytes] = BatchQueue("gateway-pushes", _PUSHES_WAITING_MAX)
        self._on_back = on_back
        self._was_up = False
        self._stopping = False

    def run(self) -> None:
        """Handle pushes until stopped."""
        while not self._stopping:
            for body in self._pushes.drain():
                self._handle(self._on_pushes, body)

    def stop(self) -> None:
        """Let `run` end."""
        self._stopping = True
        self._pushes.wake()

    def on_up(self, link: LoopLink) -> None:
        """The link is there (again): declare, bind, consume."""
        link.declare_exchanges()
        link.declare_own(self._queue, (names.PUSH_EXCHANGE, names.ROLL_EXCHANGE))
        link.consume(self._queue, self.on_message, no_ack=True)
        if self._was_up:
            log.warning("gateway_back", queue=self._queue)
            asyncio.get_event_loop().call_soon(self._on_back)
        self._was_up = True

    def on_message(self, message: Any) -> None:
        """One message, on the loop. Sending to sockets never waits."""
        self._handle(self._handlers.get(message.exchange, _nobody), message.body)

    def _handle(self, handler: Callable[[bytes], None], body: bytes) -> None:
        """One that cannot be read is dropped."""
        try:
            handler(body)
        except Exception:
            counts.lost["message"] += 1
            log.exception("message_failed")

    def _keep_push(self, body: bytes) -> None:
        try:
            self._pushes.put(body)
        except Full:
            counts.lost["message"] += 1


def _nobody(_body: bytes) -> None:
    raise ValueError("a message of an exchange that we are not bound to")
