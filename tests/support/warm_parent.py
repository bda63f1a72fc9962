"""Our processes, forked from parents which have imported the services: that takes a second of processor time each.

There is a parent for each kind of hub, and one for gateways, which have none; the first request for it starts it
(`service_forks`). The suite's fixture switches them on; benchmarks and drills, which measure starts, start every
process alone. So do tests of a start itself (`tests/e2e/test_startup.py`), and whoever runs another release, or
variables of Python's or its libraries' that differ from ours. What is not forked: the gRPC front, whose library does
not allow it, and the processes that a gateway and a service of tables start by themselves.
"""

import contextlib
import json
import os
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import IO, Literal, get_args

import pytest

from tests.support import processes

ROOT = Path(__file__).resolve().parents[2]
KAFENEIO = "kafeneio.main"
"""The module of the `kafeneio` command."""
Hub = Literal["epoll", "asyncio", "none"]
"""What runs the green threads: of services and commands, or of `kafeneio up` and what is tested like it. A gateway has
none."""
Output = IO[bytes] | IO[str] | int | None
"""As `subprocess` has it: a file, a descriptor, PIPE, DEVNULL, STDOUT, or None for ours."""
_LOOK_S = 0.02
_ALONE = {"grpc", "tables-worker"}
_READ_AT_IMPORTS = ("PYTHON", "EVENTLET_", "PSYCOPG_", "PROMETHEUS_", "OTEL_")
"""How variables begin that an import reads, so that a forked process would not heed them."""
_HEEDED = {"PYTHONPATH", "PYTHONUNBUFFERED", "PYTHONWARNINGS"}


class ForkedProcess:
    """A child of a parent, used like a `subprocess.Popen`."""

    def __init__(self, pid: int, parent: "_Parent", stdin: IO[bytes] | None, stdout: IO[bytes] | None) -> None:
        """`pid`: its process; our ends of its pipes, if it has some."""
        self.pid = pid
        self.returncode: int | None = None
        self.stdin, self.stdout = stdin, stdout
        self._parent = parent
        self._lock = threading.Lock()

    def poll(self) -> int | None:
        """Its exit code, or None while it runs; negative for the number of the signal that ended it."""
        with self._lock:  # the exit code can be asked for once
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

    def terminate(self) -> None:
        """Ask it to leave."""
        self.send_signal(signal.SIGTERM)

    def kill(self) -> None:
        """Kill it, without its children."""
        self.send_signal(signal.SIGKILL)


Process = subprocess.Popen[bytes] | ForkedProcess


class _Parent:
    """Our end of one parent process, which is started by the first request."""

    def __init__(self, hub: Hub) -> None:
        """Not started."""
        self._hub = hub
        self._process: subprocess.Popen[bytes] | None = None
        self._channel: socket.socket | None = None
        self._lock = threading.Lock()

    @property
    def pid(self) -> int | None:
        """Its process, once it has been started."""
        return self._process.pid if self._process is not None else None

    def fork(self, request: Mapping[str, object], descriptors: Sequence[int]) -> int:
        """A child with these standard descriptors. Returns its process."""
        return self._ask(request, descriptors)

    def exit_code(self, pid: int) -> int:
        """How a child that has ended did so."""
        return self._ask({"ended": pid}, ())

    def close(self) -> None:
        """End the parent, which kills the children that are left."""
        with self._lock:
            if self._process is not None and self._channel is not None:
                self._channel.close()
                self._process.wait()
            self._process = self._channel = None

    def _ask(self, request: Mapping[str, object], descriptors: Sequence[int]) -> int:
        with self._lock:
            if self._channel is None:
                self._channel = self._start()
            socket.send_fds(self._channel, [json.dumps(request).encode()], descriptors)
            answer = self._channel.recv(64)
            assert answer, f"the parent of our processes has gone; it would have got {request}"
            return int(answer)

    def _start(self) -> socket.socket:
        inherited = {name: text for name, text in os.environ.items() if not name.startswith("KAFENEIO_")}
        ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        with theirs:
            self._process = subprocess.Popen(
                [sys.executable, "-m", "tests.support.service_forks", self._hub, str(theirs.fileno())],
                env=inherited | {"PYTHONPATH": str(ROOT), "PYTHONUNBUFFERED": "1"},
                cwd=ROOT,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                pass_fds=[theirs.fileno()],
                start_new_session=True,
            )
        return ours


