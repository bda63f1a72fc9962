"""One process of the platform: started, asked whether it is ready, killed, paused, drained, measured."""

import contextlib
import http.client
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from pathlib import Path

from tests.support import processes
from tests.support.guard import GUARD
from tests.support.ports import free_port
from tests.support.server import ServerFailed, spawn, wait_until
from tests.support.warm_parent import PARENT, Process

ROOT = Path(__file__).resolve().parents[2]
READY_TIMEOUT_S = 240.0
DRAIN_TIMEOUT_S = 40.0


class Member:
    """`name` is unique in a platform (`worker-2`), `role` is what its processor time counts for (`worker`)."""

    def __init__(
        self,
        name: str,
        role: str,
        arguments: Sequence[str],
        check: str,
        environment: Mapping[str, str],
        folder: Path,
    ) -> None:
        """`arguments` of the `kafeneio` command; `check`: its last part, as /readyz names it.

        What it says goes to `output.log` in a folder of its own.
        """
        self.name = name
        self.role = role
        self._check = check
        self.health_port = free_port()
        self.folder = folder / name
        self.folder.mkdir()
        self._arguments = arguments
        self._environment = {**environment, "KAFENEIO_HEALTH_PORT": str(self.health_port)}
        self._process: Process | None = None

    @property
    def process(self) -> str:
        """What it runs: `wallet`, `tables`, `gateway` …."""
        return self._arguments[1]

    def set_variable(self, name: str, value: str) -> None:
        """From its next start on it has this variable."""
        self._environment[name] = value

    def variables(self, prefix: str) -> dict[str, str]:
        """Its variables whose names begin like this."""
        return {name: text for name, text in self._environment.items() if name.startswith(prefix)}

    def run_from(self, code: Path) -> None:
        """From its next start on it runs the code of this folder."""
        self._environment["PYTHONPATH"] = str(code)

    # --- life ---

    def start(self) -> None:
        """Start it; `wait_ready` waits until it does its work."""
        if self._process is not None:
            raise ServerFailed(f"{self.name} runs already")
        if PARENT.can_start(self._arguments, self._environment):
            self._process = PARENT.start(self._arguments, self._environment, self.folder)
        else:
            command = [sys.executable, "-m", "kafeneio.main", *self._arguments]
            self._process = spawn(command, self._environment, self.folder)
        GUARD.watch(pid=self._process.pid)

    def wait_ready(self, timeout_s: float = READY_TIMEOUT_S) -> None:
        """Wait until /readyz reports it."""
        try:
            wait_until(self._is_ready, timeout_s, f"{self.name} to be ready")
        except ServerFailed as failure:
            raise ServerFailed(f"{failure}\n{self.log_tail()}") from None

    def kill9(self) -> None:
        """Kill it, with all its children, without a word."""
        processes.kill_family(self._running().pid)
        self._forget()

    def term(self) -> float:
        """Ask it to drain and leave; returns how long that took, in seconds."""
        process, members, began_s = self._running(), self.pids(), time.monotonic()
        process.send_signal(signal.SIGTERM)
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(DRAIN_TIMEOUT_S)
        took_s = time.monotonic() - began_s
        if left := processes.wait_gone(members, 5.0):
            self.kill9()
            raise ServerFailed(f"{self.name} did not leave in {took_s:.0f} s after SIGTERM: {left}\n{self.log_tail()}")
        self._forget()
        return took_s

    def pause(self) -> None:
        """Stop it in its tracks: a hung process, or a host that swaps."""
        processes.send(self.pids(), signal.SIGSTOP)

    def resume(self) -> None:
        """Let it go on as if nothing had happened."""
        processes.send(self.pids(), signal.SIGCONT)

    def close(self) -> None:
        """End it the fastest way, if it runs."""
        if self._process is not None:
            self.kill9()

    # --- watching it ---

    @property
    def running(self) -> bool:
        """Whether it has been started and has not ended."""
        return self._process is not None and self._process.poll() is None

    def pids(self) -> list[int]:
        """Its processes; empty when it does not run."""
        return processes.family(self._process.pid) if self._process is not None else []

    def main_pids(self) -> list[int]:
        """Its process without those that it has started; empty when it does not run."""
        return [self._process.pid] if self._process is not None else []

    def log(self) -> str:
        """All that it has written so far, over all its starts."""
        path = self.folder / "output.log"
        return path.read_text(errors="replace") if path.exists() else ""

    def log_tail(self, lines: int = 30) -> str:
        """The end of what it wrote."""
        return "\n".join(self.log().splitlines()[-lines:])

    def _is_ready(self) -> bool:
        if not self.running:
            raise ServerFailed(f"{self.name} ended by itself")
        return self._check in ready_checks(self.health_port)

    def _running(self) -> Process:
        if self._process is None:
            raise ServerFailed(f"{self.name} is not running")
        return self._process

    def _forget(self) -> None:
        process = self._running()
        process.wait()
        self._process = None
        GUARD.forget(pid=process.pid)


def ready_checks(port: int) -> dict[str, bool]:
    """The checks that hold, of a process that says that it is ready; empty for any other.

    A process answers before it has all its parts, so who waits for one waits for the check of its last part.
    """
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=2)
    with contextlib.closing(connection):
        try:
            connection.request("GET", "/readyz")
            answer = connection.getresponse()
            return json.loads(answer.read())["checks"] if answer.status == 200 else {}
        except (OSError, http.client.HTTPException):
            return {}


def rss_mb(pids: Sequence[int]) -> float:
    """Memory of these processes; a page that several of them share is counted once among them."""
    return sum(_resident_kb(pid) for pid in pids) / 1024


def _resident_kb(pid: int) -> int:
    for name, field in (("smaps_rollup", "Pss:"), ("status", "VmRSS:")):
        with contextlib.suppress(OSError):
            lines = Path(f"/proc/{pid}/{name}").read_text().splitlines()
            return next((int(line.split()[1]) for line in lines if line.startswith(field)), 0)
    return 0


def bare_environment(code: Path = ROOT) -> dict[str, str]:
    """Ours without settings of another platform, and with the code in this folder on the path. No process takes the
    port for probes that is its own where none is set: other tests run beside it."""
    inherited = {name: text for name, text in os.environ.items() if not name.startswith("KAFENEIO_")}
    own = {"PYTHONPATH": str(code), "PYTHONUNBUFFERED": "1", "KAFENEIO_HEALTH_PORT": "0"}
    return inherited | own
