"""The payment providers: adapters behind `interface.PaymentProvider`, which one it is, and the simulated one."""

from services.kernel.refusal import Refusal
from services.wallet.payments.providers.interface import Checkout, Order, PaymentProvider
from services.wallet.payments.rules import Notice
from services.wallet.settings import WalletSettings


class SimulatedProvider:
    """For development: no money is paid. Orders are paid on a page of the web client by pressing a button."""

    name = "simulated"

    def begin(self, order: Order) -> Checkout | Refusal:
        """The checkout page is one of the web client."""
        return Checkout(f"sim_{order.payment}", f"{order.home}/shop/pay/{order.payment}")

    def ask(self, payment: str, _reference: str) -> Notice | Refusal:
        """Every payment that is asked about counts as paid."""
        return Notice("paid", payment)

    def end(self, payment: str, _reference: str) -> Notice | Refusal:
        """Nobody can pay after the page is closed."""
        return Notice("failed", payment)

    def read(self, _body: str, _signature: str) -> Notice | Refusal | None:
        """It sends no notices, so every notice is refused."""
        return Refusal("notice_invalid")


def make_provider(settings: WalletSettings) -> PaymentProvider | None:
    """The provider of the settings, None: packs are not sold. A library is loaded only where its provider is chosen."""
    if settings.payment_provider == "stripe":
        from services.wallet.payments.providers.stripe_provider import StripeProvider

        return StripeProvider(settings.stripe_key, settings.stripe_webhook_secret, settings.stripe_timeout_s)
    return SimulatedProvider() if settings.payment_provider == "simulated" else None
