"""What the ends of a game are worth to a seat: points, or its chance to win the match.

A combined match to 5 at 4–3 is decided by any win of the leader: a double is worth nothing more to it. The table of
match chances is worked out backwards from the end of the match; which seat starts counts a little, the variant that
comes next counts by how often it ends double (`ENDS`, measured by tools/train_tavli/ends.py over 3,000 games).
"""

from functools import lru_cache
from typing import Any, NamedTuple

from games.tavli.match import CONCEDED_POINTS
from games.tavli.state import VariantChoice, VariantName
from games.tavli.variants import ORDER
from services.kernel.seats import Seat


class Stakes(NamedTuple):
    """What each end is worth to a seat, in one unit for all."""

    win: float
    double: float
    loss: float
    double_loss: float
    tie: float

    def swapped(self) -> "Stakes":
        """The same for the other seat, the sum of both being nothing."""
        return Stakes(-self.loss, -self.double_loss, -self.win, -self.double, -self.tie)

    def worth(self, chances: Any) -> Any:
        """What chances (net.py; a fourth column for ties that are already there) are worth."""
        win, double, double_loss, tie = (chances[..., column] for column in range(4))
        return (
            (win - double) * self.win
            + double * self.double
            + (1 - win - double_loss) * self.loss
            + double_loss * self.double_loss
            + tie * (self.tie - (self.win + self.loss) / 2)
        )

    def in_points(self) -> "Stakes":
        """Scaled so that a single win is worth 1 and a single loss −1: what noise and thresholds are measured in."""
        middle, half = (self.win + self.loss) / 2, (self.win - self.loss) / 2
        return Stakes(*((each - middle) / half for each in self))


POINTS = Stakes(1, 2, -1, -2, 0)
"""A game for points, whatever the score."""


class Ends(NamedTuple):
    """How often a game ends how for the seat that starts it; the rest are ties."""

    win: float
    double: float
    loss: float
    double_loss: float

    @property
    def tie(self) -> float:
        """How often neither wins."""
        return round(1 - sum(self), 6)


ENDS: dict[VariantName, Ends] = {
    "portes": Ends(0.401, 0.128, 0.371, 0.100),
    "plakoto": Ends(0.296, 0.222, 0.301, 0.181),
    "fevga": Ends(0.464, 0.132, 0.351, 0.053),
}


class Score(NamedTuple):
    """A match between two games, or during one, as a seat sees it."""

    choice: VariantChoice
    needs: int
    """Points that the seat still needs."""
    theirs: int
    number: int
    """Of the game, counted from 1."""


def variant_of(choice: VariantChoice, number: int) -> VariantName:
    """The variant of a game of the match."""
    return ORDER[(number - 1) % len(ORDER)] if choice == "combined" else choice


def match_chance(score: Score, starts: bool | None) -> float:
    """The seat's chance to win the match before the game of this number; `starts` None: an opening roll decides."""
    if score.needs <= 0 or score.theirs <= 0:
        return float(score.needs <= 0)
    number = (score.number - 1) % len(ORDER) + 1 if score.choice == "combined" else 1
    first, second = _chances(score._replace(number=number))
    return (first + second) / 2 if starts is None else first if starts else second


@lru_cache(4096)
def _chances(score: Score) -> tuple[float, float]:
    """The chance to win the match if the seat starts this game, and if it does not."""
    ends = ENDS[variant_of(score.choice, score.number)]
    after = game_stakes(score, tie=0.0)
    first = (
        after.win * ends.win
        + after.double * ends.double
        + after.loss * ends.loss
        + after.double_loss * ends.double_loss
    )
    second = (
        after.win * ends.loss
        + after.double * ends.double_loss
        + after.loss * ends.win
        + after.double_loss * ends.double
    )
    if not ends.tie:
        return first, second
    if score.choice == "combined":
        tied = match_chance(score._replace(number=score.number + 1), None)
    else:  # the same game again, and again: half of the sum of both is where it ends
        tied = (first + second) / 2 / (1 - ends.tie)
    return first + ends.tie * tied, second + ends.tie * tied


def game_stakes(score: Score, tie: float | None = None) -> Stakes:
    """The chance to win the match after each end of the game of this number."""
    following = score._replace(number=score.number + 1)

    def after(own: int, theirs: int, starts: bool | None) -> float:
        return match_chance(following._replace(needs=score.needs - own, theirs=score.theirs - theirs), starts)

    double = CONCEDED_POINTS
    return Stakes(
        after(1, 0, True),
        after(double, 0, True),
        after(0, 1, False),
        after(0, double, False),
        after(0, 0, None) if tie is None else tie,
    )


def stakes_of(choice: VariantChoice, target: int, score: tuple[int, int], number: int, seat: Seat) -> Stakes:
    """What the running game is worth to a seat, as its chance to win the match."""
    return game_stakes(Score(choice, target - score[seat], target - score[1 - seat], number))
