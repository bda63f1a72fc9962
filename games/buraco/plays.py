"""Plays: melding, laying off, what must stay in hand, the pot, the direct beat (RULES.md §5–§7).

Everything here is of the seat in turn. A refusal is the code; a state is the one after the play.
"""

from games.buraco.ends import hand_over, pot_taken
from games.buraco.meld_rules import is_clean, laid, read_meld
from games.buraco.state import State
from games.toolkit.meld_moves import Play
from games.toolkit.meld_table import Side, Table, side_of, with_hand
from games.toolkit.melding.plays import lies
from games.toolkit.melding.state import replace
from games.toolkit.melding.turns import turn_over
from services.kernel.seats import Seat

NO_CLEAN_CANASTA = "no_clean_canasta"
LEFT_MIN = 2
"""So many cards stay in the hand of a side that may not beat yet."""


def has_clean(table: Table, side: Side) -> bool:
    """Whether a side has a clean canasta."""
    return any(each.side == side and is_clean(each.meld) for each in table)


def played(state: State, seat: Seat, play: Play) -> State | str:
    """The state after a meld or lay-off; an emptied hand has taken the pot at once, or beaten."""
    found = lies(state, seat, play, read_meld, laid)
    if isinstance(found, str):
        return found
    left, table, last = found
    side = side_of(seat)
    waiting = state.pot[side] == "waiting"
    if len(left) < LEFT_MIN and not waiting and not has_clean(table, side):
        return NO_CLEAN_CANASTA
    after = replace(
        state,
        hands=with_hand(state, seat, left),
        table=table,
        pot_used=_used(state, seat),
        busy=True,
        quiet_turns=0,
        last_move=last,
    )
    if left:
        return after
    return pot_taken(after, seat, "direct") if waiting else hand_over(turn_over(after, seat), "closed", seat)


def closing_refusal(state: State, seat: Seat, left: int) -> str | None:
    """Why a discard may not leave so many cards: `no_clean_canasta` (RULES.md §7)."""
    side = side_of(seat)
    refused = not left and state.pot[side] != "waiting" and not has_clean(state.table, side)
    return NO_CLEAN_CANASTA if refused else None


def _used(state: State, seat: Seat) -> tuple[bool, bool]:
    """By side, whether the pot is used once this seat has played."""
    side, used = side_of(seat), state.pot_used
    if used[side] or state.pot[side] == "waiting" or state.pot_by[side] not in (seat, None):
        return used
    return (True, used[1]) if side == 0 else (used[0], True)
