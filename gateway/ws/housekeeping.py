"""What happens by itself: silent connections end, the gateway shows that it lives, the lobby learns who has acted."""

import asyncio
import contextlib
import inspect
import time
from collections.abc import Awaitable, Callable

from gateway.metrics import counts
from gateway.rpc import LoopRpc
from gateway.settings import GatewaySettings
from gateway.shared_rates import EVERY_S
from gateway.ws.connection import Connection, State
from gateway.ws.connections import Connections
from services.contracts import lobby, tables
from services.contracts.base import Done
from services.kernel.refusal import Refusal
from services.plumbing import names
from services.plumbing.aio.protocol import LoopLink
from services.plumbing.broker_errors import BrokerDown
from services.plumbing.json import encode
from services.plumbing.logs import get_logger

log = get_logger(__name__)

_SWEEP_S = 0.5
_RENEW_S = 60.0
_HALLS_S = 5.0
_HALTED_S = 5.0
"""Lobby and tables take a gateway that is silent for six seconds for gone, and all its players with it."""
_ACCOUNTS_IN_CALL = 1_000


class Housekeeping:
    """The gateway's clockwork."""

    def __init__(
        self,
        settings: GatewaySettings,
        connections: Connections,
        link: LoopLink,
        rpc: LoopRpc,
        gateway: str,
        acted: set[str],
        renew: Callable[[Connection], object] = lambda _conn: None,
        on_halt: Callable[[], object] = lambda: None,
    ) -> None:
        """`acted`: accounts that have acted, filled by others and emptied here. `renew` gets a connection a new
        token, in its own time. `on_halt`: this process did not run for so long that it was taken for dead."""
        self._settings = settings
        self._connections = connections
        self._link = link
        self._rpc = rpc
        self._beat = encode([tables.GatewayBeat(gateway)])
        self._acted = acted
        self._renew = renew
        self._on_halt = on_halt
        self.counted: Callable[[], bytes | None] = lambda: None
        """What is sent to the other gateways of what was counted here; None: nothing."""
        self.sweep_halls: Callable[[], None] = lambda: None
        """Ends the bindings that nobody here needs any more."""
        self._beaten_s = time.monotonic()
        self._tasks: list[asyncio.Task[None]] = []

    def start(self) -> None:
        """Begin, on the loop of this thread."""
        settings, loop = self._settings, asyncio.get_event_loop()
        for name, work, every_s in (
            ("sweep", lambda: self.sweep(time.monotonic()), _SWEEP_S),
            ("beat", self.beat, settings.gateway_beat_s),
            ("active", self.tell_active, settings.gateway_active_s),
            ("rates", self.send_counted, EVERY_S),
            ("halls", lambda: self.sweep_halls(), _HALLS_S),
            ("renew", lambda: self.renew_tokens(time.monotonic()), _RENEW_S),
        ):
            self._tasks.append(loop.create_task(_repeat(name, work, every_s), name=f"gateway-{name}"))

    def stop(self) -> None:
        """End."""
        for task in self._tasks:
            task.cancel()

    def sweep(self, now_s: float) -> None:
        """End who is silent, who has not said hello, who does not read, and who does not close."""
        settings = self._settings
        for conn in list(self._connections.connections.values()):
            if conn.state is State.NEW and now_s - conn.opened_s > settings.gateway_hello_timeout_s:
                conn.close("hello_timeout")
            elif now_s - conn.heard_s > settings.heartbeat_lost_s:
                conn.close("heartbeat_lost")
            elif conn.stream.stalled_s(now_s) > settings.gateway_unread_s:
                counts.slow_dropped += 1
                conn.close("not_reading")
        for conn in list(self._connections.leaving):
            if now_s - conn.closed_s > settings.gateway_close_timeout_s:
                conn.stream.abort()

    def beat(self) -> None:
        """Show lobby and tables that this gateway is alive; and begin anew if they must have taken it for dead."""
        now_s = time.monotonic()
        halted, self._beaten_s = now_s - self._beaten_s > _HALTED_S, now_s
        if halted:
            log.warning("gateway_halted")
            self._on_halt()
        try:
            self._link.publish(self._beat, names.BEAT_EXCHANGE, "")
        except BrokerDown as error:
            log.debug("beat_not_sent", error=str(error))

    def send_counted(self) -> None:
        """Send the other gateways what was counted; while the broker is away each counts for itself."""
        body = self.counted()
        if body is not None:
            with contextlib.suppress(BrokerDown):
                self._link.publish(body, names.RATES_EXCHANGE, "")

    async def tell_active(self) -> None:
        """Report to the lobby who has acted since the last time; what could not be reported is so the next time."""
        accounts = list(self._acted)
        self._acted.clear()
        for start in range(0, len(accounts), _ACCOUNTS_IN_CALL):
            some = accounts[start : start + _ACCOUNTS_IN_CALL]
            answer: Done | Refusal = await self._rpc.call(lobby.Active(accounts=some))
            if isinstance(answer, Refusal):
                self._acted.update(some)

    def renew_tokens(self, now_s: float) -> None:
        """Who has had the same token for long gets another; nobody is asked for twice before the next look. Who is
        behind gets it later: what waits for them may be thrown away."""
        age_s = self._settings.gateway_token_age_s
        for conn in self._connections.admitted():
            if now_s - conn.token_s > age_s and not conn.is_behind:
                self._renew(conn)


async def _repeat(name: str, work: Callable[[], Awaitable[None] | None], every_s: float) -> None:
    while True:
        try:
            pending = work()
            if inspect.isawaitable(pending):
                await pending
        except Exception:
            log.exception("keeper_failed", work=name)
        await asyncio.sleep(every_s)
