"""Shared replays: links to finished matches that open without an account (services/tables/RULES.md §23).

Answers to whoever holds a link name no account, and people only where all of them agree.
"""

from typing import Annotated, Any, ClassVar, Literal

import msgspec

from services.contracts.base import Done, Message, Request
from services.contracts.tables.recordings import POSITIONS_MAX, Count, Name, Replay

Choice = Literal["ask", "always", "never"]
"""A standing answer: `always` agrees to what was not answered, `never` shows no name whatever was answered."""
Answer = Literal["asked", "agreed", "refused"]
Picture = Literal["board", "moment"]
"""`board`: a PNG of the end. `moment`: an animated GIF of what decided the match."""


# --- of one's own ------------------------------------------------------------------------------------------------


class ShareLink(Message, frozen=True):
    """A link that an account has made. `names`: whether it wishes names to be shown; `names_shown`: whether they are;
    `waiting_for`: how many people have not agreed."""

    link: str
    match: str
    game: str
    names: bool
    names_shown: bool
    waiting_for: int
    made_at_ms: int
    ends_at_ms: int


class ShareQuestion(Message, frozen=True):
    """A match about which an account was asked whether its name may be shown; `players`: who sat there."""

    match: str
    game: str
    players: list[str]
    asked_by: str
    """The account that has asked first."""
    asked_at_ms: int
    ended_at_ms: int
    answer: Answer


class Shares(Message, frozen=True):
    """What an account has shared, and what it was asked, newest first; `limit`: how many links it may have."""

    choice: Choice
    links: list[ShareLink]
    questions: list[ShareQuestion]
    limit: int


class GetShares(Request[Shares], frozen=True, kw_only=True):
    """One's links, questions and standing choice. `blocked`: accounts whose questions are not shown."""

    answer: ClassVar[type] = Shares
    account: Name
    blocked: list[Name] = []


class SetShareChoice(Request[Done], frozen=True, kw_only=True):
    """Answer every question to come in the same way, or none."""

    answer: ClassVar[type] = Done
    account: Name
    choice: Choice


class ShareMatch(Request[ShareLink], frozen=True, kw_only=True):
    """Make a link to a match, or change whether an own one wishes names to be shown."""

    answer: ClassVar[type] = ShareLink
    refusals = (
        "recording_unknown",
        "recording_forbidden",
        "share_limit",  # `limit`
    )
    match: Name
    account: Name
    names: bool = False


class AnswerShare(Request[Done], frozen=True, kw_only=True):
    """Say whether one's name may be shown in shared replays of a match."""

    answer: ClassVar[type] = Done
    refusals = ("share_unasked",)
    match: Name
    account: Name
    agree: bool


class WithdrawShare(Request[Done], frozen=True, kw_only=True):
    """End a link: who has made it, or staff."""

    answer: ClassVar[type] = Done
    refusals = (
        "share_unknown",
        "recording_forbidden",  # it is another's
    )
    link: Name
    account: Name
    roles: list[str] = []


# --- for who holds a link ----------------------------------------------------------------------------------------


class SharedSeat(Message, frozen=True):
    """A seat of a shared match. `name`: of a computer player (`bot-3`), or of a person where all agree; None: hidden.
    `former`: its account was erased."""

    computer: bool
    name: str | None
    former: bool = False


class SharedHand(Message, frozen=True):
    """A hand, and how many events it has."""

    number: int
    events: int


class SharedMoment(Message, frozen=True):
    """Where what decided the match happened: the position after it."""

    hand: int
    position: int


class Shared(Message, frozen=True):
    """A shared match. `ended_on`: the day (UTC); `outcome` and `winners` are what counts, after a correction too.
    `pictures`: those that are drawn by now."""

    game: str
    title: str
    """The game's name in Latin letters, for who reads no language of ours."""
    options: dict[str, Any]
    seats: list[SharedSeat]
    sides: list[list[int]]
    hands: list[SharedHand]
    ended_on: str
    outcome: str
    winners: list[int]
    points: list[int]
    corrected: bool
    moment: SharedMoment
    pictures: list[Picture]


class GetShared(Request[Shared], frozen=True, kw_only=True):
    """What a link leads to."""

    answer: ClassVar[type] = Shared
    refusals = ("share_unknown", "rules_missing")
    link: Name


class ReplayShared(Request[Replay], frozen=True, kw_only=True):
    """Positions of a hand from `first` on, without times and without people."""

    answer: ClassVar[type] = Replay
    refusals = ("share_unknown", "rules_missing", "position_unknown")
    link: Name
    hand: Count
    first: Count = 0
    limit: Annotated[int, msgspec.Meta(ge=1, le=POSITIONS_MAX)] = POSITIONS_MAX


class SharedPicture(Message, frozen=True):
    """The bytes of a picture, and their media type."""

    content: bytes
    kind: str


class GetSharedPicture(Request[SharedPicture], frozen=True, kw_only=True):
    """A picture of a shared match."""

    answer: ClassVar[type] = SharedPicture
    refusals = (
        "share_unknown",
        "picture_unknown",  # it is not drawn yet, or could not be
    )
    link: Name
    picture: Picture
