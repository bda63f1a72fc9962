"""A crowd that wants the same is served by few reads, and nobody gets what was read before they asked."""

import threading
from concurrent.futures import ThreadPoolExecutor

import pytest

from services.platform.process.single_flight import Shared

WAIT_S = 30


class Reading:
    """A read that waits to be let go."""

    def __init__(self) -> None:
        self.count = 0
        self.begun, self.go_on = threading.Event(), threading.Event()

    def __call__(self) -> int:
        self.count += 1
        number = self.count
        self.begun.set()
        assert self.go_on.wait(WAIT_S)
        return number


def test_callers_during_a_read_share_the_next_read() -> None:
    shared, reading = Shared(), Reading()
    asked = threading.Semaphore(0)

    def ask() -> int:
        asked.release()
        return shared.get("list", reading)

    with ThreadPoolExecutor(9) as crowd:
        first = crowd.submit(ask)
        assert reading.begun.wait(WAIT_S) and asked.acquire(timeout=WAIT_S)
        others = [crowd.submit(ask) for _ in range(8)]
        for _ in others:
            assert asked.acquire(timeout=WAIT_S)
        reading.go_on.set()
        assert first.result(WAIT_S) == 1
        answers = [other.result(WAIT_S) for other in others]
    assert min(answers) > 1, "what was being read when they asked may be old"
    assert reading.count < 9


def test_a_later_caller_has_it_read_again() -> None:
    shared, seen = Shared(), iter(range(9))
    assert [shared.get("list", lambda: next(seen)) for _ in range(3)] == [0, 1, 2]


def test_what_may_be_old_is_read_again_when_it_is_too_old(monkeypatch: pytest.MonkeyPatch) -> None:
    shared, seen, now_s = Shared(), iter(range(9)), [100.0]
    monkeypatch.setattr("services.platform.process.single_flight.time.monotonic", lambda: now_s[0])
    found = []
    for passed_s in (0.0, 4.9, 0.1, 0.0, 5.0):
        now_s[0] += passed_s
        found.append(shared.get_aged("list", lambda: next(seen), 5.0))
    assert found == [0, 0, 1, 1, 2]


def test_different_things_are_read_apart() -> None:
    shared = Shared()
    assert (shared.get("a", lambda: 1), shared.get("b", lambda: 2)) == (1, 2)


def test_a_failed_read_fails_only_its_own_callers() -> None:
    shared = Shared()
    with pytest.raises(ZeroDivisionError):
        shared.get("list", lambda: 1 // 0)
    assert shared.get("list", lambda: 7) == 7
