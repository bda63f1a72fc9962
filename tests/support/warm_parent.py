"""Operators' commands, forked from a parent which has imported the services: that takes a second of processor time.

The suite's fixture switches this on; benchmarks and drills, which measure starts, start every process alone.
"""

import contextlib
import json
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

import pytest

from tests.support import processes

ROOT = Path(__file__).resolve().parents[2]
_LOOK_S = 0.02


class ForkedProcess:
    """A child of the parent, used like a `subprocess.Popen`."""

    def __init__(self, pid: int, parent: "WarmParent") -> None:
        """`pid`: its process."""
        self.pid = pid
        self.returncode: int | None = None
        self._parent = parent

    def poll(self) -> int | None:
        """Its exit code, or None while it runs; negative for the number of the signal that ended it."""
        if self.returncode is None and not processes.is_running(self.pid):
            self.returncode = self._parent.exit_code(self.pid)
        return self.returncode

    def wait(self, timeout: float | None = None) -> int:
        """Its exit code, when it has ended. Raises `subprocess.TimeoutExpired` after `timeout` seconds."""
        deadline_s = time.monotonic() + timeout if timeout is not None else None
        while (code := self.poll()) is None:
            if deadline_s is not None and time.monotonic() > deadline_s:
                raise subprocess.TimeoutExpired(str(self.pid), timeout or 0.0)
            time.sleep(_LOOK_S)
        return code

    def send_signal(self, sign: signal.Signals) -> None:
        """Send it a signal, if it runs."""
        if self.poll() is None:
            with contextlib.suppress(ProcessLookupError):
                os.kill(self.pid, sign)


class WarmParent:
    """Our end of the parent process, which is started by the first request."""

    def __init__(self) -> None:
        """Not allowed to start anything."""
        self.allowed = False
        self._process: subprocess.Popen[bytes] | None = None
        self._lock = threading.Lock()

    def can_start(self, arguments: Sequence[str], environment: Mapping[str, str]) -> bool:
        """Whether `kafeneio` with these arguments and variables can be forked: a command of this tree's code that ends
        by itself. Services start alone: forked ones used much processor time over minutes on a busy machine."""
        return self.allowed and arguments[0] != "run" and environment.get("PYTHONPATH") == str(ROOT)

    def start(
        self,
        arguments: Sequence[str],
        environment: Mapping[str, str],
        folder: Path,
        output: str = "output.log",
        errors: str | None = None,
    ) -> ForkedProcess:
        """Run `kafeneio` in a session of its own, in this folder; what it says is added to the file `output` there, and
        what it says on standard error to the file `errors`, if one is named."""
        files = {"folder": str(folder), "output": output, "errors": errors or output}
        request = {"arguments": [*arguments], "environment": {**environment}, **files}
        return ForkedProcess(self._ask(request), self)

    def exit_code(self, pid: int) -> int:
        """How a child that has ended did so."""
        return self._ask({"ended": pid})

    def close(self) -> None:
        """End the parent. Children that run are left alone."""
        with self._lock:
            if self._process is not None:
                self._process.communicate()
            self._process = None

    def _ask(self, request: Mapping[str, object]) -> int:
        with self._lock:
            if self._process is None:
                self._process = self._started()
            assert self._process.stdin is not None and self._process.stdout is not None
            self._process.stdin.write(json.dumps(request).encode() + b"\n")
            self._process.stdin.flush()
            return int(self._process.stdout.readline())

    @staticmethod
    def _started() -> subprocess.Popen[bytes]:
        inherited = {name: text for name, text in os.environ.items() if not name.startswith("KAFENEIO_")}
        return subprocess.Popen(
            [sys.executable, "-m", "tests.support.service_forks"],
            env=inherited | {"PYTHONPATH": str(ROOT), "PYTHONUNBUFFERED": "1"},
            cwd=ROOT,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            start_new_session=True,
        )


PARENT = WarmParent()
"""The parent of the commands that this process runs."""


@pytest.fixture(scope="session", autouse=True)
def warm_parent() -> Iterator[WarmParent]:
    """Operators' commands are forked; the parent ends with the run."""
    PARENT.allowed = True
    yield PARENT
    PARENT.allowed = False
    PARENT.close()
