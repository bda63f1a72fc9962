"""Which gateways are alive: each sends a heartbeat about every second; one without heartbeats for too long counts as
lost.

Silence counts only while this process receives heartbeats: after a lost connection or a halt of its own, all gateways
count as alive again.
"""

import time
from collections.abc import Callable
from typing import Any

import msgspec

from services.contracts.tables.deliveries import GatewayBeat
from services.kernel.ids import new_id
from services.platform.broker import names
from services.platform.broker.link import Link, body_of
from services.platform.process.logs import get_logger
from services.platform.process.settings import CommonSettings

log = get_logger(__name__)

_HALTED_S = 3.0
"""A sweep that comes this late means that this process did not run, and received no beats."""
_BEATS_WAITING_MAX = 1_000
_LOST_MAX = 20
"""Of so many gateways that were found gone the players are remembered."""

_decoder = msgspec.json.Decoder(list[GatewayBeat])


class Gateways:
    """Receives the gateways' beats."""

    def __init__(
        self,
        common: CommonSettings,
        silent_ms: int,
        find_known: Callable[[], list[str]],
        now_s: Callable[[], float] = time.monotonic,
    ) -> None:
        """`find_known`: the gateways that somebody is stored as connected to."""
        self._silent_s = silent_ms / 1000
        self._find_known = find_known
        self._now_s = now_s
        self._heard_s: dict[str, float] = {}
        self._lost: dict[str, list[str]] = {}
        """The players that each gateway had when it was found gone."""
        self._back: list[str] = []
        self._looked_s = now_s()
        self._listens = False
        self._is_new = True
        self._link = Link(common, "lobby-beats", self._on_up)
        self._link.on_down = self.on_down

    def start(self) -> None:
        """Start to receive heartbeats."""
        self._link.start()

    def stop(self) -> None:
        """Stop."""
        self._link.stop()

    def find_gone(self) -> list[str]:
        """The gateways that were silent for too long, each returned once. To be called more often than they may be
        silent."""
        now_s = self._now_s()
        halted = now_s - self._looked_s > _HALTED_S
        self._looked_s = now_s
        if not self._listens:
            return []
        if self._is_new or halted:
            self._hear_all(now_s)
            return []
        gone = [gateway for gateway, heard_s in self._heard_s.items() if now_s - heard_s > self._silent_s]
        for gateway in gone:
            del self._heard_s[gateway]
        return gone

    def lost(self, gateway: str, accounts: list[str]) -> None:
        """These players were disconnected with a gateway. Its own death is not the only reason of its silence: the
        broker may have kept its beats from us, so that it knows of nothing."""
        self._lost[gateway] = accounts
        if len(self._lost) > _LOST_MAX:
            del self._lost[next(iter(self._lost))]

    def find_back(self) -> list[str]:
        """The players of gateways that were found gone and beat again, each returned once."""
        back, self._back = self._back, []
        return back

    def on_up(self) -> None:
        """The connection is up: heartbeats are received, and those before are lost."""
        self._listens = self._is_new = True

    def on_down(self) -> None:
        """No beats are received any more."""
        self._listens = False

    def on_beats(self, body: bytes) -> None:
        """Heartbeats have arrived."""
        try:
            beats = _decoder.decode(body)
        except msgspec.MsgspecError as error:
            log.warning("beat_unreadable", error=str(error))
            return
        for beat in beats:
            self._heard_s[beat.gateway] = self._now_s()
            self._back += self._lost.pop(beat.gateway, [])

    def _hear_all(self, now_s: float) -> None:
        self._heard_s = dict.fromkeys([*self._heard_s, *self._find_known()], now_s)
        self._is_new = False

    def _on_up(self, link: Link) -> None:
        link.declare_exchanges()
        queue = f"lobby.beats.{new_id()}"
        link.declare_own(queue, (names.BEAT_EXCHANGE,), length_max=_BEATS_WAITING_MAX)
        link.consume(queue, self._on_message, no_ack=True)
        self.on_up()

    def _on_message(self, message: Any) -> None:
        self.on_beats(body_of(message))
