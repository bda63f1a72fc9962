"""A line before a narrow door."""

import threading
from concurrent.futures import ThreadPoolExecutor

from gateway.http.rest import Line, is_busy
from services.contracts.lobby.accounts.accounts import BUSY_DETAIL
from services.kernel.refusal import Refusal
from tests.gateway.fakes import services
from tests.gateway.http.test_rest import LOGIN, SESSION, Site
from tests.gateway.running_gateway import wait_for

BUSY = Refusal("service_unavailable", BUSY_DETAIL)


def test_first_come_first_served_and_so_many_at_once() -> None:
    line, served, most, inside = Line(2, 50), [], 0, 0
    doors = [threading.Event() for _ in range(20)]

    def visit(number: int) -> None:
        nonlocal most, inside
        with line.place() as taken:
            assert taken
            inside += 1
            most = max(most, inside)
            served.append(number)
            doors[number].wait(60)
            inside -= 1

    with ThreadPoolExecutor(20) as pool:
        for number in range(20):
            pool.submit(visit, number)
            wait_for(lambda number=number: len(served) + line.waiting == number + 1, "everybody to stand in line")
        for number in range(20):
            doors[number].set()
            wait_for(lambda number=number: len(served) == min(number + 3, 20), "the next one's turn")
    assert served == list(range(20))
    assert (most, line.waiting) == (2, 0)


def test_too_long_a_line_turns_away() -> None:
    line = Line(1, 0)
    with line.place() as first, line.place() as second:
        assert (first, second) == (True, False)
    with line.place() as third:
        assert third


def test_a_place_is_released_even_after_an_error() -> None:
    line = Line(1, 0)
    try:
        with line.place():
            raise ValueError
    except ValueError:
        pass
    with line.place() as taken:
        assert taken


def test_a_login_waits_for_a_lobby_that_hashes_for_others() -> None:
    site = Site(services(LogIn=[BUSY, BUSY, SESSION]))
    assert site.client.post("/api/login", json=LOGIN).status_code == 200
    assert is_busy(BUSY)
    assert not is_busy(Refusal("service_unavailable", {"service": "lobby"}))


def test_and_not_for_ever() -> None:
    site = Site(services(LogIn=BUSY), gateway_attempt_wait_s=0.05)
    assert site.client.post("/api/login", json=LOGIN).status_code == 503


def test_a_lobby_that_is_away_is_not_waited_for() -> None:
    site = Site(services(LogIn=Refusal("service_unavailable", {"service": "lobby"})))
    assert site.client.post("/api/login", json=LOGIN).status_code == 503
    assert len(site.rpc.asked) == 1


def test_where_too_many_wait_logins_are_refused() -> None:
    site = Site(gateway_attempts_at_once=1, gateway_attempts_waiting_max=0)
    entered, leave = threading.Event(), threading.Event()

    def slow(_request: object) -> object:
        entered.set()
        leave.wait(60)
        return SESSION

    site.rpc.answers["LogIn"] = slow
    with ThreadPoolExecutor(1) as pool:
        first = pool.submit(lambda: site.client.post("/api/login", json=LOGIN).status_code)
        assert entered.wait(60)
        second = site.client.post("/api/login", json=LOGIN)
        leave.set()
        assert (first.result(), second.status_code) == (200, 503)
    assert second.headers["Retry-After"] == "1"
