"""From game to game: points, target, what is played next and who starts (RULES.md §1, §2, §11)."""

import msgspec

from games.tavli.state import Length, VariantChoice, VariantName
from games.tavli.variants import variant_now
from services.kernel.seats import Seat

CONCEDED_POINTS = 2
"""The most that a game can give: what it counts when its loser has left."""

Score = tuple[int, int]


class Closed(msgspec.Struct, frozen=True):
    """The match after one of its games."""

    score: Score
    over: bool
    winner: Seat | None
    """Of the match."""
    next_variant: VariantName | None = None
    next_starter: Seat | None = None
    """None: an opening roll decides, unless the match is over."""


def close_game(
    variant: VariantChoice, target: Length, score: Score, game_number: int, winner: Seat | None, points: int
) -> Closed:
    """What the game with this number, counted from 1, changes; `winner` None is a tie and adds nothing."""
    if winner is not None:
        score = with_points(score, winner, score[winner] + points)
        if score[winner] >= target:
            return Closed(score, True, winner)
    return Closed(score, False, None, variant_now(variant, game_number + 1), winner)


def conceded(score: Score, stayed: Seat, target: int) -> Score:
    """The score on record when the other seat has left: the running game counts most, and the match is won."""
    return with_points(score, stayed, max(score[stayed] + CONCEDED_POINTS, target))


def resign_points(own: int) -> int:
    """What a resigned game gives to the other seat: 2 while nothing was borne off (`own` is a side, side.py)."""
    return 1 if own & 15 else 2


def with_points(score: Score, seat: Seat, points: int) -> Score:
    """The score with one seat's points replaced."""
    return (points, score[1]) if seat == 0 else (score[0], points)
