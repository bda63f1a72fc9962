"""`kafeneio run nightly`: the jobs of every night, on a server that no cluster looks after.

Each job is a command of `kafeneio` in a process of its own. When each has last succeeded is kept in a file, so that a
job that was missed, because the server was down or the job failed, is made up for.
"""

import datetime
import json
import math
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from services.kernel.clock import DAY_MS, SystemClock
from services.platform.process import metrics
from services.platform.process.health import Health
from services.platform.process.logs import get_logger
from services.platform.process.settings import CommonSettings, NightlySettings, load

log = get_logger("kafeneio.nightly")

MINUTE_MS = 60_000
_LOOK_EVERY_S = 20.0
_AGAIN_AFTER_MS = 60 * MINUTE_MS
"""A job that has failed is tried again an hour later."""
_LONGEST_S = 7_200.0
_LEAVE_S = 30.0
_FILE = "nightly.json"


class Job(NamedTuple):
    """One job: what `kafeneio` is called with, and the minute of the UTC day from which on it is due."""

    name: str
    arguments: tuple[str, ...]
    minute: int


def jobs(settings: NightlySettings) -> list[Job]:
    """The jobs of every night, in their order. As the CronJobs of `deploy/k8s/components/housekeeping`."""
    found = [Job("forget", ("forget",), 3 * 60 + 10), Job("ledger-audit", ("ledger", "audit"), 4 * 60 + 30)]
    if settings.heads_folder:
        found.append(Job("heads", ("heads", settings.heads_folder), 4 * 60 + 50))
    return found


def is_due(job: Job, succeeded_ms: int, failed_ms: int, now_ms: int) -> bool:
    """Whether a job has not succeeded since it was last due, and did not fail just now. 0: never."""
    due_ms = now_ms - now_ms % DAY_MS + job.minute * MINUTE_MS
    if due_ms > now_ms:
        due_ms -= DAY_MS
    return succeeded_ms < due_ms and now_ms - failed_ms >= _AGAIN_AFTER_MS


class Nightly:
    """Runs what is due, one job after the other, until it is asked to stop."""

    def __init__(self, chosen: Sequence[Job], folder: Path, command: Sequence[str], backups: str = "") -> None:
        """`folder`: of the file with the last successes; `command`: what a job's arguments are given to; `backups`:
        the folder of those that are watched."""
        self._backups = backups
        self._jobs, self._file, self._command = chosen, folder / _FILE, [*command]
        self._stopping = threading.Event()
        self._running: subprocess.Popen[str] | None = None
        self._failed_ms: dict[str, int] = {}
        self._succeeded_ms = read_successes(self._file, SystemClock().now_ms(), [each.name for each in chosen])
        self._show()

    def serve(self) -> None:
        """Look every few seconds what is due, until `stop`."""
        while not self._stopping.wait(_LOOK_EVERY_S):
            self.run_due(SystemClock().now_ms())
            self._show()

    def run_due(self, now_ms: int) -> None:
        """Run each job that is due."""
        for job in self._jobs:
            if self._stopping.is_set():
                return
            if is_due(job, self._succeeded_ms[job.name], self._failed_ms.get(job.name, 0), now_ms):
                self._run(job, now_ms)

    def stop(self) -> None:
        """Run nothing more; a job that runs is asked to end, and is made up for after the next start."""
        self._stopping.set()
        running = self._running
        if running is not None:
            running.terminate()

    def _run(self, job: Job, now_ms: int) -> None:
        log.info("nightly_begins", task=job.name)
        code, said = self._ended(job)
        if code == 0:
            self._succeeded_ms[job.name] = now_ms
            self._file.write_text(json.dumps(self._succeeded_ms), encoding="utf-8")
            log.info("nightly_done", task=job.name, said=said)
        else:
            self._failed_ms[job.name] = now_ms
            log.error("nightly_failed", task=job.name, code=code, said=said)
        self._show()

    def _ended(self, job: Job) -> tuple[int, str]:
        """The exit code of a job, and the end of what it wrote."""
        environment = os.environ | {"KAFENEIO_HEALTH_PORT": "0"}
        self._running = process = subprocess.Popen(
            [*self._command, *job.arguments],
            env=environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        try:
            said, _ = process.communicate(timeout=_LONGEST_S)
        except subprocess.TimeoutExpired:
            process.kill()
            said, _ = process.communicate(timeout=_LEAVE_S)
        finally:
            self._running = None
        return process.returncode, said.strip()[-2000:]

    def _show(self) -> None:
        for name, at_ms in self._succeeded_ms.items():
            metrics.nightly_success_s.labels(name).set(at_ms / 1000)
            metrics.nightly_failed.labels(name).set(self._failed_ms.get(name, 0) > at_ms)
        metrics.backup_s.set(newest_backup_s(self._backups))


def read_successes(path: Path, now_ms: int, names: Sequence[str]) -> dict[str, int]:
    """When each job has last succeeded. A job that is new here counts as done now: there is nothing yet to look after,
    and the night of an installation shall not begin at noon."""
    try:
        found: Mapping[str, int] = json.loads(path.read_text(encoding="utf-8"))
    except (FileNotFoundError, ValueError):
        found = {}
    return {name: int(found.get(name, now_ms)) for name in names}


def newest_backup_s(folder: str) -> float:
    """When the newest backup in a folder was made; not a number where none is watched, 0 where there is none."""
    if not folder:
        return math.nan
    return max((path.stat().st_mtime for path in Path(folder).glob("*.dump")), default=0.0)


def run(common: CommonSettings) -> None:
    """Serve until SIGTERM or SIGINT."""
    folder = Path(common.var_dir)
    folder.mkdir(parents=True, exist_ok=True)
    command = [sys.executable, "-W", "ignore", "-m", "kafeneio"]
    settings = load(NightlySettings)
    nightly = Nightly(jobs(settings), folder, command, settings.backup_folder)
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: nightly.stop())
    health = Health()
    health.add("nightly", lambda: True)
    metrics.build_info.labels(common.version, _python()).set(1)
    health.serve(common.health_host, common.health_port)
    log.info("ready", service="nightly", at=datetime.datetime.now(datetime.UTC).isoformat(timespec="seconds"))
    nightly.serve()
    log.info("stopped")


def _python() -> str:
    return ".".join(str(part) for part in sys.version_info[:3])
