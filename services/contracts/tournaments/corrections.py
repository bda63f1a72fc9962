"""What an operator's correction of a match would change in its competition (services/tournaments/RULES.md §5)."""

from typing import ClassVar

from services.contracts.base import Message, Name, Request
from services.contracts.staff_roles import OPERATORS
from services.contracts.wallet.corrections import GivenResult, Seats


class StandingMove(Message, frozen=True):
    """A player's place, points and prize before and after a correction; null: none."""

    account: str
    place_before: int | None
    place_after: int | None
    points_before: int
    points_after: int
    prize_delta_chips: int = 0


class StandingsEffect(Message, frozen=True):
    """What a correction does to the competition of a match; `competition` null: the match is of none. `left_out`: the
    code with which the competition does not count it any more."""

    competition: str | None = None
    name: str = ""
    left_out: str | None = None
    moves: list[StandingMove] = []


class PreviewStandings(Request[StandingsEffect], frozen=True, kw_only=True):
    """What a correction would change; nothing is changed."""

    answer: ClassVar[type] = StandingsEffect
    staff_roles: ClassVar[frozenset[str]] = OPERATORS
    refusals = ("forbidden",)
    account: str
    match: Name
    result: GivenResult
    departed: Seats = []
