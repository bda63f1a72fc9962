"""Every legal move, one after another, without looking further than asked (RULES.md §5).

Discards and single lay-offs come first, then melds, then longer lay-offs. Cards that make the same meld are listed
once, in the order in which they will lie; in Pro the pile is taken with one play.
"""

from collections.abc import Iterator

from services.kernel.seats import Seat
from services.tables.games.mpirimpa import plays, rules
from services.tables.games.mpirimpa.candidates import melds
from services.tables.games.mpirimpa.moves import DiscardCard, DrawStock, LayMeld, LayOff, Move, Play, TakePile
from services.tables.games.mpirimpa.reading import laid
from services.tables.games.mpirimpa.state import State, side_of
from services.tables.games.toolkit.double_deck import COPIES, Card, sorted_texts, taken, without
from services.tables.games.toolkit.melds import End, Meld

ENDS: tuple[End | None, ...] = (None, "low", "high")


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
    lay_offs = _lay_offs(state, seat)
    longer: list[LayOff] = []
    for play in lay_offs:
        if len(play.cards) > 1:
            longer.append(play)
            break
        if _passes(state, seat, play):
            yield play
    for cards in melds(state.hands[seat], state.terms.columns):
        if _passes(state, seat, LayMeld(cards)):
            yield LayMeld(cards)
    for play in (*longer, *lay_offs):
        if _passes(state, seat, play):
            yield play


def _passes(state: State, seat: Seat, play: Play) -> bool:
    return not isinstance(plays.played(state, seat, play), str)


def _lay_offs(state: State, seat: Seat) -> Iterator[LayOff]:
    """Cards that fit one after the other, by their number: single ones, then two and so on."""
    own = [each for each in state.table if each.side == side_of(seat)]
    hand = state.hands[seat]
    level = [(LayOff(each.id, (), end), each.meld) for end in ENDS for each in own]
    faces = _faces(hand) if own else []
    while level:
        longer: list[tuple[LayOff, Meld]] = []
        for play, meld in level:
            rest = _faces(without(hand, taken(hand, play.cards) or ())) if play.cards else faces
            for found in _one_more(rest, play, meld):
                yield found[0]
                longer.append(found)
        level = longer


def _faces(cards: tuple[Card, ...]) -> list[tuple[str, Card]]:
    """Each face once, in order, with a card that has it."""
    return [(face, COPIES[face][0]) for face in dict.fromkeys(sorted_texts(cards))]


def _one_more(rest: list[tuple[str, Card]], play: LayOff, meld: Meld) -> Iterator[tuple[LayOff, Meld]]:
    """The lay-off with each further card that fits, and the meld after it."""
    for face, card in rest:
        found = laid(meld, card, play.end)
        if not isinstance(found, str):
            yield LayOff(play.meld, (*play.cards, face), play.end), found
