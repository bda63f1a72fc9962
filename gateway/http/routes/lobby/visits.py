"""Visits between cells: where players may go, their passes, and sessions of visitors (services/lobby/RULES.md §19)."""

from gateway.http.operations.forwarding import Forwarding
from gateway.http.operations.route import Route
from gateway.rpc import Rpc
from services.contracts.lobby.accounts import visits as contract


def visit_routes(rpc: Rpc) -> list[Route]:
    """The operations of visits."""
    to = Forwarding(rpc)
    return [
        to.route("GET /api/cells", contract.ListCells, "The cells that can be visited from here, by name"),
        to.route(
            "POST /api/cells/<cell>/pass",
            contract.IssuePass,
            "A pass with which the account visits another cell: good once, for a minute",
            invalid="cell_unknown",
            guests=False,
            status=201,
        ),
        to.route(
            "POST /api/visit",
            contract.BeginVisit,
            "Begin a visit with a pass of another cell",
            body=("signed", "terms"),
            body_name="VisitBody",
            status=201,
            session=False,
            attempt=True,
        ),
    ]
