"""Guest accounts: playing without having registered (services/lobby/RULES.md §11)."""

from typing import ClassVar, TypeVar

from services.contracts.base import SESSION_REFUSALS, Message, Request
from services.contracts.client.device_class import UNKNOWN, DeviceClass
from services.contracts.lobby.accounts.access import Secret
from services.contracts.lobby.accounts.accounts import Account, Language, Register, Session, TermsNumber

A = TypeVar("A")


class GuestSession(Message, frozen=True):
    """A live session of a guest account. `key` is the secret (256 random bits, URL-safe text) by which the same browser
    enters the account again; `keep_days`: without a visit for so long the account is erased."""

    token: str
    account: Account
    key: str
    keep_days: int


class EnterAsGuest(Request[GuestSession], frozen=True, kw_only=True):
    """Open a guest account, or enter the one that a key belongs to."""

    answer: ClassVar[type] = GuestSession
    refusals = (
        "guests_closed",  # the operator has none
        "underage",  # `adult` is not confirmed
        "guest_unknown",  # no account has this key any more
        "account_suspended",
        "account_blocked",
        "registration_limit",  # of a new one
        "terms_changed",  # of a new one
    )
    adult: bool
    """Whether the person has confirmed to be of the age that accounts ask for."""
    key: Secret | None = None
    language: Language = "en"
    device: str = ""
    address: str = ""
    """The client's network address, for the limit per day."""
    terms: TermsNumber | None = None
    """The version of the terms that was read; None: whichever is posted."""
    device_class: DeviceClass = UNKNOWN


class RegisterGuest(Request[Session], frozen=True, kw_only=True):
    """Make a full account of the guest account whose session `token` is. It keeps its id, and with it matches, ratings,
    statistics and friends; the session that asks ends, and the answer is a new one."""

    answer: ClassVar[type] = Session
    refusals = (*SESSION_REFUSALS, "not_a_guest", *Register.refusals, "already_seated")
    token: str
    form: Register
