"""The entrypoints of the ledger: balances and transfers, purchases for money, other systems (RULES.md §2, §8)."""

from typing import Any

from services.contracts.base import Done
from services.contracts.moderation import orders
from services.contracts.partners import lookups
from services.contracts.wallet import balances as contract
from services.contracts.wallet import payments, transfers
from services.kernel.refusal import Refusal
from services.platform.database.unit_of_work import Work
from services.platform.hosting.events import on_events
from services.platform.hosting.rpc import rpc
from services.wallet.corrections import orders as corrections
from services.wallet.ledger import use_cases as ledger
from services.wallet.ledger.audit import use_cases as audit
from services.wallet.partners import use_cases as partners
from services.wallet.payments import purchases, reversals


class MoneyEntrypoints:
    """A part of the wallet's service class."""

    app: Any

    @rpc(contract.GetBalance)
    def get_balance(self, request: contract.GetBalance) -> contract.Balance | Refusal:
        """An account's chips."""
        return self.app.base.database.run(ledger.get_balance, request)

    @rpc(contract.ListTransfers)
    def list_transfers(self, request: contract.ListTransfers) -> contract.TransferPage | Refusal:
        """A page of an account's transfers."""
        return self.app.base.database.run(ledger.list_transfers, request)

    @rpc(contract.CheckLedger)
    def check_ledger(self, request: contract.CheckLedger) -> contract.LedgerCheck | Refusal:
        """Check the ledger's invariants against its whole history."""
        return self.app.base.database.run(audit.check_ledger, request)

    @rpc(payments.ListPayments)
    def list_payments(self, request: payments.ListPayments) -> payments.Payments:
        """An account's purchases."""
        return self.app.run(purchases.list_payments, request)

    @rpc(payments.BeginPayment)
    def begin_payment(self, request: payments.BeginPayment) -> payments.Payment | Refusal:
        """Begin to buy a pack."""
        return purchases.begin_payment(self.app.base.database, self.app.settings, self.app.provider, request)

    @rpc(payments.ConfirmPayment)
    def confirm_payment(self, request: payments.ConfirmPayment) -> payments.Payment | Refusal:
        """Ask the provider for the state of a payment."""
        return purchases.confirm_payment(self.app.base.database, self.app.provider, request)

    @rpc(payments.PayDebt)
    def pay_debt(self, request: payments.PayDebt) -> payments.Debt | Refusal:
        """Pay debts."""
        return self.app.run(reversals.pay_debt, request)

    @rpc(payments.HearProvider)
    def hear_provider(self, request: payments.HearProvider) -> Done | Refusal:
        """A notice of the payment provider."""
        return purchases.handle_webhook(self.app.base.database, self.app.provider, request)

    @rpc(transfers.MoveChips)
    def move_chips(self, request: transfers.MoveChips) -> transfers.Moved | Refusal:
        """Credit or debit chips for another system."""
        return self.app.run(partners.move_chips, request)

    @rpc(transfers.ListLedger)
    def list_ledger(self, request: transfers.ListLedger) -> transfers.LedgerPage | Refusal:
        """The ledger's transfers after an id."""
        return self.app.run(partners.list_ledger, request)

    @rpc(lookups.ApproveCredit)
    def approve_credit(self, request: lookups.ApproveCredit) -> transfers.Moved | Refusal:
        """Approve a large credit."""
        return self.app.run(partners.approve_credit, request)

    @rpc(lookups.ListPendingCredits)
    def list_pending_credits(self, request: lookups.ListPendingCredits) -> lookups.PendingCredits:
        """Credits that wait for an approval."""
        return self.app.run(partners.list_pending_credits, request)

    @rpc(lookups.GetBalances)
    def get_balances(self, request: lookups.GetBalances) -> lookups.BalancesFound:
        """Many accounts' chips."""
        return self.app.run(partners.get_balances, request)

    @rpc(lookups.GetTransfer)
    def get_transfer(self, request: lookups.GetTransfer) -> transfers.LedgerEntry | Refusal:
        """One transfer."""
        return self.app.run(partners.get_transfer, request)

    @on_events(orders.OrderPlaced, "take_back")
    def on_takeback_ordered(self, work: Work, events: list[orders.OrderPlaced]) -> None:
        """Operators have ordered that rewards are taken back."""
        corrections.takebacks_ordered(work, events)
