"""A process that outlives us by a moment, to end the servers we started if we could not do it ourselves.

It reads what is to be ended from its standard input, one line of JSON a change. When the other end closes, for
whatever reason (exit, kill -9, lost terminal), it kills what the last line names and leaves.
"""

import atexit
import contextlib
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import IO

from tests.support import processes


class Guard:
    """Our end of the pipe. The guarding process is started by the first thing to guard."""

    def __init__(self) -> None:
        self._owner = os.getpid()
        self._pipe: IO[bytes] | None = None
        self._pids: set[int] = set()
        self._folders: set[Path] = set()

    def watch(self, *, pid: int | None = None, folder: Path | None = None) -> None:
        """End this process with its family, remove this folder, if we go."""
        self._pids |= {pid} if pid is not None else set()
        self._folders |= {folder} if folder is not None else set()
        self._tell()

    def forget(self, *, pid: int | None = None, folder: Path | None = None) -> None:
        """It has been ended or removed."""
        self._pids.discard(pid if pid is not None else -1)
        self._folders -= {folder} if folder is not None else set()
        self._tell()

    def _tell(self) -> None:
        if os.getpid() != self._owner:
            return  # a fork of ours owns nothing
        if self._pipe is None:
            self._pipe = self._start()
        last_will = {"pids": sorted(self._pids), "folders": sorted(map(str, self._folders))}
        self._pipe.write(json.dumps(last_will).encode() + b"\n")
        self._pipe.flush()

    def _start(self) -> IO[bytes]:
        guard = subprocess.Popen(
            [sys.executable, "-m", "tests.support.guard"],
            cwd=Path(__file__).resolve().parents[2],
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
        assert guard.stdin is not None
        atexit.register(self._leave, guard)
        return guard.stdin

    def _leave(self, guard: subprocess.Popen[bytes]) -> None:
        if os.getpid() == self._owner and guard.stdin is not None:
            guard.stdin.close()
            guard.wait()


GUARD = Guard()
"""The guard of this process."""


def carry_out(last_will: dict[str, list[int] | list[str]]) -> None:
    """Kill every family named, then remove every folder named."""
    for pid in last_will.get("pids", []):
        with contextlib.suppress(TimeoutError):
            processes.kill_family(int(pid))
    for folder in last_will.get("folders", []):
        shutil.rmtree(str(folder), ignore_errors=True)


def main() -> None:
    """Read last wills until the writer is gone, then carry out the last one."""
    last_will: dict[str, list[int] | list[str]] = {}
    for line in sys.stdin:
        last_will = json.loads(line)
    carry_out(last_will)


if __name__ == "__main__":
    main()
