"""Dice and deals in public: what all finished matches have drawn, and how likely fair chance deviates as much
(services/tables/RULES.md §22)."""

from typing import Annotated, ClassVar, Literal

import msgspec

from services.contracts.base import Message, Name, Request

DAYS_MAX = 90
"""Days in an answer."""

Verdict = Literal["few", "fair", "rare", "unfair"]
"""`few`: too few draws to be tested; `rare`: one fair day in a hundred; `unfair`: rarer than one in a million."""


class ChanceFit(Message, frozen=True):
    """A test of counts. `test`: `faces`, `rolls`, `doubles`, `faces_first`, `faces_second` (of the seat that plays the
    first or the second colour), `leader`, `places`, `hands`. `sum`: chi-squared, with `freedom` degrees of freedom.
    `probability`: that fair chance deviates as much or more; these three are None with the verdict `few`."""

    test: str
    sum: float | None
    freedom: int | None
    probability: float | None
    verdict: Verdict


class DiceCounts(Message, frozen=True):
    """Rolls of two dice. `pairs`: 36 numbers, by the first die and then the second; `faces`: by seat, 6 numbers;
    `doubles` and `rolls`: by seat."""

    pairs: list[int]
    faces: list[list[int]]
    doubles: list[int]
    rolls: list[int]


class DealCounts(Message, frozen=True):
    """Deals for so many seats. `strong`: what players hope for (`double_tiles`, `jacks`, `aces_and_specials`, `jokers`,
    `wild_cards`), None where there is no such thing; `got`: how many of them each seat was dealt; `expected`: on
    average by fair chance."""

    deals: int
    seats: int
    strong: str | None
    got: list[int]
    expected: list[float]


class ChanceDay(Message, frozen=True):
    """The matches that ended on a UTC day, `day` as `2026-11-28`."""

    day: str
    matches: int
    fits: list[ChanceFit]


class ChanceOfGame(Message, frozen=True):
    """All that was ever revealed of a game. `shuffles`: whole decks; `leader`: how often each seat began."""

    game: str
    matches: int
    shuffles: int
    dice: DiceCounts | None
    deals: list[DealCounts]
    leader: list[int]
    fits: list[ChanceFit]
    days: list[ChanceDay]
    """The newest first."""


class Chance(Message, frozen=True):
    """All games of which something was revealed, by id. `waiting`: finished matches that are not counted yet."""

    games: list[ChanceOfGame]
    waiting: int
    counted_at_ms: int


class GetChance(Request[Chance], frozen=True, kw_only=True):
    """Counts of all dice and deals that were ever revealed, with tests of all together and of each of the last days."""

    answer: ClassVar[type] = Chance
    days: Annotated[int, msgspec.Meta(ge=1, le=DAYS_MAX)] = 30


class RawCounts(Message, frozen=True):
    """The counts of one measure (services/tables/fairness/observed.py)."""

    measure: str
    counts: list[int]


class ChanceCounts(Message, frozen=True):
    """Everything that is counted of a game, so that anybody can test it in another way."""

    game: str
    day: str | None
    measures: list[RawCounts]


class GetChanceCounts(Request[ChanceCounts], frozen=True, kw_only=True):
    """The counts of a game, of one day or of all (`day` None)."""

    answer: ClassVar[type] = ChanceCounts
    refusals = (
        "game_unknown",
        "day_invalid",  # not written as 2026-11-28
    )
    game: Name
    day: Annotated[str, msgspec.Meta(max_length=10)] | None = None


class LuckLine(Message, frozen=True):
    """One's luck in a measure of a game: `pips` and `doubles` of dice, or a `strong` of deals. `value` and `expected`:
    on average for a draw; `luckier_than`: of a hundred players with fair chance and as many draws, so many got less;
    `others_value`: on average of the other seats, None without any."""

    game: str
    measure: str
    draws: int
    value: float
    expected: float
    luckier_than: float
    others_draws: int
    others_value: float | None


class OwnLuck(Message, frozen=True):
    """By game and measure; only matches that have been counted."""

    lines: list[LuckLine]


class GetLuck(Request[OwnLuck], frozen=True, kw_only=True):
    """What an account got by chance in all of its finished matches."""

    answer: ClassVar[type] = OwnLuck
    account: Name
