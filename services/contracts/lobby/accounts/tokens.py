"""Personal tokens: made, listed and revoked by their owner (services/lobby/RULES.md §12)."""

from typing import Annotated, ClassVar

import msgspec

from services.contracts.base import CHECK_REFUSALS, SESSION_REFUSALS, Done, Message, Request, SafeInt, Short
from services.contracts.client.token_scopes import Scope

TokenName = Annotated[str, msgspec.Meta(max_length=200)]
TokenId = Annotated[str, msgspec.Meta(min_length=1, max_length=64)]


class TokenLine(Message, frozen=True):
    """A token as its owner sees it, without its secret. `used_at_ms`: to the minute; null: never. `bot`: the bot
    account that comes in with it; null: it is for the owner's own."""

    id: str
    name: str
    scopes: list[Scope]
    made_at_ms: int
    expires_at_ms: int
    used_at_ms: int | None = None
    bot: str | None = None


class PersonalTokens(Message, frozen=True):
    """The tokens of an account that hold, newest first, and the limits. `password`: whether the account has one, which
    is asked for where a token is made."""

    tokens: list[TokenLine]
    tokens_max: int
    days_max: int
    password: bool


class NewToken(Message, frozen=True):
    """A new token; `secret` is shown this once."""

    secret: str
    line: TokenLine


class ListTokens(Request[PersonalTokens], frozen=True, kw_only=True):
    """The tokens of the session's account."""

    answer: ClassVar[type] = PersonalTokens
    at_home = ("token",)
    refusals = SESSION_REFUSALS
    token: str


class MakeToken(Request[NewToken], frozen=True, kw_only=True):
    """A token more, for a program of the owner's."""

    answer: ClassVar[type] = NewToken
    at_home = ("token",)
    refusals = (
        *SESSION_REFUSALS, *CHECK_REFUSALS,
        "token_name_invalid", "token_days_invalid", "bot_unknown", "token_scopes_invalid", "token_limit",
    )  # fmt: skip
    token: str
    name: TokenName
    scopes: Annotated[list[Short], msgspec.Meta(max_length=50)]
    days: SafeInt
    """For how many days it holds."""
    bot: Short | None = None
    """The bot account that comes in with it; null: the owner's own (§13)."""
    password: str = ""
    """Not needed for five minutes after a passkey was shown in the session."""
    device: str = ""
    address: str = ""


class RevokeToken(Request[Done], frozen=True, kw_only=True):
    """A token opens nothing any more."""

    answer: ClassVar[type] = Done
    at_home = ("token",)
    refusals = (*SESSION_REFUSALS, "token_unknown")
    token: str
    personal: TokenId
    address: str = ""
