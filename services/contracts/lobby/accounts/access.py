"""Access to an account and its protection: e-mail, forgotten passwords, sessions, the second factor
(services/lobby/RULES.md §8)."""

from typing import Annotated, ClassVar, TypeVar

import msgspec

from services.contracts.base import CHECK_REFUSALS, SESSION_REFUSALS, Done, Event, Message, Request
from services.contracts.lobby.accounts.passkey_parts import PasskeyLine
from services.contracts.lobby.accounts.provider_parts import ProviderLine

A = TypeVar("A")
Secret = Annotated[str, msgspec.Meta(min_length=1, max_length=128)]


class MailSent(Message, frozen=True):
    """A mail is on its way, if there is anybody to send it to. `folder`: where mails are files, in development."""

    folder: str | None = None


class SessionLine(Message, frozen=True):
    """A session of an account. `network`: the stored part of its address; `here`: the session of this request."""

    began_at_ms: int
    ended_at_ms: int | None
    ended: str | None
    network: str
    here: bool
    this_device: bool


class Access(Message, frozen=True):
    """The ways to log in to an account. `email_confirmed_at_ms` null: not yet; `mail`: whether mails are sent at
    all; `recovery_codes`: how many are left; `sessions`: of the last 30 days, newest first. `email` empty: the account
    has none; `password`: whether it has one; `providers`: those by which it is entered; `proven`: whether a passkey was
    shown in this session within the last five minutes, or a provider has recognised an owner who has nothing else, so
    that no password is asked for."""

    email: str
    email_confirmed_at_ms: int | None
    mail: bool
    second_factor: bool
    recovery_codes: int
    sessions: list[SessionLine]
    password: bool = True
    passkeys: list[PasskeyLine] = []
    providers: list[ProviderLine] = []
    proven: bool = False


class CheckStanding(Request[Done], frozen=True, kw_only=True):
    """Whether an account may spend money: it asks moderation again if the login succeeded without its answer."""

    answer: ClassVar[type] = Done
    refusals = (
        "service_unavailable",  # while moderation does not answer
        "account_suspended",
        "account_blocked",
    )
    account: str


class GetAccess(Request[Access], frozen=True, kw_only=True):
    """The ways to log in to the player's own account."""

    answer: ClassVar[type] = Access
    at_home = ("token",)
    refusals = SESSION_REFUSALS
    token: str
    device: str = ""


class WaysIn(Message, frozen=True):
    """How an account is entered, by name alone: `password`, `passkey`, `second_factor` (asked for besides), and ids of
    providers; empty for a guest."""

    ways: list[str]


class ListWaysIn(Request[WaysIn], frozen=True, kw_only=True):
    """How an account is entered, for whoever helps its owner."""

    answer: ClassVar[type] = WaysIn
    refusals = ("player_unknown",)
    account: str


class AskConfirmation(Request[MailSent], frozen=True, kw_only=True):
    """Send the link that confirms the account's address again."""

    answer: ClassVar[type] = MailSent
    at_home = ("token",)
    refusals = (*SESSION_REFUSALS, "mail_off", "email_invalid", "already_confirmed", "rate_limited")
    token: str


class ConfirmEmail(Request[Done], frozen=True, kw_only=True):
    """The link of a mail was followed: the address is confirmed, or becomes that of the account."""

    answer: ClassVar[type] = Done
    refusals = ("link_invalid", "email_taken")
    link: Secret
    address: str = ""
    """The client's network address; its network is stored with the event in the security log."""


class ChangeEmail(Request[MailSent], frozen=True, kw_only=True):
    """Ask for another address: it counts when the link that is sent there is followed. An address that is taken is
    answered like one that is free, and gets no mail."""

    answer: ClassVar[type] = MailSent
    at_home = ("token",)
    refusals = (*SESSION_REFUSALS, "mail_off", *CHECK_REFUSALS, "email_invalid", "rate_limited")
    token: str
    password: str
    email: str
    device: str = ""
    """The client's device and network address: checks are counted by them and logged with the network."""
    address: str = ""


class ForgotPassword(Request[MailSent], frozen=True, kw_only=True):
    """Send a link that sets a new password. An address without an account gets the same answer."""

    answer: ClassVar[type] = MailSent
    refusals = (
        "mail_off",
        "rate_limited",  # of this network address
    )
    email: str
    address: str = ""


class ResetPassword(Request[Done], frozen=True, kw_only=True):
    """Set a new password by the link of a mail; every session ends."""

    answer: ClassVar[type] = Done
    refusals = ("link_invalid", "password_weak")
    link: Secret
    new: str
    address: str = ""
    """The client's network address; its network is stored with the event in the security log."""


class EndSessions(Request[Done], frozen=True, kw_only=True):
    """End every session, this one too, and forget the devices that the account is known on."""

    answer: ClassVar[type] = Done
    refusals = SESSION_REFUSALS
    token: str
    address: str = ""
    """The client's network address; its network is stored with the event in the security log."""


class FactorKey(Message, frozen=True):
    """The secret of a new second factor, as text, as an address for an application, and as rows of a QR code
    (`1` dark, `0` light)."""

    secret: str
    uri: str
    qr: list[str]


class BeginFactor(Request[FactorKey], frozen=True, kw_only=True):
    """Begin to set up a second factor; nothing changes before its first code."""

    answer: ClassVar[type] = FactorKey
    at_home = ("token",)
    refusals = (*SESSION_REFUSALS, *CHECK_REFUSALS, "second_factor_on")
    token: str
    password: str
    device: str = ""
    """The client's device and network address: checks are counted by them and logged with the network."""
    address: str = ""


class RecoveryCodes(Message, frozen=True):
    """Shown once: each gets its owner in without the application, one time."""

    codes: list[str]


class ConfirmFactor(Request[RecoveryCodes], frozen=True, kw_only=True):
    """The first code of the application: from now on every login needs one."""

    answer: ClassVar[type] = RecoveryCodes
    refusals = (
        *SESSION_REFUSALS,
        "login_locked",
        "rate_limited",
        "second_factor_wrong",
        "second_factor_off",  # not begun
    )
    token: str
    code: Secret
    device: str = ""
    """The client's device and network address: checks are counted by them and logged with the network."""
    address: str = ""


class EndFactor(Request[Done], frozen=True, kw_only=True):
    """Switch the second factor off, by a code or a recovery code."""

    answer: ClassVar[type] = Done
    refusals = (*SESSION_REFUSALS, "login_locked", "rate_limited", "second_factor_wrong", "second_factor_off")
    token: str
    code: Secret
    device: str = ""
    """The client's device and network address: checks are counted by them and logged with the network."""
    address: str = ""


class EmailConfirmed(Event, frozen=True, kw_only=True):
    """An account's owner has read a mail that was sent to its address. `email_key` as in `lobby.Registered`."""

    account: str
    email_key: str
    at_ms: int
