"""What happens to matches and tables (services/tables/RULES.md)."""

from typing import Any

from services.contracts.base import Event, Message
from services.contracts.tables.commands import SeatRating


class MatchAsked(Event, frozen=True, kw_only=True):
    """A match wants to begin: the wallet holds stakes (key `staked`), ranking freezes ratings; both answer to
    the table's shard queue `reply_to`. `ratings_known`: ranking need not, its answer to the last match has them."""

    match: str
    table: str
    game: str
    stake_chips: int
    accounts: list[str]
    reply_to: str
    ratings_known: bool = False

    def key(self) -> str:
        """`staked` or `free`."""
        return "staked" if self.stake_chips else "free"


class Departure(Message, frozen=True):
    """Somebody left a match for good; `reason`: `left`, `timeouts`, `not_returned`, `abandoned`, `suspended`."""

    seat: int
    account: str | None
    at_ms: int
    first_round_done: bool
    reason: str


class MatchFinished(Event, frozen=True, kw_only=True):
    """A match is over: all that settles, rates, advances and watches needs to know.

    `outcome`: `won`, `tied`, `forfeited`, `conceded`, `void`, `not_completed`. `winners`: seats; empty unless
    somebody won. `guests`: the accounts that were guest accounts at the start. `places` and `points` as the game's
    result; empty where it never had one. `names`: by seat. `next_match`: the id of a rematch, if the players may
    choose one; ranking freezes its ratings when it has rated this match, without being asked.
    """

    match: str
    table: str
    number: int
    game: str
    rules: int
    options: dict[str, Any]
    stake_chips: int
    clock_policy: str
    return_policy: str
    leave_policy: str
    competition: str | None
    practice: bool
    accounts: list[str | None]
    sides: list[list[int]]
    started_at_ms: int
    ended_at_ms: int
    outcome: str
    winners: list[int]
    places: list[int]
    points: list[int]
    named: int | None
    reason: str
    hands: list[dict[str, Any]]
    departures: list[Departure]
    first_round_done: bool
    ratings: list[SeatRating]
    reply_to: str
    table_name: str = ""
    names: list[str] = []
    next_match: str = ""
    guests: list[str] = []
    clock_factor: int = 1  # by how much the game's clock was lengthened

    def key(self) -> str:
        """`staked`, `free`, or `practice`, which nobody rates or settles."""
        if self.practice:
            return "practice"
        return "staked" if self.stake_chips else "free"


class TableDone(Event, frozen=True, kw_only=True):
    """The table is over for its players, who are free again; `reason` is a code for a notice, or empty."""

    table: str
    reason: str
    account: str | None = None


class SeatFreed(Event, frozen=True, kw_only=True):
    """A player has left a match that goes on without them: free again. `reason` as in `Departure`; of a guest who has
    got up from a house-banked table also `idle` (has not bet for long), `seat_taken` and `table_stopped` (could not
    sit down)."""

    table: str
    account: str
    reason: str


class PauseChanged(Event, frozen=True, kw_only=True):
    """A match waits for the return of some of its players, or goes on (nobody `away`). All are accounts. Of two
    events the one with the greater `seq` (the table's version) counts."""

    table: str
    seq: int
    match: str
    away: list[str]
    waiting: list[str]


class CardEarned(Event, frozen=True, kw_only=True):
    """A card that moderation is to give: `yellow` for time (`reason`: the clock's class), `blue` for not coming back
    (`not_returned`, `abandoned`). `seq` makes it the only one of its kind at the table."""

    match: str
    table: str
    game: str
    seat: int
    account: str
    colour: str
    reason: str
    seq: int
    earned_at_ms: int
    reply_to: str
    hand: int | None = None
    """The hand that was being played."""

    def key(self) -> str:
        """The colour."""
        return self.colour
