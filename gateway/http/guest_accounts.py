"""Playing without having registered, and registering later (services/lobby/RULES.md §11)."""

from typing import Annotated

import msgspec

from gateway.http.accounts import HASHING_TIMEOUT_MS
from gateway.http.request_bodies import Body, RegisterBody, Version
from gateway.http.routes import Call, Route
from gateway.rpc import Rpc
from services.contracts import guest_accounts as contract
from services.contracts import lobby
from services.kernel.refusal import Refusal

_ENTER_ERRORS = (
    *("guests_closed", "underage", "guest_unknown", "account_blocked"),
    *("registration_limit", "terms_changed"),
)


class GuestBody(Body, frozen=True, kw_only=True):
    """A session without an account of one's own."""

    adult: bool
    """Whether one confirms to be of the age that accounts ask for."""
    key: Annotated[str, msgspec.Meta(min_length=1, max_length=128)] | None = None
    """Of the guest account that this browser had."""
    language: lobby.Language = "en"
    terms: Version | None = None
    """The version of the terms that was read."""


class GuestHandlers:
    """Handlers of guest accounts."""

    def __init__(self, rpc: Rpc) -> None:
        """`rpc` reaches the lobby."""
        self._rpc = rpc

    def enter_as_guest(self, call: Call) -> contract.GuestSession | Refusal:
        """Open a guest account, or enter it again."""
        body: GuestBody = call.body
        return self._rpc.call(
            contract.EnterAsGuest(
                adult=body.adult,
                key=body.key,
                language=body.language,
                device=call.device,
                address=call.address,
                terms=body.terms,
            )
        )

    def register_guest(self, call: Call) -> lobby.Session | Refusal:
        """Make a full account of the guest account that asks."""
        body: RegisterBody = call.body
        form = lobby.Register(**msgspec.structs.asdict(body), device=call.device, address=call.address)
        return self._rpc.call(contract.RegisterGuest(token=call.token, form=form), timeout_ms=HASHING_TIMEOUT_MS)


def guest_routes(handlers: GuestHandlers, register_errors: tuple[str, ...]) -> list[Route]:
    """The operations of guest accounts."""
    return [
        Route(
            method="POST",
            path="/api/guest",
            summary="Play without registering: open a guest account, or enter the one of a key",
            handler=handlers.enter_as_guest,
            body=GuestBody,
            answer=contract.GuestSession,
            status=201,
            session=False,
            attempt=True,
            errors=_ENTER_ERRORS,
        ),
        Route(
            method="POST",
            path="/api/me/register",
            summary="Make a full account of one's guest account, which keeps its matches, ratings and friends",
            handler=handlers.register_guest,
            body=RegisterBody,
            answer=lobby.Session,
            status=201,
            attempt=True,
            errors=(*register_errors, "not_a_guest", "already_seated"),
        ),
    ]


def for_full_accounts(routes: list[Route]) -> list[Route]:
    """The same routes, of which those that change something are closed to guest accounts."""
    return [
        msgspec.structs.replace(route, guests=False) if route.session and route.method != "GET" else route
        for route in routes
    ]
