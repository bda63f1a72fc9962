"""What clients send to the REST API. What the rules ask of the fields is the lobby's to say."""

from typing import Any

import msgspec

from services.contracts import lobby


class Body(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A JSON object."""


class RegisterBody(Body, frozen=True, kw_only=True):
    """A new account."""

    username: str
    email: str
    password: str
    birth_date: str
    """ISO date, `1990-12-31`."""
    language: lobby.Language = "en"


class LoginBody(Body, frozen=True, kw_only=True):
    """A new session of an account."""

    username: str
    """The username or the e-mail address."""
    password: str


class Me(msgspec.Struct, frozen=True, kw_only=True):
    """Who asks: the account, the chips it can use, its general Elo, how many rated games, where it sits."""

    account: lobby.Account
    chips: int
    elo: int
    games: int
    table: str | None


class Nothing(msgspec.Struct, frozen=True):
    """It is done, and there is nothing to tell."""


class RefusalBody(msgspec.Struct, frozen=True):
    """Why nothing was changed: a stable code, and plain data that helps."""

    error: str
    detail: Any = None
