"""Stripe's checkout and notices, in the shapes that Stripe sends, signed as it signs them."""

import hashlib
import hmac
import time
from types import SimpleNamespace
from typing import Any

import pytest
import stripe

from services.contracts.wallet import payments
from services.kernel.refusal import Refusal
from services.wallet.payments.providers.interface import Checkout, Order
from services.wallet.payments.providers.stripe_provider import StripeProvider
from services.wallet.payments.rules import Notice
from services.wallet.service import App
from services.wallet.settings import WalletSettings
from tests.wallet.payments.stripe_events import body_of as event
from tests.wallet.wallets import Wallet

SECRET = "whsec_of_the_test"
ORDER = Order("pay-1", "ana", "pack_5000", 5000, 199, "https://house.example")


class Sessions:
    """Stripe's checkout sessions, as far as we use them."""

    def __init__(self) -> None:
        self.created: list[tuple[Any, Any]] = []
        self.found: dict[str, Any] = {}
        self.fails = False

    def create(self, params: Any, options: Any) -> Any:
        if self.fails:
            raise stripe.APIConnectionError("away")
        self.created.append((params, options))
        return SimpleNamespace(id="cs_test_1", url="https://checkout.example/cs_test_1")

    def retrieve(self, reference: str) -> Any:
        if self.fails:
            raise stripe.APIConnectionError("away")
        return stripe.checkout.Session.construct_from({"id": reference, **self.found}, "key")


@pytest.fixture
def sessions() -> Sessions:
    return Sessions()


@pytest.fixture
def provider(sessions: Sessions) -> StripeProvider:
    client = SimpleNamespace(v1=SimpleNamespace(checkout=SimpleNamespace(sessions=sessions)))
    return StripeProvider("sk_test", SECRET, 1.0, client)


def signed(body: str, secret: str = SECRET, at_s: int | None = None) -> str:
    """`Stripe-Signature` as its documentation says."""
    at_s = int(time.time()) if at_s is None else at_s
    digest = hmac.new(secret.encode(), f"{at_s}.{body}".encode(), hashlib.sha256).hexdigest()
    return f"t={at_s},v1={digest}"


def session(payment: str = "pay-1", **how: Any) -> dict[str, Any]:
    return {
        "id": "cs_test_1",
        "object": "checkout.session",
        "amount_total": 199,
        "currency": "eur",
        "client_reference_id": payment,
        "metadata": {"payment": payment},
        "payment_intent": "pi_1",
        "payment_status": "paid",
        "status": "complete",
    } | how


def charge(**how: Any) -> dict[str, Any]:
    usual = {"id": "ch_1", "object": "charge", "amount": 199, "amount_refunded": 199, "metadata": {}}
    return usual | {"payment_intent": "pi_1", "refunded": True} | how


DISPUTE = {"id": "dp_1", "object": "dispute", "charge": "ch_1", "payment_intent": "pi_1", "status": "needs_response"}
REFUND = {
    "id": "re_1", "object": "refund", "charge": "ch_1", "payment_intent": "pi_1", "status": "succeeded",
    "amount": 50, "currency": "eur", "created": 7,
}  # fmt: skip
PAID = Notice("paid", "pay-1", ("pi_1", "cs_test_1"), 199)

NOTICES = [
    ("checkout.session.completed", session(), PAID),
    ("checkout.session.completed", session(payment_status="unpaid"), None),
    ("checkout.session.async_payment_succeeded", session(), PAID),
    ("checkout.session.async_payment_failed", session(), Notice("failed", "pay-1", ("pi_1", "cs_test_1"))),
    ("checkout.session.expired", session(payment_intent=None), Notice("failed", "pay-1", ("cs_test_1",))),
    ("checkout.session.completed", session(currency="usd"), Notice("paid", "pay-1", ("pi_1", "cs_test_1"), -1)),
    ("charge.refunded", charge(), Notice("reversed", None, ("pi_1", "ch_1"))),
    ("charge.refunded", charge(refunded=False, amount_refunded=50), Notice("refunded", None, ("pi_1", "ch_1"), 50)),
    ("charge.dispute.created", DISPUTE, Notice("disputed", None, ("pi_1", "dp_1"), object="dp_1")),
    ("charge.dispute.created", DISPUTE | {"status": "warning_needs_response"}, None),
    (
        "charge.dispute.closed",
        DISPUTE | {"status": "won"},
        Notice("dispute_won", None, ("pi_1", "dp_1"), object="dp_1"),
    ),
    (
        "charge.dispute.closed",
        DISPUTE | {"status": "lost"},
        Notice("dispute_lost", None, ("pi_1", "dp_1"), object="dp_1"),
    ),
    (
        "charge.dispute.funds_reinstated",
        DISPUTE | {"amount": 90, "currency": "eur"},
        Notice("dispute_reinstated", None, ("pi_1", "dp_1"), 90, "dp_1"),
    ),
    ("charge.dispute.updated", DISPUTE | {"status": "warning_under_review"}, None),
    ("refund.created", REFUND, Notice("refund_made", None, ("pi_1", "re_1"), 50, "re_1", 0, 7)),
    ("refund.failed", REFUND, Notice("refund_failed", None, ("pi_1", "re_1"), 50, "re_1", 0, 7)),
    ("refund.updated", REFUND | {"currency": "usd"}, Notice("refund_made", None, ("pi_1", "re_1"), -1, "re_1", 0, 7)),
    ("charge.dispute.closed", DISPUTE | {"status": "warning_closed"}, None),
    ("customer.created", {"id": "cus_1"}, None),
]


