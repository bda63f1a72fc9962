"""The image and the rendered Deployments as containers: `make image-drill` builds the image and runs it.

`podman kube play` runs gateway, wallet, lobby and tables of the production overlay against private servers, with the
security context, probes' addresses, arguments and limits that a cluster would use. What a cluster brings is replaced:
secrets by values, Services by the host's network. Checked for each: it becomes ready, every probe is answered, nothing
can be written below its root, it runs as the image's user, and SIGTERM ends it with code 0 within its grace. Needs
podman (Debian: podman, runc) and root. The last line of the output is JSON; exit code 1 when anything is not as it
should be.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import yaml  # type: ignore[import-untyped]

from bench.drill import image_build
from bench.processes.whole_platform import Platform
from bench.robots.evening import say
from deploy.validate import tools as programs
from deploy.validate.render import K8S, kustomize
from tests.support.ports import free_port
from tests.support.servers import PostgresServer, RabbitServer

PODS = {"wallet": "wallet", "lobby": "lobby", "tables": "tables-tictactoe", "gateway": "gateway"}
READY_WITHIN_S = 120.0


class Pods:
    """The rendered pods on this machine."""

    def __init__(self, platform: Platform, image: str, podman: Sequence[str]) -> None:
        """`podman`: the program with its global options."""
        self._platform, self._image, self._podman = platform, image, list(podman)
        documents = [each for each in yaml.safe_load_all(kustomize(programs.found(), K8S / "overlays/prod")) if each]
        self._deployments = {each["metadata"]["name"]: each for each in documents if each["kind"] == "Deployment"}
        self._settings = next(each["data"] for each in documents if each["kind"] == "ConfigMap")
        self.ports = {name: free_port() for name in PODS}
        self.files: dict[str, Path] = {}

    def play(self, name: str) -> None:
        """Start one as a cluster would."""
        path = self._platform.folder / f"{name}.yaml"
        path.write_text(yaml.safe_dump(self._pod(name)), encoding="utf-8")
        self.files[name] = path
        self.run("kube", "play", str(path))

    def run(self, *arguments: str) -> str:
        """One command of podman; answers its output."""
        configuration = self._platform.folder / "containers.conf"
        configuration.write_text(image_build.CONTAINERS_CONF, encoding="utf-8")
        environment = os.environ | {"CONTAINERS_CONF": str(configuration)}
        done = subprocess.run(
            [*self._podman, *arguments], env=environment, capture_output=True, text=True, timeout=120, check=False
        )
        if done.returncode:
            raise RuntimeError(f"podman {' '.join(arguments)}: {done.stderr.strip()}")
        return done.stdout

    def grace_s(self, name: str) -> int:
        """How long it may take to leave."""
        return int(self._deployments[PODS[name]]["spec"]["template"]["spec"]["terminationGracePeriodSeconds"])

    def probes(self, name: str) -> dict[str, str]:
        """The probes of its container, and the path that each asks for."""
        (container,) = self._deployments[PODS[name]]["spec"]["template"]["spec"]["containers"]
        kinds = ("startupProbe", "livenessProbe", "readinessProbe")
        return {kind: container[kind]["httpGet"]["path"] for kind in kinds}

    def container(self, name: str) -> str:
        """Its container's name here."""
        return f"{PODS[name]}-pod-kafeneio"

    def _pod(self, name: str) -> dict[str, Any]:
        deployment = json.loads(json.dumps(self._deployments[PODS[name]]))
        deployment["spec"]["replicas"] = 1
        pod = deployment["spec"]["template"]["spec"]
        pod["hostNetwork"] = True
        for foreign in ("serviceAccountName", "topologySpreadConstraints", "affinity"):
            pod.pop(foreign, None)
        (container,) = pod["containers"]
        container |= {"image": self._image, "imagePullPolicy": "Never", "env": self._environment(name)}
        container.pop("envFrom")
        container.pop("ports")
        for probe in ("startupProbe", "readinessProbe", "livenessProbe"):
            container.pop(probe, None)  # podman asks none of them over HTTP by port name: `answers` does
        mounts = [each for each in container["volumeMounts"] if each["name"] == "tmp"]
        container["volumeMounts"] = mounts
        pod["volumes"] = [{"name": "tmp", "emptyDir": {}}]
        return {"apiVersion": "v1", "kind": "Pod", "metadata": {"name": f"{PODS[name]}-pod"}, "spec": pod}

    def _environment(self, name: str) -> list[dict[str, str]]:
        member = "worker-1" if name == "tables" else "gateway-1" if name == "gateway" else name
        told = dict(self._settings) | self._platform.members[member].variables("KAFENEIO_")
        told |= {"KAFENEIO_HEALTH_PORT": str(self.ports[name]), "KAFENEIO_HEALTH_HOST": "127.0.0.1"}
        if name == "gateway":
            told["KAFENEIO_GATEWAY_PORT"] = str(free_port())
        return [{"name": key, "value": value} for key, value in sorted(told.items())]


