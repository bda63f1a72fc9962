"""Periodic tasks: silent connections are closed, heartbeats are sent, activity is reported to the lobby."""

import asyncio
import contextlib
import inspect
import time
from collections.abc import Awaitable, Callable

from gateway.metrics import counts
from gateway.rates.shared_rates import EVERY_S
from gateway.rpc import LoopRpc
from gateway.settings import GatewaySettings
from gateway.ws.connection.connection import Connection, State
from gateway.ws.connection.connections import Connections
from services.contracts.base import Done
from services.contracts.lobby import presence as lobby
from services.contracts.tables import deliveries as tables
from services.kernel.refusal import Refusal
from services.platform.broker import names
from services.platform.broker.errors import BrokerDown
from services.platform.broker.loop.protocol import LoopLink
from services.platform.process.json import encode
from services.platform.process.logs import get_logger

log = get_logger(__name__)

_SWEEP_S = 0.5
_RENEW_S = 60.0
_HALLS_S = 5.0
_HALTED_S = 5.0
"""Lobby and tables treat a gateway that is silent for six seconds, and all its players, as lost."""
_ACCOUNTS_IN_CALL = 1_000
_PING_FROM, _PING_SPREAD, _PING_STEPS = 0.4, 0.1, 32
"""After which part of `heartbeat_lost_s` without a word a client is pinged: 6 to 7.5 of 15 seconds. Programs that send
a heartbeat every 5 seconds are never pinged."""
_PING_AGAIN = 0.25


class Housekeeping:
    """Runs the gateway's periodic tasks."""

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
        token, in its own time. `on_halt`: called when this process did not run for so long that others treat it as
        lost."""
        self._settings = settings
        self._connections = connections
        self._link = link
        self._rpc = rpc
        self._beat = encode([tables.GatewayBeat(gateway)])
        self._acted = acted
        self._renew = renew
        self._on_halt = on_halt
        self.counted: Callable[[], bytes | None] = lambda: None
        """Returns the next message of counted rates for the other gateways; None: nothing."""
        self.sweep_halls: Callable[[], None] = lambda: None
        """Ends the bindings of halls without connections here."""
        self.sweep_hidden_pages: Callable[[], None] = lambda: None
        """Notes turns that wait at hidden pages."""
        self._beaten_s = time.monotonic()
        self._tasks: list[asyncio.Task[None]] = []

    def start(self) -> None:
        """Start, on the loop of this thread."""
        settings, loop = self._settings, asyncio.get_event_loop()
        for name, work, every_s in (
            ("sweep", lambda: self.sweep(time.monotonic()), _SWEEP_S),
            ("beat", self.beat, settings.gateway_beat_s),
            ("active", self.report_active, settings.gateway_active_s),
            ("rates", self.send_counted, EVERY_S),
            ("hidden", lambda: self.sweep_hidden_pages(), _SWEEP_S),
            ("halls", lambda: self.sweep_halls(), _HALLS_S),
            ("renew", lambda: self.renew_tokens(time.monotonic()), _RENEW_S),
        ):
            self._tasks.append(loop.create_task(_repeat(name, work, every_s), name=f"gateway-{name}"))

    def stop(self) -> None:
        """Stop."""
        for task in self._tasks:
            task.cancel()

    def sweep(self, now_s: float) -> None:
        """Close connections that are silent, have not sent `hello`, do not read, or do not close."""
        settings = self._settings
        for conn in list(self._connections.connections.values()):
            if conn.state is State.NEW and now_s - conn.opened_s > settings.gateway_hello_timeout_s:
                conn.close("hello_timeout")
            elif now_s - conn.heard_s > settings.heartbeat_lost_s:
                conn.close("heartbeat_lost")
            elif conn.state is not State.NEW and self._is_ping_due(conn, now_s):
                conn.ping(now_s)
            elif conn.stream.stalled_s(now_s) > settings.gateway_unread_s:
                counts.slow_dropped += 1
                conn.close("not_reading")
        for conn in list(self._connections.leaving):
            if now_s - conn.closed_s > settings.gateway_close_timeout_s:
                conn.stream.abort()

    def _is_ping_due(self, conn: Connection, now_s: float) -> bool:
        """Whether a silent client is to be pinged: at a moment of its own, so that thousands who have come together are
        not pinged together, and early enough for a second ping before it counts as lost."""
        lost_s = self._settings.heartbeat_lost_s
        silent_s = lost_s * (_PING_FROM + _PING_SPREAD * (conn.id % _PING_STEPS) / _PING_STEPS)
        return now_s - conn.heard_s > silent_s and now_s - conn.pinged_s > lost_s * _PING_AGAIN

    def beat(self) -> None:
        """Send a heartbeat to lobby and tables; and start over if they must have treated this gateway as lost."""
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

    async def report_active(self) -> None:
        """Report to the lobby which accounts have acted since the last report; what could not be reported is
        repeated."""
        accounts = list(self._acted)
        self._acted.clear()
        for start in range(0, len(accounts), _ACCOUNTS_IN_CALL):
            some = accounts[start : start + _ACCOUNTS_IN_CALL]
            answer: Done | Refusal = await self._rpc.call(lobby.Active(accounts=some))
            if isinstance(answer, Refusal):
                self._acted.update(some)

    def renew_tokens(self, now_s: float) -> None:
        """Renew tokens that are old; a connection is not asked for twice between two runs. A connection that is
        behind gets its token later, because its waiting frames may be discarded."""
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
