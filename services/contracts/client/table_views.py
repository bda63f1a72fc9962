"""Parts of a table as a viewer sees it (`TableView`): seats, decisions, results and what proves their chance."""

from typing import Any, Literal

import msgspec

from services.contracts.tables.commands import EndChoice
from services.kernel.strength import STRONG, Strength


class SeatView(msgspec.Struct, frozen=True, kw_only=True):
    """A seat's plate."""

    name: str
    account: str | None
    bot: bool
    connected: bool
    elo: int | None
    timeouts: int
    left: bool
    away_ms_left: int | None
    """How long the match waits for a player who is away; null if it waits for nobody."""
    choice: EndChoice | None
    free: bool = False
    """A house-banked table's seat that anybody may take; it has no name then."""


class LeftView(msgspec.Struct, frozen=True, kw_only=True):
    """A player who has left the match for good, by the name that their seat had."""

    seat: int
    name: str
    account: str | None
    reason: str
    """`left`, `timeouts`, `not_returned`, `abandoned` (left while the match waited), `suspended` (by cards that all
    have seen)."""
    first_round_done: bool
    replaced: bool
    """A computer player has the seat."""


class DueView(msgspec.Struct, frozen=True, kw_only=True):
    """A decision owed. `ms_left` and `limit_ms` are null for viewers who may not see the clock."""

    seat: int
    number: int
    elapsed_ms: int
    limit_ms: int | None
    ms_left: int | None


class SeatResult(msgspec.Struct, frozen=True, kw_only=True):
    """The result of a seat; chips and rating follow when wallet and ranking have answered."""

    place: int | None
    payout_chips: int | None
    net_chips: int | None
    elo: int | None
    elo_delta: int | None
    label: str | None


class ResultView(msgspec.Struct, frozen=True, kw_only=True):
    """The result of the last match, and the proof of its chance: anybody can compute every draw again."""

    match: str
    outcome: str
    reason: str
    winners: list[int]
    points: list[int]
    recorded: bool
    """The match has left a recording."""
    rake_chips: int | None
    seats: list[SeatResult]
    commit: str
    root: str
    seeds: list[str]
    unrated: str = ""
    """Why no ratings change (services/ranking/RULES.md §1): `same_person`, `pair_limit`, `guest`, `clock`, `bot`;
    empty: they do."""


class ShoeView(msgspec.Struct, frozen=True, kw_only=True):
    """A shoe that is done, and what proves its chance: its commitment was shown before its first card."""

    match: str
    number: int
    commit: str
    root: str
    seeds: list[str]


class TableView(msgspec.Struct, frozen=True, kw_only=True):
    """A table for one viewer. `game_view` is the game's own view and is null before the first chance is drawn."""

    table: str
    name: str
    game: str
    options: dict[str, Any]
    stake_chips: int
    practice: bool
    untimed: bool = False
    """A practice table without a clock."""
    clock_factor: int = 1
    """By how much the game's clock is lengthened (services/lobby/RULES.md §4)."""
    strength: Strength = STRONG
    """Of the computer players of a practice table."""
    spectators: bool
    organizer: int
    you: int | None
    """The viewer's seat; null for a spectator."""
    phase: Literal["asking", "playing", "choosing", "over", "closed", "stopped"]
    paused: bool
    """The match waits for somebody's return: clocks stand still, nobody may move."""
    number: int
    match: str
    commit: str
    deal_key: str | None
    hand_version: int
    """The version that dealt the hand: to watch again from the one before brings its events one by one."""
    seats: list[SeatView]
    due: list[DueView]
    may: list[int]
    choices: list[EndChoice]
    choose_ms_left: int | None
    """Null unless something can be chosen, and where somebody practises alone, who keeps nobody waiting."""
    spectator_count: int
    result: ResultView | None
    game_view: Any
    competition: str | None = None
    """The competition whose game this is: nothing is offered after it."""
    house: bool = False
    """House-banked: guests come and go (`join_table`, the game's own moves, `leave`), `match` is a shoe, there is no
    organizer (−1) and no end."""
    wants_seeds: bool = False
    """House-banked: the commitment of a new shoe is out and each guest's client sends its seed now."""
    window_ms_left: int | None = None
    """House-banked: how long the present window of the game (betting, a card …) lasts still."""
    banking: bool = False
    """House-banked: the round waits for the wallet."""
    last_shoe: ShoeView | None = None
    departures: list[LeftView] = []
    """Of the match that is shown, in their order: what to say of how it goes on, or has ended."""
    catchup_ms_left: int = 0
    """Everybody is back: for how long the hand is shown again before the clocks run; 0 where nothing is shown."""
