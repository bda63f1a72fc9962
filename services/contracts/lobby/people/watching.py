"""Games to watch: those of friends, and the top table (services/lobby/RULES.md §21)."""

from typing import ClassVar, TypeVar

from services.contracts.base import Message, Request
from services.contracts.lobby.open_tables import TableLine

A = TypeVar("A")


class WatchableTable(Message, frozen=True):
    """A match that runs and may be watched. `elo`: the mean rating of its players, rounded down."""

    table: TableLine
    elo: int


class DoorTable(Message, frozen=True):
    """The same for the door, where nobody is named."""

    table: str
    game: str
    players: int
    elo: int


class TopTable(Message, frozen=True):
    """The match of the strongest players that may be watched; null: there is none now."""

    top: DoorTable | None


class GetTopTable(Request[TopTable], frozen=True, kw_only=True):
    """The top table of all halls, without names."""

    answer: ClassVar[type] = TopTable


class FriendsGames(Message, frozen=True):
    """The top table, and matches of friends that may be watched, the strongest first; each once."""

    top: WatchableTable | None
    games: list[WatchableTable]


class ListFriendsGames(Request[FriendsGames], frozen=True, kw_only=True):
    """Where the account's friends play, in whatever hall."""

    answer: ClassVar[type] = FriendsGames
    account: str
