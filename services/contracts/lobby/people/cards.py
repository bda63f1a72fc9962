"""Cards of players: what one sees of another, and may do (services/lobby/RULES.md §21)."""

from typing import ClassVar, Literal, TypeVar

from services.contracts.base import Message, Name, Request
from services.contracts.lobby.open_tables import TableLine
from services.contracts.lobby.presence import Status

A = TypeVar("A")
Audience = Literal["all", "friends", "none"]
Relation = Literal["self", "none", "friend", "asked", "asks"]
Action = Literal["befriend", "challenge", "message", "watch", "treat", "block", "unblock", "report"]


class PlayerCard(Message, frozen=True):
    """A player, as one account sees them.

    `bare`: this player does not want the viewer, who sees name and picture alone; all that may be null is null then.
    `relation`: `asked` (the viewer has, and has no answer), `asks` (the player waits for the viewer's answer).
    """

    account: str
    name: str
    photo: str | None
    avatar: str | None
    guest: bool
    home: str | None
    """The cell from which the player visits this one; null: at home here."""
    bare: bool
    relation: Relation
    blocked: bool
    """Whether the viewer does not want this player."""
    may: list[Action]
    """What the viewer may do now, of what this card can offer."""
    elo: int | None = None
    quintile: int | None = None
    """Of the dominoes classification, 1 the top; null: without a counted match, too."""
    since_ms: int | None = None
    """The beginning of the UTC day on which the account was opened."""
    status: Status | None = None
    table: TableLine | None = None
    """Where the player sits, as the tables list shows it; null: nowhere."""
    seen_at_ms: int | None = None
    """The hour in which a player who is not here was last here; null: unknown, or not for the viewer."""


class GetCard(Request[PlayerCard], frozen=True, kw_only=True):
    """The card of a player, named by account or username."""

    answer: ClassVar[type] = PlayerCard
    refusals = ("player_unknown",)
    viewer: str
    player: Name


class CardSettings(Message, frozen=True):
    """One's own choices about one's card. `last_seen`: who sees when one was last here."""

    last_seen: Audience


class GetCardSettings(Request[CardSettings], frozen=True, kw_only=True):
    """One's choices, or what holds without one."""

    answer: ClassVar[type] = CardSettings
    account: str


class SetCardSettings(Request[CardSettings], frozen=True, kw_only=True):
    """Choose."""

    answer: ClassVar[type] = CardSettings
    account: str
    last_seen: Audience
