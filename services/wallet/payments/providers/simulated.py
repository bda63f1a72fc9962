"""A provider for development: no money is paid, and every payment that is reported counts as paid."""

from services.kernel.refusal import Refusal
from services.wallet.payments.providers.interface import Checkout, Order
from services.wallet.payments.rules import Notice


class SimulatedProvider:
    """Orders are paid on a page of the web client by pressing a button."""

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
