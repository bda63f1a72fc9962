"""Accounts and sessions: registered, logged in, renewed; the terms; and their events
(services/lobby/RULES.md §1)."""

from typing import TYPE_CHECKING, Annotated, ClassVar, Literal

import msgspec

from services.contracts.base import CHECK_REFUSALS, SESSION_REFUSALS, Done, Event, Message, Request, Short
from services.contracts.client.device_class import UNKNOWN, DeviceClass
from services.contracts.client.token_scopes import Scope
from services.contracts.lobby.accounts.passkey_parts import CREATED_REFUSALS, PasskeyCreated
from services.contracts.lobby.accounts.provider_parts import Ticket
from services.kernel.languages import LANGUAGES
from services.kernel.text.dates import DATE_PATTERN

if TYPE_CHECKING:
    Language = str
else:  # the folders say which there are, so the type is made of them
    Language = Literal[LANGUAGES]
TermsNumber = Annotated[int, msgspec.Meta(ge=1, le=1_000_000)]  # a version of the terms and rules


class Account(Message, frozen=True):
    """An account as its owner sees it."""

    account: str
    name: str
    language: Language
    created_at_ms: int
    second_factor: bool = False  # whether the session that asks was opened with a second factor
    staff_session_over: bool = False  # whether that session is too old for work of staff
    guest: bool = False  # whether it has not registered yet (services/lobby/RULES.md §11)
    bot: bool = False  # whether it is a bot account (§13)
    home: str | None = None  # the cell from which it visits this one (§19); null: it is at home here
    scopes: list[Scope] | None = None  # what the personal token that asks opens (§12); null: a session of the owner's


class Session(Message, frozen=True):
    """A live session: its secret token (256 random bits, URL-safe text) and whose it is."""

    token: str
    account: Account
    invite_result: str | None = None
    """The outcome of the invitation of a new account: `rewarded` (whatever the inviter gets), `invite_unknown`,
    `invite_self`; null without one, or while the wallet is away."""


BUSY_DETAIL = {"service": "lobby", "busy": "passwords"}
"""Detail of `service_unavailable` where too many passwords wait to be hashed: nothing was begun."""


class Token(Message, frozen=True):
    """A new token of a session that goes on; the one it replaces holds for a moment more."""

    token: str


class Register(Request[Session], frozen=True, kw_only=True):
    """A new account, logged in at once. `code`: of an invitation, which came by `channel`. With a `passkey` or a
    `ticket` of a provider neither a password nor an address is needed (services/lobby/RULES.md §26, §27)."""

    answer: ClassVar[type] = Session
    refusals = (
        "username_invalid", "email_invalid", "password_weak", "birth_date_invalid", "underage", "registration_limit",
        "terms_changed", "username_taken", "email_taken", "channel_unknown", *CREATED_REFUSALS,
        "provider_expired", "provider_taken",
    )  # fmt: skip
    username: str
    email: str = ""
    password: str = ""
    birth_date: Annotated[str, msgspec.Meta(extra_json_schema={"format": "date", "pattern": DATE_PATTERN})]
    language: Language = "en"
    device: str = ""
    address: str = ""
    device_class: DeviceClass = UNKNOWN
    code: Short | None = None
    channel: Short | None = None
    terms: TermsNumber | None = None
    """The version of the terms that was read; None: whichever is posted."""
    passkey: PasskeyCreated | None = None
    ticket: Ticket | None = None
    """Of a provider that has recognised the person."""
    site: str = ""
    """The site's configured address, for which a passkey is made."""


class LogIn(Request[Session], frozen=True, kw_only=True):
    """A new session; an older one of the account ends."""

    answer: ClassVar[type] = Session
    refusals = (
        "login_locked", "rate_limited", "login_failed", "account_suspended", "account_blocked",
        "second_factor_needed", "second_factor_wrong",
    )  # fmt: skip
    username: str
    """The username or the e-mail address."""
    password: str
    device: str = ""
    address: str = ""
    device_class: DeviceClass = UNKNOWN
    code: Short = ""
    """Of the second factor, where the account has one: of the application, or a recovery code."""


