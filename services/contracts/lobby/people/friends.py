"""Friends: players who have both agreed to be on each other's list (services/lobby/RULES.md §10)."""

from typing import ClassVar, TypeVar

from services.contracts.base import EXCLUSION_REFUSALS, Message, Name, Request

A = TypeVar("A")


class Friend(Message, frozen=True):
    """A player on the account's list. The players list shows where they are; a player who is not in it is absent."""

    account: str
    name: str
    at_ms: int
    """Since when: friends, or the request."""
    photo: str | None = None
    avatar: str | None = None


class Friends(Message, frozen=True):
    """One's list; each part by name. `most`: how many friends and own requests fit."""

    friends: list[Friend]
    asking: list[Friend]
    """Players who would like to be friends and wait for an answer."""
    asked: list[Friend]
    """Players who got a request from the account."""
    most: int


class ListFriends(Request[Friends], frozen=True, kw_only=True):
    """One's list."""

    answer: ClassVar[type] = Friends
    account: str


class AskFriend(Request[Friends], frozen=True, kw_only=True):
    """Ask a player, by name, to be friends; who has asked oneself becomes a friend at once, and again changes
    nothing."""

    answer: ClassVar[type] = Friends
    refusals = (
        "player_unknown",
        *EXCLUSION_REFUSALS,
        "friend_self",
        "friend_blocked",  # one does not want this player oneself
        "blocked_by_player",
        "friend_limit",
    )
    account: str
    name: Name


class AnswerFriend(Request[Friends], frozen=True, kw_only=True):
    """Say yes or no to a player who asks. A refusal is not announced."""

    answer: ClassVar[type] = Friends
    refusals = (
        "friend_unknown",  # there is no such request
        "friend_limit",
    )
    account: str
    player: str
    accept: bool


class RemoveFriend(Request[Friends], frozen=True, kw_only=True):
    """Be friends no more, or withdraw a request; nothing changes for a player who is not on the list. The other is
    not notified."""

    answer: ClassVar[type] = Friends
    account: str
    player: str
