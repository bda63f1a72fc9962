"""Events that moderation counts for its signals besides finished matches (services/moderation/RULES.md §7)."""

from typing import ClassVar

from services.contracts.base import Event, Message


class SeatTimes(Message, frozen=True):
    """The decisions of one seat in a match: their number, the sum of their times and of the squares of these (ms and
    ms²), and how often the connection was lost."""

    account: str
    decisions: int
    total_ms: int
    squares_ms2: int
    losses: int


class MatchTimed(Event, frozen=True, kw_only=True):
    """Decision times and lost connections of a match that has ended, by seat of a person."""

    answered_by: ClassVar[str] = "tables"
    match: str
    ended_at_ms: int
    seats: list[SeatTimes]


class SeatErrors(Message, frozen=True):
    """What an analysis says of one seat of a match: decisions, and what they lost all together, in thousandths of a
    point of the game."""

    account: str
    decisions: int
    lost_thousandths: int


class MatchAppraised(Event, frozen=True, kw_only=True):
    """A match that was no practice has been analysed; by seat of a person. Once more when it is analysed anew."""

    answered_by: ClassVar[str] = "tables"
    match: str
    game: str
    ended_at_ms: int
    seats: list[SeatErrors]


class EarlyLeaver(Event, frozen=True, kw_only=True):
    """Somebody has left staked matches before the first round so often that staked tables refuse them.

    `accounts`: who left, all accounts that used the same device; `leaves`: how often within a day.
    """

    answered_by: ClassVar[str] = "wallet"
    match: str
    accounts: list[str]
    leaves: int
    until_ms: int


class FriendRewarded(Event, frozen=True, kw_only=True):
    """An invitation was rewarded."""

    answered_by: ClassVar[str] = "wallet"
    inviter: str
    friend: str
    at_ms: int
