"""Web push: the browsers of an account that are notified, and what of (services/lobby/RULES.md §24)."""

from typing import Annotated, ClassVar, Literal, TypeVar

import msgspec

from services.contracts.base import Done, Message, Name, Request, SafeInt

A = TypeVar("A")
PushKind = Literal["turn", "call", "evening", "soon", "game", "prize", "problem"]
ENDPOINT_LENGTH_MAX = 1024
Endpoint = Annotated[str, msgspec.Meta(min_length=1, max_length=ENDPOINT_LENGTH_MAX)]
Key = Annotated[str, msgspec.Meta(min_length=1, max_length=128)]
DayMinute = Annotated[int, msgspec.Meta(ge=0, le=1439)]
PROBLEM_MINUTE = 18 * 60
"""When the problem of the day is named to who has chosen no other hour."""


class QuietHours(Message, frozen=True):
    """From a time of day to another, in minutes since midnight, in a time zone (IANA); both equal: none."""

    from_minute: DayMinute
    to_minute: DayMinute
    zone: Name


class PushChoices(Message, frozen=True):
    """What an account is notified of. `key`: the public key with which a browser subscribes; empty: the platform sends
    nothing. `browsers`: how many are notified. `problem_minute`: of the day in the zone of the quiet hours, when
    `problem` is sent."""

    key: str
    kinds: list[PushKind]
    quiet: QuietHours
    browsers: int
    problem_minute: DayMinute = PROBLEM_MINUTE


class GetPushChoices(Request[PushChoices], frozen=True, kw_only=True):
    """One's choices, or what holds without one."""

    answer: ClassVar[type] = PushChoices
    account: str


class SetPushChoices(Request[PushChoices], frozen=True, kw_only=True):
    """Choose the kinds and the quiet hours, and when `problem` is sent; null: as before."""

    answer: ClassVar[type] = PushChoices
    at_home = ("account",)
    refusals = ("zone_unknown",)
    account: str
    kinds: list[PushKind]
    quiet: QuietHours
    problem_minute: DayMinute | None = None


class AddPushBrowser(Request[PushChoices], frozen=True, kw_only=True):
    """Notify a browser: the parts of its `PushSubscription`, keys as base64url. `zone`: of its clock, for the quiet
    hours of who has chosen none. The same browser again is changed."""

    answer: ClassVar[type] = PushChoices
    at_home = ("account",)
    refusals = ("push_off", "push_endpoint_invalid", "push_keys_invalid", "zone_unknown")
    account: str
    device: str = ""
    endpoint: Endpoint
    p256dh: Key
    auth: Key
    zone: Name


class DropPushBrowser(Request[PushChoices], frozen=True, kw_only=True):
    """Notify a browser no more; one that is not notified changes nothing."""

    answer: ClassVar[type] = PushChoices
    account: str
    endpoint: Endpoint


class RenewPushBrowser(Request[Done], frozen=True, kw_only=True):
    """A browser has another address; the old one's and its secret prove that it is the same."""

    answer: ClassVar[type] = Done
    refusals = ("push_off", "push_endpoint_invalid", "push_keys_invalid", "push_unknown")
    old_endpoint: Endpoint
    old_auth: Key
    endpoint: Endpoint
    p256dh: Key
    auth: Key


class NoteTurn(Request[Done], frozen=True, kw_only=True):
    """It has been this player's turn for a while, and the page is hidden; `number` is the decision owed."""

    answer: ClassVar[type] = Done
    account: str
    table: Name
    match: Name
    number: SafeInt


class EndTurn(Request[Done], frozen=True, kw_only=True):
    """A turn that was noted is over, or the player has come to look."""

    answer: ClassVar[type] = Done
    account: str
    match: Name
    number: SafeInt
