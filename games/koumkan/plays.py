"""What is done in a turn before its end: melding, laying off, swapping jokers (RULES.md §6).

Everything here is of the seat in turn, in koum-kan. A refusal is the code; a state is the one after the play.
"""

import msgspec

from games.koumkan.meld_rules import all_laid, read_meld, swapped
from games.koumkan.moves import LayMeld, LayOff, SwapJoker
from games.koumkan.state import LastMove, Lying, State
from games.toolkit.double_deck import Card, taken, without
from games.toolkit.melds import Meld
from services.kernel.seats import Seat

CARD_NOT_IN_HAND = "card_not_in_hand"
UNKNOWN_MELD = "unknown_meld"
NOT_MELDED_YET = "not_melded_yet"
MUST_KEEP_DISCARD = "must_keep_discard"

replace = msgspec.structs.replace
Table = tuple[Lying, ...]


def played(state: State, seat: Seat, play: LayMeld | LayOff | SwapJoker) -> State | str:
    """The state after a play."""
    if isinstance(play, LayMeld):
        return melded(state, seat, play)
    return laid_off(state, seat, play) if isinstance(play, LayOff) else joker_swapped(state, seat, play)


def melded(state: State, seat: Seat, play: LayMeld) -> State | str:
    """The state with a new meld on the table."""
    cards = taken(state.hands[seat], play.cards)
    if cards is None:
        return CARD_NOT_IN_HAND
    meld = read_meld(cards, play.kind)
    if isinstance(meld, str):
        return meld
    if len(cards) == len(state.hands[seat]):
        return MUST_KEEP_DISCARD
    number = state.table[-1].id + 1 if state.table else 1
    return replace(
        state,
        hands=with_hand(state, seat, without(state.hands[seat], cards)),
        table=(*state.table, Lying(number, seat, meld)),
        melded=state.melded if seat in state.melded else (*state.melded, seat),
        busy=True,
        last_move=LastMove(seat, "meld", meld.cards, number),
    )


def laid_off(state: State, seat: Seat, play: LayOff) -> State | str:
    """The state with cards laid off on a meld, all or none."""
    cards = taken(state.hands[seat], play.cards)
    if not cards:
        return CARD_NOT_IN_HAND
    lying = find_meld(state, seat, play.meld)
    if isinstance(lying, str):
        return lying
    meld = all_laid(lying.meld, cards, play.end)
    if isinstance(meld, str):
        return meld
    if len(cards) == len(state.hands[seat]):
        return MUST_KEEP_DISCARD
    return replace(
        state,
        hands=with_hand(state, seat, without(state.hands[seat], cards)),
        table=_with_meld(state.table, lying, meld),
        busy=True,
        last_move=LastMove(seat, "lay_off", cards, lying.id),
    )


def joker_swapped(state: State, seat: Seat, play: SwapJoker) -> State | str:
    """The state with a card on the table and the joker of its place in hand."""
    cards = taken(state.hands[seat], (play.card,))
    if cards is None:
        return CARD_NOT_IN_HAND
    lying = find_meld(state, seat, play.meld)
    if isinstance(lying, str):
        return lying
    found = swapped(lying.meld, cards[0])
    if isinstance(found, str):
        return found
    meld, joker = found
    return replace(
        state,
        hands=with_hand(state, seat, (*without(state.hands[seat], cards), joker)),
        table=_with_meld(state.table, lying, meld),
        busy=True,
        last_move=LastMove(seat, "swap_joker", cards, lying.id),
    )


def find_meld(state: State, seat: Seat, number: object) -> Lying | str:
    """Anybody's meld by its id, for a seat that has melded: `unknown_meld`, `not_melded_yet`."""
    for each in state.table:
        if each.id == number:
            return each if seat in state.melded else NOT_MELDED_YET
    return UNKNOWN_MELD


def _with_meld(table: Table, lying: Lying, meld: Meld) -> Table:
    changed = Lying(lying.id, lying.owner, meld)
    return tuple(changed if each is lying else each for each in table)


def with_hand(state: State, seat: Seat, hand: tuple[Card, ...]) -> tuple[tuple[Card, ...], ...]:
    """All hands with one changed."""
    hands = state.hands
    return (*hands[:seat], hand, *hands[seat + 1 :])
