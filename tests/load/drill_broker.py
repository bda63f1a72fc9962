"""Faults of `make drill` that are made at the broker."""

import contextlib
import subprocess
import time
from typing import Any

import amqp
import msgspec

from services.contracts.base import service_of, wire_name
from services.contracts.tournaments import ListCompetitions
from services.plumbing.rpc_client import RPC_EXCHANGE
from tests.load.drill_actions import Repeated, broker_channel
from tests.load.platform import Platform
from tests.support.broker_users import PASSWORD, user_of

_CROWDED_QUEUE = "events.ranking.drill"
_CROWD = 5_200
"""More messages than may wait in a queue."""
_CUTS = 9
"""More than a connection may break in a quarter of an hour."""


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


class ChangedPassword:
    """The connections of one process break again and again; then its password is changed before it has the new one."""

    def __init__(self, platform: Platform, process: str) -> None:
        """Not begun."""
        self._platform = platform
        self._user = user_of(platform.vhost, process)

    def begin(self) -> None:
        """The process is cut off for good at the end of this."""
        for _ in range(_CUTS):
            self._cut()
            time.sleep(1.0)
        control(self._platform, "change_password", self._user, "rotated too early")
        self._cut()

    def end(self) -> None:
        """It may come in again."""
        control(self._platform, "change_password", self._user, PASSWORD)

    def _cut(self) -> None:
        with contextlib.suppress(subprocess.CalledProcessError):  # nobody of that name is connected at the moment
            control(self._platform, "close_all_user_connections", self._user, "drill")


def control(platform: Platform, *arguments: str) -> None:
    """Run `rabbitmqctl` at the platform's broker."""
    rabbit = platform.rabbit
    command = ["/usr/lib/rabbitmq/bin/rabbitmqctl", "-n", rabbit.environment()["RABBITMQ_NODENAME"], *arguments]
    subprocess.run(command, env=dict(rabbit.environment()), check=True, capture_output=True, timeout=60)
