"""What an operator's correction of a match would change in ratings and badges (services/ranking/RULES.md §1, §2, §3,
§9)."""

from typing import ClassVar

from services.contracts.base import Message, Name, Request
from services.contracts.ranking.badges import BadgeId
from services.contracts.staff_roles import OPERATORS
from services.contracts.wallet.corrections import GivenResult, Seats


class RatingMove(Message, frozen=True):
    """A rating before and after a correction. `board`: a leaderboard; `pr`: the dominoes classification; neither: the
    general Elo. `period`: of the leaderboard."""

    account: str
    before: int
    after: int
    board: str | None = None
    period: str | None = None
    pr: bool = False


class BadgeMove(Message, frozen=True):
    """A badge before and after a correction: when it was earned, null where the account does not have it. With two
    dates it stays, earned by another deed."""

    account: str
    badge: BadgeId
    before_ms: int | None
    after_ms: int | None


class RatingsEffect(Message, frozen=True):
    """What a correction does to ratings and badges, those alone that move. `outcome`: how the match counts then."""

    outcome: str
    moves: list[RatingMove]
    badges: list[BadgeMove] = []


class PreviewRatings(Request[RatingsEffect], frozen=True, kw_only=True):
    """What a correction would change; nothing is changed. `roles`: of who asks; `accounts`: who sat where; `outcome`:
    as the wallet settles it, null for a match without a stake."""

    answer: ClassVar[type] = RatingsEffect
    staff_roles: ClassVar[frozenset[str]] = OPERATORS
    refusals = (
        "forbidden", "match_unknown", "not_correctable", "correction_window_closed", "bad_parameters",
        "correction_empty",
    )  # fmt: skip
    roles: list[str]
    match: Name
    result: GivenResult
    departed: Seats = []
    first_round_done: bool | None = None
    accounts: list[Name]
    outcome: str | None = None
