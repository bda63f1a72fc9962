"""Requests about games and matches: the catalogue, options, a match that was played."""

from typing import Any, ClassVar

from services.contracts.base import Message, Request
from services.contracts.tables.commands import SeatPlayer


class GameInfo(Message, frozen=True):
    """A game as lobby and clients know it."""

    game: str
    seats: list[int]
    """The numbers of seats that some options give."""
    options: dict[str, list[Any]]
    """Option → allowed values, the first being the default."""
    sides: list[list[int]]
    clock_policy: str
    return_policy: str
    leave_policy: str
    house_banked: bool
    rules: int
    max_timeouts: int | None = None
    """Timeouts that a player may have in a match before the next one costs the seat; None: an earlier release."""


class Catalogue(Message, frozen=True):
    """All games that this platform has."""

    games: list[GameInfo]


class GetCatalogue(Request[Catalogue], frozen=True, kw_only=True):
    """The games, their options and policies."""

    answer: ClassVar[type] = Catalogue


class CheckedOptions(Message, frozen=True):
    """Options with defaults filled in, the number of seats and the sides they give, and where its tables live."""

    options: dict[str, Any]
    seats: int
    sides: list[list[int]]
    shards: int
    house_banked: bool = False
    return_ms: int = 0
    """How long a match waits at its beginning for a missing player."""
    generation: str = ""
    """What the id of a new table of this game has to name (`kernel.ids.new_table_id`); empty: nothing."""


class CheckOptions(Request[CheckedOptions], frozen=True, kw_only=True):
    """Are these options right for the game?"""

    answer: ClassVar[type] = CheckedOptions
    refusals = ("game_unknown", "options_invalid")
    game: str
    options: dict[str, Any]


class MatchRecord(Message, frozen=True):
    """A match as stored. Root and seeds, which would reveal hidden cards, are only there once it has ended."""

    match: str
    table: str
    number: int
    game: str
    rules: int
    options: dict[str, Any]
    stake_chips: int
    seats: list[SeatPlayer]
    commit: str
    started_at_ms: int
    ended_at_ms: int | None
    outcome: str | None
    result: dict[str, Any] | None
    seeds: list[str] | None
    root: str | None


class GetMatch(Request[MatchRecord], frozen=True, kw_only=True):
    """One match."""

    answer: ClassVar[type] = MatchRecord
    refusals = ("match_unknown",)
    match: str
