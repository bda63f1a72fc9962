"""Who goes from gateway to gateway has the rates of one."""

import itertools
from collections.abc import Iterator
from pathlib import Path

import pytest
import websocket
from hypothesis import given
from hypothesis import strategies as st

from gateway.rates.shared_rates import STANDING_HOLDS_S, SharedRates
from gateway.rates.token_buckets import Buckets
from gateway.ws.connection.endpoint import Strangers
from tests.gateway.rates.test_exhaustion import stranger
from tests.gateway.running_gateway import House, wait_for

PER_S, BURST = 0.1, 6


class Gateway:
    """What a gateway counts, and the clock that all have."""

    now_s = 100.0

    def __init__(self) -> None:
        self.rates = SharedRates(lambda: Gateway.now_s)
        self.logins = Buckets(PER_S, BURST, 10)
        self.rates.share("logins", self.logins)
        self.strangers = Strangers(2)
        self.strangers.elsewhere = self.rates.share_count("strangers", self.strangers.counts)

    def allows(self, key: str) -> bool:
        return self.logins.allows(key, Gateway.now_s)


def exchange(*gateways: Gateway) -> None:
    """Everybody receives what everybody has counted, themselves too."""
    for body in [each.rates.take() for each in gateways]:
        for each in gateways if body is not None else ():
            each.rates.receive(body)


@pytest.fixture(autouse=True)
def _clock() -> Iterator[None]:
    Gateway.now_s = 100.0
    yield


def test_credits_that_are_spent_at_one_gateway_are_spent_at_all() -> None:
    first, second = Gateway(), Gateway()
    assert [first.allows("a") for _ in range(4)] == [True] * 4
    exchange(first, second)
    assert [second.allows("a") for _ in range(4)] == [True, True, False, False]
    assert second.allows("b"), "another address has its own"
    exchange(first, second)
    assert not first.allows("a")
    assert first.rates.take() is None, "refusals cost nothing and are told to nobody"


def test_the_headers_have_the_time_of_the_next_credit_wherever_it_was_spent() -> None:
    first, second = Gateway(), Gateway()
    for gateway in (first, second):
        assert [gateway.allows("a") for _ in range(BURST)] == [True] * BURST, "in the same moment: neither knows"
    exchange(first, second)
    quota = second.logins.quota("a", Gateway.now_s)
    assert (quota.left, quota.wait_s) == (0, 70), "six too many, and then one, at a credit in ten seconds"
    Gateway.now_s += 69
    assert not second.allows("a")
    Gateway.now_s += 1.1
    assert second.allows("a")


@given(st.lists(st.tuples(st.integers(0, 2), st.floats(0.2, 30)), min_size=1, max_size=120))
def test_in_the_long_run_all_gateways_together_let_in_what_one_would(visits: list[tuple[int, float]]) -> None:
    """One visit in each moment, then everybody knows: exactly the credits of one bucket."""
    Gateway.now_s = 100.0
    gateways, alone = [Gateway() for _ in range(3)], Buckets(PER_S, BURST, 10)
    for number, pause_s in visits:
        Gateway.now_s += pause_s
        assert gateways[number].allows("a") == alone.allows("a", Gateway.now_s)
        exchange(*gateways)


def test_sockets_without_a_login_are_counted_over_all_gateways() -> None:
    first, second = Gateway(), Gateway()
    one, other = stranger("192.0.2.1"), stranger("192.0.2.1")
    first.strangers.add(one)
    second.strangers.add(other)
    exchange(first, second)
    assert first.strangers.is_full("192.0.2.1")
    assert second.strangers.is_full("192.0.2.1")
    assert not second.strangers.is_full("192.0.2.2")
    one.is_stranger = False
    exchange(first, second)
    assert not second.strangers.is_full("192.0.2.1")


def test_what_stands_at_a_gateway_is_repeated_while_it_stands_and_forgotten_when_that_gateway_is_gone() -> None:
    first, second = Gateway(), Gateway()
    for _ in range(2):
        first.strangers.add(stranger("192.0.2.1"))
    for _ in range(20):
        exchange(first, second)
        Gateway.now_s += STANDING_HOLDS_S / 4
        assert second.strangers.is_full("192.0.2.1")
    Gateway.now_s += STANDING_HOLDS_S + 0.1
    assert not second.strangers.is_full("192.0.2.1")


def test_a_message_is_short_however_many_addresses_there_are() -> None:
    gateway = Gateway()
    for number in range(5_000):
        gateway.rates._spent["logins"].update([f"address-{number}"] * (2 if number < 10 else 1))
    body = gateway.rates.take()
    assert body is not None
    assert len(body) < 30_000
    assert all(f'"address-{number}":2'.encode() in body for number in range(10)), "who asks most is in it"


@pytest.mark.parametrize("body", [b"", b"[]", b'{"process":1}', b'{"process":"x","spent":{"logins":{"a":"b"}}}'])
def test_what_cannot_be_read_changes_nothing(body: bytes) -> None:
    gateway = Gateway()
    gateway.rates.receive(body)
    gateway.rates.receive(b'{"process":"x","spent":{"unknown":{"a":5}}}')
    assert gateway.allows("a")


# --- two gateways, each with a REST process of its own, at a real broker ---


@pytest.mark.real
def test_two_gateways_have_one_limit(rabbit_url: str, tmp_path: Path) -> None:
    settings = {
        "broker_url": rabbit_url,
        "gateway_attempts_per_min": BURST,
        "gateway_strangers_per_address_max": 2,
        "gateway_handshakes_per_s": 0,
        "gateway_hello_timeout_s": 600,
    }
    folders = [tmp_path / "first", tmp_path / "second"]
    for folder in folders:
        folder.mkdir()
    with House(folders[0], **settings) as first, House(folders[1], **settings) as second:
        passwords_are_counted_together(first, second)
        strangers_are_counted_together(first, second)


def passwords_are_counted_together(first: House, second: House) -> None:
    body = {"username": "ann", "password": "correct horse battery"}
    assert [first.request("POST", "/api/login", body)[0] for _ in range(BURST)] == [200] * BURST
    tries = itertools.count()

    def is_counted() -> bool:
        """Refused at once, or indebted: alone it would be let in again after ten seconds at the latest."""
        status, headers, _ = second.request("POST", "/api/login", body)
        return status == 429 and (next(tries) == 0 or int(headers["Retry-After"]) > 1 / PER_S)

    wait_for(is_counted, "the second gateway to count what the first one has")


def strangers_are_counted_together(first: House, second: House) -> None:
    waiting = [first.client() for _ in range(2)]

    def lets_in() -> bool:
        try:
            client = second.client()
        except websocket.WebSocketBadStatusException as refused:
            assert refused.status_code == 503
            return False
        client.socket.close()
        return True

    wait_for(lambda: not lets_in(), "the second gateway to count the sockets of the first")
    for client in waiting:
        client.socket.close()
    wait_for(lets_in, "room")
