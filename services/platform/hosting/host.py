"""Hosting a service class in nameko: wiring, start and stop, and a restart when the container dies."""

import time
from typing import Any

import eventlet
from nameko.containers import ServiceContainer
from nameko.extensions import DependencyProvider

from services.platform.broker import embedded, names
from services.platform.broker.link import Link
from services.platform.broker.tls import tls_options
from services.platform.database.inbox import Inbox
from services.platform.database.migrations import SchemaCheck
from services.platform.database.outbox import OutboxRelay
from services.platform.database.unit_of_work import Database
from services.platform.hosting.events import LINK_KEY, SETTINGS_KEY
from services.platform.process.health import Health
from services.platform.process.logs import get_logger
from services.platform.process.settings import CommonSettings

log = get_logger(__name__)

APP_KEY = "kafeneio_app"
_HOUSEKEEPING_S = 600


class Wired(DependencyProvider):
    """A service's application object (handlers' ports), put together in kafeneio/main.py."""

    def get_dependency(self, _worker_ctx: Any) -> Any:
        """The same object for every call."""
        return self.container.config[APP_KEY]


class Base:
    """The parts that every service process has: database, link, outbox, inbox."""

    def __init__(self, settings: CommonSettings, database: Database) -> None:
        """Nothing runs before `start`."""
        self.settings = settings
        self.database = database
        self.sends_to: list[str] = []
        """Durable queues that this service alone fills; it declares them, so that nothing has to wait for a reader."""
        self.link = Link(settings, database.service, self._declare)
        self.inbox = Inbox(database, self.link)
        self.relay = OutboxRelay(database, self.link, settings.embedded, settings.outbox_keep_h)

    def _declare(self, link: Link) -> None:
        link.declare_exchanges()
        link.declare_dead(names.dead_queue(self.database.service))
        for queue in self.sends_to:
            arguments = names.passed_on_arguments(self.settings)
            link.declare_durable(queue, names.dead_queue(self.database.service), **arguments)

    def start(self) -> None:
        """Connect to the broker and start the outbox relay."""
        self.link.start(timeout_s=30)
        self.relay.start()

    def stop(self) -> None:
        """Relay the waiting events and close."""
        self.relay.stop()
        self.link.stop()
        self.database.close()


class ServiceHost:
    """Runs one nameko service until stopped; a container that dies is replaced."""

    def __init__(self, service: type, app: Any, base: Base, max_workers: int = 20) -> None:
        """`app` is what the service's `Wired` dependency gives."""
        embedded.register()
        self._service = service
        self._base = base
        self._config = {
            "AMQP_URI": base.settings.broker_url,
            "AMQP_SSL": tls_options(base.settings.broker_url),
            "max_workers": max_workers,
            "HEARTBEAT": base.settings.broker_heartbeat_s,
            APP_KEY: app,
            LINK_KEY: base.link,
            SETTINGS_KEY: base.settings,
        }
        self._container: Any = None
        self._stopping = False

    def start(self) -> None:
        """Start; returns when the service takes requests."""
        self._base.start()
        self._start_container()
        eventlet.spawn(self._supervise)
        eventlet.spawn(self._keep_house)

    def stop(self) -> None:
        """Finish the requests that have begun, accept no new ones."""
        self._stopping = True
        if self._container is not None:
            with eventlet.Timeout(self._base.settings.drain_ms / 1000, False):
                self._container.stop()
        self._base.stop()

    def is_ready(self) -> bool:
        """Whether requests are answered."""
        return self._container is not None and self._base.link.is_up

    def _start_container(self) -> None:
        container = ServiceContainer(self._service, config=self._config)
        container.start()
        self._container = container

    def _supervise(self) -> None:
        while not self._stopping:
            try:
                self._container.wait()
            except Exception as error:  # noqa: BLE001 nameko's container gives up on many things; we do not
                log.error("container_died", service=self._service.__name__, error=f"{type(error).__name__}: {error}")
            if self._stopping:
                return
            self._container = None
            self._restart()

    def _keep_house(self) -> None:
        """Prune the inbox from time to time."""
        while not self._stopping:
            time.sleep(_HOUSEKEEPING_S)
            try:
                self._base.inbox.prune()
            except Exception as error:  # noqa: BLE001 the next time will do
                log.warning("housekeeping_failed", error=f"{type(error).__name__}: {error}")

    def _restart(self) -> None:
        while not self._stopping and self._container is None:
            time.sleep(0.3)
            try:
                self._start_container()
            except Exception as error:  # noqa: BLE001 the broker may still be away
                log.warning("container_start_failed", error=f"{type(error).__name__}: {error}")


def watch(health: Health, name: str, host: ServiceHost, database: Database) -> None:
    """Let a process be ready only while this service is."""
    health.add(f"{name}_service", host.is_ready)
    health.add(f"{name}_database", database.is_ready)
    health.add(f"{name}_schema", SchemaCheck(name, database.engine))
