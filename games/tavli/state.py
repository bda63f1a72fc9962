"""Options and state of a match (RULES.md §2, §5)."""

from typing import Annotated, Literal

import msgspec

from games.tavli.position import Position
from services.kernel.seats import Seat

VariantName = Literal["portes", "plakoto", "fevga"]
VariantChoice = Literal["combined", "portes", "plakoto", "fevga"]
Target = Literal[1, 3, 5, 7, 9, 11, 13]
"""To how many points a match can be played here."""
LENGTH_MAX = 25
Length = Annotated[int, msgspec.Meta(ge=1, le=LENGTH_MAX)]
"""To how many points a match is played: a `Target`, or what the text of another program says (RULES.md §16)."""
Phase = Literal["opening", "rolling", "play", "game_over", "match_over"]
How = Literal["bear_off", "mother", "tie", "resign", "left"]


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the organizer chooses. `target` left out is 5 for `combined`, else 1 (rules.py fills it in)."""

    variant: VariantChoice = "combined"
    target: Target = 5


class Ended(msgspec.Struct, frozen=True):
    """A game of the match that has ended: who won how many points, and how. A tie has no winner."""

    variant: VariantName
    winner: Seat | None
    points: int
    how: How


class State(msgspec.Struct, frozen=True, omit_defaults=True):
    """A match at one moment."""

    variant: VariantChoice
    target: Length
    position: Position
    phase: Phase = "opening"
    turn: Seat | None = None
    """None in `opening` and after the end of a game."""
    dice: tuple[int, ...] = ()
    """The two dice of the turn, as rolled; empty until they are."""
    max_dice: int = 0
    """How many of them (a double counts four) must be used; 0: there is no legal step."""
    opening: tuple[int, ...] = ()
    """The last opening roll of this game: the die of seat 0, the die of seat 1."""
    starter: Seat | None = None
    """Who began this game; None until the opening roll has decided it."""
    game_number: int = 1
    score: tuple[int, int] = (0, 0)
    games: tuple[Ended, ...] = ()
    turns: tuple[int, int] = (0, 0)
    """The turns that each seat has completed in the match."""
    number: int = 0
    """Decisions and windows so far."""
    left: Seat | None = None
    """The seat that has gone for good."""

    @property
    def over(self) -> bool:
        """Whether the match has ended."""
        return self.phase == "match_over"

    @property
    def winner(self) -> Seat | None:
        """The winner of the match."""
        if not self.over:
            return None
        return 1 - self.left if self.left is not None else int(self.score[1] >= self.target)
