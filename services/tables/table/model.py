"""A table at one moment: immutable, the fold of its journal, encoded as JSON for snapshots."""

from typing import Any, Literal

import msgspec

from services.contracts.tables import Departure, EndChoice, SeatRated, SeatRating, StartOrder
from services.kernel.fair import commitment
from services.tables.games.api import ClockClass, Draw, Next, Purse
from services.tables.table.absence import Absence
from services.tables.table.entries import Policies

Phase = Literal["asking", "playing", "choosing", "over", "closed", "stopped"]


class Struct(msgspec.Struct, frozen=True, omit_defaults=True):
    """The base of everything below."""


class SeatState(Struct, frozen=True):
    """Who sits here, and what they have done in this match."""

    name: str
    account: str | None = None
    timeouts: int = 0
    left: bool = False
    replaced: bool = False
    """The computer plays on for one who has left."""
    absence: Absence = Absence()
    seed: str | None = None
    """For the match that is being asked for or played."""
    choice: EndChoice | None = None
    free: bool = False
    """House-banked: nobody sits here."""
    purse: Purse | None = None
    """House-banked: what the guest has, as far as the wallet has told."""
    sat_seq: int = 0
    """House-banked: the entry with which the guest sat down; what the seat heard before is not theirs."""
    going: str | None = None
    """House-banked: the guest gets up as soon as nothing of theirs is held; why."""

    @property
    def is_bot(self) -> bool:
        """Whether the computer plays this seat."""
        return (self.account is None or self.replaced) and not self.free

    @property
    def is_away(self) -> bool:
        """Whether its player has lost the connection and not come back."""
        return self.absence.lost_at_ms is not None


class Running(Struct, frozen=True):
    """A clock that runs: the decision it belongs to and when its present period (of a card clock: the turn) began."""

    seat: int
    number: int
    clock: ClockClass
    since_ms: int
    marks: int = 0
    """Card clock: how many of the turn's cards have been given."""
    renewed: bool = False
    """A loss of connection in this decision has already brought the period, or the turn's clock, anew."""
    lost: bool = False
    """The seat was lost in this very decision and the match waits."""


class Ended(Struct, frozen=True):
    """The last match as the table still shows it."""

    match: str
    root: str
    seeds: tuple[str, ...]
    outcome: str
    reason: str
    winners: tuple[int, ...]
    places: tuple[int, ...]
    points: tuple[int, ...]
    accounts: tuple[str | None, ...]
    payouts: tuple[int, ...] | None = None
    rake_chips: int | None = None
    changes: tuple[SeatRated, ...] = ()
    next_ratings: tuple[SeatRating, ...] = ()
    """With which a rematch of these players starts, so that ranking need not be asked."""


class Match(Struct, frozen=True):
    """The match that is asked for, played, or (after an end) offered next."""

    id: str
    number: int
    root: str
    """32 bytes as hex; secret until the end."""
    asked_at_ms: int = 0
    began_at_ms: int = 0
    first_seq: int = 0
    held: bool = False
    ratings: tuple[SeatRating, ...] | None = None
    seeds: tuple[str, ...] = ()
    """Final once the match has begun."""
    streams: dict[str, int] = {}
    """Fair streams used so far, `hand|purpose` → position."""
    state: Any = None
    """The game's state; None before the match begins."""
    pending: Next | None = None
    """What the game waits for."""
    clocks: tuple[Running, ...] = ()
    window_since_ms: int = 0
    hand_seq: int = 0
    """The entry that dealt the present hand: from there it is shown again after a pause."""
    paused_at_ms: int | None = None
    """Since when the match waits for somebody's return (`fixed_window`)."""
    departures: tuple[Departure, ...] = ()
    guests: tuple[str, ...] = ()
    """House-banked: the accounts of all who have sat here while this shoe lasted."""

    @property
    def commit(self) -> str:
        """The commitment that everybody may see."""
        return commitment(bytes.fromhex(self.root))


class HeldRound(Struct, frozen=True):
    """A round of a house-banked table whose bets the wallet holds, or is asked about; by seat.

    `stage`: `holding` and `paying` wait for the wallet's answer.
    """

    id: str
    number: int
    stage: Literal["holding", "held", "paying"]
    bets: dict[int, int]
    accounts: dict[int, str]
    annulled: bool = False
    """An operator has annulled it; the game hears of it once the bets are held."""
    shoe_damaged: bool = False


class ShoeProof(Struct, frozen=True):
    """A shoe that is done, and what proves it."""

    match: str
    number: int
    root: str
    seeds: tuple[str, ...]


class Table(Struct, frozen=True):
    """A table. `seq` counts its journal entries and is the version that clients know."""

    id: str
    order: StartOrder
    rules: int
    policies: Policies
    reply_to: str
    options: Any
    """As the game reads them."""
    seats: tuple[SeatState, ...]
    organizer: int
    phase: Phase
    seq: int
    at_ms: int
    """The table's time: that of its last entry; it never runs back."""
    match: Match
    last: Ended | None = None
    ended_at_ms: int = 0
    opened_at_ms: int = 0
    round: HeldRound | None = None
    """House-banked: there is one while bets are held."""
    last_shoe: ShoeProof | None = None

    @property
    def is_house(self) -> bool:
        """Whether it is house-banked: it runs for ever in rounds, a `match` is a shoe."""
        return self.order.house

    @property
    def game(self) -> str:
        """The game's id."""
        return self.order.game

    @property
    def is_running(self) -> bool:
        """Whether players are needed at the table: a match is being played and is not paused."""
        return self.phase == "playing" and self.match.paused_at_ms is None

    @property
    def awaits_shoe(self) -> bool:
        """House-banked: whether the next shoe's commitment is published and its seeds are still being collected."""
        pending = self.match.pending
        wants_shoe = isinstance(pending, Draw) and pending.purpose == "shoe"
        return wants_shoe and bool(self.match.id) and not self.match.began_at_ms

    def seat_of(self, account: str) -> int | None:
        """The seat that an account holds, unless it has left for good."""
        for number, seat in enumerate(self.seats):
            if seat.account == account:
                return None if seat.left else number
        return None
