"""The entrypoints of guest accounts (RULES.md §11)."""

from typing import Any

from services.contracts.lobby import guest_accounts as contract
from services.contracts.lobby.requests import Session
from services.kernel.refusal import Refusal
from services.lobby.accounts import registration
from services.lobby.accounts.guest_accounts import use_cases as guest_accounts
from services.platform.hosting.rpc import rpc


class GuestRequests:
    """A part of the lobby's service class."""

    app: Any

    @rpc(contract.EnterAsGuest)
    def enter_as_guest(self, request: contract.EnterAsGuest) -> contract.GuestSession | Refusal:
        """Open a session of a guest account, new or known by its key."""
        return guest_accounts.enter(self.app.ports, request)

    @rpc(contract.RegisterGuest)
    def register_guest(self, request: contract.RegisterGuest) -> Session | Refusal:
        """Register a guest account as a full account."""
        return registration.register(self.app.ports, request.form, request.token)
