"""Faults of `make drill` that are made at the broker, at processes and at their doors."""

import resource
import shutil
import subprocess
import time
from pathlib import Path
from typing import Any

import amqp

from tests.load.accounts import post
from tests.load.drill_actions import Repeated, broker_channel, execute
from tests.load.members import ROOT
from tests.load.platform import Platform

_CROWDED_QUEUE = "events.ranking.drill"
_CROWD = 5_200
"""More messages than may wait in a queue."""
_FILES_LEFT = 6
_RULES = "services/tables/games/tictactoe/rules.py"
_FIRST_LINE = "    if state.over:\n        return Over(result(state))\n"


class BadMessages:
    """Messages that nobody takes, that nobody can read, or that came by a way that is not allowed."""

    def __init__(self, platform: Platform) -> None:
        """Nothing is sent yet."""
        self._platform = platform

    def begin(self) -> None:
        """All of it."""
        queues = [each["name"] for each in self._manage("GET", f"/api/queues/{self._platform.vhost}")]
        with broker_channel(self._platform) as channel:
            channel.queue_declare(_CROWDED_QUEUE, durable=True, auto_delete=False)
            for _ in range(_CROWD):
                channel.basic_publish(amqp.Message("[]"), routing_key=_CROWDED_QUEUE)
            channel.basic_publish(amqp.Message('[["id","trace",1,{}]]'), routing_key="events.wallet.lobby.registered")
            for name in queues:
                if name.startswith("direct."):
                    channel.basic_publish(amqp.Message("?"), routing_key=name)

    def end(self) -> None:
        """The queue is deleted; what was given up is thrown away."""
        with broker_channel(self._platform) as channel:
            channel.queue_delete(_CROWDED_QUEUE)
            for service in ("wallet", "tables"):
                channel.queue_purge(f"dead.{service}")

    def _manage(self, method: str, path: str) -> Any:
        return self._platform.rabbit.manage(method, path)


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
        rabbit = self._platform.rabbit
        command = ["/usr/lib/rabbitmq/bin/rabbitmqctl", "-n", rabbit.environment()["RABBITMQ_NODENAME"]]
        command += ["set_vm_memory_high_watermark", "absolute", memory]
        subprocess.run(command, env=dict(rabbit.environment()), check=True, capture_output=True, timeout=60)


class CrowdedProcesses:
    """One process has nearly used up its open files, one gateway has died, shards are taken from their owners, and
    somebody guesses passwords faster than one address may."""

    def __init__(self, platform: Platform) -> None:
        """Not begun."""
        self._platform = platform
        self._guessing = Repeated(self._guess, 0.1, threads=6)
        self._taking = Repeated(self._take_shards, 1.5)
        self._limits: list[tuple[int, tuple[int, int]]] = []

    def begin(self) -> None:
        """All of it."""
        self._platform.kill9("gateway-2")
        for pid in self._platform.members["tournaments"].pids():
            used = len(list(Path(f"/proc/{pid}/fd").iterdir()))
            soft, hard = resource.prlimit(pid, resource.RLIMIT_NOFILE)
            self._limits.append((pid, (soft, hard)))
            resource.prlimit(pid, resource.RLIMIT_NOFILE, (used + _FILES_LEFT, hard))
        self._guessing.begin()
        self._taking.begin()

    def end(self) -> None:
        """As it was."""
        self._guessing.end()
        self._taking.end()
        for pid, limits in self._limits:
            resource.prlimit(pid, resource.RLIMIT_NOFILE, limits)
        self._limits = []
        self._platform.start_member("gateway-2")

    def _guess(self) -> None:
        post(self._platform.rest_urls[0], "/api/login", {"username": f"nobody-{time.time_ns()}", "password": "guessed"})

    def _take_shards(self) -> None:
        execute(self._platform, "tables", "UPDATE tables.shards SET epoch = epoch + 1")


class FailingEngine:
    """A release of the second worker whose engine raises on every step; the release before it is put back."""

    def __init__(self, platform: Platform) -> None:
        """Copies the code."""
        self._platform = platform
        self._code = platform.folder / "failing-release"

    def begin(self) -> None:
        """The second worker runs the failing release."""
        shutil.copytree(ROOT / "services", self._code / "services", dirs_exist_ok=True)
        rules = self._code / _RULES
        text = rules.read_text(encoding="utf-8")
        assert _FIRST_LINE in text, f"{_RULES} has changed"
        rules.write_text(text.replace(_FIRST_LINE, "    raise RuntimeError('drill')\n"), encoding="utf-8")
        self._restart(self._code)

    def end(self) -> None:
        """It runs the release of the others again, and loads the tables that had stopped."""
        self._restart(ROOT)

    def _restart(self, code: Path) -> None:
        self._platform.term("worker-2")
        self._platform.members["worker-2"].run_from(code)
        self._platform.start_member("worker-2")


class GoneWorkers:
    """All workers are killed."""

    def __init__(self, platform: Platform) -> None:
        """They run."""
        self._platform = platform

    def begin(self) -> None:
        """Without a word."""
        for name in self._platform.names("worker"):
            self._platform.kill9(name)

    def end(self) -> None:
        """They are started again."""
        for name in self._platform.names("worker"):
            self._platform.start_member(name)
