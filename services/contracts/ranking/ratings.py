"""Requests to ranking, and the events that it publishes (services/ranking/RULES.md)."""

from typing import ClassVar

from services.contracts.base import Event, Message, Request


class Rating(Message, frozen=True):
    """An account's general Elo: `games` rated before, `peak` the highest it has been."""

    account: str
    rating: int
    games: int
    peak: int
    seq: int = 0
    """The number of its changes: of two ratings the one with the greater is newer."""


class Ratings(Message, frozen=True):
    """Ratings in the order asked; accounts without a rated match have the starting values."""

    ratings: list[Rating]


class GetRatings(Request[Ratings], frozen=True, kw_only=True):
    """The general Elo of up to 1,000 accounts."""

    answer: ClassVar[type] = Ratings
    accounts: list[str]


class RatingChange(Message, frozen=True):
    """What a match did to one account's rating."""

    account: str
    rating: int
    delta: int
    label: str
    """`win`, `loss`, `half_win`, `half_loss` or `draw`; `none`: corrected, it does not count for this account."""
    games: int = 0
    """Rated matches so far, this one too."""
    seq: int = 0
    """As in `Rating`."""


class Rated(Event, frozen=True, kw_only=True):
    """A match has been rated, or rated again after a correction: then `delta` is its whole change."""

    match: str
    changes: list[RatingChange]
