"""Competitions that players make: free, among friends, a company or everybody (services/tournaments/RULES.md §11)."""

from typing import Annotated, Any, ClassVar, Literal

import msgspec

from services.contracts.base import Done, Message, Request
from services.contracts.moderation.reports import Category, FileReport, Receipt
from services.contracts.staff_roles import DECIDERS
from services.contracts.tournaments.competitions import Competitions, Id, Reason, Time

Audience = Literal["all", "friends", "company"]
PLACES_MAX = 64
WHO = ("player_unknown", "guest_forbidden", "visitor_forbidden", "account_suspended")


class MadeCompetition(Message, frozen=True):
    """The competition that was made, by its id."""

    competition: str


class MakeCompetition(Request[MadeCompetition], frozen=True, kw_only=True):
    """Make a competition. `id` is the sender's: sent twice, it is one. `minutes`: from the start to the end; `games`:
    of each player; `places`: for how many players it is; `company`: where that is the audience."""

    answer: ClassVar[type] = MadeCompetition
    at_home = ("account",)
    refusals = (
        *WHO, "account_too_new", "chat_banned", "competition_name_invalid", "company_unknown", "company_forbidden",
        "game_unknown", "options_invalid", "competition_invalid", "competition_made_limit", "idempotency_conflict",
    )  # fmt: skip
    account: str
    id: Id
    name: Annotated[str, msgspec.Meta(max_length=240)]
    game: Id
    options: dict[str, Any] = {}
    players: Literal[2, 4] = 2
    starts_at_ms: Time
    minutes: Annotated[int, msgspec.Meta(ge=15, le=360)] = 90
    games: Annotated[int, msgspec.Meta(ge=1, le=10)] = 3
    places: Annotated[int, msgspec.Meta(ge=2, le=PLACES_MAX)] = 16
    audience: Audience = "friends"
    company: Id | None = None


class StartCompetition(Request[Done], frozen=True, kw_only=True):
    """Start one's competition now; it ends as long after its start as it was to. `id` as in `competitions.Withdraw`."""

    answer: ClassVar[type] = Done
    at_home = ("account",)
    refusals = (
        "competition_unknown", "competition_forbidden", "competition_state", "entrants_missing",
        "idempotency_conflict",
    )  # fmt: skip
    account: str
    id: Id | None = None
    competition: Id


class CallOffCompetition(Request[Done], frozen=True, kw_only=True):
    """Call one's competition off, before its start. `id` as in `competitions.Withdraw`."""

    answer: ClassVar[type] = Done
    at_home = ("account",)
    refusals = ("competition_unknown", "competition_forbidden", "competition_state", "idempotency_conflict")
    account: str
    id: Id | None = None
    competition: Id


class ListInvitedCompetitions(Request[Competitions], frozen=True, kw_only=True):
    """The competitions of friends and companies that one may enter, and one's own; those that are not over."""

    answer: ClassVar[type] = Competitions
    account: str


class ReportCompetition(Request[Receipt], frozen=True, kw_only=True):
    """Report the name of a competition that a player has made."""

    answer: ClassVar[type] = Receipt
    at_home = ("account",)
    refusals = ("competition_unknown", "guest_forbidden", "visitor_forbidden", *FileReport.refusals)
    account: str
    id: Id
    competition: Id
    category: Category
    comment: Annotated[str, msgspec.Meta(max_length=2_000)] = ""


class CloseCompetition(Request[Done], frozen=True, kw_only=True):
    """For moderators: call a competition off that a player has made. `id` as in `competitions.PublishCompetition`."""

    answer: ClassVar[type] = Done
    staff_roles: ClassVar[frozenset[str]] = DECIDERS
    refusals = ("forbidden", "competition_unknown", "reason_required", "competition_state", "idempotency_conflict")
    account: str
    id: Id | None = None
    competition: Id
    reason: Reason
