"""Plays: melding, laying off, what must stay in hand, the pot, the direct beat, the pile (RULES.md §5–§7).

Everything here is of the seat in turn. A refusal is the code; a state is the one after the play.
"""

import msgspec

from services.kernel.seats import Seat
from services.tables.games.buraco.ends import hand_over, pot_taken, turn_over
from services.tables.games.buraco.reading import all_laid, is_clean, read_meld
from services.tables.games.buraco.state import State
from services.tables.games.toolkit.double_deck import TEXT, Card, taken, without
from services.tables.games.toolkit.meld_moves import LayMeld, LayOff, Play
from services.tables.games.toolkit.meld_table import (
    LastMove,
    Side,
    Table,
    barred_face,
    find_meld,
    side_of,
    with_hand,
    with_meld,
    with_new_meld,
)

CARD_NOT_IN_HAND = "card_not_in_hand"
NO_CLEAN_CANASTA = "no_clean_canasta"
LEFT_MIN = 2
"""So many cards stay in the hand of a side that may not beat yet."""

replace = msgspec.structs.replace


def has_clean(table: Table, side: Side) -> bool:
    """Whether a side has a clean canasta."""
    return any(each.side == side and is_clean(each.meld) for each in table)


def played(state: State, seat: Seat, play: Play) -> State | str:
    """The state after a meld or lay-off; an emptied hand has taken the pot at once, or beaten."""
    cards = taken(state.hands[seat], play.cards)
    if cards is None:
        return CARD_NOT_IN_HAND
    side = side_of(seat)
    found = _melded(state, side, cards) if isinstance(play, LayMeld) else _laid_off(state, side, play, cards)
    if isinstance(found, str):
        return found
    number, table = found
    left, waiting = without(state.hands[seat], cards), state.pot[side] == "waiting"
    if len(left) < LEFT_MIN and not waiting and not has_clean(table, side):
        return NO_CLEAN_CANASTA
    after = replace(
        state,
        hands=with_hand(state, seat, left),
        table=table,
        pot_used=_used(state, seat),
        busy=True,
        quiet_turns=0,
        last_move=LastMove(seat, "meld" if isinstance(play, LayMeld) else "lay_off", cards, (number,)),
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


def _melded(state: State, side: Side, cards: tuple[Card, ...]) -> tuple[int, Table] | str:
    meld = read_meld(cards)
    return meld if isinstance(meld, str) else with_new_meld(state.table, side, meld)


def _laid_off(state: State, side: Side, play: LayOff, cards: tuple[Card, ...]) -> tuple[int, Table] | str:
    lying = find_meld(state.table, side, play.meld)
    if isinstance(lying, str):
        return lying
    meld = all_laid(lying.meld, cards, play.end)
    return meld if isinstance(meld, str) else (lying.id, with_meld(state.table, lying, meld))


def pile_taken(state: State, seat: Seat) -> State:
    """The state with the pile in hand."""
    hand, pile = state.hands[seat], state.pile
    return replace(
        state,
        phase="play",
        hands=with_hand(state, seat, hand + pile),
        pile=(),
        barred=barred_face(pile, hand, TEXT),
        last_move=LastMove(seat, "take_pile", pile),
    )
