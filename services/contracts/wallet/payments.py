"""Packs of chips bought for money, and what a payment provider reports of them (services/wallet/RULES.md §8)."""

from typing import ClassVar, Literal

from services.contracts.base import Done, Event, Message, Request
from services.contracts.wallet.vocabulary import Balance, Moment, Name, Page

PaymentState = Literal["pending", "confirmed", "failed", "disputed", "reversed"]


class Payment(Message, frozen=True):
    """A purchase of a pack. `url` is where it is paid; chips come with `confirmed`."""

    payment: str
    pack: str
    chips: int
    price_cents: int
    state: PaymentState
    created_at_ms: int
    url: str | None = None
    confirmed_at_ms: int | None = None
    reversed_at_ms: int | None = None
    taken_chips: int = 0
    """The chips that were taken back with it or with a refunded part of it, while it is disputed too."""
    debt_chips: int = 0
    """The chips that should have been taken back and were no longer there."""


class BeginPayment(Request[Payment], frozen=True, kw_only=True):
    """Begin to buy a pack; `id` is the buyer's, asked again it is the same payment. `home` is the site's address.
    `seen_cents`, `seen_chips`: the price and the chips that the buyer has seen; null: none in particular."""

    answer: ClassVar[type] = Payment
    at_home = ("account",)
    refusals = (
        "purchases_closed", "pack_unknown", "account_unknown", "self_excluded", "debt_open", "deposit_limit",
        "provider_unavailable", "price_changed",
    )  # fmt: skip
    account: str
    id: Name
    pack: Name
    home: str = ""
    seen_cents: Balance | None = None
    seen_chips: Balance | None = None


class Payments(Message, frozen=True):
    """Newest first; `next_before_ms` asks for older ones. A page ends with a whole millisecond: it may have a few more
    than `limit`."""

    payments: list[Payment]
    next_before_ms: int | None


class ListPayments(Request[Payments], frozen=True, kw_only=True):
    """One's purchases."""

    answer: ClassVar[type] = Payments
    at_home = ("account",)
    account: str
    before_ms: Moment | None = None
    limit: Page = 20


class ConfirmPayment(Request[Payment], frozen=True, kw_only=True):
    """Ask the provider whether a payment has been made, and credit it if so."""

    answer: ClassVar[type] = Payment
    at_home = ("account",)
    refusals = ("payment_unknown", "payment_not_confirmed", "provider_unavailable")
    account: str
    payment: Name


class Debt(Message, frozen=True):
    """What an account still owes, and what it has left."""

    debt_chips: int
    chips: int


class PayDebt(Request[Debt], frozen=True, kw_only=True):
    """Pay what is owed for payments that were taken back, as far as the balance goes."""

    answer: ClassVar[type] = Debt
    at_home = ("account",)
    refusals = ("account_unknown",)
    account: str


class HearProvider(Request[Done], frozen=True, kw_only=True):
    """A notice of the provider, unchanged, with its signature."""

    answer: ClassVar[type] = Done
    refusals = ("notice_invalid", "payment_unknown")
    provider: Name
    body: str
    signature: str


class PackBought(Event, frozen=True, kw_only=True):
    """A payment was confirmed and its chips credited."""

    account: str
    payment: str
    chips: int
    price_cents: int


class PaymentReversed(Event, frozen=True, kw_only=True):
    """A payment, or a part of it, was taken back; a signal for the staff. `taken_chips`: what the balance still had of
    `chips`; `debt_chips`: the rest, which is owed; `number` counts, from 1, what was moved for this payment."""

    account: str
    payment: str
    chips: int
    taken_chips: int
    debt_chips: int = 0
    number: int = 1


class PaymentRestored(Event, frozen=True, kw_only=True):
    """A dispute was won, or a refund has failed: `chips` came back to the buyer; what was owed for them is not owed any
    more."""

    account: str
    payment: str
    chips: int
    number: int


class DebtWrittenOff(Event, frozen=True, kw_only=True):
    """An operator has written off what a player owed for payments that were taken back."""

    account: str
    chips: int
    by: str
    reason: str
    at_ms: int
