"""The nightly check of backups as its pod runs it, on this machine: the commands are those of the CronJob's manifest.

The store of the backups is a folder; small programs of the names of Barman's read it. Everything else is real: the
backup by `pg_basebackup`, the script that restores it, the restored server, the audit.
"""

import os
import shutil
import subprocess
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

import yaml  # type: ignore[import-untyped]

from tests.support.commands import kafeneio
from tests.support.ports import free_port
from tests.support.postgres import USER, PostgresServer, find_postgres
from tests.support.server import in_memory, make_folder, run_as, wait_until

ROOT = Path(__file__).resolve().parents[2]
MANIFEST = ROOT / "deploy/k8s/components/postgres/backup-check.yaml"
_SCRIPTS = ROOT / "deploy/postgres"
_STORE = dict(
    line.split("=", 1)
    for line in MANIFEST.with_name("store.env").read_text(encoding="utf-8").splitlines()
    if line and not line.startswith("#")
)
"""The ConfigMap that says where backups are."""
_PORT_IN_MANIFEST = "127.0.0.1:5432"
_TIMEOUT_S = 240
_LISTS = "barman-cloud-backup-list"
_BARMAN = {
    _LISTS: """echo '{"backups_list": [{"backup_id": "20260101T030000", "status": "DONE"}]}'""",
    "barman-cloud-restore": """cp -a "$STORE_FOLDER/." "${!#}" && chmod 700 "${!#}" """,
    "barman-cloud-wal-restore": "exit 1  # the backup has its own WAL",
}


class Outcome(NamedTuple):
    """How a check went."""

    succeeded: bool
    said: str


def take_backup(server: PostgresServer, target: Path) -> Path:
    """A base backup of the running server: all of its databases at one moment. Returns `target`."""
    programs = find_postgres()
    assert programs is not None
    command = [str(programs / "pg_basebackup"), "-D", str(target), "-h", "127.0.0.1", "-p", str(server.port)]
    command += ["-U", USER, "--checkpoint=fast", "--wal-method=stream"]
    subprocess.run(command, check=True, timeout=_TIMEOUT_S, cwd=server.folder, **run_as(server.user()))
    return target


def check_backup(
    server: PostgresServer, backup: Path, database: str = "kafeneio", role: str = "", before_listing: str = ""
) -> Outcome:
    """Run the CronJob's containers one after the other on a backup of this server. `database` and `role` take the place
    of the manifest's where the wallet's schema is elsewhere; `before_listing` is run by what lists the store."""
    spec = yaml.safe_load(MANIFEST.read_text(encoding="utf-8"))["spec"]["jobTemplate"]["spec"]["template"]["spec"]
    restore, serve = spec["initContainers"]
    (audit,) = spec["containers"]
    pod = _Pod(server, backup, before_listing)
    try:
        restored = pod.run(restore)
        if restored.returncode:
            return Outcome(False, restored.stdout + restored.stderr)
        with pod.started(serve):
            pod.wait(serve["startupProbe"]["exec"]["command"])
            (address,) = [each["value"] for each in audit["env"]]
            address = address.replace(_PORT_IN_MANIFEST, f"127.0.0.1:{pod.port}").replace("/kafeneio", f"/{database}")
            address = address.replace("kafeneio_wallet@", f"{role or 'kafeneio_wallet'}@")
            (ran,) = kafeneio({"KAFENEIO_WALLET_DB_URL": address}, audit["args"])
            return Outcome(ran.code == 0, ran.stdout + ran.stderr)
    finally:
        pod.close()


class _Pod:
    """What the containers share: a folder for the restored server, a port, and the way to the store."""

    def __init__(self, server: PostgresServer, backup: Path, before_listing: str) -> None:
        self.port = free_port()
        self._user = server.user()
        self._folder = make_folder("kafeneio-restored-", in_memory())
        self._programs = self._folder / "bin"
        self._programs.mkdir()
        for name, text in _BARMAN.items():
            first = before_listing if name == _LISTS else ""
            (self._programs / name).write_text(f"#!/usr/bin/env bash\nset -eu\n{first}{text}\n", encoding="utf-8")
            (self._programs / name).chmod(0o755)
        shutil.copy(_SCRIPTS / "restore-backup.sh", self._folder)
        for path in (self._folder, *self._folder.rglob("*")):
            path.chmod(0o755)
            if self._user:
                shutil.chown(path, self._user)
        self._backup = backup

    def run(self, container: Mapping[str, Any]) -> "subprocess.CompletedProcess[str]":
        """A container to its end."""
        return subprocess.run(
            self._command(container["command"]),
            cwd=self._folder,
            env=self._environment(container),
            capture_output=True,
            text=True,
            timeout=_TIMEOUT_S,
            check=False,
            **run_as(self._user),
        )

    def started(self, container: Mapping[str, Any]) -> "_Running":
        """A container that runs beside the others."""
        return _Running(self._command(container["command"]), self._environment(container), self._folder, self._user)

    def wait(self, probe: list[str]) -> None:
        """Until a probe's command succeeds."""
        command = [*self._command(probe), "--port", str(self.port)]

        def succeeds() -> bool:
            return subprocess.run(command, capture_output=True, timeout=_TIMEOUT_S, check=False).returncode == 0

        wait_until(succeeds, _TIMEOUT_S, "the restored server")

    def _command(self, command: list[str]) -> list[str]:
        folders = {"/scripts": str(self._folder), "/restored": str(self._folder)}
        found = list(command)
        for inside, here in folders.items():
            found = [each.replace(inside, here) for each in found]
        program = shutil.which(found[0], path=self._environment({})["PATH"])
        assert program is not None, found[0]
        return [program, *found[1:]]

    def _environment(self, container: Mapping[str, Any]) -> dict[str, str]:
        own = {each["name"]: each["value"] for each in container.get("env", []) if "value" in each}
        references = {
            each["name"]: each.get("valueFrom", {}).get("configMapKeyRef") for each in container.get("env", [])
        }
        own |= {name: _STORE[reference["key"]] for name, reference in references.items() if reference}
        if "PGDATA" in own:
            own["PGDATA"] = own["PGDATA"].replace("/restored", str(self._folder))
        ours = {name: text for name, text in os.environ.items() if not name.startswith("PG")}
        path = f"{self._programs}:{find_postgres()}:{ours['PATH']}"
        here = {"PATH": path, "PGPORT": str(self.port), "SUPERUSER": USER, "STORE_FOLDER": str(self._backup)}
        return ours | own | here

    def close(self) -> None:
        """The restored copy goes with the pod."""
        shutil.rmtree(self._folder, ignore_errors=True)


class _Running:
    """A server of the pod, until the end of the block."""

    def __init__(self, command: list[str], environment: dict[str, str], folder: Path, user: str | None) -> None:
        self._command, self._environment, self._folder, self._user = command, environment, folder, user

    def __enter__(self) -> None:
        with (self._folder / "server.log").open("ab") as log:
            self._process = subprocess.Popen(
                self._command,
                cwd=self._folder,
                env=self._environment,
                stdout=log,
                stderr=log,
                **run_as(self._user),
            )

    def __exit__(self, *_exception: object) -> None:
        self._process.terminate()
        self._process.wait(_TIMEOUT_S)
