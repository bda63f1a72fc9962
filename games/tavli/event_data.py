"""The events of tavli by kind, as `view.event` makes them; the same for all viewers (RULES.md §13)."""

from typing import Literal

from games.tavli.state import How, VariantName
from games.toolkit.event_data import EventData, SeatLeft
from services.kernel.seats import Seat

Place = int | Literal["bar", "off"]


class GameEnded(EventData, frozen=True):
    """A game of the match that this event has ended; a tie has no winner."""

    winner: Seat | None
    points: int
    how: How


class Opening(EventData, frozen=True):
    """One die each, by seat; equal dice have no starter and are rolled again."""

    dice: list[int]
    starter: Seat | None


class Roll(EventData, frozen=True):
    """Two dice for the seat on turn. `max_dice`: how many of them can be played; 0: the turn passes."""

    seat: Seat
    dice: list[int]
    max_dice: int


class Played(EventData, frozen=True):
    """A whole turn: steps as pairs from and to, in the player's own numbers, and how many checkers were hit."""

    seat: Seat
    steps: list[tuple[Place, Place]]
    hits: int
    ended: GameEnded | None


class Passed(EventData, frozen=True):
    """A turn in which nothing could be played is over."""

    seat: Seat
    ended: GameEnded | None


class Resigned(EventData, frozen=True):
    """A player has given up the game."""

    seat: Seat
    ended: GameEnded | None


class NextGame(EventData, frozen=True):
    """The next game of the match begins; no starter: opening dice decide."""

    number: int
    variant: VariantName
    starter: Seat | None


EVENTS: dict[str, type] = {
    "opening": Opening,
    "roll": Roll,
    "play": Played,
    "pass": Passed,
    "resign": Resigned,
    "game": NextGame,
    "left": SeatLeft,
}
