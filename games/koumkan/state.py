"""Options and state of a match (RULES.md §1–§5)."""

from typing import Literal

import msgspec

from games.api import Hand
from games.toolkit.double_deck import Card
from games.toolkit.melds import Meld
from services.kernel.seats import Seat

GameId = Literal["koumkan", "thanasis", "dynamitis"]
Seats = Literal[2, 3, 4, 5, 6]
Target = Literal[51, 101, 151, 201, 301, 501]
OnTimeout = Literal["wait", "auto_turn"]
Phase = Literal["deal", "indicator", "draw", "play", "reshuffle", "hand_end", "match_over"]
HandEnd = Literal["out", "blocked"]
Source = Literal["stock", "discard"]
MoveName = Literal["draw", "meld", "lay_off", "swap_joker", "discard", "go_out"]


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the organizer chooses, and at the end what the platform adds."""

    seats: Seats = 4
    target_score: Target = 101
    ratings: tuple[int, ...] = ()
    """By seat; empty: 1500 each. They only break ties."""
    on_timeout: OnTimeout = "wait"


class ThanasisOptions(Options, frozen=True, forbid_unknown_fields=True):
    """The same for thanasis."""


class DynamitisOptions(Options, frozen=True, forbid_unknown_fields=True):
    """The same for dynamitis."""


class Terms(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a match is played by: game and options in one."""

    game: GameId = "koumkan"
    seats: Seats = 4
    target_score: Target = 101
    ratings: tuple[int, ...] = ()
    on_timeout: OnTimeout = "wait"


class Lying(msgspec.Struct, frozen=True):
    """A meld on the table; ids count from 1 through a hand, over all owners."""

    id: int
    owner: Seat
    meld: Meld


class LastMove(msgspec.Struct, frozen=True, omit_defaults=True):
    """The move made last, as everybody saw it."""

    seat: Seat
    move: MoveName
    cards: tuple[Card, ...] = ()
    """Named in public: the card taken from the discard pile, cards laid, the discard; of a stock draw none."""
    meld: int | None = None
    """The id of the meld that was laid, got cards or gave its joker."""
    source: Source | None = None
    """Of a draw."""


class State(msgspec.Struct, frozen=True, omit_defaults=True):
    """A match at one moment. A hand that has ended lies open until the next one is dealt."""

    terms: Terms
    phase: Phase = "deal"
    hand_number: int = 1
    dealer: Seat | None = None
    """Of the hand; None until the first leader is drawn."""
    turn: Seat | None = None
    """Who draws or plays; while the indicator is looked for or the discards are shuffled, who will be next."""
    number: int = 0
    """Of the decision: grows with every accepted move of the match."""
    eliminated: tuple[tuple[Seat, ...], ...] = ()
    """Who is out of the match, the earliest and worst first; those together share their place."""
    hands: tuple[tuple[Card, ...], ...] = ()
    """By seat; empty before the first deal, those out of the match have none."""
    aside: tuple[Card, ...] = ()
    """The cards of players removed in this hand."""
    indicator: Card | None = None
    stock: tuple[Card, ...] = ()
    """Next card first."""
    pile: tuple[Card, ...] = ()
    """The discards, bottom to top."""
    reshuffled: bool = False
    """Whether the discards have become the stock in this hand."""
    table: tuple[Lying, ...] = ()
    melded: tuple[Seat, ...] = ()
    """Who has laid a meld of their own in this hand."""
    drawn: Card | None = None
    """The card drawn from the stock in this turn."""
    taken: Card | None = None
    """The card taken from the discard pile in this turn."""
    barred: str | None = None
    """Its face, if no copy of it was held before: it may not go back in this turn."""
    busy: bool = False
    """Whether this turn has drawn from the stock, melded, laid off or swapped."""
    quiet_turns: int = 0
    """Turns running without any of these."""
    turns: tuple[int, ...] = ()
    """By seat, the turns completed in this hand."""
    turned: tuple[Seat, ...] = ()
    """The seats that have completed a turn of the match."""
    ended: HandEnd | None = None
    """How the hand ended; None while it is played."""
    totals: tuple[int, ...] = ()
    """By seat; empty before anything is scored."""
    scored: tuple[Hand, ...] = ()
    last_move: LastMove | None = None
    forfeited: bool = False
    """Whether the match ended because everybody else had left."""


def seats_out(state: State) -> frozenset[Seat]:
    """Who is out of the match."""
    return frozenset(seat for group in state.eliminated for seat in group)


def active_seats(state: State) -> tuple[Seat, ...]:
    """Who is still in the match, by seat."""
    out = seats_out(state)
    return tuple(seat for seat in range(state.terms.seats) if seat not in out)


def next_active(active: tuple[Seat, ...], seats: int, seat: Seat) -> Seat:
    """The first active seat after a seat; there is at least one."""
    return min(active, key=lambda each: (each - seat - 1) % seats)


def totals_of(state: State) -> tuple[int, ...]:
    """Penalty points by seat."""
    return state.totals or (0,) * state.terms.seats
