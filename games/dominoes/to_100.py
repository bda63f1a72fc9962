"""The game to 100 pips: a hand is worth what the losers have left (RULES.md §9, §10)."""

from games.dominoes.scoring import Ending, Score, Side, Totals, capped, in_pips, reached, won_by
from services.kernel.seats import Seat

TARGET = 100


def score(ending: Ending, seat: Seat, pips: Totals) -> Score:
    """The losers' pips to the winners."""
    side = won_by(ending, seat, pips)
    return in_pips(side, 0 if side is None else pips[1 - side], seat)


def winner(totals: Totals) -> Side | None:
    """The side with 100 pips or more."""
    return reached(TARGET, totals)


def final(totals: Totals) -> Totals:
    """The winners have exactly 100."""
    return capped(TARGET, totals)
