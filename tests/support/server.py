"""What a private server of the tests is: a process with its own folder and ports, that is gone when we are."""

import contextlib
import os
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, Self

from tests.support import processes
from tests.support.guard import GUARD

START_TIMEOUT_S = 120.0
STOP_TIMEOUT_S = 60.0


class ServerFailed(Exception):
    """A private server did not start, or did not stop."""


class Server:
    """One server process. `start` and `stop` (or `kill`) as often as you like: same folder, same ports, same data.

    `close` ends it for good and removes the folder; used as a context manager it is started and closed.
    """

    name = "server"
    polite_signal = signal.SIGTERM

    def __init__(self, parent: Path | None = None) -> None:
        """`parent`: the folder to make its own in; where temporary folders usually are, if None."""
        self.folder = make_folder(f"kafeneio-{self.name}-", parent)
        self._process: subprocess.Popen[bytes] | None = None
        GUARD.watch(folder=self.folder)

    # --- what each kind of server says of itself ---------------------------------------------------------------

    def command(self) -> Sequence[str | Path]:
        """The program and its arguments; it stays in the foreground."""
        raise NotImplementedError

    def environment(self) -> Mapping[str, str]:
        """The whole environment that it runs in."""
        return dict(os.environ)

    def user(self) -> str | None:
        """The system user to run as; None: ours."""
        return None

    def prepare(self) -> None:
        """Before every start: what has to be there first."""

    def answers(self) -> bool:
        """Whether it does its work now: more than an open port."""
        raise NotImplementedError

    # --- its life ----------------------------------------------------------------------------------------------

    def start(self) -> Self:
        """Start it and wait until it answers. What is left of one that ended by itself is killed first."""
        if self.running:
            raise ServerFailed(f"{self.name} has been started already")
        if self._process is not None:
            self.kill()
        self.prepare()
        self._process = spawn(self.command(), self.environment(), self.folder, self.user())
        GUARD.watch(pid=self._process.pid)
        try:
            wait_until(self._is_ready, START_TIMEOUT_S, f"{self.name} to answer")
        except ServerFailed as failure:
            self.kill()
            raise ServerFailed(f"{failure}\n{self.log_tail()}") from None
        return self

    def stop(self) -> None:
        """Ask it to stop, as an operator would, and wait until all of it is gone."""
        members = self.pids()
        process = self._running()
        process.send_signal(self.polite_signal)
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(STOP_TIMEOUT_S)
        if left := processes.wait_gone(members, STOP_TIMEOUT_S):
            self.kill()
            raise ServerFailed(f"{self.name} had to be killed: processes {left} did not stop\n{self.log_tail()}")
        self._forget()

    def kill(self) -> None:
        """Kill -9, with all its children: a machine that lost power."""
        processes.kill_family(self._running().pid)
        self._forget()

    def restart(self) -> None:
        """Stop and start."""
        self.stop()
        self.start()

    def close(self) -> None:
        """End it the fastest way and leave nothing behind. May be called more than once."""
        if self._process is not None:
            self.kill()
        shutil.rmtree(self.folder, ignore_errors=True)
        GUARD.forget(folder=self.folder)

    def __enter__(self) -> Self:
        return self.start()

    def __exit__(self, *_exception: object) -> None:
        self.close()

    # --- watching it -------------------------------------------------------------------------------------------

    @property
    def running(self) -> bool:
        """Whether it has been started and has neither been stopped nor ended by itself."""
        return self._process is not None and self._process.poll() is None

    @property
    def pid(self) -> int:
        """The process that was started."""
        return self._running().pid

    def pids(self) -> list[int]:
        """All processes that belong to it now; empty when it does not run."""
        return processes.family(self._process.pid) if self._process is not None else []

    def cpu_s(self) -> float:
        """Seconds of processor time that it has used since its start."""
        return processes.cpu_s(self.pids())

    def log_tail(self, lines: int = 30) -> str:
        """The end of what it wrote."""
        log = self.folder / "output.log"
        return "\n".join(log.read_text(errors="replace").splitlines()[-lines:]) if log.exists() else "(no log)"

    # --- within ------------------------------------------------------------------------------------------------

    def _is_ready(self) -> bool:
        if not self.running:
            raise ServerFailed(f"{self.name} ended by itself")
        return self.answers()

    def _running(self) -> subprocess.Popen[bytes]:
        if self._process is None:
            raise ServerFailed(f"{self.name} is not running")
        return self._process

    def _forget(self) -> None:
        process = self._running()
        process.wait(STOP_TIMEOUT_S)
        self._process = None
        GUARD.forget(pid=process.pid)


def spawn(
    command: Sequence[str | Path], environment: Mapping[str, str], folder: Path, user: str | None = None
) -> subprocess.Popen[bytes]:
    """Start a program in a session of its own; what it says goes to `output.log` in its folder."""
    with (folder / "output.log").open("ab") as log:
        return subprocess.Popen(
            command,
            cwd=folder,
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=subprocess.STDOUT,
            start_new_session=True,
            **run_as(user),
        )


def run_as(user: str | None) -> dict[str, Any]:
    """The arguments by which `subprocess` starts a program as another system user; none for ourselves."""
    return {} if user is None else {"user": user, "group": user, "extra_groups": []}


def left_behind(server: Server) -> list[int | Path]:
    """What is still there of a server that was closed: processes of its, or that name its folder, and the folder."""
    folder = [server.folder] if server.folder.exists() else []
    return [*server.pids(), *processes.pids_naming(str(server.folder)), *folder]


def wait_until(condition: Callable[[], bool], timeout_s: float, what: str) -> None:
    """Look every 50 ms until the condition holds."""
    deadline = time.monotonic() + timeout_s
    while not condition():
        if time.monotonic() > deadline:
            raise ServerFailed(f"waited {timeout_s:.0f} s for {what}")
        time.sleep(0.05)


def in_memory(memory: Path = Path("/dev/shm"), enough_bytes: int = 4 << 30) -> Path | None:
    """A parent for the folders of servers whose files need not outlive the machine, if it has one that is large.

    A test's database is 300 files that are gone a moment later: on a disk's file system that is most of the test.
    """
    if not os.access(memory, os.W_OK) or shutil.disk_usage(memory).free < enough_bytes:
        return None
    return memory


def make_folder(prefix: str, parent: Path | None = None) -> Path:
    """A new temporary folder on a path that every user may walk: servers may have to run as another one."""
    if parent is not None:
        return Path(tempfile.mkdtemp(prefix=prefix, dir=parent))
    places = [Path(tempfile.gettempdir()), Path("/tmp"), Path("/var/tmp")]
    walkable = (place for place in places if all(step.stat().st_mode & 0o1 for step in (place, *place.parents)))
    return Path(tempfile.mkdtemp(prefix=prefix, dir=next(walkable, places[0])))
