"""The one place that decides whether a session may do something as staff, and notes what staff has read."""

from typing import Protocol

from gateway.rpc import Rpc
from gateway.settings import GatewaySettings
from services.contracts.lobby.accounts.accounts import Account
from services.contracts.lobby.accounts.security_log import NoteStaffRead
from services.kernel.refusal import Refusal

REFUSALS = ("staff_second_factor", "staff_session_over")
_ABOUT_MAX = 500


class Reading(Protocol):
    """Who reads: the account of the session and the client's address."""

    account: Account | None
    address: str


class StaffAccess:
    """Whether sessions are fit for staff; the services decide whether the account is staff."""

    def __init__(self, settings: GatewaySettings, rpc: Rpc) -> None:
        """`rpc` reaches the log of security events."""
        self._settings = settings
        self._rpc = rpc

    def check(self, account: Account | None) -> Refusal | None:
        """`staff_second_factor`, `staff_session_over`."""
        if account is None or (self._settings.gateway_staff_second_factor and not account.second_factor):
            return Refusal("staff_second_factor")
        return Refusal("staff_session_over") if account.staff_session_over else None

    def note(self, reading: Reading, what: str, about: str) -> Refusal | None:
        """Log that staff read data about players; what cannot be noted must not be shown. `what`: the operation;
        `about`: its subject."""
        account = "" if reading.account is None else reading.account.account
        asked = NoteStaffRead(account=account, what=what[:200], about=about[:_ABOUT_MAX], address=reading.address)
        noted = self._rpc.call(asked)
        return noted if isinstance(noted, Refusal) else None
