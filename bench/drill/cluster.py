"""What a cluster does and reports, done here for `make drill`: Jobs are run, readiness is checked, and both are
reported to Prometheus in the words of kube-state-metrics."""

import http.server
import shutil
import threading
import urllib.request
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import yaml  # type: ignore[import-untyped]

from bench.drill.faults.actions import Repeated
from bench.processes.whole_platform import Platform
from deploy.validate.render import K8S
from tests.support.backup_check import check_backup, take_backup
from tests.support.postgres import USER
from tests.support.server import ServerFailed

_JOBS = {
    "ledger-audit": K8S / "components/housekeeping/ledger-audit.yaml",
    "heads": K8S / "components/housekeeping/heads.yaml",
    "migration": K8S / "migration/job.yaml",
}
_PROBE_EVERY_S, _PROBE_TIMEOUT_S = 1.0, 2.0


class Cluster:
    """Runs the Jobs of deploy/ and counts what failed; asks every member whether it is ready."""

    def __init__(self, platform: Platform) -> None:
        """Serves metrics from now on, on `port`."""
        self._platform = platform
        self._failed: dict[str, bool] = {}
        self.pod_lines: list[str] = []
        """Of every member that runs: that it does, and whether it is not ready. As of the last look."""
        cluster = self

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                text = "\n".join([*cluster.job_lines(), *cluster.pod_lines, ""]).encode()
                self.send_response(200)
                self.send_header("Content-Type", "text/plain; version=0.0.4")
                self.end_headers()
                self.wfile.write(text)

            def log_message(self, *_args: object) -> None:
                """Nothing."""

        self._server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.port = self._server.server_address[1]
        threading.Thread(target=self._server.serve_forever, daemon=True).start()
        self._looking = Repeated(self._look, _PROBE_EVERY_S)
        self._looking.begin()

    def run_job(self, name: str) -> bool:
        """Run the command of a Job, or of a CronJob's next Job, of the manifests; returns whether it succeeded."""
        try:
            self._platform.run_command(*self._arguments(name))
        except ServerFailed:
            self._failed[name] = True
        else:
            self._failed[name] = False
        return not self._failed[name]

    def check_bad_backup(self) -> None:
        """Run the CronJob that checks backups on one in which a page of the wallet cannot be read."""
        postgres, wallet = self._platform.postgres, self._platform.databases["wallet"]
        with postgres.connect(wallet) as connection:
            row = connection.execute("SELECT pg_relation_filepath('wallet.accounts')").fetchone()
        assert row is not None
        backup = take_backup(postgres, postgres.folder / "bad-backup")
        try:
            (backup / row[0]).write_bytes(b"\xff" * 8192)
            self._failed["backup-check"] = not check_backup(postgres, backup, wallet, USER).succeeded
        finally:
            shutil.rmtree(backup)

    def forget(self, name: str) -> None:
        """An operator deletes the Job."""
        self._failed.pop(name, None)

    def _arguments(self, name: str) -> list[str]:
        """Those of its container; folders of its volumes are folders of ours."""
        container = container_of(_JOBS[name])
        folders = {each["mountPath"]: self._platform.folder / each["name"] for each in container["volumeMounts"]}
        found = []
        for argument in container["args"]:
            if argument in folders:
                folders[argument].mkdir(exist_ok=True)
            found.append(str(folders.get(argument, argument)))
        return found

    def job_lines(self) -> list[str]:
        """`kube_job_status_failed` of every Job that has run; those of CronJobs have a number behind their name."""
        return [
            f'kube_job_status_failed{{namespace="kafeneio",job_name="{name if name == "migration" else name + "-1"}"}} '
            f"{int(failed)}"
            for name, failed in sorted(self._failed.items())
        ]

    def _look(self) -> None:
        """Ask everybody, as the nodes of a cluster do."""
        running = [(name, member.health_port) for name, member in self._platform.members.items() if member.running]
        with ThreadPoolExecutor(max(len(running), 1)) as pool:
            ready = list(pool.map(is_ready, [port for _name, port in running]))
        self.pod_lines = [line for (name, _), each in zip(running, ready, strict=True) for line in _of_pod(name, each)]

    def close(self) -> None:
        """Serve no more."""
        self._looking.end()
        self._server.shutdown()


def container_of(path: Path) -> dict[str, Any]:
    """The container of our image in a manifest of a Job or CronJob."""
    job = next(each for each in yaml.safe_load_all(path.read_text(encoding="utf-8")) if each["kind"].endswith("Job"))
    spec = job["spec"]["jobTemplate"]["spec"] if job["kind"] == "CronJob" else job["spec"]
    containers: Sequence[dict[str, Any]] = spec["template"]["spec"]["containers"]
    return next(each for each in containers if each["name"] == "kafeneio")


def is_ready(port: int) -> bool:
    """What the readiness probe of a pod asks."""
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/readyz", timeout=_PROBE_TIMEOUT_S) as answer:
            return bool(answer.status == 200)
    except OSError:
        return False


def _of_pod(name: str, ready: bool) -> list[str]:
    labels = f'namespace="kafeneio",pod="{name}"'
    return [
        f'kube_pod_status_phase{{{labels},phase="Running"}} 1',
        f'kube_pod_status_ready{{{labels},condition="false"}} {int(not ready)}',
    ]
