"""The payment provider Stripe: its checkout page takes the money, its signed notices report it."""

from collections.abc import Callable
from typing import Any

import msgspec
import stripe

from services.kernel.refusal import Refusal
from services.platform.process.logs import get_logger
from services.wallet.payments.providers.interface import Checkout, Order
from services.wallet.payments.rules import Notice, NoticeKind

log = get_logger(__name__)

CURRENCY = "eur"
TOLERANCE_S = 300
"""How old a notice's signature may be; its sender signs each try anew."""
UNAVAILABLE = Refusal("provider_unavailable")


class _Named(msgspec.Struct, frozen=True):
    payment: str | None = None


class _Thing(msgspec.Struct, frozen=True):
    """The fields that are read of a checkout session, a charge, a refund or a dispute."""

    id: str
    metadata: _Named | None = None
    client_reference_id: str | None = None
    payment_intent: str | None = None
    payment_status: str | None = None
    status: str | None = None
    amount_total: int | None = None
    currency: str | None = None
    refunded: bool = False
    amount_refunded: int | None = None
    amount: int | None = None
    created: int = 0

    @property
    def references(self) -> tuple[str, ...]:
        """The provider's names for the payment: the intent, which charges, refunds and disputes know too, first."""
        return tuple(each for each in (self.payment_intent, self.id) if each)

    @property
    def payment(self) -> str | None:
        """The id of the payment here."""
        return self.client_reference_id or (self.metadata.payment if self.metadata else None)


class _Data(msgspec.Struct, frozen=True):
    object: msgspec.Raw


class _Event(msgspec.Struct, frozen=True):
    """`created`: when what it reports was so, in seconds; the same whenever it is sent again."""

    type: str
    data: _Data
    created: int = 0


class StripeProvider:
    """One checkout session for each payment, created once: the payment's id is its idempotency key."""

    name = "stripe"

    def __init__(self, key: str, webhook_secret: str, timeout_s: float, client: Any = None) -> None:
        """`client`: what speaks to Stripe; None: the library's own."""
        self._secret = webhook_secret
        self._client = client or stripe.StripeClient(
            key, http_client=stripe.RequestsClient(timeout=timeout_s), max_network_retries=1
        )

    def begin(self, order: Order) -> Checkout | Refusal:
        """Create the checkout page at Stripe."""
        try:
            session = self._client.v1.checkout.sessions.create(
                params=_params(order), options={"idempotency_key": order.payment}
            )
        except stripe.StripeError as error:
            return _failed("begin", error)
        return Checkout(session.id, session.url)

    def ask(self, payment: str, reference: str) -> Notice | Refusal:
        """The state of the checkout."""
        try:
            session = self._client.v1.checkout.sessions.retrieve(reference)
        except stripe.StripeError as error:
            return _failed("ask", error)
        found = msgspec.json.decode(str(session), type=_Thing)
        if found.payment_status == "paid":
            return _of_session("paid", found)
        if found.status == "expired":
            return Notice("failed", payment, found.references)
        return Refusal("payment_not_confirmed")

    def end(self, payment: str, reference: str) -> Notice | Refusal:
        """Expire the checkout. One that is paid or has ended cannot be: then it is asked how it stands."""
        try:
            session = self._client.v1.checkout.sessions.expire(reference)
        except stripe.InvalidRequestError:
            return self.ask(payment, reference)
        except stripe.StripeError as error:
            return _failed("end", error)
        return Notice("failed", payment, msgspec.json.decode(str(session), type=_Thing).references)

    def read(self, body: str, signature: str) -> Notice | Refusal | None:
        """Read a notice; it counts only with a recent signature of Stripe."""
        try:
            if not signature.isascii():  # the library requires text
                return Refusal("notice_invalid")
            stripe.WebhookSignature.verify_header(body, signature, self._secret, TOLERANCE_S)
            event = msgspec.json.decode(body, type=_Event)
            return _notice(event)
        except (stripe.SignatureVerificationError, msgspec.DecodeError, msgspec.ValidationError) as error:
            log.warning("stripe_notice_refused", error=type(error).__name__)
            return Refusal("notice_invalid")


