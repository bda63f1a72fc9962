"""The entrypoints of visits between cells (RULES.md §19)."""

from typing import Any

from services.contracts.lobby.accounts import visits as contract
from services.contracts.lobby.accounts.accounts import Session
from services.kernel.refusal import Refusal
from services.lobby.visits import use_cases as visits
from services.platform.hosting.rpc import rpc


class VisitRequests:
    """A part of the lobby's service class."""

    app: Any

    @rpc(contract.ListCells)
    def list_cells(self, _request: contract.ListCells) -> contract.Cells:
        """The cells that can be visited."""
        return visits.list_cells(self.app.directory)

    @rpc(contract.IssuePass)
    def issue_pass(self, request: contract.IssuePass) -> contract.CellPass | Refusal:
        """Sign a pass to another cell."""
        return visits.issue_pass(self.app.ports, self.app.directory, request)

    @rpc(contract.BeginVisit)
    def begin_visit(self, request: contract.BeginVisit) -> Session | Refusal:
        """Open a session for a pass of another cell."""
        return visits.begin_visit(self.app.ports, self.app.directory, request)

    @rpc(contract.GetVisit)
    def get_visit(self, request: contract.GetVisit) -> contract.Visit | Refusal:
        """The visit of an account."""
        return self.app.ports.run(visits.get_visit, self.app.directory, request)
