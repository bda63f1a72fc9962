"""Looking for a game: what a player wants to play, and how the wait stands (services/lobby/RULES.md §9)."""

from typing import Any, ClassVar, TypeVar

from services.contracts.base import EXCLUSION_REFUSALS, Done, Message, Request, SafeInt
from services.contracts.wallet.balances import CheckStake

A = TypeVar("A")


class SeekGame(Message, frozen=True):
    """A game that a seeker would play; options that are not named have their defaults."""

    game: str
    options: dict[str, Any] = {}


class Seek(Message, frozen=True):
    """A player's search for a game, as its owner sees it."""

    games: list[SeekGame]
    """With all their options."""
    stakes_chips: list[int]
    since_ms: int
    until_ms: int
    """When the search ends by itself."""
    width_elo: int | None
    """How far the ratings of the others may be from the player's own now; None: any."""
    waiting: int
    """The number of others who look for one of these games at one of these stakes."""
    expected_ms: int | None
    """The median wait of players who have found such a game within the last hour, or where there were none,
    within the last day; None: there were none either."""


class SeekLine(Message, frozen=True):
    """The number of players who look for a game at a stake."""

    game: str
    options: dict[str, Any]
    stake_chips: int
    seats: int
    players: int


class Seeks(Message, frozen=True):
    """One's own search, if one is looking, and what everybody looks for."""

    seek: Seek | None
    waiting: list[SeekLine]
    wait_max_s: int
    """The longest time that one may ask for."""


class GetSeeks(Request[Seeks], frozen=True, kw_only=True):
    """The account's own search, and what others look for."""

    answer: ClassVar[type] = Seeks
    account: str


class StartSeek(Request[Seeks], frozen=True, kw_only=True):
    """Look for any of these games at any of these stakes, for at most `wait_s` seconds. A search that goes on already
    is replaced. The stakes are checked for the player alone."""

    answer: ClassVar[type] = Seeks
    refusals = (
        "seek_invalid",  # no or too many games or stakes, or such a time
        *EXCLUSION_REFUSALS,
        "ack_required",
        "player_not_online",
        "already_seated",
        "game_unknown",
        "options_invalid",
        *CheckStake.refusals,
    )
    account: str
    games: list[SeekGame]
    stakes_chips: list[SafeInt]
    wait_s: SafeInt


class CancelSeek(Request[Done], frozen=True, kw_only=True):
    """Stop looking; who does not look changes nothing."""

    answer: ClassVar[type] = Done
    account: str
