"""The states of a payment for a pack, and the interface of payment providers (RULES.md §8).

A payment is `pending` until its provider says that it has been paid (`confirmed`) or never will be (`failed`); one that
the provider takes back is `reversed`, whenever that comes. No state is left but by these ways, so a notice may come any
number of times and in any order. Refunds of a part and disputes are facts beside the state (`Standing`); how many chips
they cost follows from all facts together, so their order does not matter either.
"""

from typing import Literal, Protocol

import msgspec

from services.kernel.refusal import Refusal

State = Literal["pending", "confirmed", "failed", "reversed"]
News = Literal["paid", "failed", "reversed", "refunded", "disputed", "dispute_won", "dispute_lost"]
Dispute = Literal["open", "won", "lost"]

_WAYS: dict[tuple[State, News], State] = {
    ("pending", "paid"): "confirmed",
    ("failed", "paid"): "confirmed",
    ("pending", "failed"): "failed",
    ("pending", "reversed"): "reversed",
    ("failed", "reversed"): "reversed",
    ("confirmed", "reversed"): "reversed",
}


def next_state(state: State, news: News) -> State:
    """The state after a notice of the provider; late notices change nothing."""
    return _WAYS.get((state, news), state)


_DISPUTES: dict[News, Dispute] = {"disputed": "open", "dispute_won": "won", "dispute_lost": "lost"}


class Standing(msgspec.Struct, frozen=True):
    """What is known of a payment: its state, how much of it was refunded, how a dispute about it stands."""

    state: State = "pending"
    refunded_cents: int = 0
    dispute: Dispute | None = None


def heard(before: Standing, news: News, amount_cents: int | None) -> Standing:
    """The facts after a notice. Refunds only grow, and a dispute that is decided stays decided."""
    refunded_cents = max(before.refunded_cents, amount_cents or 0) if news == "refunded" else before.refunded_cents
    dispute = before.dispute if before.dispute in ("won", "lost") else _DISPUTES.get(news, before.dispute)
    return Standing(next_state(before.state, news), refunded_cents, dispute)


def due_chips(facts: Standing, chips: int, price_cents: int) -> int:
    """How many of a paid payment's chips its buyer may not keep: all of them while it is taken back or in dispute, else
    those of the refunded part, rounded down."""
    if facts.state == "reversed" or facts.dispute in ("open", "lost"):
        return chips
    return chips * min(facts.refunded_cents, price_cents) // price_cents


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


class Notice(msgspec.Struct, frozen=True):
    """A provider's notice about a payment, found by our id or by the provider's `references`.

    `amount_cents`: what was paid, or refunded in total so far, in euro cents, if the notice has it; -1: in another
    currency.
    """

    news: News
    payment: str | None
    references: tuple[str, ...] = ()
    amount_cents: int | None = None


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
