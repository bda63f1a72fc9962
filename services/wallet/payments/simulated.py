"""A provider for development: nobody pays anything, and every payment that is reported counts as paid."""

from services.kernel.refusal import Refusal
from services.wallet.payment_states import Checkout, Notice, Order


class SimulatedProvider:
    """Every order can be paid on a page of our own, by pressing a button."""

    name = "simulated"

    def begin(self, order: Order) -> Checkout | Refusal:
        """The page is the client's."""
        return Checkout(f"sim_{order.payment}", f"{order.home}/shop/pay/{order.payment}")

    def ask(self, payment: str, _reference: str) -> Notice | Refusal:
        """Asking is paying."""
        return Notice("paid", payment)

    def end(self, payment: str, _reference: str) -> Notice | Refusal:
        """Nobody can pay after the page is closed."""
        return Notice("failed", payment)

    def read(self, _body: str, _signature: str) -> Notice | Refusal | None:
        """It sends nothing, so whatever comes is somebody else's."""
        return Refusal("notice_invalid")