@pytest.mark.parametrize(("kind", "thing", "notice"), NOTICES)
def test_what_a_notice_means(provider: StripeProvider, kind: str, thing: dict[str, Any], notice: Notice | None) -> None:
    body = event(kind, thing)
    assert provider.read(body, signed(body)) == notice


def test_a_notice_is_believed_only_with_a_fresh_signature_of_its_own(provider: StripeProvider) -> None:
    body = event("checkout.session.completed", session())
    old_s = int(time.time()) - 3_600
    for signature in ("", "t=1,v1=0", signed(body, "whsec_other"), signed(body + " "), signed(body, at_s=old_s)):
        assert provider.read(body, signature) == Refusal("notice_invalid")


@pytest.mark.parametrize("body", ["", "{", "[]", '{"type": 7}', '{"type": "charge.refunded", "data": {"object": {}}}'])
def test_a_signed_notice_that_makes_no_sense_is_refused(provider: StripeProvider, body: str) -> None:
    assert provider.read(body, signed(body)) == Refusal("notice_invalid")


def test_a_checkout_is_made_once_for_a_payment(provider: StripeProvider, sessions: Sessions) -> None:
    assert provider.begin(ORDER) == Checkout("cs_test_1", "https://checkout.example/cs_test_1")

    ((params, options),) = sessions.created
    assert options == {"idempotency_key": "pay-1"}
    assert params["line_items"][0]["price_data"]["unit_amount"] == 199
    assert params["client_reference_id"] == "pay-1"
    assert params["success_url"] == "https://house.example/shop/pay/pay-1"


def test_stripe_away_is_a_refusal(provider: StripeProvider, sessions: Sessions) -> None:
    sessions.fails = True
    assert provider.begin(ORDER) == Refusal("provider_unavailable")
    assert provider.ask("pay-1", "cs_test_1") == Refusal("provider_unavailable")


GONE = session(payment_status="unpaid", status="expired", payment_intent=None)
ASKED = [
    (session(), PAID),
    (session(payment_status="unpaid", status="open"), Refusal("payment_not_confirmed")),
    (
        session(payment_status="unpaid", status="expired", payment_intent=None),
        Notice("failed", "pay-1", ("cs_test_1",)),
    ),
]


@pytest.mark.parametrize(("found", "answer"), ASKED)
def test_how_a_checkout_stands(provider: StripeProvider, sessions: Sessions, found: Any, answer: Any) -> None:
    sessions.found = found
    assert provider.ask("pay-1", "cs_test_1") == answer


def test_a_pack_bought_and_disputed_from_end_to_end(players: Wallet, provider: StripeProvider) -> None:
    players.service.app = App(players.base, WalletSettings(), provider)
    payment = players.ask(payments.BeginPayment(account="ana", id="o", pack="pack_5000", home="https://h")).payment

    for kind, thing in (
        ("checkout.session.completed", session(payment)),
        ("checkout.session.completed", session(payment)),
        ("charge.dispute.created", DISPUTE),
        ("charge.refunded", charge()),
    ):
        body = event(kind, thing)
        heard = players.ask(payments.HearProvider(provider="stripe", body=body, signature=signed(body)))
        assert not isinstance(heard, Refusal), heard

    assert players.chips("ana") == [5000]
    assert players.rows("transfers") == 4 + 2


def test_the_provider_of_the_settings_needs_its_secrets() -> None:
    assert WalletSettings(payment_provider="stripe").check() == Refusal("bad_parameters", {"field": "stripe_key"})
    settings = WalletSettings(payment_provider="stripe", stripe_key="k", stripe_webhook_secret="s")
    assert settings.check() is None