def _params(order: Order) -> dict[str, Any]:
    named = {"payment": order.payment}
    product = {"name": f"{order.chips} chips"}
    line = {"quantity": 1, "price_data": _price(order.price_cents) | {"product_data": product}}
    back = f"{order.home}/shop/pay/{order.payment}"
    return {
        "mode": "payment",
        "line_items": [line],
        "client_reference_id": order.payment,
        "metadata": named,
        "payment_intent_data": {"metadata": named},
        "success_url": back,
        "cancel_url": f"{order.home}/shop",
    }


def _price(cents: int) -> dict[str, Any]:
    return {"currency": CURRENCY, "unit_amount": cents}


def _notice(event: _Event) -> Notice | None:
    """The notice in an event of Stripe; None if the event is not about a payment."""
    read = _READ.get(event.type) or (_dispute if event.type.startswith(_DISPUTE) else None)
    return read and read(event, msgspec.json.decode(event.data.object, type=_Thing))


def _completed(event: _Event, found: _Thing) -> Notice | None:
    if event.type == "checkout.session.completed" and found.payment_status == "unpaid":
        return None  # a slow payment method: another event reports its end
    return _of_session("paid", found)


def _ended(_event: _Event, found: _Thing) -> Notice:
    return Notice("failed", found.payment, found.references)


def _charge(event: _Event, found: _Thing) -> Notice:
    """What of the charge is refunded now; a refund that fails makes it less."""
    kind: NoticeKind = "reversed" if found.refunded else "refunded"
    cents = None if found.refunded else found.amount_refunded
    return Notice(kind, found.payment, found.references, cents, at_s=event.created)


def _refund(event: _Event, found: _Thing) -> Notice:
    has_failed = event.type == "refund.failed" or found.status in ("failed", "canceled")
    kind: NoticeKind = "refund_failed" if has_failed else "refund_made"
    return _of_object(kind, event, found)


def _dispute(event: _Event, found: _Thing) -> Notice | None:
    """How a dispute stands. An inquiry of a bank takes no money, and may become a dispute of the same name."""
    if event.type == "charge.dispute.funds_reinstated":
        return _of_object("dispute_reinstated", event, found)
    kind = _DISPUTES.get(found.status or "")
    if event.type == "charge.dispute.funds_withdrawn" and kind != "dispute_lost":
        kind = "disputed"
    return kind and _of_object(kind, event, found)


def _of_object(kind: NoticeKind, event: _Event, found: _Thing) -> Notice:
    """A notice about one refund or dispute."""
    cents = found.amount if found.currency in (None, CURRENCY) else -1
    begun_s = found.created if kind in ("refund_made", "refund_failed") else 0
    return Notice(kind, None, found.references, cents, found.id, event.created, begun_s)


_DISPUTE = "charge.dispute."
_READ: dict[str, Callable[[_Event, _Thing], Notice | None]] = {
    "checkout.session.completed": _completed,
    "checkout.session.async_payment_succeeded": _completed,
    "checkout.session.async_payment_failed": _ended,
    "checkout.session.expired": _ended,
    "charge.refunded": _charge,
    "charge.refund.updated": _refund,
    "refund.created": _refund,
    "refund.updated": _refund,
    "refund.failed": _refund,
}
_DISPUTES: dict[str, NoticeKind] = {
    "needs_response": "disputed",
    "under_review": "disputed",
    "won": "dispute_won",
    "lost": "dispute_lost",
    "prevented": "dispute_lost",
    "charge_refunded": "dispute_won",
}
"""By the status of a dispute. `prevented`: the buyer has the money without one; `charge_refunded`: by a refund, which
is reported by itself. The others are a bank's questions (`warning_…`)."""


def _of_session(kind: NoticeKind, found: _Thing) -> Notice:
    cents = found.amount_total if found.currency == CURRENCY else -1
    return Notice(kind, found.payment, found.references, cents)


def _failed(what: str, error: stripe.StripeError) -> Refusal:
    log.warning("stripe_failed", what=what, error=type(error).__name__, code=error.code)
    return UNAVAILABLE
