"""Picking up a pot, and the end of a hand (RULES.md §7, §9)."""

from functools import partial

from games.buraco import scoring
from games.buraco.state import HandEnd, State
from games.toolkit.meld_table import Pot, side_of
from games.toolkit.melding import turns
from services.kernel.seats import Seat


def pot_taken(state: State, seat: Seat, how: Pot) -> State:
    """The seat with an empty hand has picked up its side's pot; who did so has to use it."""
    by = (seat, state.pot_by[1]) if side_of(seat) == 0 else (state.pot_by[0], seat)
    return turns.pot_taken(state, seat, how, pot_by=by)


def hand_over(state: State, end: HandEnd, closed_by: Seat | None) -> State:
    """The hand is counted; perhaps the match is over."""
    hand = scoring.counted(state, end, closed_by)
    return turns.hand_over(state, end, hand, partial(scoring.outcome, state.terms))
