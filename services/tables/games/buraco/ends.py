"""Picking up a pot, and the end of a turn and of a hand (RULES.md §4, §7, §9)."""

import msgspec

from services.kernel.seats import Seat
from services.tables.games.buraco import scoring
from services.tables.games.buraco.state import HandEnd, State
from services.tables.games.toolkit.meld_table import Pot, side_of, with_hand

replace = msgspec.structs.replace


def pot_taken(state: State, seat: Seat, how: Pot) -> State:
    """The seat with an empty hand has picked up its side's pot."""
    side, last = side_of(seat), state.last_move
    if last is not None and how != "waiting":
        last = replace(last, pot=how)
    return replace(
        state,
        hands=with_hand(state, seat, state.pots[side]),
        pots=((), state.pots[1]) if side == 0 else (state.pots[0], ()),
        pot=(how, state.pot[1]) if side == 0 else (state.pot[0], how),
        pot_by=(seat, state.pot_by[1]) if side == 0 else (state.pot_by[0], seat),
        last_move=last,
    )


def turn_over(state: State, seat: Seat) -> State:
    """The seat's turn is over; the next one is to draw."""
    return replace(
        state,
        phase="draw",
        turn=(seat + 1) % state.terms.seats,
        drawn=None,
        barred=None,
        busy=False,
        quiet_turns=0 if state.busy else state.quiet_turns + 1,
        turned=state.turned if seat in state.turned else (*state.turned, seat),
    )


def hand_over(state: State, end: HandEnd, closed_by: Seat | None) -> State:
    """The hand is counted; perhaps the match is over."""
    hand, terms = scoring.counted(state, end, closed_by), state.terms
    totals = scoring.added(state.totals, hand)
    over = scoring.outcome(terms, totals) is not None
    return replace(
        state,
        phase="match_over" if over else "hand_end",
        turn=None,
        ended=end,
        totals=totals,
        scored=(*state.scored, hand),
    )
