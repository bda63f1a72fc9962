"""Processes of the operating system, read from /proc: families, processor time, and ending them for certain."""

import contextlib
import os
import signal
import time
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

_TICKS_PER_S = os.sysconf("SC_CLK_TCK")


class Status(NamedTuple):
    """One line of /proc/<pid>/stat, as far as it is of use."""

    pid: int
    state: str
    parent: int
    session: int
    cpu_ticks: int
    reaped_cpu_ticks: int


def read_status(pid: int) -> Status | None:
    """What the kernel says of a process; None when there is none with this number."""
    try:
        text = Path(f"/proc/{pid}/stat").read_text()
    except (FileNotFoundError, ProcessLookupError):
        return None
    fields = text[text.rindex(")") + 2 :].split()
    own, reaped = (int(fields[i]) + int(fields[i + 1]) for i in (11, 13))
    return Status(pid, fields[0], int(fields[1]), int(fields[3]), own, reaped)


def is_running(pid: int) -> bool:
    """Whether the process is there and more than a zombie."""
    status = read_status(pid)
    return status is not None and status.state not in "ZX"


def family(root: int) -> list[int]:
    """The running processes that belong to `root`: itself, its session, and the descendants of both."""
    pids = [int(entry.name) for entry in Path("/proc").iterdir() if entry.name.isdigit()]
    everyone = [status for pid in pids if (status := read_status(pid))]
    children: dict[int, list[int]] = {}
    for status in everyone:
        children.setdefault(status.parent, []).append(status.pid)
    found: set[int] = set()
    waiting = [status.pid for status in everyone if root in (status.pid, status.session)]
    while waiting:
        member = waiting.pop()
        if member not in found:
            found.add(member)
            waiting += children.get(member, [])
    return sorted(status.pid for status in everyone if status.pid in found and status.state not in "ZX")


def pids_naming(word: str) -> list[int]:
    """The running processes, except our own, whose command line or environment has the word in it."""
    found = []
    for entry in Path("/proc").iterdir():
        with contextlib.suppress(OSError):
            if entry.name.isdigit() and word.encode() in _words_of(entry):
                found.append(int(entry.name))
    return [pid for pid in found if is_running(pid) and pid != os.getpid()]


def _words_of(entry: Path) -> bytes:
    return (entry / "cmdline").read_bytes() + (entry / "environ").read_bytes()


def cpu_s(pids: Iterable[int]) -> float:
    """Seconds of processor time used by these processes and by the children that they have waited for."""
    statuses = [status for pid in pids if (status := read_status(pid))]
    return sum(status.cpu_ticks + status.reaped_cpu_ticks for status in statuses) / _TICKS_PER_S


def held_up_s(pids: Iterable[int]) -> dict[int, float]:
    """Thread → seconds for which it was ready to run and the machine had no processor for it."""
    found = {}
    for pid in pids:
        with contextlib.suppress(OSError):
            for thread in Path(f"/proc/{pid}/task").iterdir():
                found[int(thread.name)] = int((thread / "schedstat").read_text().split()[1]) / 1e9
    return found


def send(pids: Iterable[int], sign: signal.Signals) -> None:
    """Send a signal to each process that is still there."""
    for pid in pids:
        with contextlib.suppress(ProcessLookupError):
            os.kill(pid, sign)


def wait_gone(pids: Iterable[int], timeout_s: float) -> list[int]:
    """Wait until none of them runs; answers those that still do when time is up."""
    deadline = time.monotonic() + timeout_s
    left = [pid for pid in pids if is_running(pid)]
    while left and time.monotonic() < deadline:
        time.sleep(0.01)
        left = [pid for pid in left if is_running(pid)]
    return left


def kill_family(pid: int, timeout_s: float = 60.0) -> None:
    """Kill -9 a process with all that belongs to it, and wait until they are gone.

    It is halted first, so that it can make no child that we would not know of.
    """
    send([pid], signal.SIGSTOP)
    members = family(pid)
    send(members, signal.SIGKILL)
    if left := wait_gone(members, timeout_s):
        raise TimeoutError(f"processes {left} outlived kill -9 by {timeout_s} s")
