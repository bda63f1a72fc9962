"""What a process says of itself: alive, ready, and its numbers."""

import json
import urllib.error
import urllib.request
from collections.abc import Iterator

import pytest

from services.platform.process.health import Health
from tests.platform.eventlet_process import wait_for
from tests.support.ports import free_port


class Page:
    """A health server and a client of it."""

    def __init__(self) -> None:
        self.health = Health()
        self._port = free_port()
        self.health.serve("127.0.0.1", self._port)
        wait_for(lambda: self.get("/healthz")[0], "the server")

    def get(self, path: str) -> tuple[int, bytes]:
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{self._port}{path}", timeout=60) as answer:
                return answer.status, answer.read()
        except urllib.error.HTTPError as error:
            return error.code, error.read()
        except OSError:
            return 0, b""


@pytest.fixture(scope="module")
def served() -> Page:
    return Page()


@pytest.fixture
def page(served: Page) -> Iterator[Page]:
    served.health.checks.clear()
    served.health.draining = False
    return served


def ready(page: Page) -> tuple[int, dict[str, object]]:
    status, body = page.get("/readyz")
    return status, json.loads(body)


def test_a_responsive_process_is_alive_even_with_failing_checks(page):
    page.health.add("database", lambda: False)
    assert page.get("/healthz") == (200, b'{"alive": true}')


def test_it_is_ready_when_every_check_holds(page):
    assert ready(page) == (200, {"ready": True, "draining": False, "checks": {}})
    page.health.add("database", lambda: True)
    page.health.add("broker", lambda: False)
    assert ready(page) == (
        503,
        {"ready": False, "draining": False, "checks": {"database": True, "broker": False}},
    )


def test_it_is_not_ready_while_it_drains(page):
    page.health.draining = True
    status, report = ready(page)
    assert (status, report["ready"], report["draining"]) == (503, False, True)


def test_a_check_that_raises_does_not_hold(page):
    def broken() -> bool:
        raise TimeoutError

    page.health.add("database", broken)
    page.health.add("broker", lambda: True)
    assert ready(page) == (
        503,
        {"ready": False, "draining": False, "checks": {"database": False, "broker": True}},
    )


def test_its_numbers_are_there_for_prometheus(page):
    status, body = page.get("/metrics")
    assert status == 200 and b"# TYPE kafeneio_broker_up gauge" in body


def test_there_is_nothing_else(page):
    assert page.get("/")[0] == page.get("/admin")[0] == 404


def test_without_a_port_nothing_is_served(monkeypatch):
    monkeypatch.setattr("services.platform.process.health._server", lambda *_: pytest.fail("a server was made"))
    Health().serve("127.0.0.1", 0)
