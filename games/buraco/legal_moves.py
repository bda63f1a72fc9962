"""Every legal move, one after another, without looking further than asked (RULES.md §5).

Discards and single lay-offs come first, then melds, then longer lay-offs. Cards that make the same meld are listed
once, in the order in which they will lie.
"""

from collections.abc import Iterator

from games.buraco import plays
from games.buraco.candidates import melds
from games.buraco.meld_rules import laid
from games.buraco.moves import Move, TakePile
from games.buraco.state import State
from games.toolkit.faces import shown, texts_of
from games.toolkit.lay_offs import lay_offs, plays_in_turn
from games.toolkit.meld_moves import DiscardCard, DrawStock, Play
from games.toolkit.meld_table import side_of
from games.toolkit.melding import turns
from services.kernel.seats import Seat


def legal(state: State, seat: Seat) -> Iterator[Move]:
    """The moves of the seat in turn; of any other none."""
    if seat != state.turn:
        return
    if state.phase == "draw":
        if state.stock:
            yield DrawStock()
        if state.pile:
            yield TakePile()
        return
    hand = state.hands[seat]
    yield from _discards(state, seat)
    own = (each for each in state.table if each.side == side_of(seat))
    yield from plays_in_turn(lay_offs(laid, hand, own), melds(hand), lambda play: _passes(state, seat, play))


def _discards(state: State, seat: Seat) -> Iterator[DiscardCard]:
    hand, barred = state.hands[seat], turns.barred_face(state)
    if plays.closing_refusal(state, seat, len(hand) - 1) is None:
        yield from (DiscardCard(face) for face in texts_of(shown(hand)) if face != barred)


def _passes(state: State, seat: Seat, play: Play) -> bool:
    """Whether a play of cards that fit leaves enough of them."""
    left = len(state.hands[seat]) - len(play.cards)
    return left >= plays.LEFT_MIN or not isinstance(plays.played(state, seat, play), str)
