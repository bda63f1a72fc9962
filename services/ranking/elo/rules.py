"""Elo: expected scores, points, changes of rating (RULES.md §1)."""

import math
from collections.abc import Sequence
from typing import Literal

import msgspec

from services.kernel.ratings import ELO_START

Label = Literal["win", "loss", "half_win", "half_loss", "draw"]
"""The label of a match for one player's rating."""

SideResult = Literal["A", "B", "tie"]
"""The result of two sides."""

_SPREAD_MAX = 400


class EloSettings(msgspec.Struct, frozen=True):
    """The operator's settings of the general Elo (`elo_…`)."""

    start: int = ELO_START
    floor: int = 100
    k: tuple[int, int, int] = (40, 20, 10)
    """For a new player, for the others, for one who has ever stood at `top`."""
    new: int = 30
    top: int = 2400


DEFAULTS = EloSettings()


class Rated(msgspec.Struct, frozen=True):
    """A player before the match: rating, rated matches before this one, highest rating ever."""

    rating: int
    games: int = 0
    peak: int | None = None


Side = Sequence[Rated]


class Change(msgspec.Struct, frozen=True):
    """The change of one player's rating by a match; no label: it did not count for them."""

    delta: int = 0
    label: Label | None = None


UNCHANGED = Change()


def expected(rating: float, other: float) -> float:
    """The expected score E of `rating` against `other`."""
    difference = max(-_SPREAD_MAX, min(_SPREAD_MAX, other - rating))
    return float(1 / (1 + 10 ** (difference / 400)))


def k_factor(player: Rated, settings: EloSettings = DEFAULTS) -> int:
    """How strongly one match moves the player."""
    new, usual, top = settings.k
    if player.games < settings.new:
        return new
    return top if max(player.rating, player.peak or player.rating) >= settings.top else usual


def tie_label(rating: float, other: float) -> Label:
    """A tie for one of two: the lower-rated is its winner."""
    if rating == other:
        return "draw"
    return "half_win" if rating < other else "half_loss"


def points(label: Label, expectation: float) -> float:
    """g: the score beyond the expected one; a half result counts half of it."""
    return {
        "win": 1 - expectation,
        "loss": -expectation,
        "half_win": (1 - expectation) / 2,
        "half_loss": -expectation / 2,
        "draw": 0.0,
    }[label]


def rounded(value: float) -> int:
    """The nearest integer, half away from zero."""
    whole = math.trunc(value)
    return whole + (value >= 0) - (value < 0) if abs(value - whole) >= 0.5 else whole


def cut(delta: int, rating: int, settings: EloSettings = DEFAULTS) -> int:
    """`delta` made smaller where it would take the rating under the floor."""
    return max(delta, min(0, settings.floor - rating))


def side_rating(side: Side) -> float:
    """The plain mean of a side's players; may end in .5."""
    return sum(player.rating for player in side) / len(side)


def change(player: Rated, label: Label, score: float, settings: EloSettings = DEFAULTS, k: int | None = None) -> Change:
    """The change of the player's rating by `score` (g); `k` in place of the player's own."""
    factor = k_factor(player, settings) if k is None else k
    return Change(cut(rounded(factor * score), player.rating, settings), label)


def two_sides(
    sides: tuple[Side, Side], result: SideResult, settings: EloSettings = DEFAULTS, k: int | None = None
) -> tuple[tuple[Change, ...], tuple[Change, ...]]:
    """The changes of everybody when two sides played the match out."""
    labels = side_labels(sides, result)
    return (_of_side(sides, 0, labels[0], settings, k), _of_side(sides, 1, labels[1], settings, k))


def side_labels(sides: tuple[Side, Side], result: SideResult) -> tuple[Label, Label]:
    """The label of the match for each side."""
    if result == "tie":
        first, second = side_rating(sides[0]), side_rating(sides[1])
        return tie_label(first, second), tie_label(second, first)
    return ("win", "loss") if result == "A" else ("loss", "win")


def side_points(sides: tuple[Side, Side], side: int, label: Label) -> float:
    """The score g of one side for a result."""
    return points(label, expected(side_rating(sides[side]), side_rating(sides[1 - side])))


def individual(
    players: Side, places: Sequence[int], settings: EloSettings = DEFAULTS, k: int | None = None
) -> tuple[Change, ...]:
    """The changes when each of n ≥ 2 players played alone: the mean of the pairwise results."""
    labels = individual_labels(players, places)
    return tuple(
        change(player, labels[seat], _mean_points(players, places, seat), settings, k)
        for seat, player in enumerate(players)
    )


def individual_labels(players: Side, places: Sequence[int]) -> tuple[Label, ...]:
    """A single first wins; players who share the first place tie, and the lowest-rated of them wins that tie."""
    best = min(places)
    sharers = [player.rating for player, place in zip(players, places, strict=True) if place == best]
    _, *others = sharers

    def label(rating: int, place: int) -> Label:
        if place != best:
            return "loss"
        if not others:
            return "win"
        return tie_label(rating, max(sharers) if rating == min(sharers) else min(sharers))

    return tuple(label(player.rating, place) for player, place in zip(players, places, strict=True))


def _of_side(
    sides: tuple[Side, Side], side: int, label: Label, settings: EloSettings, k: int | None
) -> tuple[Change, ...]:
    score = side_points(sides, side, label)
    return tuple(change(player, label, score, settings, k) for player in sides[side])


def _mean_points(players: Side, places: Sequence[int], seat: int) -> float:
    own, rating = places[seat], players[seat].rating
    scores = [
        points(_against(own, place, rating, other.rating), expected(rating, other.rating))
        for opponent, (other, place) in enumerate(zip(players, places, strict=True))
        if opponent != seat
    ]
    return sum(scores) / len(scores)


def _against(place: int, other_place: int, rating: int, other_rating: int) -> Label:
    if place == other_place:
        return tie_label(rating, other_rating)
    return "win" if place < other_place else "loss"
