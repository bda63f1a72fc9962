"""The payment providers: adapters behind `interface.PaymentProvider`."""

from services.wallet.payments.providers.interface import PaymentProvider
from services.wallet.payments.providers.simulated import SimulatedProvider
from services.wallet.settings import WalletSettings


def make_provider(settings: WalletSettings) -> PaymentProvider | None:
    """The provider of the settings, None: packs are not sold. A library is loaded only where its provider is chosen."""
    if settings.payment_provider == "stripe":
        from services.wallet.payments.providers.stripe_provider import StripeProvider

        return StripeProvider(settings.stripe_key, settings.stripe_webhook_secret, settings.stripe_timeout_s)
    return SimulatedProvider() if settings.payment_provider == "simulated" else None
