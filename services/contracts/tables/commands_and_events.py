"""The running tables: commands to their shard queues (arrays, the hot path), frames to gateways, events, queries."""

from typing import Any, ClassVar, Literal

import msgspec

from services.contracts.base import Event, Message, Request
from services.kernel.strength import STRONG, Strength

EndChoice = Literal["communication", "rematch", "rotate"]


class SeatPlayer(Message, frozen=True):
    """The player of a seat; a computer player has no account."""

    name: str
    account: str | None = None

    @property
    def is_bot(self) -> bool:
        """Whether the computer plays this seat."""
        return self.account is None


class StartOrder(Message, frozen=True):
    """Everything about a table that the lobby has settled before the start; frozen from then on."""

    name: str
    game: str
    options: dict[str, Any]
    stake_chips: int
    organizer: int
    seats: list[SeatPlayer]
    spectators: bool = True
    practice: bool = False
    house: bool = False  # house-banked: all seats are free (no name, no account), guests come and go
    untimed: bool = False  # practice without a clock
    strength: Strength = STRONG  # of the computer players
    competition: str | None = None  # whose game this is: no stake, no rematch, spectators always


# --- commands to a table: into the queue of its shard ------------------------------------------------------------


class ToTable(msgspec.Struct, array_like=True, frozen=True):
    """A command to one table. `at_ms` is the sender's stamp, `trace` follows the browser's command."""

    table: str
    trace: str
    at_ms: int


class Start(ToTable, array_like=True, frozen=True, tag="start"):
    """From the lobby: the organizer has started; the table is the worker's from now on."""

    order: StartOrder


class FromPlayer(ToTable, array_like=True, frozen=True):
    """From a gateway: `gateway` names its queue, `conn` the connection; `id` is the sender's command id."""

    gateway: str
    conn: int
    account: str
    id: str


class Move(FromPlayer, array_like=True, frozen=True, tag="move"):
    """A move in a match. `number` is the decision it answers; None for an optional move."""

    match: str
    number: int | None
    move: dict[str, Any]


class Seed(FromPlayer, array_like=True, frozen=True, tag="seed"):
    """The client's share of chance for a match whose commitment it has seen."""

    match: str
    seed: str


class Choose(FromPlayer, array_like=True, frozen=True, tag="choose"):
    """What a player wants after the end; `seed` spares a round trip where the next match is wanted."""

    match: str
    choice: EndChoice
    seed: str | None = None


class Watch(FromPlayer, array_like=True, frozen=True, tag="watch"):
    """Show the table to this connection from now on; `version` is what it has, −1 for nothing."""

    version: int = -1


class Unwatch(FromPlayer, array_like=True, frozen=True, tag="unwatch"):
    """The connection views the table no longer, or was lost (`lost`)."""

    lost: bool = False


class AskLegal(FromPlayer, array_like=True, frozen=True, tag="legal_moves"):
    """Which moves may the sender's seat make now? A query: it is not written down and may be asked again."""


class Held(ToTable, array_like=True, frozen=True, tag="held"):
    """From the wallet: the stakes of a match are held, or `error` says why not (and for which account)."""

    match: str
    error: str | None = None
    account: str | None = None


class SeatRating(msgspec.Struct, array_like=True, frozen=True):
    """A rating frozen at a match's start; of dominoes also the quintile, and table ratings by `board@period`."""

    account: str
    rating: int
    games: int
    peak: int
    quintile: int | None = None
    boards: dict[str, int] = {}


class RatingsFrozen(ToTable, array_like=True, frozen=True, tag="ratings"):
    """From ranking: the ratings with which a match starts."""

    match: str
    ratings: list[SeatRating]


class Settled(ToTable, array_like=True, frozen=True, tag="settled"):
    """From the wallet: what each seat got from escrow, the platform's rake, and account → chips it can use now."""

    match: str
    payouts: list[int]
    rake_chips: int
    balances: dict[str, int]


class SeatRated(msgspec.Struct, array_like=True, frozen=True):
    """What a match did to one rating."""

    account: str
    rating: int
    delta: int
    label: str


class MatchRated(ToTable, array_like=True, frozen=True, tag="rated"):
    """From ranking: the deltas of a finished match, and the ratings with which its players' next one starts.

    `freezes_next`: a `RatingsFrozen` for `MatchFinished.next_match` comes with every such answer. Releases before this
    field sent none. `unrated`: why the match changes no ratings (`same_person`, `pair_limit`); empty: it does.
    """

    match: str
    changes: list[SeatRated]
    next_ratings: list[SeatRating] = []
    freezes_next: bool = False
    unrated: str = ""


