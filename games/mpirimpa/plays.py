"""Plays: melding, laying off, what must stay in hand, the pot, taking the pile (RULES.md §5–§7).

Everything here is of the seat in turn. A refusal is the code; a state is the one after the play.
"""

from collections.abc import Sequence
from functools import partial

import msgspec

from games.mpirimpa.meld_rules import BIRIBA_CARDS, laid, read_meld
from games.mpirimpa.moves import Play
from games.mpirimpa.state import Pot, Side, State, side_of
from games.toolkit.double_deck import TEXT, Card
from games.toolkit.meld_table import Table, with_hand
from games.toolkit.melding.plays import CARD_NOT_IN_HAND, lies
from games.toolkit.melding.state import replace
from games.toolkit.melding.turns import pot_taken, with_pile
from services.kernel.seats import Seat

NO_BIRIBA = "no_biriba"
MUST_KEEP_DISCARD = "must_keep_discard"
PILE_NOT_JUSTIFIED = "pile_not_justified"

LEFT_FREE = 2
"""A play that leaves so many cards is never refused for what must stay in hand."""


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
    found = lies(state, seat, play, _READ[state.terms.columns], laid)
    if isinstance(found, str):
        return found
    left, table, last = found
    side = side_of(seat)
    refused = keep_refusal(len(left), state.pot[side], has_biriba(table, side)) if len(left) < LEFT_FREE else None
    if refused is not None:
        return refused
    hands = with_hand(state, seat, left)
    after = replace(state, hands=hands, table=table, busy=True, quiet_turns=0, last_move=last)
    return after if left else pot_taken(after, seat, "direct")


_READ = {columns: partial(read_meld, columns=columns) for columns in (False, True)}
"""By whether columns are played, how a new meld is read."""


# --- the pile ---


def pile_taken(state: State, seat: Seat, plays: Sequence[Play]) -> State | str:
    """The state after the pile was taken, in Pro with the plays that justify it; the pile is not empty."""
    after = with_pile(state, seat)
    return _justified(after, seat, plays) if state.terms.pro else after


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
            melds = tuple(dict.fromkeys(touched))
            taking = msgspec.structs.replace(taking, melds=melds, pot=after.last_move.pot)
        state = after
    return replace(state, last_move=taking)
