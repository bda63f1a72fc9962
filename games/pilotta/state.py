"""Options and state of a match (RULES.md §3, §5)."""

from typing import Literal

import msgspec

from games.api import Hand
from games.pilotta.cards import Card, Mask, Suit
from services.kernel.ratings import ELO_START
from services.kernel.seats import Seat

Variant = Literal["palatisti", "classic", "classic2"]
Target = Literal[101, 151, 251, 351]
Phase = Literal[
    "deal", "auction", "contra", "recontra", "round1", "round2", "tricks", "scoring", "match_over"
]  # fmt: skip
"""`deal`: the leader or a deal is being drawn; `scoring`: the hand that has ended is shown."""
Value = int | Literal["capot"]
Pair = tuple[int, int]
"""A number for each team."""
Reason = Literal["score", "rating_tiebreak", "forfeited"]


class Options(msgspec.Struct, frozen=True):
    """What the organizer chooses, and the ratings of those seated, frozen when the match starts."""

    variant: Variant = "palatisti"
    target: Target = 151
    ratings: tuple[int, ...] = (ELO_START,) * 4
    """By seat."""

    @property
    def seats(self) -> int:
        """How many play."""
        return seats_of(self.variant)


class Call(msgspec.Struct, frozen=True):
    """What a seat said: `pass`, a bid as `90h` or `capoth`, `contra`, `recontra`, `take`, `take_seven` (with the
    swap), or the suit it chose."""

    seat: Seat
    call: str


class Trick(msgspec.Struct, frozen=True):
    """A finished trick: who led it, and its cards in order."""

    lead: Seat
    cards: tuple[Card, ...]


class State(msgspec.Struct, frozen=True, omit_defaults=True):
    """A match at one moment. Hands are masks (cards.py), other cards are numbers in order."""

    variant: Variant
    target: Target
    ratings: tuple[int, ...]
    hand_number: int = 1
    """Of the deal: cancelled ones count."""
    dealer: Seat | None = None
    """None until the first leader is drawn."""
    phase: Phase = "deal"
    turn: Seat | None = None
    """None unless a seat owes a decision."""
    number: int = 0
    """Of the decision owed, or of the pause that runs: grows with each of them through the whole match."""
    hands: tuple[Mask, ...] = ()
    """By seat, what is left; empty before a deal."""
    dealt: tuple[Mask, ...] = ()
    """By seat, all cards that it was dealt so far."""
    stock: tuple[Card, ...] = ()
    """Undealt, the next first."""
    turn_up: Card | None = None
    """After a swap the 7; where four play it is in the taker's hand once trumps are fixed."""
    swapped: Card | None = None
    """The card that the taker got for its 7."""
    calls: tuple[Call, ...] = ()
    """Of the current phase."""
    bidding: tuple[tuple[Phase, tuple[Call, ...]], ...] = ()
    """The calls of the phases before it, in this deal."""
    trump: Suit | None = None
    taker: Seat | None = None
    value: Value | None = None
    """The highest bid."""
    multiplier: int = 1
    lead: Seat | None = None
    """Who led the trick, or is to lead it."""
    trick: tuple[Card, ...] = ()
    tricks: tuple[Trick, ...] = ()
    tricks_won: Pair = (0, 0)
    declared: tuple[int, ...] = ()
    """By seat, the points announced; empty before the tricks."""
    totals: Pair = (0, 0)
    """Units by team."""
    scored: tuple[Hand, ...] = ()
    winner: int | None = None
    """The team that has won the match."""
    reason: Reason | None = None
    left: Seat | None = None
    """The seat whose leaving decided the match."""


def seats_of(variant: Variant) -> int:
    """How many play a variant."""
    return 2 if variant == "classic2" else 4


def first_trick_over(state: State) -> bool:
    """Whether trick 1 is over; a moment that is given as data may know no more of it than who won tricks."""
    return bool(state.tricks) or any(state.tricks_won)


def seat_after(state: State, seat: Seat, steps: int = 1) -> Seat:
    """The seat that acts so many places after another; before it where `steps` is negative (RULES.md §1)."""
    return (seat + steps) % (2 if state.variant == "classic2" else 4)
