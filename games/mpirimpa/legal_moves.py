"""Every legal move, one after another, without looking further than asked (RULES.md §5).

Discards and single lay-offs come first, then melds, then longer lay-offs. Cards that make the same meld are listed
once, in the order in which they will lie; in Pro the pile is taken with one play.
"""

from collections.abc import Iterator

from games.mpirimpa import plays
from games.mpirimpa.candidates import melds
from games.mpirimpa.meld_rules import laid
from games.mpirimpa.moves import DiscardCard, DrawStock, Move, Play, TakePile
from games.mpirimpa.state import State, side_of
from games.toolkit.faces import shown, texts_of
from games.toolkit.lay_offs import lay_offs, plays_in_turn
from games.toolkit.melding import turns
from services.kernel.seats import Seat


def legal(state: State, seat: Seat) -> Iterator[Move]:
    """The moves of the seat in turn; of any other none."""
    if seat != state.turn:
        return
    if state.phase == "draw":
        yield from _draws(state, seat)
        return
    yield from _discards(state, seat)
    yield from _plays(state, seat)


def _discards(state: State, seat: Seat) -> Iterator[DiscardCard]:
    hand, barred = state.hands[seat], turns.barred_face(state)
    if plays.closing_refusal(state, seat, len(hand) - 1) is None:
        yield from (DiscardCard(face) for face in texts_of(shown(hand)) if face != barred)


def _draws(state: State, seat: Seat) -> Iterator[Move]:
    if state.stock:
        yield DrawStock()
    if not state.pile:
        return
    if not state.terms.pro:
        yield TakePile()
        return
    faces = plays.faces_of(state.pile)
    for play in _plays(plays.with_pile(state, seat), seat):
        if not faces.isdisjoint(play.cards):
            yield TakePile((play,))


def _plays(state: State, seat: Seat) -> Iterator[Play]:
    """Melds and lay-offs that leave enough cards."""
    hand = state.hands[seat]
    own = (each for each in state.table if each.side == side_of(seat))
    found = lay_offs(laid, hand, own)
    yield from plays_in_turn(found, melds(hand, state.terms.columns), lambda play: _passes(state, seat, play))


def _passes(state: State, seat: Seat, play: Play) -> bool:
    """Whether a play of cards that fit leaves enough of them."""
    left = len(state.hands[seat]) - len(play.cards)
    return left >= plays.LEFT_FREE or not isinstance(plays.played(state, seat, play), str)
