"""Who used the processors when, and who waited for one: read every few milliseconds by a thread."""

import contextlib
import os
import threading
import time
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import NamedTuple, Self

_EVERY_S = 0.01


class Share(NamedTuple):
    """Of a role, on average over some time: processors that it used, and threads of it that waited for one."""

    used: float
    waiting: float


class Processors:
    """Samples while the context lasts."""

    def __init__(self, pids: Callable[[], Mapping[str, list[int]]]) -> None:
        """`pids`: role → its processes now."""
        self._pids = pids
        self._at_s: list[float] = []
        """When each sample was taken (`time.perf_counter`)."""
        self._samples: list[dict[str, tuple[int, int]]] = []
        """For each sample by role: processor time, and time for which threads have waited for a processor (ns)."""
        self._is_over = threading.Event()
        self._thread = threading.Thread(target=self._sample, name="processors", daemon=True)

    def __enter__(self) -> Self:
        """Begin."""
        self._thread.start()
        return self

    def __exit__(self, *_exception: object) -> None:
        """End."""
        self._is_over.set()
        self._thread.join()

    def shares(self, spans: Iterable[tuple[float, float]]) -> dict[str, Share]:
        """By role, over these spans of time (`time.perf_counter`), each extended to the samples around it."""
        used, waiting, all_s = dict[str, int](), dict[str, int](), 0.0
        for began_s, ended_s in spans:
            first = max(0, bisect_right(self._at_s, began_s) - 1)
            last = min(len(self._at_s) - 1, bisect_left(self._at_s, ended_s))
            if last <= first:
                continue
            all_s += self._at_s[last] - self._at_s[first]
            before, after = self._samples[first], self._samples[last]
            for role in before.keys() & after.keys():
                used[role] = used.get(role, 0) + after[role][0] - before[role][0]
                waiting[role] = waiting.get(role, 0) + after[role][1] - before[role][1]
        return {role: Share(used[role] / all_s / 1e9, waiting[role] / all_s / 1e9) for role in used}

    def _sample(self) -> None:
        with contextlib.ExitStack() as leaving:
            # Once: to look for processes takes tens of milliseconds, in which everything measured here would wait.
            pids = {role: list(own) for role, own in self._pids().items()}
            threads = {role: _open_threads(own, leaving) for role, own in pids.items()}
            while not self._is_over.wait(_EVERY_S):
                now_s = time.perf_counter()
                self._samples.append({
                    role: (sum(map(_cpu_ns, own)), sum(map(_waited_ns, threads.get(role, ()))))
                    for role, own in pids.items()
                })  # fmt: skip
                self._at_s.append(now_s)


def _cpu_ns(pid: int) -> int:
    """The processor time of all threads of a process; its clock has this number in Linux."""
    with contextlib.suppress(OSError):
        return time.clock_gettime_ns((~pid << 3) | 2)
    return 0


def _open_threads(pids: Iterable[int], leaving: contextlib.ExitStack) -> list[int]:
    """A descriptor for the scheduler's figures of each thread that these processes have now."""
    found = []
    for pid in pids:
        with contextlib.suppress(OSError):
            for thread in Path(f"/proc/{pid}/task").iterdir():
                found.append(os.open(thread / "schedstat", os.O_RDONLY))
                leaving.callback(os.close, found[-1])
    return found


def _waited_ns(descriptor: int) -> int:
    with contextlib.suppress(OSError):  # the thread has ended
        return int(os.pread(descriptor, 64, 0).split()[1])
    return 0
