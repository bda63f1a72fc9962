"""Packs of chips bought for money, and what a payment provider tells of them (services/wallet/RULES.md §8)."""

from typing import ClassVar, Literal

from services.contracts.base import Done, Message
from services.contracts.economy import ByWallet, Name, OfWallet, Page

PaymentState = Literal["pending", "confirmed", "failed", "reversed"]


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
    """Of a reversed one: the chips that were taken back with it."""


class BeginPayment(OfWallet[Payment], frozen=True, kw_only=True):
    """Begin to buy a pack; `id` is the buyer's, asked again it is the same payment. `home` is the site's address.

    Refusals: `purchases_closed`, `pack_unknown`, `account_unknown`, `self_excluded`, `deposit_limit`,
    `provider_unavailable`.
    """

    answer: ClassVar[type] = Payment
    account: str
    id: Name
    pack: Name
    home: str = ""


class Payments(Message, frozen=True):
    """Newest first; `next_before_ms` asks for older ones."""

    payments: list[Payment]
    next_before_ms: int | None


class ListPayments(OfWallet[Payments], frozen=True, kw_only=True):
    """One's purchases."""

    answer: ClassVar[type] = Payments
    account: str
    before_ms: int | None = None
    limit: Page = 20


class ConfirmPayment(OfWallet[Payment], frozen=True, kw_only=True):
    """Ask the provider whether one's payment has been made, and credit it if so.

    Refusals: `payment_unknown`, `payment_not_confirmed`, `provider_unavailable`.
    """

    answer: ClassVar[type] = Payment
    account: str
    payment: Name


class HearProvider(OfWallet[Done], frozen=True, kw_only=True):
    """What the provider has sent, as it came, with its signature. Refusals: `notice_invalid`, `payment_unknown`."""

    answer: ClassVar[type] = Done
    provider: Name
    body: str
    signature: str


class PackBought(ByWallet, frozen=True, kw_only=True):
    """A payment was confirmed and its chips credited."""

    account: str
    payment: str
    chips: int
    price_cents: int


class PaymentReversed(ByWallet, frozen=True, kw_only=True):
    """A payment was taken back; a signal for the staff. `taken_chips`: what the balance still had of `chips`."""

    account: str
    payment: str
    chips: int
    taken_chips: int
