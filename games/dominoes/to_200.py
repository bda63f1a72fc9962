"""The game to 200 pips: a hand is worth everything that is left (RULES.md §9, §10)."""

from games.dominoes.scoring import Ending, Score, Side, Totals, capped, in_pips, reached, won_by
from services.kernel.seats import Seat

TARGET = 200


def score(ending: Ending, seat: Seat, pips: Totals) -> Score:
    """All unplayed pips, those of the winners too, to the winners."""
    return in_pips(won_by(ending, seat, pips), sum(pips), seat)


def winner(totals: Totals) -> Side | None:
    """The side with 200 pips or more."""
    return reached(TARGET, totals)


def final(totals: Totals) -> Totals:
    """The winners have exactly 200."""
    return capped(TARGET, totals)
