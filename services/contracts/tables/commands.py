"""Commands to a table, as they lie in the queue of its shard."""

from typing import Any, Literal

import msgspec

from services.contracts.base import Message
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
    clock_factor: int = 1  # by how much the game's clock is lengthened (services/lobby/RULES.md §4)
    strength: Strength = STRONG  # of the computer players
    guests: list[str] = []  # guests and bots (services/lobby/RULES.md §11, §13): no rating changes
    competition: str | None = None  # whose game this is: no stake, no rematch, spectators always


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
    field sent none. `unrated`: why the match changes no ratings (`same_person`, `pair_limit`, `guest`, `clock`, `bot`);
    empty: it does.
    """

    match: str
    changes: list[SeatRated]
    next_ratings: list[SeatRating] = []
    freezes_next: bool = False
    unrated: str = ""


class Expel(ToTable, array_like=True, frozen=True, tag="expel"):
    """From moderation: a player may not play on; `reason` is a code: `suspended`, `blocked`; `cards`: the cards of
    this very match have completed a suspension, which all at the table have seen."""

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
