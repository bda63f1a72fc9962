"""The gateway's messages from the broker: deliveries to its own queue, pushes, and rolls of new shard owners."""

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable
from typing import Any

import msgspec

from gateway.metrics import counts
from services.contracts.tables import deliveries as tables
from services.platform.broker import names, push_keys
from services.platform.broker.loop.protocol import LoopLink
from services.platform.process import metrics
from services.platform.process.logs import get_logger

log = get_logger(__name__)

_PUSHES_WAITING_MAX = 100_000
_rolls = msgspec.json.Decoder(list[tables.Roll])


class Feed:
    """The gateway's exclusive queue, bound to pushes and calls; it is named after the gateway, so tables find it.

    Of pushes it gets those for all gateways, for this one, and for who looks at tables; those for halls are bound by
    others. Deliveries and calls are handled on the loop as they come. A push may go to thousands of sockets: pushes are
    handled by `run`, one after the other, which lets the sockets have their turn.
    """

    def __init__(
        self,
        queue: str,
        on_deliveries: Callable[[bytes], None],
        on_pushes: Callable[[bytes], Awaitable[None]],
        on_rolls: Callable[[list[tables.Roll]], None],
        on_back: Callable[[], None],
        on_up: Callable[[], None] = lambda: None,
        on_rates: Callable[[bytes], None] = lambda _body: None,
        is_viewed: Callable[[str], bool] = lambda _table: True,
    ) -> None:
        """`on_back` is called after a cut: what was on its way to us is lost. `on_up`: whenever the link is there, to
        declare and consume what others need of it. `on_rates` gets what other gateways have counted.
        `is_viewed`: whether anybody here looks at a table."""
        self._queue = queue
        self._handlers: dict[str, Callable[[bytes], None]] = {
            "": on_deliveries,
            names.ROLL_EXCHANGE: lambda body: on_rolls(_rolls.decode(body)),
            names.RATES_EXCHANGE: on_rates,
        }
        self._on_pushes = on_pushes
        self._pushes: deque[bytes] = deque()
        self._has_pushes = asyncio.Event()
        self._sizes = metrics.batch_size.labels("gateway-pushes")
        self._is_viewed = is_viewed
        self._on_back = on_back
        self._tell_up = on_up
        self._was_up = False

    async def run(self) -> None:
        """Handle pushes until it is cancelled."""
        while True:
            await self._has_pushes.wait()
            self._has_pushes.clear()
            self._sizes.observe(len(self._pushes))
            while self._pushes:
                await self._handle_push(self._pushes.popleft())

    def on_up(self, link: LoopLink) -> None:
        """The connection is up (again): declare, bind, consume."""
        link.declare_exchanges()
        link.declare_own(self._queue, (names.ROLL_EXCHANGE, names.RATES_EXCHANGE))
        link.forward(names.PUSH_EXCHANGE, names.PUSH_ROUTES_EXCHANGE)
        for key in (push_keys.UNADDRESSED, push_keys.EVERY_GATEWAY, push_keys.ALL_TABLES, self._queue):
            link.bind(self._queue, names.PUSH_ROUTES_EXCHANGE, key)
        link.consume(self._queue, self.on_message, no_ack=True)
        self._tell_up()
        if self._was_up:
            log.warning("gateway_back", queue=self._queue)
            asyncio.get_event_loop().call_soon(self._on_back)
        self._was_up = True

    def on_message(self, message: Any) -> None:
        """Handle one message on the loop. Sending to sockets never blocks."""
        if message.exchange == names.PUSH_EXCHANGE:
            self._keep_push(message)
        else:
            self._handle(self._handlers.get(message.exchange, _nobody), message.body)

    def _handle(self, handler: Callable[[bytes], None], body: bytes) -> None:
        """Handle a message; one that cannot be read is dropped."""
        try:
            handler(body)
        except Exception:
            counts.lost["message"] += 1
            log.exception("message_failed")

    async def _handle_push(self, body: bytes) -> None:
        try:
            await self._on_pushes(body)
        except Exception:
            counts.lost["message"] += 1
            log.exception("message_failed")

    def _keep_push(self, message: Any) -> None:
        table = push_keys.table_of(message.routing_key)
        if table is not None and not self._is_viewed(table):
            counts.pushes["not_mine"] += 1
            return
        if len(self._pushes) >= _PUSHES_WAITING_MAX:
            counts.lost["message"] += 1
            return
        counts.pushes["read"] += 1
        self._pushes.append(message.body)
        self._has_pushes.set()


def _nobody(_body: bytes) -> None:
    raise ValueError("a message of an exchange that we are not bound to")
