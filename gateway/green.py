"""The gateway in a process of green threads (`kafeneio up`): the same, on the loop that eventlet's hub runs on."""

import asyncio
from typing import Any

from gateway.http.transport.green_server import InProcess
from gateway.public_events.broker_log import BrokerEventLog
from gateway.public_events.embedded_log import EmbeddedEventLog
from gateway.rpc import Rpc
from gateway.server import Gateway
from gateway.settings import GatewaySettings
from services.platform.process.green_loop import wait_done
from services.platform.process.health import Health
from services.platform.process.settings import CommonSettings

_SPARE_S = 1.0


class GreenGateway:
    """A gateway that is started and stopped by green threads. `rpc`: the client with which REST asks services."""

    def __init__(
        self, common: CommonSettings, settings: GatewaySettings, rpc: Rpc, health: Health, http: Any = None
    ) -> None:
        """`http`: serves REST, where that is not done in this process."""
        self._stop_max_s = common.drain_ms / 1000 + _SPARE_S
        served_here = http is None
        events = EmbeddedEventLog(common.var_dir) if common.embedded else BrokerEventLog(common)
        self.gateway = Gateway(
            common,
            settings,
            health,
            InProcess(settings, rpc, health, events) if served_here else http,
            answers_probes=not served_here,
        )

    @property
    def port(self) -> int:
        """The port it listens on, once started."""
        return self.gateway.port

    def start(self) -> None:
        """As `Gateway.start`."""
        self.gateway.start()

    def stop(self) -> None:
        """Drain, and wait until that is done."""
        wait_done(asyncio.get_event_loop().create_task(self.gateway.stop()), self._stop_max_s)
