"""The processes in which the moves of computer players are computed, so that a long computation takes no time from
the worker."""

import contextlib
import os
import select
import subprocess
import sys
import threading
import time
from contextlib import AbstractContextManager
from typing import Any, Protocol

import msgspec

from games.api import AnyGame
from services.platform.process.tasks import run_in_thread
from services.tables.bots import process as process_bots

THOUGHT_S_MAX = 20
"""Seconds after which a computation is given up: its process is ended, and the next one starts a new process."""


ONE_THREAD = {"OPENBLAS_NUM_THREADS": "1"}
"""What numpy is given in a process that computes: threads of its own would take memory, and cores from play."""

_PIECE_BYTES = 65_536


class BotPool(Protocol):
    """Computes moves without blocking the loop."""

    def turn(self) -> AbstractContextManager[object]:
        """Waits until something can be computed, and lets nobody else compute in its place; held around `think`."""
        ...

    def think(self, rules: AnyGame, thinker: process_bots.Thinker, view: Any) -> Any:
        """The move of the view's seat, or None."""
        ...

    def stop(self) -> None:
        """Compute nothing more."""
        ...


def bot_pool(processes: int) -> BotPool:
    """A pool of threads for 0, otherwise of this many processes, which are started when they are first needed."""
    return BotProcesses(processes) if processes > 0 else BotThreads()


class BotThreads:
    """Computes in a thread beside the hub: cheap, but a long computation holds the interpreter for its part of the
    time. More threads would be no faster."""

    def __init__(self) -> None:
        """Nothing is computed yet."""
        self._turns = threading.Semaphore(1)

    def turn(self) -> AbstractContextManager[object]:
        """One after the other."""
        return self._turns

    def think(self, rules: AnyGame, thinker: process_bots.Thinker, view: Any) -> Any:
        """Compute in a thread of the pool."""
        return run_in_thread(thinker.move, rules, view)

    def stop(self) -> None:
        """Threads end with the process."""


class BotProcesses:
    """A few processes, each of which answers one question at a time."""

    def __init__(self, count: int) -> None:
        """No process is started yet."""
        self._free: list[_Process] = []
        self._turns = threading.Semaphore(count)

    def turn(self) -> AbstractContextManager[object]:
        """As many as there are processes."""
        return self._turns

    def think(self, rules: AnyGame, thinker: process_bots.Thinker, view: Any) -> Any:
        """Compute in a free process; one that fails is ended, and replaced for the next question."""
        question = msgspec.json.encode(process_bots.Question(rules.id, thinker, msgspec.Raw(msgspec.json.encode(view))))
        process = self._free.pop() if self._free else _Process()
        try:
            answer = process.ask(question)
        except BaseException:
            process.end()
            raise
        self._free.append(process)
        return None if answer == b"null" else rules.parse(msgspec.json.decode(answer))

    def stop(self) -> None:
        """End all processes."""
        while self._free:
            self._free.pop().end()


class _Process:
    """One process that computes moves."""

    def __init__(self) -> None:
        command = [sys.executable, "-m", process_bots.__name__]
        # A group of its own, so that an interrupt from the keyboard does not reach it. Not a session: Linux weighs the
        # processes of different sessions as equal whatever their priorities are.
        self._child = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, process_group=0, env={**os.environ, **ONE_THREAD}
        )
        assert self._child.stdin is not None and self._child.stdout is not None
        self._in, self._out = self._child.stdin, self._child.stdout

    def ask(self, question: bytes) -> bytes:
        """Ask a question and wait for the answer; other green threads run meanwhile.

        Raises:
            EOFError: the process has ended instead of answering. TimeoutError: it thinks for too long.
        """
        self._in.write(question + b"\n")  # the process reads a question before it computes, so this does not block
        self._in.flush()
        line, deadline_s = b"", time.monotonic() + THOUGHT_S_MAX
        while not line.endswith(b"\n"):
            if not select.select([self._out], [], [], max(0.0, deadline_s - time.monotonic()))[0]:
                raise TimeoutError("a thinking process says nothing")
            piece = os.read(self._out.fileno(), _PIECE_BYTES)
            if not piece:
                raise EOFError("a thinking process has ended")
            line += piece
        return line[:-1]

    def end(self) -> None:
        """End the process at once."""
        self._child.kill()
        self._out.close()
        with contextlib.suppress(BrokenPipeError):
            self._in.close()
        self._child.wait()
