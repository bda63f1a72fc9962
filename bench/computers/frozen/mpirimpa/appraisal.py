"""What the computer player thinks plays and cards are worth, in points of the hand."""

from bench.computers.frozen.melding_appraisal import CHANCES, FULL_CHANCES, Hand, changed
from games.mpirimpa import plays
from games.mpirimpa.meld_rules import (
    BONUS,
    POINTS,
    TRUMP_BONUS,
    WILD,
    class_of,
    is_trump,
    points_of,
)
from games.mpirimpa.moves import Play
from games.mpirimpa.state import State
from games.toolkit.melds import Meld
from services.kernel.seats import Seat

FIRST_BIRIBA = 60
"""What the first biriba opens: the pot and the closing."""
POT_NEAR = 8
"""Of every card that leaves a hand whose side may take the pot."""


class Appraisal(Hand[State]):
    """What a seat's plays are worth at one moment."""

    wild = WILD
    points = POINTS
    wild_kept = 45
    wild_taken = 30

    def __init__(self, state: State, seat: Seat) -> None:
        super().__init__(state, seat)
        self.has_biriba = plays.has_biriba(state.table, self.side)
        self.wants_pot = self.has_biriba and state.pot[self.side] == "waiting"

    def gain(self, play: Play) -> float | None:
        """What a play brings; None if it is not allowed."""
        after = plays.played(self.state, self.seat, play)
        return None if isinstance(after, str) else self.gained(after, play)

    def gained(self, after: State, play: Play) -> float:
        """What a play that has led to a state brought."""
        before, found, gone = changed(self.state.table, after.table, play)
        worth = self.meld_worth(found) - (self.meld_worth(before) if before else 0)
        return worth - sum(self.kept_worth(card) for card in gone) + POT_NEAR * len(gone) * self.wants_pot

    def meld_worth(self, meld: Meld) -> float:
        """A meld's points, and what bonus may be hoped for."""
        bonus = TRUMP_BONUS if is_trump(meld, self.state.trump) else BONUS
        length = len(meld.cards)
        found = class_of(meld)
        if found == "open":
            hope = CHANCES[length] * (0.4 + 0.6 * self.time)
            return points_of(meld.cards) + hope * bonus["dirty" if meld.wild else "clean"]
        first = 0 if self.has_biriba else FIRST_BIRIBA
        full = (bonus["full_clean"] - bonus["clean"]) * FULL_CHANCES.get(length, 0) * self.time
        return points_of(meld.cards) + bonus[found] + first + (full if found == "clean" and meld.kind == "run" else 0)