class LogOut(Request[Done], frozen=True, kw_only=True):
    """The session ends."""

    answer: ClassVar[type] = Done
    refusals = ("session_expired",)
    token: str


class ChangePassword(Request[Token], frozen=True, kw_only=True):
    """Another password; this session goes on under a new token, all others end. Wrong ones count as at a login."""

    answer: ClassVar[type] = Token
    at_home = ("token",)
    refusals = (*SESSION_REFUSALS, *CHECK_REFUSALS, "password_same", "password_weak")
    token: str
    current: str
    new: str
    device: str = ""
    address: str = ""


class RenewToken(Request[Token], frozen=True, kw_only=True):
    """Another token for this session."""

    answer: ClassVar[type] = Token
    refusals = (*SESSION_REFUSALS, "account_suspended")
    token: str


class ChangeLanguage(Request[Account], frozen=True, kw_only=True):
    """The language in which the account is spoken to."""

    answer: ClassVar[type] = Account
    refusals = SESSION_REFUSALS
    token: str
    language: Language


class TermsVersion(Message, frozen=True):
    """A posted version of the terms and rules. It counts for matches, rounds and competitions begun from then on."""

    version: int
    posted_at_ms: int
    changes: dict[str, str]
    """The description of its changes, by language; English counts for a language that is not there."""


class Terms(Message, frozen=True):
    """The posted version, and every version, newest first."""

    version: int
    history: list[TermsVersion]


class GetTerms(Request[Terms], frozen=True, kw_only=True):
    """The terms and rules that are posted."""

    answer: ClassVar[type] = Terms


class AcceptTerms(Request[Done], frozen=True, kw_only=True):
    """The account has read the posted version."""

    answer: ClassVar[type] = Done
    refusals = (*SESSION_REFUSALS, "terms_changed")
    token: str
    version: TermsNumber


class WhoIs(Request[Account], frozen=True, kw_only=True):
    """The account of a session's token, or of a personal token that opens the operation."""

    answer: ClassVar[type] = Account
    refusals = (
        *SESSION_REFUSALS, "account_suspended", "account_blocked", "token_invalid", "scope_missing",
        "session_elsewhere",  # what needs a connection, while a session of the owner's own is open
        "actor_not_own",  # `account` is not that of the token
    )  # fmt: skip
    token: str
    operation: str = ""
    """What is to be done: an operation of `token_scopes.OPERATIONS`, or a frame (`operation_of_frame`); by it is
    decided about personal tokens."""
    account: str = ""
    """In whose name, where the request names an account; empty: that of the token."""
    active: bool = True
    """Whether asking counts as an action of the user (heartbeats do not)."""


class GetPlayer(Request[Account], frozen=True, kw_only=True):
    """An account by its id or username."""

    answer: ClassVar[type] = Account
    refusals = ("player_unknown",)
    account: str | None = None
    name: str | None = None


class Registered(Event, frozen=True, kw_only=True):
    """A new account. SHA-256: `email_key` of the address without `+tag`, lower-cased; `network` of the IPv4 address or
    IPv6 /64; `person_key` of unique name and birth date; `device_identity` of device and birth date."""

    account: str
    name: str
    device: str
    created_at_ms: int
    email_key: str = ""
    network: str = ""
    person_key: str = ""
    device_identity: str = ""


class SessionBegan(Event, frozen=True, kw_only=True):
    """An account has logged in. `device`: the client's own name of itself; `address_key`: SHA-256 of its network
    address; `device_identity` as in `Registered`. Each is empty where it is not known."""

    account: str
    at_ms: int
    device: str = ""
    address_key: str = ""
    device_identity: str = ""


class SessionEnded(Event, frozen=True, kw_only=True):
    """A session of the account is over. `began_at_ms`: when it began; null from the release before."""

    account: str
    at_ms: int
    began_at_ms: int | None = None


class PersonKnown(Event, frozen=True, kw_only=True):
    """The person behind an account that was registered before all of this was published. The fields are those of
    `lobby.Registered`; the account is not new."""

    account: str
    device: str
    created_at_ms: int
    email_key: str
    person_key: str
    device_identity: str
