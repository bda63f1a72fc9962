"""What a payment provider does for us: takes money for orders, and reports by notices (RULES.md §8)."""

from typing import Protocol

import msgspec

from services.kernel.refusal import Refusal
from services.wallet.payments.rules import Notice


class Order(msgspec.Struct, frozen=True):
    """What is to be paid. `home`: the address that the buyer comes back to."""

    payment: str
    account: str
    pack: str
    chips: int
    price_cents: int
    home: str


class Checkout(msgspec.Struct, frozen=True):
    """Where the buyer pays, and the provider's own name for it."""

    reference: str
    url: str


class PaymentProvider(Protocol):
    """Takes money. Every call may fail with the refusal `provider_unavailable`, and may be repeated."""

    name: str

    def begin(self, order: Order) -> Checkout | Refusal:
        """Let a buyer pay; the same order again is the same checkout."""
        ...

    def ask(self, payment: str, reference: str) -> Notice | Refusal:
        """How a payment stands. Refusal: `payment_not_confirmed`: nothing is known yet."""
        ...

    def end(self, payment: str, reference: str) -> Notice | Refusal:
        """Close a checkout, so that nobody can pay there any more; returns the state of the payment: `failed`, or
        `paid` if the buyer was faster."""
        ...

    def read(self, body: str, signature: str) -> Notice | Refusal | None:
        """What the provider has sent; None: nothing of a payment. Refusal `notice_invalid`: somebody else sent it."""
        ...