def answers(port: int, path: str) -> bool:
    """What a probe asks."""
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{port}{path}", timeout=5) as answer:
            return bool(answer.status == 200)
    except OSError:
        return False


def check(pods: Pods, name: str) -> list[str]:
    """What is not as it should be with one that runs, which is over afterwards."""
    found, container = [], pods.container(name)
    seen = json.loads(pods.run("inspect", container))[0]
    if not seen["HostConfig"]["ReadonlyRootfs"]:
        found.append(f"{name}: its root can be written")
    if seen["Config"]["User"].partition(":")[0] != "10001":
        found.append(f"{name}: runs as {seen['Config']['User']}")
    for probe, path in pods.probes(name).items():
        if not answers(pods.ports[name], path):
            found.append(f"{name}: its {probe} gets no answer at {path}")
    began_s = time.monotonic()
    pods.run("stop", "--time", str(pods.grace_s(name)), container)
    took_s, code = time.monotonic() - began_s, json.loads(pods.run("inspect", container))[0]["State"]["ExitCode"]
    say(f"{name}: left within {took_s:.1f} s with code {code}")
    return found + ([f"{name}: ended with {code} after {took_s:.0f} s"] if code else [])


def main(arguments: Sequence[str] | None = None) -> int:
    """Build the image unless one is named, and run it."""
    made = argparse.ArgumentParser(prog="image_drill", description="Run the image as the cluster would.")
    made.add_argument("--image", help="an image that is there already; without it one is built")
    made.add_argument("--podman", default="podman", help="the program, with global options such as --root")
    args = made.parse_args(arguments)
    image = args.image
    if image is None:
        with tempfile.TemporaryDirectory(prefix="kafeneio-image-") as folder:
            image = image_build.build(Path(folder))
    failed = run(image, args.podman.split())
    for each in failed:
        say(f"FAULT {each}")
    print(json.dumps({"image": image, "pods": list(PODS), "failed": failed}))
    return 1 if failed else 0


def run(image: str, podman: Sequence[str]) -> list[str]:
    """Play all pods, wait until they are ready, check and stop them; returns what is not as it should be."""
    failed: list[str] = []
    with RabbitServer() as rabbit, PostgresServer() as postgres, Platform(rabbit, postgres) as platform:
        for member in platform.members.values():
            member.term()
        pods = Pods(platform, image, podman)
        try:
            for name in PODS:
                pods.play(name)
            deadline_s = time.monotonic() + READY_WITHIN_S
            waiting = set(PODS)
            while waiting and time.monotonic() < deadline_s:
                waiting -= {name for name in waiting if answers(pods.ports[name], pods.probes(name)["readinessProbe"])}
                time.sleep(0.3)
            for name in sorted(waiting):
                failed.append(f"{name} is not ready")
                say(pods.run("logs", "--tail", "20", pods.container(name)))
            for name in reversed(PODS):
                failed += check(pods, name)
        finally:
            for path in pods.files.values():
                pods.run("kube", "down", str(path))
    return failed


if __name__ == "__main__":
    sys.exit(main())
