"""Guest accounts: playing without registration, and registering later (services/lobby/RULES.md §11)."""

import msgspec

from gateway.http.operations.forwarding import HASHING_TIMEOUT_MS, Forwarding
from gateway.http.operations.route import Call, Route
from gateway.http.routes.lobby.accounts import RegisterBody
from gateway.rpc import Rpc
from services.contracts.lobby import guest_accounts as contract
from services.contracts.lobby import requests as lobby


def guest_routes(rpc: Rpc) -> list[Route]:
    """The operations of guest accounts."""
    to = Forwarding(rpc)
    return [
        to.route(
            "POST /api/guest",
            contract.EnterAsGuest,
            "Play without registering: open a guest account, or enter the one of a key",
            body=("adult", "key", "language", "terms"),
            body_name="GuestBody",
            status=201,
            session=False,
            attempt=True,
        ),
        to.route(
            "POST /api/me/register",
            contract.RegisterGuest,
            "Make a full account of one's guest account, which keeps its matches, ratings and friends",
            body=RegisterBody,
            fill={"form": _form},
            timeout_ms=HASHING_TIMEOUT_MS,
            status=201,
            attempt=True,
        ),
    ]


def _form(call: Call) -> lobby.Register:
    return lobby.Register(**msgspec.structs.asdict(call.body), device=call.device, address=call.address)


def for_full_accounts(routes: list[Route]) -> list[Route]:
    """The same routes, where those that change something are closed to guest accounts."""
    return [
        msgspec.structs.replace(route, guests=False) if route.session and route.method != "GET" else route
        for route in routes
    ]
