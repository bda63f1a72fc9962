"""What stands for `docker` in `make compose-drill`: podman, and podman-compose for `docker compose`.

What Docker does and they do not is done here: `up` and `run` start what a service depends on, and wait until that is
healthy or has ended well (podman has no health checks without systemd, podman-compose waits for none before podman 4.6,
and podman 4.3 starts nothing that depends on what has ended); `up` makes containers anew whose image is another one;
`cp` copies out of a service's container. A build gets what a registry and an index would have given.
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
_NO_DEPENDENCIES = "--no-deps"


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
    if deed == "up" and _NO_DEPENDENCIES not in rest:
        _remove_old()
        return _Started(compose).all()
    if deed == "run":
        services = _services()
        name = next(each for each in rest if each in services)
        if code := _Started(compose).dependencies(name):
            return code
        profiles = [f"--profile={each}" for each in services[name].get("profiles", ())]
        return _run(compose, *profiles, deed, _NO_DEPENDENCIES, *rest)  # Docker takes the profile of what it runs
    return _run(compose, deed, *rest)


def _services() -> dict[str, Any]:
    found: dict[str, Any] = yaml.safe_load(Path("compose.yaml").read_text(encoding="utf-8"))["services"]
    return found


class _Started:
    """Starts services after those on which they depend, each once."""

    def __init__(self, compose: str) -> None:
        self._compose = compose
        self._services = _services()
        self._begun: set[str] = set()

    def all(self) -> int:
        """Everything that has no profile; the first exit code that is not 0."""
        names = [name for name, each in self._services.items() if not each.get("profiles")]
        return next((code for name in names if (code := self._start(name))), 0)

    def dependencies(self, name: str) -> int:
        """What a service depends on, as its conditions demand."""
        for other, each in dict(self._services[name].get("depends_on") or {}).items():
            if code := self._start(other) or self._wait(other, each["condition"]):
                return code
        return 0

    def _start(self, name: str) -> int:
        if name in self._begun:
            return 0
        self._begun.add(name)
        return self.dependencies(name) or _run(self._compose, "up", "--detach", _NO_DEPENDENCIES, name)

    def _wait(self, name: str, condition: str) -> int:
        if condition == "service_completed_successfully":
            said = subprocess.run(["podman", "wait", _container(name)], capture_output=True, text=True, check=False)
            return int(said.stdout.strip() or 1)
        _cmd, *check = self._services[name]["healthcheck"]["test"]
        until_s = time.monotonic() + _HEALTHY_WITHIN_S
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