class WarmParent:
    """The parents, one for each kind of hub."""

    def __init__(self) -> None:
        """Not allowed to start anything."""
        self.allowed = False
        self.parents: dict[Hub, _Parent] = {hub: _Parent(hub) for hub in get_args(Hub)}

    def can_start(self, arguments: Sequence[str], environment: Mapping[str, str]) -> bool:
        """Whether `kafeneio` with these arguments and variables can be forked."""
        return not _ALONE & set(arguments[:2]) and self._can_fork(environment)

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
        with (folder / output).open("ab") as out, (folder / (errors or output)).open("ab") as err:
            hub = hub_of(arguments, environment)
            return self._fork(KAFENEIO, arguments, environment, folder, hub, subprocess.DEVNULL, out, err)

    def run_module(
        self,
        module: str,
        arguments: Sequence[str],
        environment: Mapping[str, str],
        folder: Path = ROOT,
        *,
        hub: Hub | None = None,
        stdin: Output = subprocess.DEVNULL,
        stdout: Output = None,
        stderr: Output = None,
    ) -> Process:
        """Run a module of this code, as `python -m` does, in a session of its own: forked if possible, otherwise alone.
        `hub`: what it runs its green threads on; None: by the arguments of the `kafeneio` command."""
        environment = {**environment, "PYTHONPATH": str(ROOT)}
        if self._can_fork(environment) and (hub or not _ALONE & set(arguments[:2])):
            chosen = hub or hub_of(arguments, environment)
            return self._fork(module, arguments, environment, folder, chosen, stdin, stdout, stderr)
        return subprocess.Popen(
            [sys.executable, "-m", module, *arguments],
            cwd=folder,
            env=environment,
            stdin=stdin,
            stdout=stdout,
            stderr=stderr,
            start_new_session=True,
        )

    def close(self) -> None:
        """End the parents, and the children that are left."""
        for parent in self.parents.values():
            parent.close()

    def _can_fork(self, environment: Mapping[str, str]) -> bool:
        return (
            self.allowed
            and environment.get("PYTHONPATH") == str(ROOT)
            and _of_imports(environment) == _of_imports(os.environ)
        )

    def _fork(
        self,
        module: str,
        arguments: Sequence[str],
        environment: Mapping[str, str],
        folder: Path,
        hub: Hub,
        stdin: Output,
        stdout: Output,
        stderr: Output,
    ) -> ForkedProcess:
        where = {"folder": str(folder), "environment": {**environment}}
        request = {"module": module, "arguments": [*arguments], **where}
        parent = self.parents[hub]
        with contextlib.ExitStack() as theirs:
            given, to_child = _end(stdin, 0, theirs)
            output, from_child = _end(stdout, 1, theirs)
            errors = output if stderr == subprocess.STDOUT else _end(stderr, 2, theirs)[0]
            return ForkedProcess(parent.fork(request, (given, output, errors)), parent, to_child, from_child)


def hub_of(arguments: Sequence[str], environment: Mapping[str, str]) -> Hub:
    """What `kafeneio` with these arguments runs its green threads on (`kafeneio.main`)."""
    if "gateway" in arguments[:2]:
        return "none"
    has_broker = environment.get("KAFENEIO_BROKER_URL", "").strip().startswith("amqp")
    return "asyncio" if "up" in arguments[:2] or ("tables" in arguments[:2] and not has_broker) else "epoll"


def _of_imports(environment: Mapping[str, str]) -> dict[str, str]:
    names = (name for name in environment if name.startswith(_READ_AT_IMPORTS) and name not in _HEEDED)
    return {name: environment[name] for name in names}


def _end(stream: Output, number: int, theirs: contextlib.ExitStack) -> tuple[int, IO[bytes] | None]:
    """A child's standard descriptor of this number, which is closed with the stack if it is the child's alone; and our
    end, if it is a pipe."""
    if stream is None:
        return number, None
    if stream == subprocess.DEVNULL:
        nothing = os.open(os.devnull, os.O_RDWR)
        theirs.callback(os.close, nothing)
        return nothing, None
    if stream == subprocess.PIPE:
        reading, writing = os.pipe()
        child, ours = (reading, writing) if number == 0 else (writing, reading)
        theirs.callback(os.close, child)
        return child, os.fdopen(ours, "wb" if number == 0 else "rb")
    return (stream if isinstance(stream, int) else stream.fileno()), None


PARENT = WarmParent()
"""The parents of the processes that this one runs."""


@pytest.fixture(scope="session", autouse=True)
def warm_parent() -> Iterator[WarmParent]:
    """Our processes are forked; their parents end with the run, and so does what they have not ended."""
    PARENT.allowed = True
    yield PARENT
    PARENT.allowed = False
    PARENT.close()
