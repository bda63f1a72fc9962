"""Options and state of a table (RULES.md §2, §3, §5)."""

from typing import Literal

import msgspec

from games.api import Purse
from games.baccarat.bets import Limits
from games.baccarat.cards import PACK, Card
from games.baccarat.payouts import Decided, Stakes, Variant
from games.baccarat.shoe import CUT_CARDS
from games.baccarat.third_card import Round, Winner, deal_round
from services.kernel.seats import Seat

SEATS = 7

Phase = Literal["idle", "betting", "closed", "dealing", "settling", "shuffling"]
BetSeconds = Literal[10, 15, 20, 30]


class Chosen(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a table may be opened with."""

    variant: Variant = "commission"
    bet_s: BetSeconds = 20


class Options(Chosen, frozen=True, forbid_unknown_fields=True):
    """The same with the platform's settings."""

    limits: Limits = Limits()
    packs: int = 8
    cut_cards: int = CUT_CARDS
    """Behind the cut card. A table from before it was a setting has this many."""


class Entry(msgspec.Struct, frozen=True, omit_defaults=True):
    """A round in the history of its shoe; a dummy hand has no totals."""

    winner: Winner | Literal["dummy"]
    totals: tuple[int, int] | None = None
    player_pair: bool = False
    banker_pair: bool = False
    six: int | None = None
    """With how many cards Banker won with 6."""
    natural: bool = False


class Guest(msgspec.Struct, frozen=True, omit_defaults=True):
    """Who sits on a seat, as far as the game knows."""

    purse: Purse
    present: bool = True
    stakes: Stakes = {}
    """Box → chips, in the round that is bet on or dealt; as they were settled until the next one begins."""
    held: bool = False
    """Whether the bank has them."""
    done: bool = False
    repeat: Stakes = {}
    """The set of the last settled round."""
    dropped: str | None = None
    """Why the bank did not hold the last set."""
    credited: Stakes = {}
    """Box → what the round gave back; empty before it is settled."""
    net_round: int | None = None
    """Of the last round with a stake."""
    net_session: int = 0
    """Since the guest sat down."""
    missed: int = 0
    """Windows in a row without a stake of theirs."""
    missed_absent: int = 0
    """Of those, the ones since they were lost."""
    leaving: bool = False
    """Gone for good, with chips that must be settled first."""


class State(msgspec.Struct, frozen=True, omit_defaults=True):
    """A table at one moment."""

    options: Options
    phase: Phase = "idle"
    round: int = 1
    """The round that is played; before its window opens, the next one."""
    number: int = 0
    """Of the window that runs: grows with each of them."""
    guests: tuple[Guest | None, ...] = (None,) * SEATS
    shoe: tuple[Card, ...] = ()
    """All cards of the shoe in order; empty until it is drawn."""
    shoes: int = 0
    """How many there have been."""
    gone: int = 0
    """Cards gone from the head of the shoe before this round."""
    laid: int = 0
    """Cards of this round on the table."""
    last_round: bool = False
    """Whether this round is the last of its shoe."""
    spent: bool = False
    """Whether a new shoe is due."""
    bank: Literal["hold", "pay"] | None = None
    """What the bank was asked and has not answered."""
    annulled: bool = False
    """Whether this round is a dummy hand."""
    history: tuple[Entry, ...] = ()
    """Of this shoe."""

    @property
    def remaining(self) -> int:
        """Cards in the shoe."""
        return len(self.shoe) - self.gone - self.laid

    @property
    def shoe_size(self) -> int:
        """Cards of a new shoe."""
        return self.options.packs * PACK

    @property
    def dealt(self) -> Round:
        """The round that the shoe holds next, whatever of it lies on the table."""
        return deal_round(self.shoe, self.gone)

    @property
    def outcome(self) -> Entry:
        """This round as the history has it."""
        if self.annulled:
            return Entry("dummy")
        found = self.dealt
        return Entry(found.winner, found.totals, *found.pairs, found.six, found.natural)

    @property
    def decided(self) -> Decided | None:
        """What bets go by; None: a dummy hand."""
        if self.annulled:
            return None
        found = self.dealt
        return Decided(found.winner, found.pairs, found.six)

    def guest(self, seat: Seat) -> Guest | None:
        """Who sits there and is not on the way out."""
        found = self.guests[seat] if seat in range(SEATS) else None
        return None if found is None or found.leaving else found
