"""A table at one moment: immutable, the fold of its journal, encoded as JSON for snapshots."""

from typing import Any, Literal

import msgspec

from games.api import ClockClass, Draw, Next, Purse
from services.contracts.tables.commands import EndChoice, SeatRated, SeatRating, StartOrder
from services.contracts.tables.events import Departure
from services.kernel.fair import commitment
from services.tables.table.absence import Absence
from services.tables.table.entries import Policies

Phase = Literal["asking", "playing", "choosing", "over", "closed", "stopped"]


class Struct(msgspec.Struct, frozen=True, omit_defaults=True):
    """Immutable, and without fields that have their default value when encoded."""


class SeatState(Struct, frozen=True):
    """Who sits here, and what they have done in this match."""

    name: str
    account: str | None = None
    timeouts: int = 0
    left: bool = False
    replaced: bool = False
    """The player has left for good, and the computer plays this seat."""
    absence: Absence = Absence()
    seed: str | None = None
    """The player's seed for the match that is being prepared or played."""
    choice: EndChoice | None = None
    free: bool = False
    """House-banked: nobody sits here."""
    purse: Purse | None = None
    """House-banked: what the guest has, according to the wallet's last answer."""
    sat_seq: int = 0
    """House-banked: the entry with which the guest sat down; events before it were for the seat's previous guest."""
    going: str | None = None
    """House-banked: why the guest gets up as soon as no chips of theirs are held."""

    @property
    def is_bot(self) -> bool:
        """Whether the computer plays this seat."""
        return (self.account is None or self.replaced) and not self.free

    @property
    def is_away(self) -> bool:
        """Whether its player has lost the connection and not come back."""
        return self.absence.lost_at_ms is not None


class Running(Struct, frozen=True):
    """A running clock: the decision it belongs to, and when its current period (of a card clock: the turn) began."""

    seat: int
    number: int
    clock: ClockClass
    since_ms: int
    marks: int = 0
    """Card clock: how many yellow cards this turn has brought so far."""
    renewed: bool = False
    """A lost connection has already restarted the period, or the turn's clock, once during this decision."""
    lost: bool = False
    """The seat lost its connection during this decision, and the match waits for it."""
    begun_ms: int = 0
    """When the decision began, whatever periods have begun since; 0: with the period."""

    @property
    def first_ms(self) -> int:
        """When the seat was first waited for."""
        return self.begun_ms or self.since_ms


class Ended(Struct, frozen=True):
    """The match that ended last, which the table still shows."""

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
    """Ratings after the match; a rematch of the same players starts with them, without asking ranking."""
    unrated: str = ""
    """Why ranking has changed no ratings; empty: it has, or has not answered."""
    departures: tuple[Departure, ...] = ()


class Match(Struct, frozen=True):
    """The match that is being prepared or played or, after an end, the next one."""

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
    """The state of the game; None before the match begins."""
    pending: Next | None = None
    """What the game waits for."""
    clocks: tuple[Running, ...] = ()
    window_since_ms: int = 0
    hand_seq: int = 0
    """The entry that dealt the current hand; after a pause the hand is shown again from there."""
    paused_at_ms: int | None = None
    """Since when the match waits for somebody's return (`fixed_window`)."""
    departures: tuple[Departure, ...] = ()
    guests: tuple[str, ...] = ()
    """House-banked: the accounts of everybody who has sat at the table during this shoe."""
    used_ms: tuple[int, ...] = ()
    """By seat, how long it has let the others wait, in decisions that are made and in absences that are over."""

    @property
    def commit(self) -> str:
        """The commitment to the root, which everybody may see."""
        return commitment(bytes.fromhex(self.root))


class HeldRound(Struct, frozen=True):
    """A round of a house-banked table whose bets the wallet holds or has been asked to hold; amounts by seat.

    `stage`: `holding` and `paying` wait for the wallet's answer.
    """

    id: str
    number: int
    stage: Literal["holding", "held", "paying"]
    bets: dict[int, int]
    accounts: dict[int, str]
    annulled: bool = False
    """An operator has annulled the round; the game is informed once the bets are held."""
    shoe_damaged: bool = False


class ShoeProof(Struct, frozen=True):
    """A finished shoe, with the root and the seeds that prove its cards."""

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
    """The options in the game's own type."""
    seats: tuple[SeatState, ...]
    organizer: int
    phase: Phase
    seq: int
    at_ms: int
    """The time of the table's last entry; it never decreases."""
    match: Match
    last: Ended | None = None
    ended_at_ms: int = 0
    opened_at_ms: int = 0
    round: HeldRound | None = None
    """House-banked: the current round, while bets are held; otherwise None."""
    last_shoe: ShoeProof | None = None

    @property
    def is_house(self) -> bool:
        """Whether the table is house-banked: it plays rounds without an end, and its `match` is a shoe."""
        return self.order.house

    @property
    def practises_alone(self) -> bool:
        """Whether one person practises with computer players: after the end nobody else waits for a choice."""
        return self.order.practice and sum(not seat.is_bot for seat in self.seats) == 1

    @property
    def game(self) -> str:
        """The game's id."""
        return self.order.game

    @property
    def is_running(self) -> bool:
        """Whether a match is being played and is not paused, so that players are needed at the table."""
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
