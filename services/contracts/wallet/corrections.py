"""What an operator's correction of a match would move (services/wallet/RULES.md §5.3)."""

from typing import Annotated, ClassVar, Literal

import msgspec

from services.contracts.base import Message, Name, Request
from services.contracts.staff_roles import OPERATORS

SEATS_MAX = 6
Seat = Annotated[int, msgspec.Meta(ge=0, le=99)]
Seats = Annotated[list[Seat], msgspec.Meta(max_length=SEATS_MAX)]
GivenResult = Annotated[list[Seat], msgspec.Meta(min_length=1, max_length=SEATS_MAX)] | Literal["tie", "void"]
"""The winning seats, a tie, or no result at all."""


class ChipsEffect(Message, frozen=True):
    """What a correction does to chips, by seat: what each gets instead of `last_payouts`, and what of a difference is
    no longer there and comes from the platform (`shortfalls`). Empty lists: the match had no stake. `revision`: the
    number of corrections that the match has had."""

    revision: int
    outcome: str
    """Empty without a stake: then ranking says it."""
    last_outcome: str
    payouts: list[int]
    last_payouts: list[int]
    rake_delta_chips: int
    shortfalls: dict[int, int]


class PreviewChips(Request[ChipsEffect], frozen=True, kw_only=True):
    """What a correction would move; nothing is changed. `roles`: of who asks."""

    answer: ClassVar[type] = ChipsEffect
    staff_roles: ClassVar[frozenset[str]] = OPERATORS
    refusals = (
        "forbidden", "match_unknown", "not_correctable", "correction_window_closed", "bad_parameters",
        "correction_empty", "account_unknown",
    )  # fmt: skip
    roles: list[str]
    match: Name
    result: GivenResult
    departed: Seats = []
    first_round_done: bool | None = None


Chips = Annotated[int, msgspec.Meta(ge=0, le=1_000_000_000_000)]


class RoundEffect(Message, frozen=True):
    """What a correction of a round does, chips by account: `bets` that were held, what was paid (`last_credited`) and
    would be paid, each with the stake, and what of a difference is no longer there and comes from the platform
    (`shortfalls`). `revision`: the number of corrections that the round has had."""

    revision: int
    bets: dict[str, int]
    last_credited: dict[str, int]
    credited: dict[str, int]
    shortfalls: dict[str, int]


class PreviewRound(Request[RoundEffect], frozen=True, kw_only=True):
    """What a correction of a paid round of a house-banked table would move; nothing is changed. `credited`: as in an
    order (`orders.CorrectRound`). `roles`: of the asking account."""

    answer: ClassVar[type] = RoundEffect
    staff_roles: ClassVar[frozenset[str]] = OPERATORS
    refusals = ("forbidden", "round_unknown", "correction_window_closed", "bad_parameters")
    roles: list[str]
    round: Name
    credited: Annotated[dict[Name, Chips], msgspec.Meta(max_length=100)] | None = None
