"""Calls: invitations to a free game that wait for who is away (services/lobby/RULES.md §21)."""

from typing import Annotated, Any, ClassVar, Literal, TypeVar

import msgspec

from services.contracts.base import Message, Name, Request
from services.contracts.lobby.open_tables import CreateTable, TableLine

A = TypeVar("A")
CallState = Literal["waiting", "expired", "withdrawn", "taken"]
HOURS_MAX = 24
Hours = Annotated[int, msgspec.Meta(ge=1, le=HOURS_MAX)]


class Call(Message, frozen=True):
    """A call, as both who know of it see it. `call`: what its link names; nobody can guess it."""

    call: str
    by: str
    by_account: str
    to: str | None
    """The friend's name; null: for whoever has the link."""
    to_account: str | None
    game: str
    options: dict[str, Any]
    sent_at_ms: int
    until_ms: int
    state: CallState
    taken_by: str | None = None
    table: str | None = None
    """Where who has taken it waits; null: nowhere any more."""


class Calls(Message, frozen=True):
    """One's own calls and those of friends, newest first, and how many own ones may wait."""

    sent: list[Call]
    received: list[Call]
    most: int


class ListCalls(Request[Calls], frozen=True, kw_only=True):
    """Calls that wait, and those taken whose table still waits."""

    answer: ClassVar[type] = Calls
    account: str


class CallFriend(Request[Call], frozen=True, kw_only=True):
    """Call a friend, by name, or make a link for whoever has it. A new call to the same friend replaces the old."""

    answer: ClassVar[type] = Call
    refusals = (
        "player_unknown",
        "call_self",
        "call_no_friend",  # the two are not friends
        "game_unknown",
        "options_invalid",
        "call_limit",
    )
    account: str
    id: str = ""
    """Of the sender's making: sent twice, the same call comes back. Empty: every request is another one."""
    friend: Name | None = None
    game: Name
    options: dict[str, Any] = {}
    hours: Hours = HOURS_MAX


class WithdrawCall(Request[Calls], frozen=True, kw_only=True):
    """Take an own call back, or decline a friend's; any other changes nothing."""

    answer: ClassVar[type] = Calls
    account: str
    call: Name


class LookAtCall(Request[Call], frozen=True, kw_only=True):
    """What a link says, to whoever opens it; without accounts."""

    answer: ClassVar[type] = Call
    refusals = ("call_unknown",)
    call: Name


class TakeCall(Request[TableLine], frozen=True, kw_only=True):
    """Sit down at a free table that is opened for the call. Who has taken it may do so again once that table
    is gone."""

    answer: ClassVar[type] = TableLine
    refusals = (
        "call_unknown", "call_self", "call_no_friend", "call_withdrawn", "call_taken", "call_expired",
        "blocked_by_player", *CreateTable.refusals,
    )  # fmt: skip
    account: str
    id: str
    call: Name
