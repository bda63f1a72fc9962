"""The lobby's application object: use cases' ports, and the work in the background."""

import time
from collections.abc import Callable

from services.lobby import handlers, metrics
from services.lobby.handlers import Ports
from services.lobby.service.gateways import Gateways
from services.lobby.service.passwords import HashingWorkers
from services.lobby.service.push import Pusher
from services.lobby.settings import LobbySettings
from services.plumbing.host import Base
from services.plumbing.logs import get_logger
from services.plumbing.rpc_client import RpcClient
from services.plumbing.tasks import spawn

log = get_logger(__name__)

_MEASURE_S = 10.0
_PURGE_S = 600.0
_PAUSE_AFTER_FAILURE_S = 1.0


class App:
    """Made once a process. The background runs while the service does: `start` and `stop` come from its container."""

    def __init__(self, base: Base, rpc: RpcClient, settings: LobbySettings) -> None:
        """Nothing runs yet."""
        self.base = base
        self.pusher = Pusher(base.database, base.link.publish, settings.elo_start, settings.push_waiting_max)
        self.ports = Ports(base.database, rpc, HashingWorkers(settings), self.pusher, settings)
        self.gateways = Gateways(
            base.settings, settings.gateway_silent_ms, lambda: self.ports.run(handlers.find_gateways)
        )
        self._sweep_s = settings.lobby_sweep_ms / 1000
        self._runs = False

    def start(self) -> None:
        """Begin to push, to listen and to sweep; nothing if that is so already."""
        if self._runs:
            return
        self._runs = True
        self.pusher.start()
        self.gateways.start()
        spawn("lobby-sweep", self._repeat)

    def stop(self) -> None:
        """End the background; what waits to be pushed is pushed."""
        self._runs = False
        self.gateways.stop()
        self.pusher.stop()

    def sweep(self) -> None:
        """Look after everything once."""
        self._try("gateways", self._lose_gateways)
        self._try("tables", lambda: handlers.sweep_tables(self.ports))
        self._try("sessions", lambda: handlers.sweep_sessions(self.ports))

    def _lose_gateways(self) -> None:
        for gateway in self.gateways.find_gone():
            players = handlers.lose_gateway(self.ports, gateway)
            log.warning("gateway_gone", gateway=gateway, players=players)

    def _repeat(self) -> None:
        measure_at_s = purge_at_s = time.monotonic()
        while self._runs:
            self.sweep()
            now_s = time.monotonic()
            if now_s >= measure_at_s:
                measure_at_s = now_s + _MEASURE_S
                self._try("measure", lambda: self.ports.run(handlers.measure))
            if now_s >= purge_at_s:
                purge_at_s = now_s + _PURGE_S
                self._try("purge", lambda: self.ports.run(handlers.purge))
            time.sleep(self._sweep_s)

    def _try(self, task: str, work: Callable[[], object]) -> None:
        try:
            work()
        except Exception:
            metrics.sweep_failures.labels(task).inc()
            log.exception("sweep_failed", task=task)
            time.sleep(_PAUSE_AFTER_FAILURE_S)
