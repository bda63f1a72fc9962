"""One process of the platform: its parts are started in order and stopped in reverse.

Each kind of process imports what it needs when it starts: a gateway has no database.
"""

import contextlib
import importlib
import os
import platform
import select
import signal
import socket
import time
from typing import TYPE_CHECKING, Any

from kafeneio import startup
from kafeneio.processes import ALL, BRIDGE, WORKERS
from services.platform.process import garbage, logs, tracing
from services.platform.process.settings import CommonSettings, database_url, load

if TYPE_CHECKING:
    from services.platform.broker.rpc_client import RpcClient
    from services.platform.database.unit_of_work import Database

log = logs.get_logger("kafeneio")


class Process:
    """One process: what it runs, started in order and stopped in reverse."""

    def __init__(self, common: CommonSettings, name: str) -> None:
        """No part runs yet. `name`: of its queue of replies, which its user of the broker has a right to."""
        from services.platform.process import metrics
        from services.platform.process.health import Health

        self.common = common
        self._name = name
        self.health = Health()
        self._parts: list[Any] = []
        self._rpc: RpcClient | None = None
        self._stop_asked = False
        self._started = False
        self.health.add("started", lambda: self._started)
        metrics.build_info.labels(common.version, platform.python_version()).set(1)
        self._woken, self._waker = socket.socketpair()
        self._waker.setblocking(False)
        signal.set_wakeup_fd(self._waker.fileno(), warn_on_full_buffer=False)
        signal.signal(signal.SIGTERM, self._ask_stop)
        signal.signal(signal.SIGINT, self._ask_stop)

    def rpc(self) -> "RpcClient":
        """The RPC client of this process."""
        from services.platform.broker.rpc_client import RpcClient

        if self._rpc is None:
            self._rpc = RpcClient(self.common, self._name).start()
        return self._rpc

    def add_service(self, name: str, games: list[str], part: str = ALL) -> None:
        """Add a service with its own database; for tables also the workers of these games, unless it is a part
        (PARTS)."""
        from services.platform.database.unit_of_work import Database
        from services.platform.hosting.host import Base, ServiceHost, watch

        module = importlib.import_module(f"services.{name}.service")
        database = Database(database_url(name, self.common), name, pool_size=self.common.database_connections)
        base = Base(self.common, database)
        app = module.make_app(base, self.rpc())
        self._start(ServiceHost(module.SERVICE, app, base))
        watch(self.health, name, self._parts[-1], database)
        if name == "tables":
            self._start(app.analyst)
            self._start(app.painter)
            if part == ALL:
                self._add_worker(app, database, games)

    def _add_worker(self, app: Any, database: "Database", games: list[str]) -> None:
        """Add the worker: in this process with the embedded broker, otherwise in one of its own."""
        if self.common.embedded:
            from games.registry import games as registered
            from services.tables.worker.green_runner import GreenRunner
            from services.tables.worker.worker import Worker

            chosen = games or app.settings.games or [each.id for each in registered()]
            worker: Any = Worker(self.common, app.settings, database, chosen, GreenRunner())
            self._start(worker)
            self.health.add("tables_worker", worker.is_ready)
        else:
            self.add_worker_process(games)

    def add_worker_process(self, games: list[str]) -> None:
        """Add the workers of these games, in a process of their own."""
        from services.tables.worker.child import WorkerChild

        worker = WorkerChild(games)
        self.health.metrics = worker.metrics
        self._start(worker)
        self.health.add("tables_worker", worker.is_ready)

    def add_gateway(self) -> str:
        """Add sockets, REST and the web client; returns their address."""
        from gateway.green import GreenGateway
        from gateway.settings import GatewaySettings

        settings = load(GatewaySettings)
        startup.check_port(settings.gateway_host, settings.gateway_port)
        gateway = GreenGateway(self.common, settings, self.rpc(), self.health)
        self._start(gateway)
        return f"http://{settings.gateway_host}:{gateway.port}/"

    def add_event_log(self) -> None:
        """Add what keeps public events, before the services that publish them."""
        from gateway.public_events.embedded_log import LogWriter

        self._start(LogWriter(self.common))

    def add_grpc(self) -> str:
        """Add the gRPC front, in a process of its own; returns what a caller needs, in a line."""
        from gateway.grpc.embedded_front import EmbeddedFront, token_line
        from gateway.grpc.settings import GrpcSettings

        settings = load(GrpcSettings)
        port = startup.free_port(settings.grpc_host, settings.grpc_port)
        place = f"{settings.grpc_host}:{port}"
        if settings.grpc_tokens:
            self._start(EmbeddedFront(self.rpc(), port, settings.grpc_tokens))
            return f"gRPC: {place}"
        token = startup.own_grpc_token(self.common.var_dir)
        self._start(EmbeddedFront(self.rpc(), port, [token_line(token)]))
        return f"gRPC: {place}   authorization: Bearer {token}"

    def serve_gateway(self) -> None:
        """Serve sockets, and REST in a process beside them, until SIGTERM or SIGINT; then drain."""
        from gateway import process
        from gateway.settings import GatewaySettings

        settings = load(GatewaySettings)
        startup.check_port(settings.gateway_host, settings.gateway_port)
        self._started = True
        process.serve(self.common, settings, self.health, lambda: self._stop_asked)

    def serve_http(self) -> None:
        """Serve REST for the gateway that has started this process, as long as that gateway runs."""
        from gateway.http.transport.process import HttpWorker, own_channel
        from gateway.settings import GatewaySettings

        channel = own_channel()
        if not startup.wait_for_broker(self.common, lambda wait_s: self._is_stopping(wait_s) or channel.is_hung_up()):
            return
        worker = HttpWorker(self.common, load(GatewaySettings), self.rpc(), self.health, channel, self._ask_stop)
        self._start(worker)
        self._serve_until_stopped("http")

    def serve_service(self, name: str, games: list[str], part: str = ALL) -> None:
        """Serve one service, or a part of tables, until SIGTERM or SIGINT."""
        if part == WORKERS:
            self.add_worker_process(games)
        else:
            self.add_service(name, games, part)
        self._serve_until_stopped(name)

    def serve_bridge(self) -> None:
        """A carrier for each other cell, until SIGTERM or SIGINT."""
        from services.platform.cells.bridge import Carrier, check_links
        from services.platform.process.settings import BridgeSettings

        links = load(BridgeSettings).cell_links
        check_links(self.common, links)
        if not self.wait_for_broker():
            return
        for cell, url in links.items():
            carrier = Carrier(self.common, cell, url)
            self._start(carrier)
            self.health.add(f"cell_{cell}", carrier.is_ready)
        self._serve_until_stopped(BRIDGE)

    def _serve_until_stopped(self, name: str) -> None:
        garbage.keep_what_is_there()
        log.info("ready", service=name, pid=os.getpid())
        self.wait()
        self.stop()

    def _start(self, part: Any) -> None:
        self._parts.append(part)
        part.start()

    def wait_for_broker(self) -> bool:
        """Wait for the broker; False: the process was asked to stop meanwhile."""
        return startup.wait_for_broker(self.common, self._is_stopping)

    def _is_stopping(self, wait_s: float) -> bool:
        """Whether SIGTERM or SIGINT arrived within this many seconds."""
        deadline_s = time.monotonic() + wait_s
        while not self._stop_asked and (left_s := deadline_s - time.monotonic()) > 0:
            select.select([self._woken], [], [], left_s)
            if not self._stop_asked:
                time.sleep(0)
        return self._stop_asked

    def wait(self, at_most_s: float | None = None) -> bool:
        """Wait until SIGTERM or SIGINT, after everything was started; False: `at_most_s` has passed before."""
        self._started = True
        until_s = None if at_most_s is None else time.monotonic() + at_most_s
        while not self._stop_asked:
            self._woken.settimeout(None if until_s is None else max(0.001, until_s - time.monotonic()))
            try:
                self._woken.recv(64)  # a byte for each signal, so that nothing has to poll
            except TimeoutError:
                return False
        return True

    def _ask_stop(self, *_args: Any) -> None:
        self._stop_asked = True
        with contextlib.suppress(BlockingIOError):
            self._waker.send(b"\0")  # an asyncio loop receives signals instead of this socket

    def stop(self) -> None:
        """Drain in reverse order."""
        self.health.draining = True
        log.info("draining")
        for part in reversed(self._parts):
            try:
                part.stop()
            except Exception:  # the others must be stopped as well
                log.exception("stop_failed", part=type(part).__name__)
        if self._rpc is not None:
            self._rpc.stop()
        tracing.shut_down()
        log.info("stopped")
