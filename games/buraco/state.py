"""Options and state of a match (RULES.md §1–§4)."""

from typing import Literal

import msgspec

from games.api import Hand
from games.toolkit.double_deck import Card
from games.toolkit.meld_table import LastMove, Lying, Pot
from games.toolkit.melding.state import HandEnd, OnTimeout, Phase, Seats
from services.kernel.seats import Seat

__all__ = ["HandEnd", "MatchMode", "OnTimeout", "Options", "Phase", "Seats", "State", "Target"]

MatchMode = Literal["round", "target"]
Target = Literal[500, 1000, 1500, 2000, 2500, 3000, 3500, 4000, 4500, 5000]


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the organizer chooses, and at the end what the platform adds."""

    seats: Seats = 2
    match_mode: MatchMode = "target"
    target_score: Target = 2000
    """Of no account in a match of one round."""
    ratings: tuple[int, ...] = ()
    """By seat; empty: 1500 each. They only break ties."""
    on_timeout: OnTimeout = "wait"


class State(msgspec.Struct, frozen=True, omit_defaults=True):
    """A match at one moment. A hand that has ended lies open until the next one is dealt."""

    terms: Options
    phase: Phase = "deal"
    hand_number: int = 1
    starter: Seat | None = None
    """Of the hand; None until the first one is drawn."""
    turn: Seat | None = None
    """None unless a seat owes a move."""
    number: int = 0
    """Of the decision: grows with every accepted move of the match."""
    hands: tuple[tuple[Card, ...], ...] = ()
    """By seat; empty before the first deal."""
    pots: tuple[tuple[Card, ...], ...] = ((), ())
    """By side: the cards nobody has picked up."""
    pot: tuple[Pot, Pot] = ("waiting", "waiting")
    """By side."""
    pot_by: tuple[Seat | None, Seat | None] = (None, None)
    """By side, who took the pot; a taken one of nobody is used by whoever of the side plays."""
    pot_used: tuple[bool, bool] = (False, False)
    """By side, whether its taker has played a card since."""
    stock: tuple[Card, ...] = ()
    """Next card first."""
    pile: tuple[Card, ...] = ()
    """Bottom to top."""
    table: tuple[Lying, ...] = ()
    drawn: Card | None = None
    """The card drawn from the stock in this turn."""
    barred: str | None = None
    """The face that may not go back: the only card of the pile taken in this turn, of which no copy was held."""
    busy: bool = False
    """Whether this turn has drawn from the stock, melded or laid off."""
    quiet_turns: int = 0
    """Turns running without any of these."""
    turned: tuple[Seat, ...] = ()
    """The seats that have completed a turn of the match."""
    ended: HandEnd | None = None
    """How the hand ended; None while it is played."""
    totals: tuple[int, int] = (0, 0)
    scored: tuple[Hand, ...] = ()
    last_move: LastMove | None = None
    left: Seat | None = None
    """The seat whose leaving decided the match."""
