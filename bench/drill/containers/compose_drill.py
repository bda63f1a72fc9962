"""`make compose-drill`: docs/one-server-compose.md followed word by word with podman, a match, a fault and a restore.

As `make server-drill`, with containers: the source is a clean copy of what is committed, the image is built of it on a
base of Debian's packages, servers are images of Debian's packages under the names that compose.yaml uses
(`stand_ins.py`), and `docker` is podman with podman-compose (`docker.py` says what that adds). The old server is taken
away before the page goes on at another one. All of it happens in a network of its own, once what it is made of has been
fetched: no port can be taken, and nothing reaches outside. Needs root and Debian's aardvark-dns, buildah, catatonit,
iproute2, iptables, mmdebstrap, netavark, podman and runc. The last line is JSON, as of `make server-drill`.
"""

import argparse
import ctypes
import json
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from bench.drill import debian, image_build, server_drill, wheels
from bench.drill.containers import docker, stand_ins
from bench.drill.monitoring import Pager
from bench.drill.server_drill import ROOT
from bench.robots.evening import say
from deploy.validate.tools import program
from kafeneio.processes import ON_ONE_SERVER

PAGE = ROOT / "docs/one-server-compose.md"
_NEW_NETWORK = 0x40000000
"""CLONE_NEWNET of unshare(2), which Python has from 3.12 on."""
_ADDRESS = "192.0.2.1/24"
"""Of this machine in that network: one of those that are kept for examples."""
_HOST = "host.containers.internal"
"""Under which containers reach this machine."""
_PROGRAMS = ("buildah", "ip", "iptables", "mmdebstrap", "podman", "runc")


class Here(debian.Machine):
    """This machine, with `docker` on its path. Its shell begins in the root of the source."""

    def __init__(self, folder: Path, source: Path) -> None:
        """`folder`: for what the drill writes."""
        super().__init__(Path("/"))
        self.logs = str(folder).lstrip("/")
        self._folder, self._source = folder, source
        (folder / "docker").write_text(
            f'#!/bin/sh\nPYTHONPATH={ROOT} exec {sys.executable} -W ignore -m bench.drill.containers.docker "$@"\n'
        )
        (folder / "docker").chmod(0o755)
        (folder / "containers.conf").write_text(image_build.CONTAINERS_CONF)
        told = {
            "podman_compose": program("podman-compose"),
            "build_arguments": ["WEB=ready", "PIP_NO_INDEX=1", f"BASE={image_build.BASE}"],
        }
        (folder / "docker.json").write_text(json.dumps(told))

    def inside(self) -> list[str]:
        """The shell's surroundings."""
        path = f"{self._folder}:/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"
        words = [
            f"PATH={path}", "HOME=/root", f"{docker.CONFIGURATION}={self._folder}/docker.json",
            f"CONTAINERS_CONF={self._folder}/containers.conf", "DISABLE_HC_SYSTEMD=true",
        ]  # fmt: skip
        return ["env", "-i", f"--chdir={self._source}", *words]


