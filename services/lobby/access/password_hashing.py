"""Password hashing: Argon2id, in a few threads, with a bounded number of waiting requests."""

import contextlib
import os
import threading
import time
from collections.abc import Callable
from typing import Any, TypeVar

import argon2
from eventlet import tpool
from eventlet.semaphore import Semaphore

from services.contracts.lobby.accounts.accounts import BUSY_DETAIL
from services.kernel.refusal import Refusal
from services.lobby import metrics
from services.lobby.ports import Verdict
from services.lobby.settings import LobbySettings
from services.platform.broker.rpc_client import UNAVAILABLE

T = TypeVar("T")

BUSY = Refusal(UNAVAILABLE, BUSY_DETAIL)
_LANES = 1
"""Threads of one hash; hashing runs in several workers instead."""
_NICE = 10


class HashingWorkers:
    """Hashes and checks passwords. A hash takes tens of milliseconds of a processor and `password_memory_kib`."""

    def __init__(self, settings: LobbySettings, run_in_thread: Callable[..., Any] = tpool.execute) -> None:
        """`run_in_thread(function, *args)` runs it on another thread and waits for its answer."""
        self._hasher = argon2.PasswordHasher(
            time_cost=settings.password_rounds,
            memory_cost=settings.password_memory_kib,
            parallelism=_LANES,
            type=argon2.Type.ID,
        )
        self._run_in_thread = run_in_thread
        self._workers = Semaphore(settings.password_workers)
        self._room = settings.password_workers + settings.password_waiting_max
        self._inside = 0
        self._nobodys = self._hasher.hash("the password of nobody")

    def hash(self, password: str) -> str | Refusal:
        """The text to store: algorithm, parameters, salt and hash."""
        return self._work(self._hasher.hash, password)

    def check(self, password: str, stored: str | None) -> Verdict | Refusal:
        """Whether `password` is the stored one. For None as much is computed, and the answer is no."""
        return self._work(self._check, password, stored)

    def _check(self, password: str, stored: str | None) -> Verdict:
        try:
            self._hasher.verify(stored or self._nobodys, password)
        except (argon2.exceptions.VerificationError, argon2.exceptions.InvalidHashError):
            return Verdict(False)
        if stored is None:
            return Verdict(False)
        is_old = self._hasher.check_needs_rehash(stored)
        return Verdict(True, self._hasher.hash(password) if is_old else None)

    def _work(self, function: Callable[..., T], *args: Any) -> T | Refusal:
        if self._inside >= self._room:
            metrics.passwords_refused.inc()
            return BUSY
        self._inside += 1
        started = time.perf_counter()
        try:
            with self._workers:
                answer: T = self._run_in_thread(_behind_others, function, *args)
                return answer
        finally:
            self._inside -= 1
            metrics.password_seconds.observe(time.perf_counter() - started)


def _behind_others(function: Callable[..., T], *args: Any) -> T:
    """Hashing fills a processor for as long as people log in: it takes what players' moves leave. A thread's priority
    is its own on Linux; the process's first thread, on which tests call this, keeps its one."""
    thread = threading.get_native_id()
    if thread != os.getpid():
        with contextlib.suppress(OSError):  # on other systems threads have no priority of their own
            if os.getpriority(os.PRIO_PROCESS, thread) < _NICE:
                os.setpriority(os.PRIO_PROCESS, thread, _NICE)
    return function(*args)
