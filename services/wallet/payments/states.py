"""The states of a payment for a pack, and the interface of payment providers (RULES.md §8).

A payment is `pending` until its provider says that it has been paid (`confirmed`) or never will be (`failed`). No state
is left but by these ways, so a notice may come any number of times and in any order. Refunds and disputes are facts
beside the state (payments/refunds_and_disputes.py), each by its own name; how many chips they cost follows from all
facts together, so
their order does not matter either.
"""

from typing import Literal, Protocol

import msgspec

from services.kernel.refusal import Refusal
from services.wallet.payments.refunds_and_disputes import DisputeFact, DisputeState, Facts, Refund, Total

State = Literal["pending", "confirmed", "failed", "reversed"]
"""`reversed` stands in rows from before refunds were facts: all of it was refunded."""
News = Literal[
    "paid",
    "failed",
    "reversed",
    "refunded",
    "refund_made",
    "refund_failed",
    "disputed",
    "dispute_won",
    "dispute_lost",
    "dispute_reinstated",
]
"""`refunded`: what of the payment was refunded so far, in all; `reversed`: all of it. The others are about one refund
or dispute (`Notice.object`)."""
Dispute = Literal["open", "won", "lost"]

_WAYS: dict[tuple[State, News], State] = {
    ("pending", "paid"): "confirmed",
    ("failed", "paid"): "confirmed",
    ("pending", "failed"): "failed",
}
_DISPUTES: dict[News, DisputeState] = {
    "disputed": "open",
    "dispute_won": "won",
    "dispute_lost": "lost",
    "dispute_reinstated": "reinstated",
}


def next_state(state: State, news: News) -> State:
    """The state after a notice of the provider; late notices change nothing."""
    return _WAYS.get((state, news), state)


class Notice(msgspec.Struct, frozen=True):
    """A provider's notice about a payment, found by our id or by the provider's `references`.

    `amount_cents`: what was paid, was refunded in total so far, or is the amount of the one refund or dispute, in euro
    cents; -1: in another currency; None: the notice has none, so it is the whole price. `object`: the provider's name
    for the refund or dispute. `at_s`, `begun_s`: when it was so, and when the refund was made, in the provider's
    seconds; 0: it does not say.
    """

    news: News
    payment: str | None
    references: tuple[str, ...] = ()
    amount_cents: int | None = None
    object: str = ""
    at_s: int = 0
    begun_s: int = 0


class Standing(msgspec.Struct, frozen=True):
    """What is known of a payment: its state, and what was reported of its refunds and disputes."""

    state: State = "pending"
    facts: Facts = Facts()


def heard(before: Standing, notice: Notice, price_cents: int) -> Standing:
    """The standing after a notice."""
    return Standing(next_state(before.state, notice.news), _facts(before.facts, notice, price_cents))


def _facts(facts: Facts, notice: Notice, price_cents: int) -> Facts:
    cents = None if notice.amount_cents == -1 else notice.amount_cents
    match notice.news:
        case "reversed":
            return facts.with_total(Total(notice.at_s, price_cents))
        case "refunded":
            return facts.with_total(Total(notice.at_s, price_cents if cents is None else cents))
        case "refund_made" | "refund_failed" as news:
            reported = Refund(notice.at_s, notice.begun_s, cents, news == "refund_failed")
            return facts.with_refund(notice.object, reported)
        case "disputed" | "dispute_won" | "dispute_lost" | "dispute_reinstated" as news:
            return facts.with_dispute(notice.object, DisputeFact(notice.at_s, _DISPUTES[news], cents))
        case _:
            return facts


def due_chips(standing: Standing, chips: int, price_cents: int) -> int:
    """How many of a paid payment's chips its buyer may not keep: those of what is refunded, disputed or lost of the
    price, rounded down; all of them where all of it is."""
    return chips * standing.facts.owed_cents(price_cents) // price_cents


def dispute_of(facts: Facts) -> Dispute | None:
    """All disputes in one word: one is open, or else one is lost, or else all are won; None: there was none."""
    states = {each.state for each in facts.disputes.values()}
    if not states:
        return None
    return "open" if "open" in states else "lost" if "lost" in states else "won"


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
