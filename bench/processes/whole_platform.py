"""The whole platform on private real servers, every service a process of its own, as in production."""

import os
import shutil
import subprocess
import sys
import uuid
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack
from pathlib import Path
from types import TracebackType
from typing import Self

from bench.processes.members import ROOT, Member, bare_environment, rss_mb
from tests.platform.proxy import Proxy
from tests.support import processes
from tests.support.broker_users import make_users
from tests.support.guard import GUARD
from tests.support.ports import free_port
from tests.support.server import Server, ServerFailed, make_folder
from tests.support.servers import PostgresServer, RabbitServer
from tests.support.warm_parent import PARENT

SERVICES = ("wallet", "ranking", "moderation", "lobby", "tournaments", "tables")
HELPERS = ("wallet", "ranking", "moderation", "lobby", "tournaments")
"""Services that run as one process each; tables and gateways run as several."""
ROLES = ("gateway", "worker", "broker", "database", "other")
ON_THE_WAY = ("gateway", "broker", "worker", "database")
"""What a move passes through, and its answer on the way back."""
MIGRATE_TIMEOUT_S = 120


NO_HOUSE_TABLES = {"KAFENEIO_HOUSE_TABLES": '{"baccarat":0}'}
"""The workers here have no house-banked games: tables of those would wait for an owner until the end."""