class Drill(server_drill.Drill):
    """One run of the page for containers."""

    page = PAGE
    authority = "tmp/caddy-local.crt"
    after_move = ("Look",)

    def __init__(self, machine: Here, pager: Pager) -> None:
        """Nothing runs yet."""
        super().__init__(machine, pager, "")
        del self.values["PACKAGES"]
        self.values["ALERTS"] = f"http://{_HOST}:{pager.port}"
        self.environment = {"LANG": "C.UTF-8"}

    def before(self, heading: str, number: int) -> None:
        """The second block of the move is typed on another server, which has nothing but what was copied."""
        if (heading, number) == ("Move to another server", 1):
            clear(self.machine)

    def kill(self) -> None:
        """Every process of Kafeneio, at once."""
        self._containers("kill", *ON_ONE_SERVER)
        self._containers("start", *ON_ONE_SERVER)  # `restart: unless-stopped` is of Docker's own daemon

    def stop(self, process: str) -> None:
        """One process."""
        self._containers("stop", process)

    def start(self, process: str) -> None:
        """One process."""
        self._containers("start", process)

    def ledger(self) -> str:
        """What `kafeneio ledger` says."""
        said = self.machine.run(
            "bash", "-c", "cd deploy/compose && docker compose run --rm toolbox ledger", timeout_s=120
        )
        return next(line for line in reversed(said.splitlines()) if line.startswith("{"))

    def said(self) -> str:
        """What containers run, and the end of what they say."""
        names = ("migrate", "wallet", "gateway", "caddy", "postgres", "rabbitmq")
        lists = self.machine.run("podman", "ps", "--all")
        return lists + "".join(
            f"\n--- {name}\n{self.machine.run('podman', 'logs', '--tail', '8', f'kafeneio_{name}_1')}" for name in names
        )

    def _containers(self, deed: str, *names: str) -> None:
        self.machine.run("podman", deed, *(f"kafeneio_{name}_1" for name in names), timeout_s=180)


def clear(machine: debian.Machine) -> None:
    """Remove the containers and volumes of the page, if there are some."""
    found = machine.run("podman", "ps", "--all", "--quiet", "--filter", "label=com.docker.compose.project=kafeneio")
    if names := found.split():
        machine.run("podman", "rm", "--force", "--time", "0", "--depend", *names, timeout_s=300)
    volumes = machine.run("podman", "volume", "ls", "--quiet", "--filter", "name=kafeneio_").split()
    for name in volumes:
        machine.run("podman", "volume", "rm", "--force", name)


def source_into(folder: Path) -> Path:
    """What is committed, with the built page and the wheels that a registry and an index would have brought."""
    source = folder / "source"
    if source.exists():
        for left in (".env", "alertmanager.yml", "files.tar"):
            (source / "deploy/compose" / left).unlink(missing_ok=True)
        return source
    image_build.copy_source(source)
    wheels.download(source / "var/wheels", source / "requirements.txt")
    return source


def enter_own_network() -> None:
    """From now on this process, and what it starts, has a network with nobody else in it.

    Raises:
        OSError: the kernel refuses.
    """
    libc = ctypes.CDLL(None, use_errno=True)
    if libc.unshare(_NEW_NETWORK):
        raise OSError(ctypes.get_errno(), "no network of its own")
    commands = (
        "link set lo up",
        "link add outside type bridge",
        f"addr add {_ADDRESS} dev outside",
        "link set outside up",
    )
    for command in commands:
        subprocess.run(["ip", *command.split()], check=True)


def main(arguments: Sequence[str] | None = None) -> int:
    """Follow the page; returns the exit code."""
    parser = argparse.ArgumentParser(prog="compose_drill", description="Follow docs/one-server-compose.md.")
    parser.add_argument("--servers", type=Path, help="an archive of the servers' root, made before")
    parser.add_argument("--folder", type=Path, help="of a drill that was kept: takes its source, with the wheels")
    parser.add_argument("--keep", action="store_true", help="leave containers and source, to look at them")
    args = parser.parse_args(arguments)
    if missing := [name for name in _PROGRAMS if shutil.which(name) is None]:
        say(f"missing: {', '.join(missing)}: apt-get install --no-install-recommends {stand_ins.INSTALL}")
        return 2
    sys.path.insert(0, str(ROOT / "clients/python/src"))
    folder = args.folder or Path(tempfile.mkdtemp(prefix="kafeneio-compose-"))
    try:
        if not stand_ins.is_there(image_build.BASE):
            image_build.base(folder)
        stand_ins.build(args.servers)
        machine = Here(folder, source_into(folder))
        clear(machine)
        enter_own_network()
        drill = Drill(machine, Pager("0.0.0.0"))
        drill.run()
        if not args.keep:
            clear(machine)
        return server_drill.report(drill.figures, drill.unnamed, drill.faults)
    finally:
        if not args.keep:
            shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    sys.exit(main())
