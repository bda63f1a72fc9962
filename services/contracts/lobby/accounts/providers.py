"""Signing in by OpenID providers (services/lobby/RULES.md §27)."""

from typing import Annotated, ClassVar, Literal, TypeVar

import msgspec

from services.contracts.base import CHECK_REFUSALS, SESSION_REFUSALS, Done, Message, Request, Short
from services.contracts.client.device_class import UNKNOWN, DeviceClass
from services.contracts.lobby.accounts.accounts import Session
from services.contracts.lobby.accounts.provider_parts import ProviderId, ProviderLine, Ticket

A = TypeVar("A")
Purpose = Literal["enter", "link", "prove"]
"""Why somebody goes to a provider: to come in or register, to add it to an account, to be recognised in a session."""
Code = Annotated[str, msgspec.Meta(min_length=1, max_length=2048)]
"""An authorization code, as the provider has made it."""


class ProviderName(Message, frozen=True):
    """A provider that people may sign in by, and what it is called."""

    id: str
    name: str


class Providers(Message, frozen=True):
    """The providers that the operator has named, in the operator's order."""

    providers: list[ProviderName]


class ListProviders(Request[Providers], frozen=True, kw_only=True):
    """The providers to offer; none where the site has no address."""

    answer: ClassVar[type] = Providers
    site: str = ""
    """The site's configured address, to which providers answer; the gateway's to say."""


class ProviderAddress(Message, frozen=True):
    """Where the browser goes: the provider's own page."""

    address: str


class StartProvider(Request[ProviderAddress], frozen=True, kw_only=True):
    """Begin to sign in by a provider."""

    answer: ClassVar[type] = ProviderAddress
    refusals = ("providers_off", "provider_unknown", "rate_limited", "provider_silent")
    provider: ProviderId
    purpose: Purpose = "enter"
    device: str = ""
    address: str = ""
    site: str = ""


class ProviderReturn(Message, frozen=True):
    """Somebody whom a provider has recognised. `next`: what the ticket is good for: `enter` (an account that is joined
    to it), `register` (none is), `join` (none is, but there is one with the address that the provider has verified),
    `link` and `prove` (what was asked for). `email`: what the provider says, to begin a form with; empty: nothing."""

    ticket: str
    provider: str
    name: str
    next: Literal["enter", "register", "join", "link", "prove"]
    email: str
    life_ms: int


class ReturnFromProvider(Request[ProviderReturn], frozen=True, kw_only=True):
    """The provider has sent the browser back."""

    answer: ClassVar[type] = ProviderReturn
    refusals = (
        "providers_off", "provider_unknown", "rate_limited", "provider_expired", "provider_refused",
        "provider_silent", "provider_failed",
    )  # fmt: skip
    provider: ProviderId
    state: Ticket
    code: Code | None = None
    """None: the provider has refused."""
    device: str = ""
    address: str = ""
    site: str = ""


class EnterByProvider(Request[Session], frozen=True, kw_only=True):
    """A new session; an older one of the account ends. A provider counts as one factor."""

    answer: ClassVar[type] = Session
    refusals = (
        "rate_limited", "provider_expired", "provider_unlinked", "account_suspended", "account_blocked",
        "login_locked", "second_factor_needed", "second_factor_wrong",
    )  # fmt: skip
    ticket: Ticket
    code: Short = ""
    """Of the second factor, where the account has one."""
    device: str = ""
    address: str = ""
    device_class: DeviceClass = UNKNOWN


class LinkProvider(Request[ProviderLine], frozen=True, kw_only=True):
    """Join an identity to the account of a session."""

    answer: ClassVar[type] = ProviderLine
    at_home = ("token",)
    refusals = (*SESSION_REFUSALS, *CHECK_REFUSALS, "provider_expired", "provider_linked", "provider_taken")
    token: str
    ticket: Ticket
    password: str = ""
    """Not needed for five minutes after a passkey was shown in the session."""
    device: str = ""
    address: str = ""


class UnlinkProvider(Request[Done], frozen=True, kw_only=True):
    """Sign in by a provider no more. The last way to sign in stays."""

    answer: ClassVar[type] = Done
    at_home = ("token",)
    refusals = (*SESSION_REFUSALS, *CHECK_REFUSALS, "provider_unlinked", "provider_last")
    token: str
    provider: ProviderId
    password: str = ""
    device: str = ""
    address: str = ""


class ProveProvider(Request[Done], frozen=True, kw_only=True):
    """Be recognised again in an open session, where the account has neither password nor passkey: for five minutes
    nothing in it asks for more."""

    answer: ClassVar[type] = Done
    at_home = ("token",)
    refusals = (*SESSION_REFUSALS, "provider_expired", "provider_unlinked")
    token: str
    ticket: Ticket
    device: str = ""
    address: str = ""
