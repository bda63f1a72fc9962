"""The actions that can happen at a table, as its journal stores them.

A table is the fold of its journal (fold.py). An entry contains everything that came from chance, time and other
services, so the same journal gives the same table on any machine.
"""

from typing import Any

import msgspec

from games.api import Purse
from services.contracts.tables.commands import BankKind, EndChoice, SeatRated, SeatRating, StartOrder
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
    """Practice: no clock is shown; a period is so long that it only ends tables that have been abandoned."""
    clock_factor: int = 1
    """By how much the clock is lengthened; `move_ms` is so already (services/lobby/RULES.md §4)."""


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
    """A match is being prepared. `root` is secret until the match ends; its hash is the commitment."""

    match: str
    number: int
    root: str


class Seeded(Action, frozen=True, tag="seeded"):
    """A client has sent its seed."""

    seat: int
    seed: str


class StakesHeld(Action, frozen=True, tag="held"):
    """The wallet holds the stakes."""


class RatingsTaken(Action, frozen=True, tag="ratings"):
    """Ranking has answered with the ratings that the match starts with."""

    ratings: tuple[SeatRating, ...]


class Begun(Action, frozen=True, tag="begun"):
    """Everything that the match needs is there, and the seeds are final. `options`: the game's options, if the
    platform's part (ratings, what a timeout does) changes them."""

    options: dict[str, Any] | None = None


class DrawnFor(Action, frozen=True, tag="drawn"):
    """Values drawn from a fair stream; `position` is the stream's position afterwards."""

    hand: int
    purpose: str
    values: tuple[int, ...]
    position: int


class Moved(Action, frozen=True, tag="moved"):
    """A seat's move, as the game encodes it; `by_server`: the server played it because the seat's time was up."""

    move: dict[str, Any]
    by_server: bool = False


class WindowElapsed(Action, frozen=True, tag="elapsed"):
    """A window of the game, timed by the server, has ended."""

    number: int


class TimedOut(Action, frozen=True, tag="timeout"):
    """A period of a seat's clock has run out, and the next one starts."""

    seat: int


class Overran(Action, frozen=True, tag="overran"):
    """The card clock of a turn has reached its next mark, which is a yellow card unless it is a practice table."""

    seat: int


class Lost(Action, frozen=True, tag="lost"):
    """No connection of the seat's player views the table any more; `since_ms`: since when, if noticed later."""

    seat: int
    since_ms: int | None = None


class Returned(Action, frozen=True, tag="returned"):
    """The player of a seat is back."""

    seat: int


class Departed(Action, frozen=True, tag="departed"):
    """A player has left for good: on purpose (`left`), by timeouts (`timeouts`), by not coming back (`not_returned`,
    `abandoned`), or because of a suspension (`suspended`). `quits`: the player chose it, rather than being removed."""

    seat: int
    reason: str
    quits: bool = False


_OWN_AFFAIRS = frozenset({"blocked", "self_excluded", "suspended"})


def shown_reason(reason: str) -> str:
    """A departure's reason for everybody else: an exclusion is one player's own affair, and looks like leaving."""
    return "left" if reason in _OWN_AFFAIRS else reason


class Ended(Action, frozen=True, tag="ended"):
    """The match is over. The next match's id and root are made now, so that its commitment can be shown. `places`: by
    seat, of a match that was decided without being played out."""

    outcome: str
    winners: tuple[int, ...]
    reason: str
    next_match: str
    next_root: str
    places: tuple[int, ...] = ()


class Chose(Action, frozen=True, tag="chose"):
    """A seat's choice after the end, with its seed for the next match."""

    seat: int
    choice: EndChoice
    seed: str | None = None


class ChipsSettled(Action, frozen=True, tag="settled"):
    """What the wallet paid from escrow."""

    match: str
    payouts: tuple[int, ...]
    rake_chips: int


class RatingsChanged(Action, frozen=True, tag="rated"):
    """Ranking's changes after the match, and the ratings with which a rematch of the same players starts. `unrated`:
    why there are none."""

    match: str
    changes: tuple[SeatRated, ...]
    next_ratings: tuple[SeatRating, ...] = ()
    unrated: str = ""


class Resumed(Action, frozen=True, tag="resumed"):
    """A new worker owns the table; no clock counts the time in which none did."""

    outage_ms: int


class Annulled(Action, frozen=True, tag="annulled"):
    """An operator ends the match without a result; `reason` is the operator's text."""

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
    """The guest of a seat has left, and the seat is free."""

    seat: int
    reason: str


class ShoeOpened(Action, frozen=True, tag="shoe_opened"):
    """A new shoe is being prepared. `root` as in `Asked`; `table` is the whole table before it, as JSON, so that
    earlier entries need not be read and the shoe can be replayed by itself."""

    match: str
    number: int
    root: str
    table: dict[str, Any]


class ShoeBegun(Action, frozen=True, tag="shoe_begun"):
    """The shoe's seeds are final."""


class ShoeEnded(Action, frozen=True, tag="shoe_ended"):
    """The shoe has been played (`played`) or its table has ended (`void`); root and seeds are public from now on."""

    outcome: str


class BankAsked(Action, frozen=True, tag="bank_asked"):
    """The wallet is asked to hold a round's bets or to pay them; chips by seat. `id`: the round's id."""

    kind: BankKind
    id: str
    round: int
    chips: dict[int, int]


class BankAnswered(Action, frozen=True, tag="bank_answered"):
    """The wallet has answered; refusals and purses by seat."""

    kind: BankKind
    refused: dict[int, str]
    purses: dict[int, Purse]


class RoundAnnulled(Action, frozen=True, tag="round_annulled"):
    """An operator annuls the round whose bets are held or about to be; `reason` is the operator's text."""

    round: int
    reason: str
    by: str
    shoe_damaged: bool = False


class RoundCancelled(Action, frozen=True, tag="round_cancelled"):
    """The game is informed that the round has been annulled."""

    shoe_damaged: bool = False


class Closed(Action, frozen=True, tag="closed"):
    """The table is closed; `reason` is a code for its players, or empty."""

    reason: str = ""
    account: str | None = None


class Stopped(Action, frozen=True, tag="stopped"):
    """The game's engine has failed, and the table waits for an operator."""

    error: str


AnyAction = (
    Opened | Asked | Seeded | StakesHeld | RatingsTaken | Begun | DrawnFor | Moved | WindowElapsed | TimedOut
    | Overran | Lost | Returned | Departed | Ended | Chose | ChipsSettled | RatingsChanged | Resumed | Annulled
    | Sat | PurseChanged | GotUp | ShoeOpened | ShoeBegun | ShoeEnded | BankAsked | BankAnswered | RoundAnnulled
    | RoundCancelled | Closed | Stopped
)  # fmt: skip


class Entry(msgspec.Struct, frozen=True):
    """A line of the journal with its sequence number and time. `actor`: the seat that acted, if one did."""

    seq: int
    at_ms: int
    action: AnyAction
    actor: int | None = None
    command: str | None = None
    trace: str = ""
