"""What a hand brings, and when the match is won (RULES.md §9, §10)."""

from collections.abc import Sequence
from typing import Literal, NamedTuple

from games.pilotta.state import Pair, Value, Variant

ALL_TRICKS_POINTS = 250
CAPOT_POINTS = 250
TEN = 10


class Played(NamedTuple):
    """What a hand has come to before its contract is judged; all by team."""

    trick_points: Pair
    all_tricks_by: int | None
    declaration_points: Pair
    belote: Pair

    @property
    def counted(self) -> Pair:
        """The points of the tricks, 250 for all of them."""
        if self.all_tricks_by is None:
            return self.trick_points
        return (ALL_TRICKS_POINTS, 0) if self.all_tricks_by == 0 else (0, ALL_TRICKS_POINTS)

    @property
    def beside(self) -> Pair:
        """Declarations and belote."""
        return self.declaration_points[0] + self.belote[0], self.declaration_points[1] + self.belote[1]

    @property
    def totals(self) -> Pair:
        """What decides the contract."""
        counted, beside = self.counted, self.beside
        return counted[0] + beside[0], counted[1] + beside[1]


def value_points(value: Value | None, multiplier: int) -> int:
    """What a value counts; nothing in the classic games, where there is none."""
    return (CAPOT_POINTS if value == "capot" else value or 0) * multiplier


class Contract(NamedTuple):
    """What the takers have promised; no value in the classic games."""

    variant: Variant
    team: int
    value: Value | None = None
    multiplier: int = 1

    @property
    def points(self) -> int:
        """What the value counts, doubled as often as it was doubled."""
        return value_points(self.value, self.multiplier)


class Score(NamedTuple):
    """What is recorded: exact points, tens of the tricks after rounding, units; who was rounded up, if anybody."""

    made: bool
    exact: Pair
    trick_units: Pair
    units: Pair
    rounded_up: int | None


def made(contract: Contract, played: Played) -> bool:
    """Whether the takers have kept their promise."""
    totals = played.totals
    if contract.variant != "palatisti":
        return totals[contract.team] > totals[1 - contract.team]
    if contract.value == "capot":
        return played.all_tricks_by == contract.team
    return totals[contract.team] >= (contract.value or 0)


def score(contract: Contract, played: Played) -> Score:
    """The score of a hand."""
    team, counted, beside = contract.team, played.counted, played.beside
    if not made(contract, played):
        rest = sum(beside) + contract.points
        units = (sum(counted) + 5) // TEN
        up = 1 - team if units * TEN > sum(counted) else None
        return Score(
            False,
            _for_team(1 - team, sum(counted) + rest),
            _for_team(1 - team, units),
            _for_team(1 - team, units + rest // TEN),
            up,
        )
    up = rounded_up(counted, team)
    won = _for_team(team, contract.points)
    tens = (counted[0] // TEN + (up == 0), counted[1] // TEN + (up == 1))
    rest_by = (beside[0] + won[0], beside[1] + won[1])
    exact = (counted[0] + rest_by[0], counted[1] + rest_by[1])
    return Score(True, exact, tens, (tens[0] + rest_by[0] // TEN, tens[1] + rest_by[1] // TEN), up)


def rounded_up(points: Pair, taker_team: int) -> int | None:
    """The one team whose trick points are rounded up: the larger remainder of 5 or more, then more points, then the
    taker's."""
    remainders = points[0] % TEN, points[1] % TEN
    if max(remainders) < 5:
        return None
    order = [(remainders[team], points[team], team == taker_team, team) for team in (0, 1)]
    return max(order)[-1]


def _for_team(team: int, number: int) -> Pair:
    return (0, number) if team else (number, 0)


class MatchEnd(NamedTuple):
    """Who has won a match, and by what; a tiebreak's rating gain is halved."""

    winner: int
    reason: Literal["score", "rating_tiebreak"]
    rating_factor: float


def match_end(totals: Pair, target: int, ratings: Sequence[int]) -> MatchEnd | None:
    """The end of the match, if the totals of a hand are one: more units, then the lower sum of ratings."""
    if max(totals) < target:
        return None
    if totals[0] != totals[1]:
        return MatchEnd(int(totals[1] > totals[0]), "score", 1)
    sums = sum(ratings[0::2]), sum(ratings[1::2])
    return None if sums[0] == sums[1] else MatchEnd(int(sums[1] < sums[0]), "rating_tiebreak", 0.5)
