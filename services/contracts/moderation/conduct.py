"""An account's standing: cards, suspension, mutes (services/moderation/RULES.md §4, §5)."""

from typing import Annotated, ClassVar

import msgspec

from services.contracts.base import Event, Message, Request, SafeInt
from services.contracts.staff_roles import DECIDERS


class Suspension(Message, frozen=True):
    """A running suspension or block; `until_ms` None: for good."""

    reason: str
    from_ms: int
    until_ms: int | None
    colour: str = "staff"
    """Of the cards that have made it: `yellow`, `blue`, `red`; `staff`: decided without a card."""
    appeal_until_ms: int | None = None
    """Until when it may be appealed against; null: it has been, or the time is over."""


class Conduct(Message, frozen=True):
    """An account's active cards by colour, its roles, and what keeps it out now."""

    account: str
    cards: dict[str, int]
    roles: list[str]
    suspension: Suspension | None
    warnings: list[str] = []
    """Messages that must be acknowledged before the next seat."""


class GetConduct(Request[Conduct], frozen=True, kw_only=True):
    """The standing of an account."""

    answer: ClassVar[type] = Conduct
    account: str


class Mute(Message, frozen=True):
    """A player may not chat, in any room, until `until_ms`; a mute that was taken back ends when that was done."""

    id: str
    account: str
    until_ms: int
    at_ms: int = 0
    """When it was given; 0: not said."""
    by: str = ""
    reason: str = ""


class MuteChat(Request[Mute], frozen=True, kw_only=True):
    """Mute a player for this many minutes from now, in place of an earlier mute; 0 ends the mute. `id` is made by
    the sender: sent twice, it is one mute."""

    answer: ClassVar[type] = Mute
    staff_roles: ClassVar[frozenset[str]] = DECIDERS
    refusals = (
        "forbidden",
        "conflict_of_interest",  # oneself
        "mute_range",
        "reason_required",
        "idempotency_conflict",  # another mute has this id
    )
    account: str
    """The sender, who must have a role that may."""
    id: Annotated[str, msgspec.Meta(pattern=r"^[A-Za-z0-9_.-]{1,64}$")]
    to: str
    """The player's account."""
    minutes: SafeInt
    reason: str


class ChatMuted(Event, frozen=True, kw_only=True):
    """An account may not chat until `until_ms`. Of two the one with the greater `seq` is how it is."""

    account: str
    seq: int
    until_ms: int


class CardsChanged(Event, frozen=True, kw_only=True):
    """An account's active cards by colour. Of two the one with the greater `seq` is how it is."""

    account: str
    seq: int
    cards: dict[str, int]
