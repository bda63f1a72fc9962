"""Players whose invitations, gifts and chat one does not want (services/lobby/RULES.md §5)."""

from typing import ClassVar, TypeVar

from services.contracts.base import Message, Name, Request

A = TypeVar("A")


class Blocked(Message, frozen=True):
    """A player on the account's list."""

    account: str
    name: str
    at_ms: int


class Blocks(Message, frozen=True):
    """One's list, newest first, and how many fit."""

    players: list[Blocked]
    most: int


class ListBlocks(Request[Blocks], frozen=True, kw_only=True):
    """One's list. Nobody else can see it."""

    answer: ClassVar[type] = Blocks
    account: str


class BlockPlayer(Request[Blocks], frozen=True, kw_only=True):
    """Put a player on the list, by name; again it changes nothing."""

    answer: ClassVar[type] = Blocks
    refusals = ("player_unknown", "block_self", "block_limit")
    account: str
    name: Name


class UnblockPlayer(Request[Blocks], frozen=True, kw_only=True):
    """Take a player off the list; one who is not there changes nothing."""

    answer: ClassVar[type] = Blocks
    account: str
    player: str
