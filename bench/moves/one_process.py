"""`kafeneio up` under load: the whole platform in one process on SQLite, as a newcomer runs it."""

import shutil
from collections.abc import Mapping
from pathlib import Path
from types import TracebackType
from typing import Self

from bench.moves.cases import EMBEDDED_ROLE
from bench.processes.members import ROOT, Member, bare_environment, rss_mb
from tests.support.guard import GUARD
from tests.support.ports import free_port
from tests.support.server import make_folder


class EmbeddedPlatform:
    """One process with a folder of its own. A context manager: nothing is left behind."""

    def __init__(self, settings: Mapping[str, str], code: Path = ROOT) -> None:
        """`settings`: `KAFENEIO_…` variables. `code`: the folder of the release that is run."""
        self.folder = make_folder("kafeneio-embedded-")
        GUARD.watch(folder=self.folder)
        self._port = free_port()
        environment = {**bare_environment(code), **settings, "KAFENEIO_VAR_DIR": str(self.folder / "var")}
        arguments = ["up", "--port", str(self._port)]
        member = Member(EMBEDDED_ROLE, EMBEDDED_ROLE, arguments, "gateway", environment, self.folder)
        member.health_port = self._port  # it has no port of its own for probes
        self.members = {EMBEDDED_ROLE: member}

    def __enter__(self) -> Self:
        """Start it and wait until it is ready."""
        member = self.members[EMBEDDED_ROLE]
        try:
            member.start()
            member.wait_ready()
        except BaseException:
            self.close()
            raise
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """End it and remove its folder."""
        self.members[EMBEDDED_ROLE].close()
        shutil.rmtree(self.folder, ignore_errors=True)
        GUARD.forget(folder=self.folder)

    @property
    def gateway_urls(self) -> list[str]:
        """Where robots connect."""
        return [f"ws://127.0.0.1:{self._port}/ws"]

    @property
    def rest_urls(self) -> list[str]:
        """Where the REST API is."""
        return [f"http://127.0.0.1:{self._port}"]

    def pids(self) -> dict[str, list[int]]:
        """Role → its processes now."""
        return {EMBEDDED_ROLE: self.members[EMBEDDED_ROLE].pids()}

    def pids_by_service(self) -> dict[str, list[int]]:
        """The same: it has but one process."""
        return self.pids()

    def rss_mb(self) -> dict[str, float]:
        """Role → memory now, in megabytes."""
        return {role: round(rss_mb(pids), 1) for role, pids in self.pids().items()}
