"""The entrypoints of other systems: credits, debits and the ledger (RULES.md §2)."""

from typing import Any

from services.contracts.partners import lookups as other_systems
from services.contracts.wallet import public_ledger as outside
from services.kernel.refusal import Refusal
from services.platform.hosting.rpc import rpc
from services.wallet import use_cases as handlers
from services.wallet.partners import use_cases as partners


class OtherSystemsRequests:
    """A part of the wallet's service class."""

    app: Any

    @rpc(outside.MoveChips)
    def move_chips(self, request: outside.MoveChips) -> outside.Moved | Refusal:
        """Credit or debit chips for another system."""
        return self.app.run(handlers.move_chips, request)

    @rpc(outside.ListLedger)
    def list_ledger(self, request: outside.ListLedger) -> outside.LedgerPage | Refusal:
        """The ledger's transfers after an id."""
        return self.app.run(handlers.list_ledger, request)

    @rpc(other_systems.ApproveCredit)
    def approve_credit(self, request: other_systems.ApproveCredit) -> outside.Moved | Refusal:
        """Approve a large credit."""
        return self.app.run(partners.approve_credit, request)

    @rpc(other_systems.ListPendingCredits)
    def list_pending_credits(self, request: other_systems.ListPendingCredits) -> other_systems.PendingCredits:
        """Credits that wait for an approval."""
        return self.app.run(partners.list_pending_credits, request)

    @rpc(other_systems.GetBalances)
    def get_balances(self, request: other_systems.GetBalances) -> other_systems.BalancesFound:
        """Many accounts' chips."""
        return self.app.run(partners.get_balances, request)

    @rpc(other_systems.GetTransfer)
    def get_transfer(self, request: other_systems.GetTransfer) -> outside.LedgerEntry | Refusal:
        """One transfer."""
        return self.app.run(partners.get_transfer, request)
