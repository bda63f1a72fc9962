"""What stands for `docker` in `make compose-drill`: podman, and podman-compose for `docker compose`.

What Docker does and they do not is done here: `up` and `run` wait until servers are healthy (podman has no health
checks without systemd, and podman-compose waits for none before podman 4.6), `up` makes containers anew whose image is
another one, and `cp` copies out of a service's container. A build gets what a registry and an index would have given.
"""

import json
import os
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import yaml  # type: ignore[import-untyped]

CONFIGURATION = "DRILL_DOCKER"
"""The variable that names the file with what the drill says."""
_PROJECT = "kafeneio"
_HEALTHY_WITHIN_S = 180.0
_SERVERS = ("postgres", "rabbitmq")
_WITHOUT_SERVERS = ("toolbox", "folders")
"""What depends on no server."""


def main(arguments: Sequence[str]) -> int:
    """Do what `docker` would do; the exit code."""
    told = json.loads(Path(os.environ[CONFIGURATION]).read_text(encoding="utf-8"))
    program, *rest = arguments
    if program == "compose":
        return _compose(told, rest)
    if program == "build":
        return _build(told, rest)
    return _run("podman", program, *rest)


def _build(told: dict[str, Any], arguments: Sequence[str]) -> int:
    options = [word for each in told["build_arguments"] for word in ("--build-arg", each)]
    how = ["--isolation", "chroot", "--format", "docker", "--pull-never", "--network", "host", "--layers"]
    return _run("buildah", "bud", *how, *options, *arguments)


def _compose(told: dict[str, Any], arguments: Sequence[str]) -> int:
    deed, *rest = arguments
    compose = told["podman_compose"]
    if deed == "cp":
        service, _, path = rest[0].partition(":")
        return _run("podman", "cp", f"{_container(service)}:{path}", rest[1])
    if deed in ("exec", "run"):
        rest = ["-T", *rest]  # nobody types here
    is_about_servers = deed == "up" or (deed == "run" and not set(rest) & set(_WITHOUT_SERVERS))
    if is_about_servers and "--no-deps" not in rest:
        if deed == "up":
            _remove_old()
        if code := _servers_up(compose):
            return code
    return _run(compose, deed, *rest)


def _servers_up(compose: str) -> int:
    """Start the servers, and wait for each until its check of health passes."""
    if code := _run(compose, "up", "--detach", *_SERVERS):
        return code
    services = yaml.safe_load(Path("compose.yaml").read_text(encoding="utf-8"))["services"]
    until_s = time.monotonic() + _HEALTHY_WITHIN_S
    for name in _SERVERS:
        _cmd, *check = services[name]["healthcheck"]["test"]
        while _run("podman", "exec", _container(name), *check, quiet=True):
            if time.monotonic() > until_s:
                print(f"{name} is not healthy", file=sys.stderr)
                return 1
            time.sleep(1)
    return 0


def _remove_old() -> None:
    """Containers whose image has another content than its name has now: Docker makes them anew."""
    command = ["podman", "ps", "--all", "--filter", f"label=com.docker.compose.project={_PROJECT}", "--format", "json"]
    found = subprocess.run(command, capture_output=True, text=True, check=False).stdout
    for each in json.loads(found or "[]"):
        now = subprocess.run(
            ["podman", "image", "inspect", "--format", "{{.Id}}", each["Image"]],
            capture_output=True, text=True, check=False,
        )  # fmt: skip
        if now.stdout.strip() != each["ImageID"]:
            _run("podman", "rm", "--force", "--time", "45", "--depend", each["Names"][0], quiet=True)


def _container(service: str) -> str:
    return f"{_PROJECT}_{service}_1"


def _run(*command: str, quiet: bool = False) -> int:
    where = subprocess.DEVNULL if quiet else None
    return subprocess.run(command, stdout=where, stderr=where, check=False).returncode


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
