"""The discard, which may name the trump suit, and the end of a hand (RULES.md §4, §7, §9)."""

from functools import partial

from games.mpirimpa import scoring
from games.mpirimpa.state import HandEnd, State
from games.toolkit.double_deck import SUIT, Card
from games.toolkit.melding import turns
from games.toolkit.melding.state import replace
from services.kernel.seats import Seat


def discarded(state: State, seat: Seat, card: Card) -> State:
    """The card lies on the pile and the turn is over; perhaps the hand, and the match."""
    if state.trump is None and SUIT[card] >= 0:
        state = replace(state, trump=SUIT[card])
    return turns.discarded(state, seat, card, turns.pot_taken, hand_over)


def hand_over(state: State, end: HandEnd, closed_by: Seat | None) -> State:
    """The hand is counted; the match is over if a side has the target."""
    hand = scoring.counted(state, end, closed_by)
    return turns.hand_over(state, end, hand, partial(scoring.outcome, state.terms))
