"""The gateway's process (`kafeneio run gateway`): uvloop and no green threads."""

import asyncio
import signal
from collections.abc import Callable

import uvloop

from gateway.http.transport.child import WorkerProcess
from gateway.server import Gateway
from gateway.settings import GatewaySettings
from services.platform.process import garbage, tracing
from services.platform.process.health import Health
from services.platform.process.logs import get_logger
from services.platform.process.settings import CommonSettings

log = get_logger(__name__)


def serve(common: CommonSettings, settings: GatewaySettings, health: Health, is_stopping: Callable[[], bool]) -> None:
    """Serve until SIGTERM or SIGINT, then drain. `is_stopping`: whether one of them has come already."""
    uvloop.run(_serve(common, settings, health, is_stopping))


async def _serve(
    common: CommonSettings, settings: GatewaySettings, health: Health, is_stopping: Callable[[], bool]
) -> None:
    stop = asyncio.Event()
    for each in (signal.SIGTERM, signal.SIGINT):
        asyncio.get_running_loop().add_signal_handler(each, stop.set)
    if is_stopping():
        return
    http = WorkerProcess()
    gateway = Gateway(common, settings, health, http, answers_probes=True)
    health.metrics = http.metrics
    gateway.start()
    garbage.keep_what_is_there()
    log.info("ready", service="gateway")
    await stop.wait()
    log.info("draining")
    await gateway.stop()
    tracing.shut_down()
    log.info("stopped")