class Expel(ToTable, array_like=True, frozen=True, tag="expel"):
    """From moderation: a player may not play on; `reason` is a code (`suspended`, `blocked`)."""

    account: str
    reason: str


class Annul(ToTable, array_like=True, frozen=True, tag="annul"):
    """From an operator: end the running or stopped match without a result. `reason` in words, `by` who. `decide`: from
    tournaments, a running match has a result: who was much slower has lost, else who has won fewer rounds."""

    reason: str
    by: str
    decide: bool = False


class PurseNow(msgspec.Struct, array_like=True, frozen=True):
    """What a guest of a house-banked table may spend: chips, and the guest's own limits by error code."""

    chips: int
    caps: dict[str, int]


class Sit(ToTable, array_like=True, frozen=True, tag="sit"):
    """From the lobby: a guest takes a free seat of a house-banked table. `id`: the lobby's, once for every sitting."""

    id: str
    account: str
    name: str
    seat: int
    purse: PurseNow


BankKind = Literal["hold", "pay"]


class Banked(ToTable, array_like=True, frozen=True, tag="banked"):
    """From the wallet: the bets of a round are held or paid. `refused`: account → why nothing of theirs is held;
    `purses` by account, of everybody who sat there when it was asked."""

    round: str
    kind: BankKind
    refused: dict[str, str]
    purses: dict[str, PurseNow]


class Purse(ToTable, array_like=True, frozen=True, tag="purse"):
    """From the wallet: what a guest has now."""

    account: str
    purse: PurseNow


class AnnulRound(ToTable, array_like=True, frozen=True, tag="annul_round"):
    """From an operator: the round with this number, whose bets are held, has no result; they go back. A damaged shoe
    is not dealt from any more."""

    id: str
    round: int
    reason: str
    by: str
    shoe_damaged: bool = False


class Wake(msgspec.Struct, array_like=True, frozen=True, tag="wake"):
    """To a shard, not a table: load what is open there."""

    shard: int


class GatewayGone(msgspec.Struct, array_like=True, frozen=True, tag="gateway_gone"):
    """A gateway is silent or its queue is gone: all its connections are lost."""

    gateway: str


Command = (
    Start | Move | Seed | Choose | Watch | Unwatch | AskLegal | Held | RatingsFrozen | Settled | MatchRated | Expel
    | Annul | Sit | Banked | Purse | AnnulRound | Wake | GatewayGone
)  # fmt: skip


class Direct(msgspec.Struct, array_like=True, frozen=True):
    """Commands that a gateway gives to the worker that owns their shards, past the queues of these shards. `number`
    goes up with each; the gateway keeps the commands until the worker has named that number, or a later one."""

    gateway: str
    number: int
    commands: dict[str, list[Command]]  # by the queue of their shard, each shard's in order


# --- from a table to a gateway -----------------------------------------------------------------------------------


class Delivery(msgspec.Struct, array_like=True, frozen=True):
    """One frame, ready to send, for these connections of a gateway."""

    conns: list[int]
    frame: msgspec.Raw


class Deliveries(msgspec.Struct, array_like=True, frozen=True):
    """All that a worker reports to a gateway after a batch, and its own queue, by which the gateway reaches it."""

    direct: str
    taken: int
    """The number of the last `Direct` of this gateway that is dealt with; 0: none of late."""
    shards: list[str]
    """Queues of shards that the worker owns, of those the frames are about."""
    frames: list[Delivery]


class Roll(msgspec.Struct, array_like=True, frozen=True):
    """A new owner asks all gateways who views tables of these shards. They answer with `Watch`."""

    game: str
    shard: int
    shards: int


class GatewayBeat(msgspec.Struct, array_like=True, frozen=True):
    """A gateway is alive; tables and lobby treat one that is silent for too long as lost."""

    gateway: str


# --- events ------------------------------------------------------------------------------------------------------


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
    somebody won. `places` and `points` as the game's result; empty where it never had one. `names`: by seat.
    `next_match`: the id of a rematch, if the players may choose one; ranking freezes its ratings when it has rated
    this match, without being asked.
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
