"""What can happen at a table: the actions that its journal keeps.

A table is the fold of its journal (fold.py): everything that chance, time and other services contribute is written
into the entry, so that the same journal gives the same table on any machine.
"""

from typing import Any

import msgspec

from services.contracts.tables import BankKind, EndChoice, SeatRated, SeatRating, StartOrder
from services.tables.games.api import Purse
from services.tables.table.absence import ReturnSettings


class Policies(msgspec.Struct, frozen=True, kw_only=True):
    """Clock, return and leave policy of a game, frozen when its table starts (RULES.md §8)."""

    clock: str
    returning: str
    leave: str
    move_ms: int
    max_timeouts: int
    on_timeout: str = "wait"
    returns: ReturnSettings = ReturnSettings()
    untimed: bool = False
    """Practice: no clock is shown; a period is so long that it only ends a table that nobody plays at any more."""


class Action(msgspec.Struct, frozen=True, tag_field="k", omit_defaults=True):
    """One line of the journal."""


class Opened(Action, frozen=True, tag="opened"):
    """The lobby has started the table."""

    order: StartOrder
    rules: int
    policies: Policies
    reply_to: str
    """The shard queue into which other services answer."""


class Asked(Action, frozen=True, tag="asked"):
    """A match wants to begin. `root` is secret until its end; its hash is the commitment."""

    match: str
    number: int
    root: str


class Seeded(Action, frozen=True, tag="seeded"):
    """A client's share of chance."""

    seat: int
    seed: str


class StakesHeld(Action, frozen=True, tag="held"):
    """The wallet holds the stakes."""


class RatingsTaken(Action, frozen=True, tag="ratings"):
    """Ranking has frozen the ratings the match starts with."""

    ratings: tuple[SeatRating, ...]


class Begun(Action, frozen=True, tag="begun"):
    """All that a match needs is there; the seeds are final. `options`: where the platform's part (ratings, what a
    timeout does) makes them other than the organizer's."""

    options: dict[str, Any] | None = None


class DrawnFor(Action, frozen=True, tag="drawn"):
    """Chance from the fair stream; `position` is where the stream stands after it."""

    hand: int
    purpose: str
    values: tuple[int, ...]
    position: int


class Moved(Action, frozen=True, tag="moved"):
    """A seat's move, as the game writes it; `by_server`: made for a seat whose time was up."""

    move: dict[str, Any]
    by_server: bool = False


class WindowElapsed(Action, frozen=True, tag="elapsed"):
    """A window of the game, timed by the server, has ended."""

    number: int


class TimedOut(Action, frozen=True, tag="timeout"):
    """A period of the clock has run out; the next one starts."""

    seat: int


class Overran(Action, frozen=True, tag="overran"):
    """The card clock of a turn has come to its next mark: a yellow card, unless it is a practice table."""

    seat: int


class Lost(Action, frozen=True, tag="lost"):
    """Nobody looks at the table from this seat any more; since when, if that was noticed later."""

    seat: int
    since_ms: int | None = None


class Returned(Action, frozen=True, tag="returned"):
    """The player of a seat is back."""

    seat: int


class Departed(Action, frozen=True, tag="departed"):
    """A seat has left for good: by its own wish (`left`), by its timeouts (`timeouts`), by not coming back
    (`not_returned`, `abandoned`), or because its player may not play on (`suspended`)."""

    seat: int
    reason: str


class Ended(Action, frozen=True, tag="ended"):
    """The match is over. The next match's id and root are made now, so that its commitment can be shown."""

    outcome: str
    winners: tuple[int, ...]
    reason: str
    next_match: str
    next_root: str


class Chose(Action, frozen=True, tag="chose"):
    """What a seat wants after the end, with its seed for the next match."""

    seat: int
    choice: EndChoice
    seed: str | None = None


class ChipsSettled(Action, frozen=True, tag="settled"):
    """What the wallet paid from escrow."""

    match: str
    payouts: tuple[int, ...]
    rake_chips: int


class RatingsChanged(Action, frozen=True, tag="rated"):
    """What ranking made of the match, and the ratings with which the next one of its players starts."""

    match: str
    changes: tuple[SeatRated, ...]
    next_ratings: tuple[SeatRating, ...] = ()


class Resumed(Action, frozen=True, tag="resumed"):
    """A new owner: no clock counts the time nobody owned the table."""

    outage_ms: int


class Annulled(Action, frozen=True, tag="annulled"):
    """An operator ends the match without a result; `reason` is theirs, in words."""

    reason: str
    by: str


# --- house-banked tables (house.py) ---


class Sat(Action, frozen=True, tag="sat"):
    """A guest has taken a free seat."""

    seat: int
    account: str
    name: str
    purse: Purse


class PurseChanged(Action, frozen=True, tag="purse"):
    """What the guest of a seat has now."""

    seat: int
    purse: Purse


class GotUp(Action, frozen=True, tag="got_up"):
    """The game has let the guest of a seat go; it is free."""

    seat: int
    reason: str


class ShoeOpened(Action, frozen=True, tag="shoe_opened"):
    """A new shoe wants to begin. `root` as in `Asked`; `table` is the whole table before it, as JSON: what came earlier
    need not be read again, and the shoe can be replayed by itself."""

    match: str
    number: int
    root: str
    table: dict[str, Any]


class ShoeBegun(Action, frozen=True, tag="shoe_begun"):
    """The shoe's seeds are final."""


class ShoeEnded(Action, frozen=True, tag="shoe_ended"):
    """The shoe is done (`played`), or its table is (`void`): root and seeds are for everybody from now on."""

    outcome: str


class BankAsked(Action, frozen=True, tag="bank_asked"):
    """The wallet is asked to hold a round's bets or to pay it; chips by seat. `id`: the round's."""

    kind: BankKind
    id: str
    round: int
    chips: dict[int, int]


class BankAnswered(Action, frozen=True, tag="bank_answered"):
    """It has; by seat."""

    kind: BankKind
    refused: dict[int, str]
    purses: dict[int, Purse]


class RoundAnnulled(Action, frozen=True, tag="round_annulled"):
    """An operator annuls the round whose bets are held, or about to be; `reason` is theirs, in words."""

    round: int
    reason: str
    by: str
    shoe_damaged: bool = False


class RoundCancelled(Action, frozen=True, tag="round_cancelled"):
    """The game hears of it."""

    shoe_damaged: bool = False


class Closed(Action, frozen=True, tag="closed"):
    """The table is no more; `reason` is a code for its players, or empty."""

    reason: str = ""
    account: str | None = None


class Stopped(Action, frozen=True, tag="stopped"):
    """The game's engine failed; the table waits for an operator."""

    error: str


AnyAction = (
    Opened | Asked | Seeded | StakesHeld | RatingsTaken | Begun | DrawnFor | Moved | WindowElapsed | TimedOut
    | Overran | Lost | Returned | Departed | Ended | Chose | ChipsSettled | RatingsChanged | Resumed | Annulled
    | Sat | PurseChanged | GotUp | ShoeOpened | ShoeBegun | ShoeEnded | BankAsked | BankAnswered | RoundAnnulled
    | RoundCancelled | Closed | Stopped
)  # fmt: skip


class Entry(msgspec.Struct, frozen=True):
    """A line of the journal with its place and time. `actor` is the seat that acted, if one did."""

    seq: int
    at_ms: int
    action: AnyAction
    actor: int | None = None
    command: str | None = None
    trace: str = ""
