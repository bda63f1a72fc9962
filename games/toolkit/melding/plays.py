"""Cards of a hand laid as a meld or on one (games/buraco/RULES.md §6)."""

from collections.abc import Callable

from games.toolkit.double_deck import Card, taken, without
from games.toolkit.lay_offs import Laid, all_laid
from games.toolkit.meld_moves import LayMeld, LayOff, Play
from games.toolkit.meld_table import LastMove, Side, Table, find_meld, side_of, with_meld, with_new_meld
from games.toolkit.melding.state import Playing
from games.toolkit.melds import Meld
from services.kernel.seats import Seat

CARD_NOT_IN_HAND = "card_not_in_hand"

ReadMeld = Callable[[tuple[Card, ...]], Meld | str]
"""A family's rule: a new meld as it will lie, or the code of why it is none."""


Lies = tuple[tuple[Card, ...], Table, LastMove]
"""What a play comes to while nobody has asked yet what must stay: the cards left in hand, the table, the move."""


def lies(state: Playing, seat: Seat, play: Play, read_meld: ReadMeld, laid: Laid) -> Lies | str:
    """A seat's cards on the table, or the code of why they do not fit there."""
    hand = state.hands[seat]
    cards = taken(hand, play.cards)
    if cards is None:
        return CARD_NOT_IN_HAND
    if isinstance(play, LayMeld):
        meld = read_meld(cards)
        found = meld if isinstance(meld, str) else with_new_meld(state.table, side_of(seat), meld)
    else:
        found = _laid_off(state.table, side_of(seat), play, cards, laid)
    if isinstance(found, str):
        return found
    number, table = found
    last = LastMove(seat, "meld" if isinstance(play, LayMeld) else "lay_off", cards, (number,))
    return without(hand, cards), table, last


def _laid_off(table: Table, side: Side, play: LayOff, cards: tuple[Card, ...], laid: Laid) -> tuple[int, Table] | str:
    lying = find_meld(table, side, play.meld)
    if isinstance(lying, str):
        return lying
    meld = all_laid(laid, lying.meld, cards, play.end)
    return meld if isinstance(meld, str) else (lying.id, with_meld(table, lying, meld))
