"""What clients send to the REST API. What the rules ask of the fields is the lobby's to say."""

from typing import Annotated, Any, Literal

import msgspec

from services.contracts import economy, lobby, moderation, tables, wallet
from services.contracts.recordings import POSITIONS_MAX, Count, GameTotals, Limit, Name, Steps

Version = Annotated[int, msgspec.Meta(ge=1, le=1_000_000)]
"""Of the terms and rules."""


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
    code: Name | None = None
    """Of the invitation that one comes by, and the way by which it came."""
    channel: Name | None = None
    terms: Version | None = None
    """The version of the terms that was read."""


class LoginBody(Body, frozen=True, kw_only=True):
    """A new session of an account."""

    username: str
    """The username or the e-mail address."""
    password: str
    code: Annotated[str, msgspec.Meta(max_length=64)] = ""
    """Of the second factor, where the account has one."""


class PasswordBody(Body, frozen=True, kw_only=True):
    """Another password for one's account."""

    current: str
    new: str


class ErasureBody(Body, frozen=True, kw_only=True):
    """The password, asked again before everything is erased."""

    password: str


class LanguageBody(Body, frozen=True, kw_only=True):
    """The language in which one is spoken to."""

    language: lobby.Language


class TermsBody(Body, frozen=True, kw_only=True):
    """The version of the terms that was read."""

    version: Version


class MessageBody(Body, frozen=True, kw_only=True):
    """A message from the Administrator, under an id of the sender's making."""

    id: Name
    to: str | None
    """The reader's username; null: everybody."""
    kind: moderation.MessageKind
    subject: str
    body: str


class MuteBody(Body, frozen=True, kw_only=True):
    """Take the word from a player, under an id of the sender's making."""

    id: Name
    to: str
    """The player's username."""
    minutes: int
    """From 5 to 1440, from now on; 0 gives the word back."""
    reason: str
    """10 … 500 characters, kept in the audit log."""


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


class TransfersQuery(Query, frozen=True, kw_only=True):
    """A page of one's transfers: those before an id; `about` leaves out what is about other things."""

    before: Annotated[int, msgspec.Meta(ge=1)] | None = None
    limit: economy.Page = 50
    about: wallet.About | None = None


class PaymentsQuery(Query, frozen=True, kw_only=True):
    """A page of one's purchases: those before a moment."""

    before_ms: Annotated[int, msgspec.Meta(ge=1)] | None = None
    limit: economy.Page = 20


class TicketsQuery(Query, frozen=True, kw_only=True):
    """A page of one's drawn tickets: those before a moment."""

    before_ms: Annotated[int, msgspec.Meta(ge=1)] | None = None
    limit: economy.Page = 20


class DrawBody(Body, frozen=True, kw_only=True):
    """The buyer's share of chance: 32 lower-case hex digits; null: zeros."""

    seed: Name | None = None


class PaymentBody(Body, frozen=True, kw_only=True):
    """A pack to be bought, under an id of the sender's making."""

    id: economy.Name
    pack: economy.Name


class AvatarBody(Body, frozen=True, kw_only=True):
    """An avatar to be bought, under an id of the sender's making; `place`: where it is asked for."""

    id: economy.Name
    avatar: economy.Name
    place: Name = "profile"


class WearBody(Body, frozen=True, kw_only=True):
    """One of one's own avatars, or none."""

    avatar: economy.Name | None


class GiftBody(Body, frozen=True, kw_only=True):
    """Something for another seat, under an id of the sender's making."""

    id: economy.Name
    match: economy.Name
    item: economy.Name
    seat: Count


class GiftsQuery(Query, frozen=True, kw_only=True):
    """What was given since a moment."""

    since_ms: Annotated[int, msgspec.Meta(ge=0)] = 0


class InviteQuery(Query, frozen=True, kw_only=True):
    """What the share links say, in the player's language."""

    text: Annotated[str, msgspec.Meta(max_length=280)] = ""
    subject: Annotated[str, msgspec.Meta(max_length=140)] = ""


class LimitBody(Body, frozen=True, kw_only=True):
    """A limit of one's own: cents, chips or minutes; null: none."""

    name: economy.LimitName
    value: economy.Balance | None


class ExclusionBody(Body, frozen=True, kw_only=True):
    """For how long one shuts the money games to oneself."""

    period: economy.Name


class AcknowledgeBody(Body, frozen=True, kw_only=True):
    """What one has seen."""

    what: Literal["check", "notice", "limits"]


class Me(msgspec.Struct, frozen=True, kw_only=True):
    """Who asks: the account, the chips it can use, its general Elo, how many rated games, where it sits."""

    account: lobby.Account
    chips: int
    elo: int
    games: int
    table: str | None


class Statistics(msgspec.Struct, frozen=True, kw_only=True):
    """One's own matches in numbers: the general Elo with its peak and rated matches, and totals by game."""

    elo: int
    peak: int
    rated_games: int
    games: list[GameTotals]


class Catalogue(msgspec.Struct, frozen=True, kw_only=True):
    """What is played here, and for how much."""

    games: list[tables.GameInfo]
    stakes: wallet.StakeRules | None
    """The operator's limits of stakes and steps of the rake; null while the wallet is away."""


class Nothing(msgspec.Struct, frozen=True):
    """The operation succeeded; there is no further content."""


class RefusalBody(msgspec.Struct, frozen=True):
    """Why nothing was changed: a stable code, and plain data that helps."""

    error: str
    detail: Any = None
