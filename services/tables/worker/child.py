"""The parent's side of a worker process: it starts the process, watches it, asks it for its state, and stops it."""

import os
import socket
import subprocess
import sys
import time
from collections.abc import Sequence
from typing import Any

from services.platform.process.logs import get_logger
from services.platform.process.merged_metrics import with_ours
from services.platform.process.tasks import spawn, wait_ended

log = get_logger(__name__)

COMMAND = "tables-worker"
"""The name of the worker's process for `kafeneio run`."""
DESCRIPTORS_VARIABLE = "KAFENEIO_WORKER_DESCRIPTORS"
"""Environment variables with the descriptors of the pipe that closes with the parent, and of the socket for its
questions."""
ASK_READY, ASK_METRICS = b"r", b"m"
YES, NO = b"yes", b"no"
_ANSWER_TIMEOUT_S = 2.0
_PAUSE_S = 0.2
"""A worker that dies at once is not started again more often."""
_LEAVE_S = 14.0
"""Seconds until a worker that does not stop is killed: ten to drain, two to close the connection, and a reserve."""


class WorkerChild:
    """One worker process; it is started again if it dies."""

    def __init__(self, games: Sequence[str]) -> None:
        """Not started. `games`: as on the command line, empty for all."""
        self._games = games
        self._process: subprocess.Popen[bytes] | None = None
        self._address: Any = ""
        self._end = -1
        """The writing end of a pipe without data: the worker sees it close when this process ends, in whatever way."""
        self._stopping = False

    def start(self) -> None:
        """Start the process, and watch it from now on."""
        self._launch()
        spawn("worker-child", self._supervise)

    def stop(self) -> None:
        """Let the process drain and stop; after the time limit it is killed."""
        self._stopping = True
        process = self._process
        if process is None:
            return
        process.terminate()
        deadline_s = time.monotonic() + _LEAVE_S
        while process.poll() is None:
            if time.monotonic() > deadline_s:
                log.error("worker_process_killed")
                process.kill()
            time.sleep(0.02)

    def is_ready(self) -> bool:
        """Whether the worker's cycles run and its connection to the broker is up."""
        return self._ask(ASK_READY) == YES

    def metrics(self) -> bytes:
        """The metrics of both processes as one text."""
        return with_ours(self._ask(ASK_METRICS))

    def _launch(self) -> None:
        """Start the process with two descriptors: the pipe that closes with this process, and the socket at which it
        answers questions."""
        end, ours = os.pipe()
        listener = socket.socket(socket.AF_UNIX)
        listener.bind("")  # the kernel chooses an abstract name, so no file is left behind
        listener.listen()
        given = (end, listener.fileno())
        environment = os.environ | {DESCRIPTORS_VARIABLE: ",".join(map(str, given)), "KAFENEIO_HEALTH_PORT": "0"}
        command = [sys.executable, "-W", "ignore", "-m", "kafeneio", "run", COMMAND]
        command += ["--games", ",".join(self._games)] if self._games else []
        self._process = subprocess.Popen(command, env=environment, pass_fds=given)
        self._address, self._end = listener.getsockname(), ours
        os.close(end)
        listener.close()

    def _supervise(self) -> None:
        while not self._stopping:
            process = self._process
            assert process is not None
            wait_ended(process.pid)
            if process.poll() is not None and not self._stopping:
                log.error("worker_process_died", code=process.returncode)
                os.close(self._end)
                self._launch()
                time.sleep(_PAUSE_S)

    def _ask(self, question: bytes) -> bytes:
        """Ask the worker a question. Returns its answer, empty if there is none."""
        with socket.socket(socket.AF_UNIX) as channel:
            channel.settimeout(_ANSWER_TIMEOUT_S)
            try:
                channel.connect(self._address)
                channel.sendall(question)
                with channel.makefile("rb") as answer:
                    return answer.read()
            except OSError:
                return b""
