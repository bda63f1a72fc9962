"""Programs of others, which a person may let act in their name by OAuth 2 (services/lobby/RULES.md §29)."""

from typing import Annotated, ClassVar, Literal

import msgspec

from services.contracts.base import CHECK_REFUSALS, SESSION_REFUSALS, Done, Message, Request
from services.contracts.client.token_scopes import Scope

ProgramId = Annotated[str, msgspec.Meta(min_length=1, max_length=64)]
ProgramName = Annotated[str, msgspec.Meta(max_length=200)]
Address = Annotated[str, msgspec.Meta(max_length=500)]
Sent = Annotated[str, msgspec.Meta(max_length=1_000)]
"""What a program has sent along, as it is: what it may be, Authlib and the rules say."""


# --- registered ---


class ProgramLine(Message, frozen=True):
    """A program as the one who has registered it sees it. `program`: its `client_id`; `redirects`: the addresses to
    which it may be answered; `secret`: whether it has one to show."""

    program: str
    name: str
    homepage: str
    redirects: list[str]
    secret: bool
    made_at_ms: int


class AllowedLine(Message, frozen=True):
    """A program that may act in one's name. `owner`: the player who has registered it; `used_at_ms`: null: never."""

    program: str
    name: str
    homepage: str
    owner: str
    scopes: list[Scope]
    allowed_at_ms: int
    used_at_ms: int | None = None


class Programs(Message, frozen=True):
    """The programs that an account has registered, and those that it has allowed, newest first; and the limits."""

    registered: list[ProgramLine]
    allowed: list[AllowedLine]
    programs_max: int
    redirects_max: int


class NewProgram(Message, frozen=True):
    """A new program. `secret`: its `client_secret`, shown this once; null: it has none."""

    line: ProgramLine
    secret: str | None = None


class ListPrograms(Request[Programs], frozen=True, kw_only=True):
    """The programs of the session's account."""

    answer: ClassVar[type] = Programs
    at_home = ("token",)
    refusals = SESSION_REFUSALS
    token: str


class RegisterProgram(Request[NewProgram], frozen=True, kw_only=True):
    """A program that others may be asked to allow."""

    answer: ClassVar[type] = NewProgram
    at_home = ("token",)
    refusals = (
        *SESSION_REFUSALS, "account_suspended", "account_blocked",
        "program_name_invalid", "program_home_invalid", "program_redirects_invalid", "program_limit",
    )  # fmt: skip
    token: str
    name: ProgramName
    homepage: Address
    redirects: Annotated[list[Address], msgspec.Meta(max_length=50)]
    secret: bool = False
    """Whether it can keep a secret: a server can, what runs on a player's own machine cannot."""
    address: str = ""


class RemoveProgram(Request[Done], frozen=True, kw_only=True):
    """A program is none any more: no token of it opens anything."""

    answer: ClassVar[type] = Done
    at_home = ("token",)
    refusals = (*SESSION_REFUSALS, "program_unknown")
    token: str
    program: ProgramId
    address: str = ""


class EndAllowance(Request[Done], frozen=True, kw_only=True):
    """A program may act in one's name no more."""

    answer: ClassVar[type] = Done
    at_home = ("token",)
    refusals = (*SESSION_REFUSALS, "program_unknown")
    token: str
    program: ProgramId
    address: str = ""


# --- the consent page ---


class Consent(Message, frozen=True):
    """What a program asks for. `host`: where its answer goes; `password`: whether the account has one, which is asked
    for. `error`: it has asked in a wrong way (RFC 6749 §4.1.2.1), so there is nothing to allow, and `location` is where
    the browser may go back to, with that; null: it may be allowed."""

    program: str
    name: str
    homepage: str
    owner: str
    host: str
    scopes: list[Scope]
    password: bool
    error: str | None = None
    location: str | None = None


class AskConsent(Request[Consent], frozen=True, kw_only=True):
    """A program asks to act in the name of the session's account (RFC 6749 §4.1.1, RFC 7636)."""

    answer: ClassVar[type] = Consent
    at_home = ("token",)
    refusals = (*SESSION_REFUSALS, "program_unknown", "redirect_unknown")
    token: str
    home: str
    """This site, which is the issuer."""
    client_id: Sent = ""
    redirect_uri: Sent = ""
    response_type: Sent = ""
    scope: Sent = ""
    state: Sent = ""
    code_challenge: Sent = ""
    code_challenge_method: Sent = ""


class ConsentDecided(Message, frozen=True):
    """Where the browser goes: back to the program, with a code or with an error, with its `state` and with `iss`."""

    location: str


class DecideConsent(Request[ConsentDecided], frozen=True, kw_only=True):
    """Allow a program what it asks for, or deny it. Only allowing needs the password."""

    answer: ClassVar[type] = ConsentDecided
    at_home = ("token",)
    refusals = (
        *SESSION_REFUSALS, "program_unknown", "redirect_unknown", *CHECK_REFUSALS,
        "account_suspended", "account_blocked", "program_allowed_limit",
    )  # fmt: skip
    token: str
    home: str
    allow: bool
    client_id: Sent = ""
    redirect_uri: Sent = ""
    response_type: Sent = ""
    scope: Sent = ""
    state: Sent = ""
    code_challenge: Sent = ""
    code_challenge_method: Sent = ""
    password: str = ""
    """Not needed for five minutes after a passkey was shown in the session."""
    device: str = ""
    address: str = ""


# --- what programs ask ---


class ProgramToken(Message, frozen=True):
    """RFC 6749 §5.1: an access token for `expires_in` seconds, and the refresh token for the next one."""

    access_token: str
    token_type: Literal["Bearer"]
    expires_in: int
    refresh_token: str
    scope: str


class AskToken(Request[ProgramToken], frozen=True, kw_only=True):
    """A program changes a code, or its refresh token, for an access token (RFC 6749 §4.1.3, §6)."""

    answer: ClassVar[type] = ProgramToken
    refusals = (
        "invalid_request", "unsupported_grant_type", "invalid_client", "invalid_grant", "invalid_scope",
    )  # fmt: skip
    grant_type: Sent = ""
    code: Sent = ""
    redirect_uri: Sent = ""
    code_verifier: Sent = ""
    refresh_token: Sent = ""
    scope: Sent = ""
    client_id: Sent = ""
    client_secret: Sent = ""
    authorization: Sent = ""
    """The header of that name, by which a program may show its secret instead; the gateway's to say."""
    address: str = ""


class RevokeProgramToken(Request[Done], frozen=True, kw_only=True):
    """A program gives a token back (RFC 7009): of a refresh token, all that came of the same consent."""

    answer: ClassVar[type] = Done
    refusals = ("invalid_request", "invalid_client", "invalid_grant")
    revoked: Sent = msgspec.field(default="", name="token")
    """The token that is given back, as RFC 7009 calls it."""
    client_id: Sent = ""
    client_secret: Sent = ""
    authorization: Sent = ""
    address: str = ""
