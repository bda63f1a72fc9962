"""The bare system on private servers of its own: started, asked for its processes, ended."""

import subprocess
import sys
from types import TracebackType
from typing import Self

from bench.processes.members import bare_environment, rss_mb
from tests.support import processes
from tests.support.guard import GUARD
from tests.support.ports import free_port
from tests.support.servers import PostgresServer, RabbitServer, ServerFailed

_DATABASE = "bare"
_VHOST = "bare"


class BareSystem:
    """A gateway and a worker beside RabbitMQ and PostgreSQL, which run already and stay when this is closed."""

    def __init__(self, rabbit: RabbitServer, postgres: PostgresServer) -> None:
        """Nothing is started before the context is entered."""
        self._rabbit, self._postgres = rabbit, postgres
        self._port = free_port()
        self._processes: dict[str, subprocess.Popen[str]] = {}

    @property
    def url(self) -> str:
        """Where players connect."""
        return f"ws://127.0.0.1:{self._port}/"

    def __enter__(self) -> Self:
        """Start both processes."""
        broker_url = self._rabbit.create_vhost(_VHOST)
        dsn = self._postgres.create_database(_DATABASE).replace("postgresql+psycopg:", "postgresql:")
        try:
            self._start("worker", broker_url, dsn)  # it declares the queue that the gateway publishes to
            self._start("gateway", str(self._port), broker_url)
        except BaseException:
            self._close()
            raise
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._close()
        self._rabbit.delete_vhost(_VHOST)
        self._postgres.drop_database(_DATABASE)

    def pids(self) -> dict[str, list[int]]:
        """Role → its processes, by the names that the platform's roles have."""
        own = {role: [process.pid] for role, process in self._processes.items()}
        return own | {"broker": self._rabbit.pids(), "database": self._postgres.pids(), "other": []}

    def pids_by_service(self) -> dict[str, list[int]]:
        """The same, without the services that it does not have."""
        return {role: own for role, own in self.pids().items() if role != "other"}

    def rss_mb(self) -> dict[str, float]:
        """Role → memory now, in megabytes."""
        return {role: round(rss_mb(pids), 1) for role, pids in self.pids().items()}

    def _start(self, role: str, *arguments: str) -> None:
        process = subprocess.Popen(
            [sys.executable, "-m", f"bench.moves.bare.{role}", *arguments],
            env=bare_environment(),
            stdout=subprocess.PIPE,
            text=True,
        )
        self._processes[role] = process
        GUARD.watch(pid=process.pid)
        assert process.stdout is not None
        if process.stdout.readline() != "ready\n":
            raise ServerFailed(f"the bare {role} did not start")

    def _close(self) -> None:
        for process in self._processes.values():
            processes.kill_family(process.pid)
            process.wait()
            GUARD.forget(pid=process.pid)
        self._processes = {}
