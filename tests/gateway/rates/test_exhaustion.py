"""A client over its rate receives the true time of its next request, and does not delay others."""

from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gateway.http.operations import responses
from gateway.rates.token_buckets import Buckets
from gateway.ws.connection.endpoint import Strangers
from services.kernel.refusal import Refusal
from tests.gateway.fakes import services
from tests.gateway.http.test_rest import Site

BEARER = {"Authorization": "Bearer token-ann"}


def test_a_replay_may_be_asked_for_so_often_by_one_account(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gateway.http.rest.time.monotonic", lambda: 100.0)
    rpc = services()
    site = Site(rpc, gateway_computations_per_min=2).client
    paths = ["/api/recordings/m/replay?hand=1"] * 3
    answers = [site.get(path, headers=BEARER) for path in paths]
    assert [each.status_code == 429 for each in answers] == [False, False, True]
    assert answers[2].json["error"] == "rate_limited"
    assert answers[2].headers["Retry-After"] == "30", "two a minute: the next in half a minute"
    asked = len(rpc.asked)
    site.get(paths[0], headers=BEARER)
    assert len(rpc.asked) == asked + 1, "only whose session it is was asked, nothing was computed"


def test_responses_have_the_number_of_requests_left(monkeypatch: pytest.MonkeyPatch) -> None:
    now_s = [100.0]
    monkeypatch.setattr("gateway.http.rest.time.monotonic", lambda: now_s[0])
    site = Site(services(), gateway_requests_per_s=1).client
    told = [site.get("/api/me", headers=BEARER).headers for _ in range(3)]
    assert [each["RateLimit-Limit"] for each in told] == ["2"] * 3
    assert [each["RateLimit-Remaining"] for each in told] == ["1", "0", "0"]
    assert [each["RateLimit-Reset"] for each in told] == ["1", "2", "2"]
    assert told[2]["Retry-After"] == "1"
    now_s[0] += 1
    assert site.get("/api/me", headers=BEARER).status_code == 200, "as was said"


@pytest.mark.parametrize(
    ("refused", "seconds"),
    [
        (Refusal("login_locked", {"until_ms": 88_200_000 + 450_500}), "451"),
        (Refusal("registration_limit"), "84600"),
        (Refusal("rate_limited", {"retry_after_s": 30}), "30"),
        (Refusal("service_unavailable", {"service": "lobby"}), "1"),
        (Refusal("login_locked", {"until_ms": 5}), "1"),
    ],
)
def test_a_lock_says_until_when(monkeypatch: pytest.MonkeyPatch, refused: Refusal, seconds: str) -> None:
    """The clock stands at half past midnight of the second day of 1970."""
    monkeypatch.setattr("gateway.http.operations.responses.time.time", lambda: 88_200.0)
    assert responses.refusal(refused).headers["Retry-After"] == seconds


@given(st.floats(0.05, 50), st.integers(1, 60), st.lists(st.floats(0, 5), max_size=40))
def test_a_client_that_retries_at_the_announced_time_is_accepted_and_hardly_earlier(
    per_s: float, burst: int, pauses: list[float]
) -> None:
    rates, now_s = Buckets(per_s, burst, 10), 0.0
    for pause_s in pauses:
        now_s += pause_s
        rates.allows("a", now_s)
    quota = rates.quota("a", now_s)
    assert 0 <= quota.left <= burst
    if not rates.allows("a", now_s):
        assert quota.left == 0
        assert not rates.allows("a", now_s + max(0, quota.wait_s - 1 - 1e-6))
        assert rates.allows("a", now_s + quota.wait_s + 1e-6)


def stranger(address: str) -> Any:
    return SimpleNamespace(address=address, is_stranger=True)


def test_sockets_without_a_login_are_limited_for_each_address() -> None:
    strangers = Strangers(2)
    first, second, other = stranger("2001:db8::1"), stranger("2001:db8::2"), stranger("192.0.2.1")
    for conn in (first, second, other):
        assert not strangers.is_full(conn.address)
        strangers.add(conn)
    assert strangers.is_full("2001:db8::3"), "one household of IPv6 is one address"
    assert not strangers.is_full("192.0.2.1")

    first.is_stranger = False
    assert not strangers.is_full("2001:db8::3"), "who has been greeted or has gone makes room"


def test_without_a_limit_nothing_is_counted() -> None:
    strangers = Strangers(0)
    for _ in range(100):
        strangers.add(stranger("192.0.2.1"))
    assert not strangers.is_full("192.0.2.1")
