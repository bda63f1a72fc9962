"""What clients send to the REST API. What the rules ask of the fields is the lobby's to say."""

from typing import Annotated, Any

import msgspec

from services.contracts import lobby, moderation
from services.contracts.recordings import POSITIONS_MAX, Count, Limit, Name, Steps


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


class PasswordBody(Body, frozen=True, kw_only=True):
    """Another password for one's account."""

    current: str
    new: str


class LanguageBody(Body, frozen=True, kw_only=True):
    """The language in which one is spoken to."""

    language: lobby.Language


class MessageBody(Body, frozen=True, kw_only=True):
    """A message from the Administrator, under an id of the sender's making."""

    id: Name
    to: str | None
    """The reader's username; null: everybody."""
    kind: moderation.MessageKind
    subject: str
    body: str


class Query(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What stands behind the question mark of an address."""


class RecordingsQuery(Query, frozen=True, kw_only=True):
    """A page of recordings: those of a game, those before the place that the last page named."""

    game: Name | None = None
    before: Name | None = None
    limit: Limit = 20


class ReplayQuery(Query, frozen=True, kw_only=True):
    """Positions of a hand."""

    hand: Count
    first: Count = 0
    limit: Annotated[int, msgspec.Meta(ge=1, le=POSITIONS_MAX)] = POSITIONS_MAX


class StudyBody(Body, frozen=True, kw_only=True):
    """A hand of a recording, where one leaves it, and what one does then."""

    match: Name
    hand: Count
    position: Count
    steps: Steps = []


class BranchBody(StudyBody, frozen=True, kw_only=True):
    """A study to be kept, under an id of the sender's making: 1 … 64 of ASCII letters, digits, `_`, `.`, `-`."""

    branch: Name


class BranchesQuery(Query, frozen=True, kw_only=True):
    """The branches of one match, or all."""

    match: Name | None = None


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
