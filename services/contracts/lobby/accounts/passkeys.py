"""Passkeys: accounts without a password, signing in, and proving oneself in an open session
(services/lobby/RULES.md §26)."""

from typing import ClassVar, TypeVar

from services.contracts.base import CHECK_REFUSALS, SESSION_REFUSALS, Done, Message, Request
from services.contracts.client.device_class import UNKNOWN, DeviceClass
from services.contracts.lobby.accounts.accounts import Session, TermsNumber
from services.contracts.lobby.accounts.passkey_parts import (
    CREATED_REFUSALS,
    OFFER_REFUSALS,
    SHOWN_REFUSALS,
    CredentialId,
    NewPasskey,
    PasskeyChallenge,
    PasskeyCreated,
    PasskeyLine,
    PasskeyName,
    PasskeyShown,
)

A = TypeVar("A")


class PasskeySite(Message, frozen=True):
    """Where passkeys are taken: the origin of the site, as browsers write it; empty: nowhere."""

    origin: str


class GetPasskeySite(Request[PasskeySite], frozen=True, kw_only=True):
    """Where passkeys are taken, so that none is offered elsewhere."""

    answer: ClassVar[type] = PasskeySite
    site: str = ""


class OfferRegistration(Request[NewPasskey], frozen=True, kw_only=True):
    """Begin to register with a passkey: the form is checked before an authenticator is asked, so that none keeps a
    passkey of an account that could not be opened."""

    answer: ClassVar[type] = NewPasskey
    refusals = (
        "username_invalid", "email_invalid", "birth_date_invalid", "underage", "registration_limit", "terms_changed",
        "username_taken", "email_taken", *OFFER_REFUSALS,
    )  # fmt: skip
    username: str
    email: str = ""
    birth_date: str
    terms: TermsNumber | None = None
    device: str = ""
    address: str = ""
    site: str = ""
    """The site's configured address, by which the passkey's owner recognises it; the gateway's to say."""


class OfferSignIn(Request[PasskeyChallenge], frozen=True, kw_only=True):
    """Begin to sign in, or to appeal, with any passkey of this site."""

    answer: ClassVar[type] = PasskeyChallenge
    refusals = OFFER_REFUSALS
    appeal: bool = False
    device: str = ""
    address: str = ""
    site: str = ""


class SignInByPasskey(Request[Session], frozen=True, kw_only=True):
    """A new session; an older one of the account ends. A passkey counts as both factors."""

    answer: ClassVar[type] = Session
    refusals = (*SHOWN_REFUSALS, "account_suspended", "account_blocked")
    passkey: PasskeyShown
    device: str = ""
    address: str = ""
    site: str = ""
    device_class: DeviceClass = UNKNOWN


class OfferProof(Request[PasskeyChallenge], frozen=True, kw_only=True):
    """Begin to show a passkey of the account in its open session."""

    answer: ClassVar[type] = PasskeyChallenge
    at_home = ("token",)
    refusals = (*SESSION_REFUSALS, "passkey_unknown", *OFFER_REFUSALS)
    token: str
    device: str = ""
    address: str = ""
    site: str = ""


class ProvePasskey(Request[Done], frozen=True, kw_only=True):
    """Show a passkey in an open session: for five minutes nothing in it asks for the password."""

    answer: ClassVar[type] = Done
    at_home = ("token",)
    refusals = (*SESSION_REFUSALS, *SHOWN_REFUSALS)
    token: str
    passkey: PasskeyShown
    device: str = ""
    address: str = ""
    site: str = ""


class OfferPasskey(Request[NewPasskey], frozen=True, kw_only=True):
    """Begin to add a passkey to the account of a session."""

    answer: ClassVar[type] = NewPasskey
    at_home = ("token",)
    refusals = (*SESSION_REFUSALS, *CHECK_REFUSALS, "passkey_limit", *OFFER_REFUSALS)
    token: str
    password: str = ""
    """Not needed for five minutes after a passkey was shown in the session."""
    device: str = ""
    address: str = ""
    site: str = ""


class AddPasskey(Request[PasskeyLine], frozen=True, kw_only=True):
    """Add a passkey to the account of a session, which has shown it."""

    answer: ClassVar[type] = PasskeyLine
    at_home = ("token",)
    refusals = (*SESSION_REFUSALS, "passkey_name_invalid", "passkey_limit", *CREATED_REFUSALS)
    token: str
    passkey: PasskeyCreated
    name: PasskeyName = ""
    device: str = ""
    address: str = ""
    site: str = ""


class RenamePasskey(Request[PasskeyLine], frozen=True, kw_only=True):
    """Give a passkey another name, by which its owner knows it."""

    answer: ClassVar[type] = PasskeyLine
    at_home = ("token",)
    refusals = (*SESSION_REFUSALS, "passkey_name_invalid", "passkey_unknown")
    token: str
    passkey: CredentialId
    name: PasskeyName


class RemovePasskey(Request[Done], frozen=True, kw_only=True):
    """Take a passkey no more. The last way to sign in stays."""

    answer: ClassVar[type] = Done
    at_home = ("token",)
    refusals = (*SESSION_REFUSALS, *CHECK_REFUSALS, "passkey_unknown", "passkey_last")
    token: str
    passkey: CredentialId
    password: str = ""
    """Not needed for five minutes after a passkey was shown in the session."""
    device: str = ""
    address: str = ""
