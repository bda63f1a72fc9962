"""Calls to a payment provider are few at a time, and few by one account (RULES.md §8)."""

import threading
from concurrent.futures import ThreadPoolExecutor

from services.kernel.refusal import Refusal
from services.wallet.payments.providers.calls import ProviderCalls
from services.wallet.payments.providers.interface import Checkout, Order
from services.wallet.payments.rules import Notice
from tests.support.server import wait_until


class Slow:
    """A provider that answers when the test lets it."""

    name = "slow"

    def __init__(self) -> None:
        self.inside = 0
        self.answers = threading.Event()

    def begin(self, order: Order) -> Checkout | Refusal:
        return Checkout("ref", "url")

    def ask(self, payment: str, _reference: str) -> Notice | Refusal:
        self.inside += 1
        self.answers.wait(60)
        return Notice("paid", payment)

    def read(self, _body: str, _signature: str) -> Notice | Refusal | None:
        return None


def test_a_slow_provider_holds_only_its_own_calls_and_the_next_is_refused_at_once() -> None:
    slow = Slow()
    calls = ProviderCalls(slow, at_once=2, per_account_min=100)
    with ThreadPoolExecutor(2) as pool:
        waiting = [pool.submit(calls.ask, "p", "r") for _ in range(2)]
        wait_until(lambda: slow.inside == 2, 60, "two calls")

        assert calls.ask("p", "r") == Refusal("provider_unavailable")
        assert calls.begin(Order("p", "ana", "pack", 1, 1, "")) == Refusal("provider_unavailable")
        assert slow.inside == 2

        slow.answers.set()
        assert [each.result() for each in waiting] == [Notice("paid", "p")] * 2
    assert calls.ask("p", "r") == Notice("paid", "p"), "the places are free again"


def test_a_call_that_fails_gives_its_place_back() -> None:
    slow = Slow()
    slow.answers = None  # type: ignore[assignment]
    calls = ProviderCalls(slow, at_once=1, per_account_min=100)
    for _ in range(3):
        try:
            calls.ask("p", "r")
        except AttributeError:
            continue
    assert calls.begin(Order("p", "ana", "pack", 1, 1, "")) == Checkout("ref", "url")


def test_an_account_beyond_its_requests_a_minute_receives_the_time_of_the_next() -> None:
    now_s = 100.0
    calls = ProviderCalls(Slow(), at_once=1, per_account_min=3, now_s=lambda: now_s)
    assert [calls.check_pace("ana") for _ in range(3)] == [None] * 3
    now_s += 20
    assert calls.check_pace("ana") == Refusal("rate_limited", {"retry_after_s": 41})
    assert calls.check_pace("ben") is None
    now_s += 40
    assert calls.check_pace("ana") is None
