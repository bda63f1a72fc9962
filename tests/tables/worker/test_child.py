"""The process of a worker as its parent sees it; without a broker, so it is never ready."""

import os
import signal
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from services.platform.database import migrations
from services.tables.worker.child import WorkerChild
from tests.support.ports import free_port

PATIENCE_S = 120.0


@pytest.fixture
def child(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[WorkerChild]:
    url = f"sqlite:///{tmp_path}/tables.sqlite3"
    migrations.migrate("tables", url)
    monkeypatch.setenv("KAFENEIO_TABLES_DB_URL", url)
    monkeypatch.setenv("KAFENEIO_BROKER_URL", f"amqp://guest:guest@127.0.0.1:{free_port()}/")
    found = WorkerChild(["tictactoe"])
    found.start()
    yield found
    found.stop()


def wait_for(condition: Callable[[], bool]) -> None:
    deadline_s = time.monotonic() + PATIENCE_S
    while not condition():
        assert time.monotonic() < deadline_s
        time.sleep(0.05)


def counts(child: WorkerChild) -> bool:
    return b'kafeneio_broker_up{link="shards"}' in child.metrics()


def test_a_child_worker_is_restarted_when_it_dies_and_stops_on_request(child: WorkerChild) -> None:
    wait_for(lambda: counts(child))
    assert not child.is_ready()
    assert child._process is not None
    first = child._process.pid
    os.kill(first, signal.SIGKILL)
    wait_for(lambda: child._process is not None and child._process.pid != first and counts(child))
    child.stop()
    assert child._process.returncode == 0
    assert child.metrics() and not child.is_ready()


def test_a_worker_ends_with_its_parent(child: WorkerChild) -> None:
    wait_for(lambda: counts(child))
    process = child._process
    assert process is not None
    child._stopping = True  # nobody starts another
    os.close(child._end)
    assert process.wait(PATIENCE_S) == 0
