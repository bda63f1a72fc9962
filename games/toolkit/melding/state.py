"""What a moment of a match has, whichever of the games it is. Each keeps a state of its own, in its own order."""

from typing import Any, Literal, Protocol, TypeVar, cast

import msgspec

from games.api import Hand
from games.toolkit.double_deck import Card
from games.toolkit.meld_table import Hands, LastMove, Pot, Table
from games.toolkit.totals import Totals
from services.kernel.seats import Seat

Seats = Literal[2, 4]
OnTimeout = Literal["wait", "auto_turn"]
Phase = Literal["deal", "draw", "play", "hand_end", "match_over"]
HandEnd = Literal["closed", "stock_exhausted", "stalemate"]


class Terms(Protocol):
    """What a match is played by."""

    @property
    def seats(self) -> Seats:
        """How many play."""

    @property
    def target_score(self) -> int:
        """What ends a match that goes to a target."""

    @property
    def ratings(self) -> tuple[int, ...]:
        """By seat; empty: equal ones."""

    @property
    def on_timeout(self) -> OnTimeout:
        """What becomes of a period that runs out."""


class Playing(Protocol):
    """A match at one moment; what the fields mean is said in the families' states."""

    @property
    def terms(self) -> Terms:
        """What the match is played by."""

    @property
    def phase(self) -> Phase:
        """What is to happen."""

    @property
    def hand_number(self) -> int:
        """From 1."""

    @property
    def starter(self) -> Seat | None:
        """Of the hand; None until the first one is drawn."""

    @property
    def turn(self) -> Seat | None:
        """None unless a seat owes a move."""

    @property
    def number(self) -> int:
        """Of the decision."""

    @property
    def hands(self) -> Hands:
        """By seat; empty before the first deal."""

    @property
    def pots(self) -> tuple[tuple[Card, ...], ...]:
        """By side: the cards nobody has picked up."""

    @property
    def pot(self) -> tuple[Pot, Pot]:
        """By side: what has become of it."""

    @property
    def stock(self) -> tuple[Card, ...]:
        """Next card first."""

    @property
    def pile(self) -> tuple[Card, ...]:
        """Bottom to top."""

    @property
    def table(self) -> Table:
        """The melds in the order of their ids."""

    @property
    def drawn(self) -> Card | None:
        """The card drawn from the stock in this turn."""

    @property
    def barred(self) -> str | None:
        """The face that may not go back in this turn."""

    @property
    def busy(self) -> bool:
        """Whether this turn has drawn from the stock, melded or laid off."""

    @property
    def quiet_turns(self) -> int:
        """Turns running without any of these."""

    @property
    def turned(self) -> tuple[Seat, ...]:
        """The seats that have completed a turn of the match."""

    @property
    def ended(self) -> HandEnd | None:
        """How the hand ended; None while it is played."""

    @property
    def totals(self) -> Totals:
        """By side, as they were after the last hand."""

    @property
    def scored(self) -> tuple[Hand, ...]:
        """The hands counted so far."""

    @property
    def last_move(self) -> LastMove | None:
        """As everybody saw it."""

    @property
    def left(self) -> Seat | None:
        """The seat whose leaving decided the match."""


State = TypeVar("State", bound=Playing)


class _Replace(Protocol):
    def __call__(self, state: State, /, **changes: Any) -> State: ...


replace = cast(_Replace, msgspec.structs.replace)
"""A state with some fields changed."""
