"""Points and margin of one competition game (RULES.md §5, the table of results)."""

from collections.abc import Collection, Sequence
from typing import Literal

import msgspec

Outcome = Literal["won", "tied", "forfeited", "conceded", "void", "not_completed"]
Elo = Sequence[Sequence[float]]
"""General Elo at the start, by side and player of the side."""

WIN, TIE = 2, 1


class Score(msgspec.Struct, frozen=True):
    """The points and margin of one finished game for a player."""

    points: int
    margin: int


class Played(msgspec.Struct, frozen=True):
    """A game of a competition as it ended.

    `points` by side: None in games without points, which are won by one. `places` by side where more
    than two played alone. `departed`: side and player of everybody who left or was replaced.
    """

    outcome: Outcome
    winner: int | None = None
    target: int | None = None
    points: tuple[int, ...] | None = None
    places: tuple[int, ...] | None = None
    departed: tuple[tuple[int, int], ...] = ()


Scores = tuple[tuple[Score | None, ...], ...]
"""By side and player; None: the game is given back."""


def scores(elo: Elo, game: Played) -> Scores:
    """Everybody's score of a game."""
    return tuple(tuple(_score(elo, game, side, player) for player in range(len(elo[side]))) for side in range(len(elo)))


def _score(elo: Elo, game: Played, side: int, player: int) -> Score | None:
    if (side, player) in game.departed:
        return Score(0, -_stake(game))
    if game.outcome in ("void", "not_completed"):
        return None
    if len(elo) > 2:
        return _individual(elo, game, side)
    if game.outcome in ("forfeited", "conceded") and game.departed:
        return Score(0, 0) if side == game.departed[0][0] else Score(WIN, _stake(game))
    return _two_sided(elo, game, side)


def _stake(game: Played) -> int:
    """The margin that leaving costs, and that an opponent's leaving brings: the target, 1 in games without one."""
    return game.target or 1


def _two_sided(elo: Elo, game: Played, side: int) -> Score:
    if game.outcome == "tied" or game.winner is None:
        return Score(_tie_points(_mean(elo[side]), [_mean(one) for one in elo]), 0)
    own_won = side == game.winner
    if game.points is None:
        return Score(WIN, 1) if own_won else Score(0, -1)
    margin = abs(game.points[side] - game.points[1 - side])  # in some games points are penalties
    return Score(WIN, margin) if own_won else Score(0, -margin)


def _individual(elo: Elo, game: Played, side: int) -> Score:
    places = game.places or ()
    place = places[side]
    sharers = [_mean(elo[other]) for other, its_place in enumerate(places) if its_place == place]
    margin = len(places) + 1 - 2 * (place + len(sharers) - 1)
    if place != min(places):
        return Score(0, margin)
    return Score(WIN if len(sharers) == 1 else _tie_points(_mean(elo[side]), sharers), margin)


def _tie_points(own: float, sharers: Collection[float]) -> int:
    return TIE if own == min(sharers) else 0


def _mean(ratings: Sequence[float]) -> float:
    return sum(ratings) / len(ratings)
