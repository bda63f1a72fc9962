"""What players send about conduct, and staff about players. What the rules ask of the fields is moderation's to say."""

from typing import Annotated

import msgspec

from gateway.http.request_bodies import Body, Query
from services.contracts import discipline
from services.contracts.recordings import Name

_ACCOUNTS_MAX = 100
Number = Annotated[int, msgspec.Meta(ge=0, le=2**53)]


class ReportBody(Body, frozen=True, kw_only=True):
    """A report about a player: by account (`to`), by username (`name`), or by a `seat` of `table`."""

    id: Name
    """The sender's: sent twice, it is one report."""
    category: discipline.Category
    comment: str
    """1 … 500 characters."""
    to: Name | None = None
    name: Name | None = None
    seat: Annotated[int, msgspec.Meta(ge=0, le=99)] | None = None
    match: Name | None = None
    hand: Number | None = None
    event: Number | None = None
    table: Name | None = None
    room: Annotated[str, msgspec.Meta(max_length=100)] | None = None


class AppealBody(Body, frozen=True, kw_only=True):
    """An appeal from the login notice: name and password are checked, no session is given."""

    username: str
    password: str
    text: str
    """10 … 2000 characters."""
    kind: Name | None = None


class DecisionBody(Body, frozen=True, kw_only=True):
    """A decision on a report."""

    decision: discipline.Decision
    reason: str
    """10 … 500 characters."""
    permanent: bool = False
    """With `block`: for good."""
    message: str = ""
    """With `warn`: words for the player."""


class ReasonBody(Body, frozen=True, kw_only=True):
    """Why something is done: 10 … 500 characters."""

    reason: str


class SanctionBody(Body, frozen=True, kw_only=True):
    """A red card or a permanent block, under an id of the sender's making."""

    id: Name
    to: Name
    """The player's account or username."""
    reason: str
    """10 … 500 characters; the player reads it."""
    match: Name | None = None


class RulingBody(Body, frozen=True, kw_only=True):
    """A ruling on an appeal."""

    outcome: discipline.Ruling
    reason: str
    until_ms: Number | None = None
    """With `reduced`: the new end."""


class RoleBody(Body, frozen=True, kw_only=True):
    """A role is given to a player (account or username), or taken."""

    to: Name
    role: discipline.StaffRole
    give: bool
    reason: str


class ReportsQuery(Query, frozen=True, kw_only=True):
    """Undecided reports, or decided ones; of all players or about one account."""

    decided: bool = False
    reported: Name | None = None


class AppealsQuery(Query, frozen=True, kw_only=True):
    """Open appeals, or ruled ones."""

    ruled: bool = False


class AuditQuery(Query, frozen=True, kw_only=True):
    """Entries before a number; about one subject."""

    before: Number | None = None
    subject: Name | None = None


class ChatQuery(Query, frozen=True, kw_only=True):
    """Lines before a number."""

    before: Number | None = None


class NamesQuery(Query, frozen=True, kw_only=True):
    """Accounts, separated by commas."""

    accounts: Annotated[str, msgspec.Meta(max_length=65 * _ACCOUNTS_MAX)]
