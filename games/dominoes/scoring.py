"""What a hand is worth and when a match is won: what all targets share, and the games to pips (RULES.md §9, §10)."""

from typing import Literal, NamedTuple, Protocol

from services.kernel.seats import Seat

Ending = Literal["run_out", "block"]
Side = int
"""0: seats 0 and 2, 1: seats 1 and 3."""
Entry = tuple[Side, int] | Literal["C"]
"""What is written on the scoreboard for a hand: a number under a side, or the mark of a hand that nobody won."""
Totals = tuple[int, int]
"""Pips, or hands won, by side."""


class Score(NamedTuple):
    """A hand as scored: the side that won it (None: nobody), its points, and what is written."""

    side: Side | None
    points: int
    entry: Entry


class Scoring(Protocol):
    """The scoring of one target; `ToPips`, and the module `run_out`."""

    def score(self, ending: Ending, seat: Seat, pips: Totals) -> Score:
        """A hand that `seat` ran out or blocked, with the pips that each side has left."""
        ...

    def winner(self, totals: Totals) -> Side | None:
        """The side that has won the match; None while it goes on."""
        ...

    def final(self, totals: Totals) -> Totals:
        """The totals as they are shown."""
        ...


def won_by(ending: Ending, seat: Seat, pips: Totals) -> Side | None:
    """The side that a hand goes to where pips decide blocks; None: equal pips in a block."""
    if ending == "run_out":
        return seat % 2
    return None if pips[0] == pips[1] else int(pips[1] < pips[0])


class ToPips(NamedTuple):
    """The game to so many pips."""

    target: int
    counts_all: bool
    """Whether a hand is worth everything that is left, that of the winners too; else what the losers have left."""

    def score(self, ending: Ending, seat: Seat, pips: Totals) -> Score:
        """The pips to the winners; a hand that nobody won writes 0 under the blocker's side."""
        side = won_by(ending, seat, pips)
        if side is None:
            return Score(None, 0, (seat % 2, 0))
        points = sum(pips) if self.counts_all else pips[1 - side]
        return Score(side, points, (side, points))

    def winner(self, totals: Totals) -> Side | None:
        """The side with at least the target. Only one side scores in a hand, so both never arrive together."""
        return next((side for side in (0, 1) if totals[side] >= self.target), None)

    def final(self, totals: Totals) -> Totals:
        """Final sums: the winners' is exactly the target."""
        return min(totals[0], self.target), min(totals[1], self.target)
