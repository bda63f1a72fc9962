"""Where the time goes: py-spy's samples of gateway and worker while a case is measured (it slows them a little)."""

import shutil
import subprocess
import sys
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import Self

from bench.processes.members import Member

PROFILED_ROLES = ("gateway", "worker", "other", "embedded")
SAMPLES_PER_S = 200
LINES = 25
WAITING = ("do_poll (eventlet/", "Condition.wait (", "Hub.wait (eventlet/hubs/epolls")
"""Tops of stacks that wait for something to do."""


class Profile:
    """Samples while the context lasts, if there is a folder to put them in."""

    def __init__(self, members: Iterable[Member], case: str, folder: Path | None, seconds: float) -> None:
        """`folder` None: do nothing. Files are folded stacks, `<case>-<member>-<process>.txt`."""
        self._members = [member for member in members if member.role in PROFILED_ROLES]
        self._case = case
        self._folder = folder
        self._seconds = seconds
        self._running: dict[Path, subprocess.Popen[bytes]] = {}

    def __enter__(self) -> Self:
        """Attach to each process."""
        if self._folder is not None:
            self._folder.mkdir(parents=True, exist_ok=True)
            for member in self._members:
                for number, pid in enumerate(member.pids()):
                    file = self._folder / f"{self._case}-{member.name}-{number}.txt"
                    self._running[file] = _record(pid, file, self._seconds)
        return self

    def __exit__(self, *_exception: object) -> None:
        """Wait for the files and say what is at the top."""
        for file, process in self._running.items():
            process.wait(30)
            print(f"\n{file}", file=sys.stderr)
            for share, name in hottest(file.read_text() if file.exists() else ""):
                print(f"{share:6.1%}  {name}", file=sys.stderr)


def _record(pid: int, file: Path, seconds: float) -> "subprocess.Popen[bytes]":
    program = shutil.which("py-spy", path=str(Path(sys.executable).parent)) or shutil.which("py-spy")
    if program is None:
        raise FileNotFoundError("py-spy is not installed")
    command = [program, "record", "--pid", str(pid), "--format", "raw", "--output", str(file)]
    command += ["--duration", str(max(1, int(seconds))), "--rate", str(SAMPLES_PER_S)]
    return subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def hottest(folded: str, lines: int = LINES) -> list[tuple[float, str]]:
    """The functions on top of the stacks, with their share of all samples that did something, most first."""
    own: Counter[str] = Counter()
    for text in folded.splitlines():
        stack, _, count = text.rpartition(" ")
        top = stack.split(";")[-1]
        if not any(waiting in top for waiting in WAITING):
            own[top] += int(count)
    total = sum(own.values()) or 1
    return [(count / total, name) for name, count in own.most_common(lines)]
