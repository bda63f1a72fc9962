"""Each connection's requests are done in order, none holds up another's, and all of it is bounded."""

import threading
from collections.abc import Iterator

import pytest

from gateway.ws.request_lanes import RequestLane, RequestLanes
from tests.gateway.house import wait_for


@pytest.fixture
def lanes() -> Iterator[RequestLanes]:
    made = RequestLanes(workers=2, waiting_max=3)
    made.start()
    yield made
    made.stop()


def test_jobs_of_a_lane_are_done_one_after_the_other(lanes: RequestLanes) -> None:
    done: list[int] = []
    lane, go, started = RequestLane(), threading.Event(), threading.Event()
    lanes.submit(lane, lambda: (started.set(), go.wait(60), done.append(0))[2])
    assert started.wait(60)
    for number in (1, 2, 3):
        lanes.submit(lane, lambda number=number: done.append(number))
    go.set()
    wait_for(lambda: len(done) == 4, "all jobs")
    assert done == [0, 1, 2, 3]


def test_a_slow_connection_does_not_hold_up_another(lanes: RequestLanes) -> None:
    go, other_done = threading.Event(), threading.Event()
    slow = RequestLane()
    lanes.submit(slow, lambda: go.wait(60) and None)
    lanes.submit(slow, lambda: None)
    lanes.submit(RequestLane(), other_done.set)
    assert other_done.wait(60)
    go.set()
    wait_for(lambda: lanes.idle, "the slow one")


def test_connections_take_turns_after_every_job() -> None:
    lanes, done = RequestLanes(workers=1, waiting_max=10), []
    first, second = RequestLane(), RequestLane()
    for number in range(3):
        lanes.submit(first, lambda number=number: done.append(f"first {number}"))
    lanes.submit(second, lambda: done.append("second"))
    lanes.start()
    wait_for(lambda: len(done) == 4, "all jobs")
    lanes.stop()
    assert done.index("second") == 1


def test_a_lane_takes_only_so_many(lanes: RequestLanes) -> None:
    go, started = threading.Event(), threading.Event()
    lane = RequestLane()
    lanes.submit(lane, lambda: (started.set(), go.wait(60))[1])
    assert started.wait(60)
    assert [lanes.submit(lane, lambda: None) for _ in range(4)] == [True, True, True, False]
    assert lanes.submit(lane, lambda: None, always=True)
    go.set()
    wait_for(lambda: lanes.idle, "all jobs")


def test_a_job_that_fails_does_not_stop_the_lane(lanes: RequestLanes) -> None:
    lane, done = RequestLane(), threading.Event()

    def fail() -> None:
        raise RuntimeError("broken")

    lanes.submit(lane, fail)
    lanes.submit(lane, done.set)
    assert done.wait(60)
