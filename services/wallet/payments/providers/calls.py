"""The only way to a payment provider: few calls at the same time, and few by one account (RULES.md §8).

A provider takes as long as it takes. Its calls run on the threads that also hold and settle matches, so without a bound
a slow provider, or a client that asks in a loop, would stop the tables.
"""

import threading
import time
from collections import OrderedDict, deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from services.kernel.refusal import Refusal
from services.wallet import metrics
from services.wallet.payments.providers.interface import Checkout, Order, PaymentProvider
from services.wallet.payments.rules import Notice

UNAVAILABLE = Refusal("provider_unavailable")
WINDOW_S = 60.0
_ACCOUNTS_MAX = 10_000


class ProviderCalls:
    """A provider behind a bounded number of calls; one too many is refused at once and never waits."""

    def __init__(
        self,
        provider: PaymentProvider,
        at_once: int,
        per_account_min: int,
        now_s: Callable[[], float] = time.monotonic,
    ) -> None:
        """`at_once`: calls of this process at the same time; `per_account_min`: requests of one account in a minute."""
        self.name = provider.name
        self._provider = provider
        self._slots = threading.BoundedSemaphore(at_once)
        self._per_account_min = per_account_min
        self._now_s = now_s
        self._asked_s: OrderedDict[str, deque[float]] = OrderedDict()

    def check_pace(self, account: str) -> Refusal | None:
        """Count one more request of this account. Refusal: `rate_limited` with `retry_after_s`."""
        now_s = self._now_s()
        asked_s = self._asked_s.setdefault(account, deque(maxlen=self._per_account_min))
        self._asked_s.move_to_end(account)
        if len(self._asked_s) > _ACCOUNTS_MAX:
            self._asked_s.popitem(last=False)
        if len(asked_s) == self._per_account_min and now_s - asked_s[0] < WINDOW_S:
            metrics.provider_refused.labels("account").inc()
            return Refusal("rate_limited", {"retry_after_s": int(WINDOW_S - (now_s - asked_s[0])) + 1})
        asked_s.append(now_s)
        return None

    def begin(self, order: Order) -> Checkout | Refusal:
        """As `PaymentProvider.begin`; `provider_unavailable` also while all calls are taken."""
        with self._slot("begin") as free:
            return self._provider.begin(order) if free else UNAVAILABLE

    def ask(self, payment: str, reference: str) -> Notice | Refusal:
        """As `PaymentProvider.ask`; `provider_unavailable` also while all calls are taken."""
        with self._slot("ask") as free:
            return self._provider.ask(payment, reference) if free else UNAVAILABLE

    def end(self, payment: str, reference: str) -> Notice | Refusal:
        """As `PaymentProvider.end`; `provider_unavailable` also while all calls are taken."""
        with self._slot("end") as free:
            return self._provider.end(payment, reference) if free else UNAVAILABLE

    def read(self, body: str, signature: str) -> Notice | Refusal | None:
        """As `PaymentProvider.read`, which asks nobody."""
        return self._provider.read(body, signature)

    @contextmanager
    def _slot(self, what: str) -> Iterator[bool]:
        if not self._slots.acquire(blocking=False):
            metrics.provider_refused.labels("busy").inc()
            yield False
            return
        try:
            with metrics.provider_seconds.labels(what).time():
                yield True
        finally:
            self._slots.release()
