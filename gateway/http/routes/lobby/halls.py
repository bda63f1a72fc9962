"""Operations about tables of any hall (services/lobby/RULES.md §18)."""

from gateway.http.operations.forwarding import Forwarding
from gateway.http.operations.route import Route
from gateway.rpc import Rpc
from services.contracts.lobby import requests as lobby


def hall_routes(rpc: Rpc) -> list[Route]:
    """The operations that are not limited to a hall."""
    return [
        Forwarding(rpc).route(
            "GET /api/tables/<table>",
            lobby.FindTable,
            "A table that is open or running, and the hall that lists it",
        )
    ]
