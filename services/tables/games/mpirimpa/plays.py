"""Plays: melding, laying off, what must stay in hand, the pot, taking the pile (RULES.md §5–§7).

Everything here is of the seat in turn. A refusal is the code; a state is the one after the play.
"""

from collections.abc import Sequence

import msgspec

from services.kernel.seats import Seat
from services.tables.games.mpirimpa.moves import LayMeld, LayOff, Play
from services.tables.games.mpirimpa.reading import BIRIBA_CARDS, all_laid, read_meld
from services.tables.games.mpirimpa.state import LastMove, Pot, Side, State, side_of
from services.tables.games.toolkit.double_deck import TEXT, Card, taken, without
from services.tables.games.toolkit.meld_table import (
    Table,
    barred_face,
    find_meld,
    with_hand,
    with_meld,
    with_new_meld,
)

CARD_NOT_IN_HAND = "card_not_in_hand"
NO_BIRIBA = "no_biriba"
MUST_KEEP_DISCARD = "must_keep_discard"
PILE_NOT_JUSTIFIED = "pile_not_justified"

LEFT_FREE = 2
"""A play that leaves so many cards is never refused for what must stay in hand."""

replace = msgspec.structs.replace


def has_biriba(table: Table, side: Side) -> bool:
    """Whether a side has a meld of seven or more."""
    return any(each.side == side and len(each.meld.cards) >= BIRIBA_CARDS for each in table)


def keep_refusal(left: int, pot: Pot, biriba: bool) -> str | None:
    """Why a meld or lay-off may not leave so many cards: `no_biriba`, `must_keep_discard` (RULES.md §7)."""
    if pot != "waiting":
        return None if left else MUST_KEEP_DISCARD
    return None if biriba or left >= LEFT_FREE else NO_BIRIBA


def closing_refusal(state: State, seat: Seat, left: int) -> str | None:
    """Why a discard may not leave so many cards: `no_biriba` (RULES.md §7)."""
    side = side_of(seat)
    refused = not left and state.pot[side] == "waiting" and not has_biriba(state.table, side)
    return NO_BIRIBA if refused else None


def played(state: State, seat: Seat, play: Play) -> State | str:
    """The state after a meld or lay-off; an emptied hand has taken the pot at once."""
    cards = taken(state.hands[seat], play.cards)
    if cards is None:
        return CARD_NOT_IN_HAND
    side = side_of(seat)
    found = _melded(state, side, cards) if isinstance(play, LayMeld) else _laid_off(state, side, play, cards)
    if isinstance(found, str):
        return found
    number, table = found
    left = without(state.hands[seat], cards)
    refused = keep_refusal(len(left), state.pot[side], has_biriba(table, side)) if len(left) < LEFT_FREE else None
    if refused is not None:
        return refused
    last = LastMove(seat, "meld" if isinstance(play, LayMeld) else "lay_off", cards, (number,))
    after = replace(state, hands=with_hand(state, seat, left), table=table, busy=True, quiet_turns=0, last_move=last)
    return after if left else pot_taken(after, seat, "direct")


def _melded(state: State, side: Side, cards: tuple[Card, ...]) -> tuple[int, Table] | str:
    meld = read_meld(cards, state.terms.columns)
    return meld if isinstance(meld, str) else with_new_meld(state.table, side, meld)


def _laid_off(state: State, side: Side, play: LayOff, cards: tuple[Card, ...]) -> tuple[int, Table] | str:
    lying = find_meld(state.table, side, play.meld)
    if isinstance(lying, str):
        return lying
    meld = all_laid(lying.meld, cards, play.end)
    return meld if isinstance(meld, str) else (lying.id, with_meld(state.table, lying, meld))


def pot_taken(state: State, seat: Seat, how: Pot) -> State:
    """The seat with an empty hand has picked up its side's pot."""
    side, last = side_of(seat), state.last_move
    pots = ((), state.pots[1]) if side == 0 else (state.pots[0], ())
    pot = (how, state.pot[1]) if side == 0 else (state.pot[0], how)
    hands = with_hand(state, seat, state.pots[side])
    if last is not None and how != "waiting":
        last = replace(last, pot=how)
    return replace(state, hands=hands, pots=pots, pot=pot, last_move=last)


# --- the pile ---


def pile_taken(state: State, seat: Seat, plays: Sequence[Play]) -> State | str:
    """The state after the pile was taken, in Pro with the plays that justify it; the pile is not empty."""
    after = with_pile(state, seat)
    return _justified(after, seat, plays) if state.terms.pro else after


def with_pile(state: State, seat: Seat) -> State:
    """The state with the pile in hand, justified or not."""
    hand, pile = state.hands[seat], state.pile
    return replace(
        state,
        phase="play",
        hands=with_hand(state, seat, hand + pile),
        pile=(),
        barred=barred_face(pile, hand, TEXT),
        last_move=LastMove(seat, "take_pile", pile),
    )


def faces_of(pile: Sequence[Card]) -> frozenset[str]:
    """The faces of a pile: a play that names one of them justifies taking it."""
    return frozenset([TEXT[card] for card in pile])


def is_justified(pile: Sequence[Card], plays: Sequence[Play]) -> bool:
    """Whether some play names a card with a face in the pile."""
    faces = faces_of(pile)
    return any(not faces.isdisjoint(play.cards) for play in plays)


def _justified(state: State, seat: Seat, plays: Sequence[Play]) -> State | str:
    """The plays carried out in order; none may follow the one that takes the pot, whose cards nobody has seen."""
    taking = state.last_move
    if taking is None or not is_justified(taking.cards, plays):
        return PILE_NOT_JUSTIFIED
    touched: list[int] = []
    for play in plays:
        if taking.pot is not None:
            return CARD_NOT_IN_HAND
        after = played(state, seat, play)
        if isinstance(after, str):
            return after
        if after.last_move is not None:
            touched += after.last_move.melds
            taking = replace(taking, melds=tuple(dict.fromkeys(touched)), pot=after.last_move.pot)
        state = after
    return replace(state, last_move=taking)
