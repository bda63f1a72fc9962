"""Sends notices that are due, by a pool of its own: a service that stalls delays nothing but what is for it
(RULES.md §24). Several processes may do so: each notice is claimed by one."""

import http.client
import queue
import threading
import time
from dataclasses import dataclass

from services.lobby import metrics
from services.lobby.ports import Ports
from services.lobby.push import encryption, sending
from services.lobby.push.encryption import Signer
from services.lobby.push.sending import Delivery
from services.platform.outbound.door import Door, Reply
from services.platform.process.logs import get_logger
from services.platform.process.tasks import spawn

log = get_logger(__name__)

_LOOK_S = 1.0
"""How often is looked for what is due, beside at once after a notice of this process."""
_LEASE_MS = 60_000
_STOP_S = 3.0
_EACH_PART = 4

FAILURES_MAX = 5
SHUT_S = 15.0
SHUT_MAX_S = 600.0
_KNOWN_MAX = 10_000


@dataclass
class _Host:
    busy: int = 0
    failures: int = 0
    shut_s: float = 0.0
    open_at_s: float = 0.0


class Hosts:
    """Counts requests by service: one that stalls or fails takes a part of the pool, for a while, and nothing more.
    Used by one thread at a time; the time is an argument."""

    def __init__(self, each_max: int) -> None:
        """`each_max`: the most requests of one service at the same time."""
        self.each_max = each_max
        self._hosts: dict[str, _Host] = {}

    def room(self, now_s: float) -> dict[str, int]:
        """Service → how many more requests it may get now, of those that are busy or have failed; every other may get
        `each_max`. One that was shut gets a single request, which decides."""
        found = {}
        for name, host in self._hosts.items():
            limit = self.each_max if host.failures < FAILURES_MAX else 1
            found[name] = 0 if now_s < host.open_at_s else max(0, limit - host.busy)
        return found

    def begin(self, name: str) -> None:
        """A request begins."""
        if len(self._hosts) >= _KNOWN_MAX:
            self._hosts = {name: host for name, host in self._hosts.items() if host.busy or host.failures}
        self._hosts.setdefault(name, _Host()).busy += 1

    def end(self, name: str, now_s: float, *, answered: bool) -> None:
        """A request has ended. `answered`: the service works, whatever it said."""
        host = self._hosts[name]
        host.busy -= 1
        if answered:
            host.failures, host.shut_s = 0, 0.0
            if not host.busy:
                del self._hosts[name]
            return
        host.failures += 1
        if host.failures >= FAILURES_MAX and now_s >= host.open_at_s:
            host.shut_s = min(SHUT_MAX_S, host.shut_s * 2 or SHUT_S)
            host.open_at_s = now_s + host.shut_s

    def shut(self, now_s: float) -> int:
        """How many services are left alone at the moment."""
        return sum(now_s < host.open_at_s for host in self._hosts.values())


class Courier:
    """A thread that claims, and as many as `workers` that send."""

    def __init__(self, ports: Ports, door: Door, signer: Signer, workers: int) -> None:
        """Nothing runs yet."""
        self.ports = ports
        self._door = door
        self._signer = signer
        self._workers = workers
        self._hosts = Hosts(max(1, workers // _EACH_PART))
        self._busy = 0
        self._more = self._looked = False
        self._lock = threading.Lock()
        self._wake = threading.Event()
        self._stopped = threading.Event()
        self._queue: queue.Queue[Delivery | None] = queue.Queue()
        self._threads: list[threading.Thread] = []

    def start(self) -> None:
        """Start sending."""
        self._threads = [spawn(f"lobby-push-{number}", self._work) for number in range(self._workers)]
        self._threads.append(spawn("lobby-push", self._run))

    def stop(self) -> None:
        """Stop; what is on its way may end, and is else sent again by another process."""
        self._stopped.set()
        self._wake.set()
        for _ in range(self._workers):
            self._queue.put(None)
        until_s = time.monotonic() + _STOP_S
        for thread in self._threads:
            thread.join(max(0.0, until_s - time.monotonic()))
        self._door.close()

    def wake(self) -> None:
        """Something is due."""
        self._wake.set()

    def is_idle(self) -> bool:
        """Whether everything that was due at the last look is settled."""
        with self._lock:
            return self._looked and not self._busy and not self._more

    def hand_out(self) -> int:
        """Claim as much as can be sent at once; returns how much."""
        now_s = time.monotonic()
        with self._lock:
            free, room = self._workers - self._busy, self._hosts.room(now_s)
            metrics.web_push_services_shut.set(self._hosts.shut(now_s))
        if free <= 0:
            return 0
        claimed: sending.Claimed = self.ports.run(sending.claim, _LEASE_MS, room, self._hosts.each_max, free)
        with self._lock:
            self._looked, self._more = True, claimed.looked_at > 0
            for delivery in claimed.deliveries:
                self._busy += 1
                self._hosts.begin(delivery.browser.host)
        for delivery in claimed.deliveries:
            self._queue.put(delivery)
        return len(claimed.deliveries)

    def _run(self) -> None:
        while not self._stopped.is_set():
            self._wake.clear()
            try:
                self.hand_out()
            except Exception as error:  # noqa: BLE001 the database may be away; the next look comes
                log.warning("push_not_claimed", error=f"{type(error).__name__}: {error}")
            self._door.abort_overdue(time.monotonic())
            if not self._wakes_again():
                self._wake.wait(_LOOK_S)

    def _wakes_again(self) -> bool:
        """Whether there may be more at once, with nothing on its way that would wake this thread."""
        with self._lock:
            return self._more and not self._busy

    def _work(self) -> None:
        while (delivery := self._queue.get()) is not None:
            try:
                self._deliver(delivery)
            except Exception as error:  # noqa: BLE001 it was claimed for a while, and is tried again then
                log.warning("push_not_settled", error=f"{type(error).__name__}: {error}")
            finally:
                with self._lock:
                    self._busy -= 1
                if self._more:
                    self._wake.set()

    def _deliver(self, delivery: Delivery) -> None:
        """Send a notice, and store what came of it. Addresses and keys are never logged."""
        reply: Reply | None = None
        try:
            reply = self.send(delivery)
        except (OSError, http.client.HTTPException, ValueError) as error:
            log.info("push_not_sent", service=delivery.browser.host, error=type(error).__name__)
        finally:
            is_answered = reply is not None and reply.status < 500
            with self._lock:
                self._hosts.end(delivery.browser.host, time.monotonic(), answered=is_answered)
        status, retry_after_s = (None, 0) if reply is None else reply
        if status is not None and sending.outcome_of(status) == "refused":
            log.warning("push_refused", service=delivery.browser.host, status=status)
        self.ports.run(sending.settle, delivery, status, retry_after_s)

    def send(self, delivery: Delivery) -> Reply:
        """One request."""
        browser = delivery.browser
        body = encryption.encrypt(delivery.text, browser.p256dh, browser.auth)
        headers = delivery.headers(self.ports.database.clock.now_ms())
        headers["Authorization"] = self._signer.authorization(delivery.origin)
        return self._door.post(browser.endpoint, headers, body)
