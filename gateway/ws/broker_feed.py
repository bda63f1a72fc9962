"""What comes to the gateway from the broker: deliveries to its own queue, pushes, and calls of new shard owners."""

import time
from collections.abc import Callable
from typing import Any

import msgspec

from gateway.metrics import counts
from services.contracts import tables
from services.plumbing import names
from services.plumbing.broker import Link, body_of
from services.plumbing.logs import get_logger
from services.plumbing.tasks import spawn

log = get_logger(__name__)

_YIELD_AFTER_S = 0.005
_rolls = msgspec.json.Decoder(list[tables.Roll])


class Feed:
    """The gateway's exclusive queue, bound to pushes and calls; it is named after the gateway, so tables find it."""

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
            names.PUSH_EXCHANGE: on_pushes,
            names.ROLL_EXCHANGE: lambda body: on_rolls(_rolls.decode(body)),
        }
        self._on_back = on_back
        self._was_up = False
        self._yielded_s = 0.0

    def on_up(self, link: Link) -> None:
        """The link is there (again): declare, bind, consume."""
        link.declare_exchanges()
        link.declare_own(self._queue, (names.PUSH_EXCHANGE, names.ROLL_EXCHANGE))
        link.consume(self._queue, self.on_message, no_ack=True)
        if self._was_up:
            log.warning("gateway_back", queue=self._queue)
            spawn("gateway-resync", self._on_back)
        self._was_up = True

    def on_message(self, message: Any) -> None:
        """One message, handled at once: sending to sockets never waits. One that cannot be read is dropped."""
        try:
            self._handlers[message.delivery_info["exchange"]](body_of(message))
        except Exception:
            counts.lost["message"] += 1
            log.exception("message_failed", exchange=message.delivery_info.get("exchange"))
        self._let_others()

    def _let_others(self) -> None:
        """The link's reader does not wait while there is something to read: let the sockets have their turn."""
        if time.monotonic() - self._yielded_s > _YIELD_AFTER_S:
            time.sleep(0)
            self._yielded_s = time.monotonic()
