"""Every legal move, one after another, without looking further than asked (RULES.md §5).

Discards and single lay-offs come first, then melds, then longer lay-offs. Cards that make the same meld are listed
once, in the order in which they will lie; in Pro the pile is taken with one play.
"""

from collections.abc import Iterator

from services.kernel.seats import Seat
from services.tables.games.mpirimpa import plays, rules
from services.tables.games.mpirimpa.candidates import melds
from services.tables.games.mpirimpa.moves import DiscardCard, DrawStock, Move, Play, TakePile
from services.tables.games.mpirimpa.reading import laid
from services.tables.games.mpirimpa.state import State, side_of
from services.tables.games.toolkit.double_deck import sorted_texts
from services.tables.games.toolkit.lay_offs import lay_offs, plays_in_turn


def legal(state: State, seat: Seat) -> Iterator[Move]:
    """The moves of the seat in turn; of any other none."""
    if seat != state.turn:
        return
    if state.phase == "draw":
        yield from _draws(state, seat)
        return
    for face in dict.fromkeys(sorted_texts(state.hands[seat])):
        if rules.check(state, seat, DiscardCard(face)) is None:
            yield DiscardCard(face)
    yield from _plays(state, seat)


def _draws(state: State, seat: Seat) -> Iterator[Move]:
    if state.stock:
        yield DrawStock()
    if not state.pile:
        return
    if not state.terms.pro:
        yield TakePile()
        return
    after = plays.with_pile(state, seat)
    for play in _plays(after, seat):
        if plays.is_justified(state.pile, (play,)):
            yield TakePile((play,))


def _plays(state: State, seat: Seat) -> Iterator[Play]:
    """Melds and lay-offs that leave enough cards."""
    hand = state.hands[seat]
    own = (each for each in state.table if each.side == side_of(seat))
    found = lay_offs(laid, hand, own)
    yield from plays_in_turn(found, melds(hand, state.terms.columns), lambda play: _passes(state, seat, play))


def _passes(state: State, seat: Seat, play: Play) -> bool:
    return not isinstance(plays.played(state, seat, play), str)
