"""Who asks for replays without end neither fills every thread nor takes the processors from moves."""

import os
import threading
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from services.platform.process.quiet_pool import Busy, QuietPool
from tests.support.server import wait_until

LONG_S = 60


def on_a_thread(work: Any, *args: Any) -> Any:
    with ThreadPoolExecutor(1) as own:
        return own.submit(work, *args).result(LONG_S)


def test_a_computation_returns_and_raises_and_gives_its_place_back() -> None:
    pool = QuietPool(1, 0, on_a_thread)
    for _ in range(3):
        assert pool.run(divmod, 7, 2) == (3, 1)
        with pytest.raises(ZeroDivisionError):
            pool.run(divmod, 7, 0)


def test_only_so_many_run_at_once_and_only_so_many_wait() -> None:
    pool, running, most = QuietPool(2, 1, on_a_thread), 0, 0
    lock, begun, end = threading.Lock(), threading.Semaphore(0), threading.Event()

    def work() -> None:
        nonlocal running, most
        with lock:
            running += 1
            most = max(most, running)
        begun.release()
        assert end.wait(LONG_S)
        with lock:
            running -= 1

    with ThreadPoolExecutor(3) as askers:
        asked = [askers.submit(pool.run, work) for _ in range(3)]
        for _ in range(2):
            assert begun.acquire(timeout=LONG_S)
        wait_until(lambda: pool.asked == 3, LONG_S, "the third to wait")
        with pytest.raises(Busy):
            pool.run(work)
        end.set()
        for each in asked:
            each.result(LONG_S)
    assert most == 2
    assert pool.run(int) == 0


def test_it_has_less_of_the_processors_than_the_thread_that_asked() -> None:
    before = os.getpriority(os.PRIO_PROCESS, 0)
    assert QuietPool(1, 0, on_a_thread).run(os.getpriority, os.PRIO_PROCESS, 0) == max(before, 10)
    assert os.getpriority(os.PRIO_PROCESS, 0) == before
