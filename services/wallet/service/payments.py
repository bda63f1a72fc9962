"""The entrypoints of purchases for money (RULES.md §8)."""

from typing import Any

from services.contracts.base import Done
from services.contracts.wallet import payments
from services.kernel.refusal import Refusal
from services.platform.hosting.rpc import rpc
from services.wallet import use_cases as handlers


class PaymentRequests:
    """A part of the wallet's service class."""

    app: Any

    @rpc(payments.ListPayments)
    def list_payments(self, request: payments.ListPayments) -> payments.Payments:
        """An account's purchases."""
        return self.app.run(handlers.list_payments, request)

    @rpc(payments.BeginPayment)
    def begin_payment(self, request: payments.BeginPayment) -> payments.Payment | Refusal:
        """Begin to buy a pack."""
        return handlers.begin_payment(self.app.base.database, self.app.settings, self.app.provider, request)

    @rpc(payments.ConfirmPayment)
    def confirm_payment(self, request: payments.ConfirmPayment) -> payments.Payment | Refusal:
        """Ask the provider for the state of a payment."""
        return handlers.confirm_payment(self.app.base.database, self.app.provider, request)

    @rpc(payments.PayDebt)
    def pay_debt(self, request: payments.PayDebt) -> payments.Debt | Refusal:
        """Pay debts."""
        return self.app.run(handlers.pay_debt, request)

    @rpc(payments.HearProvider)
    def hear_provider(self, request: payments.HearProvider) -> Done | Refusal:
        """A notice of the payment provider."""
        return handlers.hear_provider(self.app.base.database, self.app.provider, request)
