"""Faults of `make drill` that are made at the broker."""

import subprocess
import time
from typing import Any

import amqp
import msgspec

from bench.drill.cluster import is_ready
from bench.drill.faults.actions import Repeated, broker_channel
from bench.processes.whole_platform import Platform
from services.contracts.base import service_of, wire_name
from services.contracts.tournaments.competitions import ListCompetitions
from services.platform.broker.rpc_client import RPC_EXCHANGE
from tests.platform.proxy import Proxy
from tests.support.servers import wait_until

_CROWDED_QUEUE = "events.ranking.drill"
_CROWD = 5_200
"""More messages than may wait in a queue."""
_CUTS = 9
"""More than a connection may break in a quarter of an hour."""
_BROKER_URL, _CONNECTED_WITHIN_S = "KAFENEIO_BROKER_URL", 60.0


class BadMessages:
    """Messages that nobody takes, that nobody can read, or that came by a way that is not allowed."""

    def __init__(self, platform: Platform) -> None:
        """Nothing is sent yet."""
        self._platform = platform
        self._garbage = Repeated(self._send_garbage, 0.5)

    def begin(self) -> None:
        """All of it; gateways get what they cannot read twice a second, as in an upgrade."""
        with broker_channel(self._platform) as channel:
            channel.queue_declare(_CROWDED_QUEUE, durable=True, auto_delete=False)
            for _ in range(_CROWD):
                channel.basic_publish(amqp.Message("[]"), routing_key=_CROWDED_QUEUE)
            channel.basic_publish(amqp.Message('[["id","trace",1,{}]]'), routing_key="events.wallet.lobby.registered")
            for name in self._queues("direct."):
                channel.basic_publish(amqp.Message("?"), routing_key=name)
        self._garbage.begin()

    def end(self) -> None:
        """The queue is deleted; what was given up is thrown away."""
        self._garbage.end()
        with broker_channel(self._platform) as channel:
            channel.queue_delete(_CROWDED_QUEUE)
            for service in ("wallet", "tables"):
                channel.queue_purge(f"dead.{service}")

    def _send_garbage(self) -> None:
        with broker_channel(self._platform) as channel:
            for name in self._queues("gateway."):
                channel.basic_publish(amqp.Message("?"), routing_key=name)

    def _queues(self, prefix: str) -> list[str]:
        found: list[dict[str, Any]] = self._platform.rabbit.manage("GET", f"/api/queues/{self._platform.vhost}")
        return [each["name"] for each in found if each["name"].startswith(prefix)]


class LateRequests:
    """Requests reach tournaments after their deadline: the clock of the process that asks is a minute slow."""

    _ASKED_EVERY_S = 0.25
    _SLOW_MS = 60_000

    def __init__(self, platform: Platform) -> None:
        """Nothing is asked yet."""
        self._platform = platform
        self._asking = Repeated(self._ask, self._ASKED_EVERY_S)

    def begin(self) -> None:
        """From now on."""
        self._asking.begin()

    def end(self) -> None:
        """No more."""
        self._asking.end()

    def _ask(self) -> None:
        request = ListCompetitions()
        body = msgspec.json.encode({"args": [msgspec.to_builtins(request)], "kwargs": {}}).decode()
        deadline_ms = int(time.time() * 1000) - self._SLOW_MS
        message = amqp.Message(
            body, content_type="application/json", content_encoding="utf-8",
            application_headers={"deadline_ms": deadline_ms},
        )  # fmt: skip
        key = f"{service_of(ListCompetitions)}.{wire_name(ListCompetitions)}"
        with broker_channel(self._platform) as channel:
            channel.basic_publish(message, RPC_EXCHANGE, routing_key=key)


class MemoryAlarm:
    """The broker is short of memory and takes no message."""

    def __init__(self, platform: Platform) -> None:
        """Not begun."""
        self._platform = platform

    def begin(self) -> None:
        """It may use far less memory than it does."""
        self._limit("1MB")

    def end(self) -> None:
        """It may use enough again."""
        self._limit("1GB")

    def _limit(self, memory: str) -> None:
        control(self._platform, "set_vm_memory_high_watermark", "absolute", memory)


class CutOff:
    """The network between one process and the broker breaks again and again, and then for good."""

    def __init__(self, platform: Platform, name: str) -> None:
        """Not begun."""
        self._platform, self._name = platform, name
        self._direct = platform.members[name].variables(_BROKER_URL)[_BROKER_URL]
        self._wire: Proxy | None = None

    def begin(self) -> None:
        """The process is started again with a wire of its own, which is cut at the end of this."""
        self._wire = Proxy(self._direct)
        self._start_with(self._wire.url)
        for _ in range(_CUTS):
            self._wire.cut()
            self._wire.mend()
            wait_until(self._is_connected, _CONNECTED_WITHIN_S, f"{self._name} to be connected again")
        self._wire.cut()

    def end(self) -> None:
        """As it was."""
        self._start_with(self._direct)
        if self._wire is not None:
            self._wire.__exit__()

    def _start_with(self, url: str) -> None:
        self._platform.kill9(self._name)
        self._platform.members[self._name].set_variable(_BROKER_URL, url)
        self._platform.start_member(self._name)

    def _is_connected(self) -> bool:
        return is_ready(self._platform.members[self._name].health_port)


def control(platform: Platform, *arguments: str) -> None:
    """Run `rabbitmqctl` at the platform's broker."""
    rabbit = platform.rabbit
    command = ["/usr/lib/rabbitmq/bin/rabbitmqctl", "-n", rabbit.environment()["RABBITMQ_NODENAME"], *arguments]
    subprocess.run(command, env=dict(rabbit.environment()), check=True, capture_output=True, timeout=60)