class Platform:
    """One coffee house with databases and a virtual host of its own. A context manager: nothing is left behind.

    Members: `wallet`, `lobby`, `ranking`, `moderation`, `tournaments`, `worker-1` …, `gateway-1` ….
    """

    def __init__(
        self,
        rabbit: RabbitServer,
        postgres: PostgresServer,
        *,
        workers: int = 1,
        gateways: int = 1,
        settings: Mapping[str, str] | None = None,
        services: Sequence[str] = HELPERS,
        games: Sequence[str] = ("tictactoe",),
        code: Path = ROOT,
        wired: bool = False,
        history: bool = False,
    ) -> None:
        """`settings`: `KAFENEIO_…` variables for all of them; `games`: those of the tables workers; `code`: the folder
        of the release that is run. `wired`: the first worker and the wallet reach their databases by wires that can be
        cut. `history`: requests of tables are answered by a member of that name, and by no worker. The servers run
        already and stay when this is closed."""
        self.rabbit, self.postgres = rabbit, postgres
        self.folder = make_folder("kafeneio-platform-")
        GUARD.watch(folder=self.folder)
        tag = uuid.uuid4().hex[:8]
        self.vhost = f"load_{tag}"
        self.databases = {name: f"load_{tag}_{name}" for name in SERVICES}
        self._environment = bare_environment(code) | NO_HOUSE_TABLES | dict(settings or {})
        self.members: dict[str, Member] = {}
        self._leaving = ExitStack()
        self._gateway_ports = [free_port() for _ in range(gateways)]
        self.wires: list[Proxy] = []
        """Between members and their databases."""
        self._plan(services, workers, ["--games", ",".join(games), *(["--part", "workers"] if history else [])])
        if history:
            self.add("history", "other", ["run", "tables", "--part", "requests"], "tables_service")
        if wired:
            self._wire("wallet", "wallet")
            self._wire("worker-1", "tables")

    def _plan(self, services: Sequence[str], workers: int, of_workers: Sequence[str]) -> None:
        environment = self._environment
        environment["KAFENEIO_BROKER_URL"] = self.rabbit.url(self.vhost)
        for name, database in self.databases.items():
            environment[f"KAFENEIO_{name.upper()}_DB_URL"] = self.postgres.url(database)
        for name in services:
            self.add(name, "other", ["run", name], f"{name}_service")
        for number in range(1, workers + 1):
            self.add(f"worker-{number}", "worker", ["run", "tables", *of_workers], "tables_worker")
        for number, port in enumerate(self._gateway_ports, start=1):
            own = {"KAFENEIO_GATEWAY_PORT": str(port)}
            self.add(f"gateway-{number}", "gateway", ["run", "gateway"], "gateway", own)

    def _wire(self, name: str, database: str) -> None:
        """Let a member reach its database by a wire."""
        wire = self._leaving.enter_context(Proxy(self.postgres.url(self.databases[database])))
        self.members[name].set_variable(f"KAFENEIO_{database.upper()}_DB_URL", wire.url)
        self.wires.append(wire)

    def add(
        self, name: str, role: str, arguments: Sequence[str], check: str, own: Mapping[str, str] | None = None
    ) -> None:
        """One more member, before the start. `own`: variables for it alone."""
        environment = self._environment | dict(own or {})
        self.members[name] = Member(name, role, arguments, check, environment, self.folder)

    # --- life ---

    def start(self) -> Self:
        """Make databases and schemas, start everything, wait until all of it is ready."""
        try:
            self._make_rooms()
            self.run_command("migrate")
            self.prepare()
            for member in self.members.values():
                member.start()
            for member in self.members.values():
                member.wait_ready()
        except BaseException:
            self.close()
            raise
        return self

    def prepare(self) -> None:
        """What subclasses do between the making of schemas and the start of the first process."""

    def _make_rooms(self) -> None:
        self.rabbit.create_vhost(self.vhost)
        self._leaving.callback(self._if_running, self.rabbit, self.rabbit.delete_vhost, self.vhost)
        urls = make_users(self.rabbit, self.vhost)
        for member in self.members.values():
            if member.process in urls:  # the nightly jobs speak to no broker
                member.set_variable("KAFENEIO_BROKER_URL", urls[member.process])
        for database in self.databases.values():
            self.postgres.create_database(database)
            self._leaving.callback(self._if_running, self.postgres, self.postgres.drop_database, database)

    @staticmethod
    def _if_running(server: Server, action: Callable[[str], None], name: str) -> None:
        if server.running:
            action(name)

    def run_command(self, *arguments: str, code: Path | None = None) -> str:
        """Run the `kafeneio` command to its end on this platform's servers; returns what it printed. `code`: of the
        release in this folder, instead of the platform's own."""
        environment = self._environment | ({"PYTHONPATH": str(code)} if code else {})
        if PARENT.can_start(arguments, environment):
            return self._run_forked(arguments, environment)
        command = [sys.executable, "-m", "kafeneio", *arguments]
        done = subprocess.run(
            command,
            cwd=self.folder,
            env=environment,
            capture_output=True,
            text=True,
            timeout=MIGRATE_TIMEOUT_S,
            check=False,
        )
        if done.returncode:
            raise ServerFailed(f"kafeneio {' '.join(arguments)}: {done.returncode}\n{done.stdout}{done.stderr}")
        return done.stdout

    def _run_forked(self, arguments: Sequence[str], environment: Mapping[str, str]) -> str:
        output = self.folder / f"command-{uuid.uuid4().hex[:8]}.log"
        code = PARENT.start(arguments, environment, self.folder, output.name).wait(MIGRATE_TIMEOUT_S)
        said = output.read_text()
        if code:
            raise ServerFailed(f"kafeneio {' '.join(arguments)}: {code}\n{said}")
        return said

    def settings(self) -> dict[str, str]:
        """The `KAFENEIO_…` variables of commands that operators run."""
        return {name: text for name, text in self._environment.items() if name.startswith("KAFENEIO_")}

    def start_member(self, name: str) -> None:
        """Start one again and wait until it is ready."""
        self.members[name].start()
        self.members[name].wait_ready()

    def kill9(self, name: str) -> None:
        """Kill one with its children."""
        self.members[name].kill9()

    def term(self, name: str) -> float:
        """Drain one; returns how long it took, in seconds."""
        return self.members[name].term()

    def close(self) -> None:
        """End every process of ours, then drop databases and virtual host where their servers still run."""
        for member in self.members.values():
            member.close()
        self._leaving.close()
        shutil.rmtree(self.folder, ignore_errors=True)
        GUARD.forget(folder=self.folder)

    def __enter__(self) -> Self:
        return self.start()

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    # --- where things are ---

    @property
    def gateway_urls(self) -> list[str]:
        """Where robots connect, in the order of `gateway-1` …."""
        return [f"ws://127.0.0.1:{port}/ws" for port in self._gateway_ports]

    @property
    def rest_urls(self) -> list[str]:
        """Where the REST API is."""
        return [f"http://127.0.0.1:{port}" for port in self._gateway_ports]

    def names(self, role: str) -> list[str]:
        """The members of a role."""
        return [name for name, member in self.members.items() if member.role == role]

    def logs(self) -> dict[str, Path]:
        """Where each member writes."""
        return {name: member.folder / "output.log" for name, member in self.members.items()}

    # --- measuring ---

    def pids(self) -> dict[str, list[int]]:
        """Role → its processes now."""
        found: dict[str, list[int]] = {role: [] for role in ROLES}
        for member in self.members.values():
            found[member.role] += member.pids()
        found["broker"] = self.rabbit.pids()
        found["database"] = self.postgres.pids()
        return found

    def pids_by_service(self) -> dict[str, list[int]]:
        """The same, with each service of the role `other` by its own name, and as `tables` the processes beside the
        workers, which have that service's entrypoints."""
        found = self.pids()
        del found["other"]
        beside = [pid for name in self.names("worker") for pid in self.members[name].main_pids()]
        found["worker"] = [pid for pid in found["worker"] if pid not in beside]
        return found | {"tables": beside} | {name: self.members[name].pids() for name in self.names("other")}

    def held_up_s(self) -> list[dict[int, float]]:
        """For each role on the way of a move, ours included: thread → seconds it has waited for a processor."""
        found = self.pids()
        return [processes.held_up_s(pids) for pids in ([os.getpid()], *(found[role] for role in ON_THE_WAY))]

    def rss_mb(self) -> dict[str, float]:
        """Role → memory now, in megabytes."""
        return {role: round(rss_mb(pids), 1) for role, pids in self.pids().items()}
