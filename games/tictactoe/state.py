"""Options and state of a match (RULES.md §2, §3)."""

from typing import Literal

import msgspec

from services.kernel.seats import Seat

Size = Literal[3, 4, 5]
Mark = Literal["X", "O"]
Phase = Literal["playing", "match_over"]


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the organizer chooses: rows and columns of the board."""

    size: Size = 3


class State(msgspec.Struct, frozen=True, omit_defaults=True):
    """A match at one moment. Sets of cells are masks (board.py)."""

    size: Size
    leader: Seat | None = None
    """The seat with X; None until it is drawn."""
    turn: Seat | None = None
    """None before the draw and after the end."""
    x: int = 0
    o: int = 0
    last: int | None = None
    """The cell marked last."""
    line: int = 0
    """All cells of the runs that decided the match."""
    left: Seat | None = None
    """The seat whose leaving decided the match."""

    @property
    def over(self) -> bool:
        """Whether the match has ended."""
        return (self.turn is None and self.leader is not None) or self.left is not None

    @property
    def phase(self) -> Phase:
        """The phase's name in the rules."""
        return "match_over" if self.over else "playing"

    @property
    def winner(self) -> Seat | None:
        """The winning seat; None while playing and after a draw."""
        if self.left is not None:
            return 1 - self.left
        if not self.line or self.leader is None:
            return None
        return self.leader if self.x & self.line else 1 - self.leader

    @property
    def marks(self) -> tuple[Mark, ...]:
        """The mark of each seat in seat order; empty until the leader is drawn."""
        return _MARKS[self.leader]


_MARKS: dict[Seat | None, tuple[Mark, ...]] = {None: (), 0: ("X", "O"), 1: ("O", "X")}
