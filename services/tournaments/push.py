"""Notifying clients: changed competitions a few times a second, all at once; notices to some players immediately."""

import threading
import time
from collections.abc import Callable, Collection, Mapping
from typing import Any

import msgspec

from services.contracts.client.frames import CompetitionsFrame, ServerFrame
from services.contracts.client.pushes import Push
from services.platform.broker import push_keys
from services.platform.process.json import encode
from services.platform.process.logs import get_logger
from services.platform.process.tasks import spawn
from services.tournaments import metrics

log = get_logger(__name__)

_FRAMES_MAX = 10_000
"""The most notices that wait while the broker is away; further ones are dropped: clients ask again after a lost
connection."""


Read = Callable[[list[str]], list[tuple[list[str] | None, CompetitionsFrame]]]
"""Accounts (None: all) and the lines that they are sent, of changed competitions."""


class Pusher:
    """The Push port over the broker."""

    def __init__(
        self,
        publish: Callable[..., Any],
        pause_s: float,
        find_gateways: Callable[[Collection[str]], Mapping[str, str]] = lambda _accounts: {},
    ) -> None:
        """`publish` is a Link's; `pause_s`: how long changes wait for others. `find_gateways` returns account →
        gateway of those whose gateway is known."""
        self._publish = publish
        self._find_gateways = find_gateways
        self._pause_s = pause_s
        self._changed: dict[str, None] = {}
        self._frames: list[Push] = []
        self._wake = threading.Event()
        self._runs = False
        self._thread: Any = None

    def changed(self, competition: str) -> None:
        """A competition has changed."""
        self._changed[competition] = None
        self._wake.set()

    def frame(self, accounts: Collection[str], frame: ServerFrame) -> None:
        """A frame for these accounts."""
        if len(self._frames) >= _FRAMES_MAX:
            metrics.pushes_dropped.inc()
            return
        self._frames.append(Push(list(accounts), msgspec.Raw(encode(frame))))
        self._wake.set()

    def start(self, read: Read) -> None:
        """Begin to send; `read` finds the lines of competitions: those for everybody, and of the others the lines with
        the accounts that are sent them."""
        self._runs = True
        self._thread = spawn("tournaments-pushes", self._run, read)

    def stop(self) -> None:
        """Stop sending."""
        self._runs = False
        self._wake.set()
        if self._thread is not None:
            self._thread.join(2)

    def _run(self, read: Read) -> None:
        while self._runs:
            self._wake.wait(1.0)
            self._wake.clear()
            try:
                self.turn(read)
            except Exception as error:  # noqa: BLE001 whatever it is, the sender goes on
                log.warning("push_failed", error=f"{type(error).__name__}: {error}"[:300])
            time.sleep(self._pause_s)

    def turn(self, read: Read) -> None:
        """Send all waiting updates."""
        ids, self._changed = list(self._changed), {}
        frames, self._frames = self._frames, []
        if ids:
            try:
                frames += [Push(to, msgspec.Raw(encode(frame))) for to, frame in read(ids)]
            except Exception:  # the database may be away; changes are sent when it is back
                self._changed = dict.fromkeys(ids) | self._changed
                self._frames = frames + self._frames
                raise
        if not frames:
            return
        accounts = push_keys.addressees(frames)
        gateways = self._find_gateways(accounts) if accounts else {}
        for sent in push_keys.publish(self._publish, frames, gateways):
            counter = metrics.pushes_dropped if sent.is_lost else metrics.pushes
            counter.inc(sent.pushes)
