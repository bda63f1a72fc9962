"""What can be laid off from a hand: one card, then two, and so on, lazily."""

from collections.abc import Callable, Iterable, Iterator, Sequence

from services.tables.games.toolkit.double_deck import COPIES, Card, sorted_texts, taken, without
from services.tables.games.toolkit.meld_moves import LayMeld, LayOff, Play
from services.tables.games.toolkit.meld_table import Lying
from services.tables.games.toolkit.melds import ENDS, End, Meld

Laid = Callable[[Meld, Card, End | None], Meld | str]
"""A family's rule: a meld after one more card, or the code of why it does not fit."""

ANY_END: tuple[End | None, ...] = (None, *ENDS)


def all_laid(laid: Laid, meld: Meld, cards: Sequence[Card], end: End | None) -> Meld | str:
    """A meld after several cards in their order, or the code of the first that does not fit."""
    for card in cards:
        found = laid(meld, card, end)
        if isinstance(found, str):
            return found
        meld = found
    return meld


def lay_offs(laid: Laid, hand: tuple[Card, ...], melds: Iterable[Lying]) -> Iterator[LayOff]:
    """Cards that fit one after the other, by their number: single ones, then two and so on."""
    own = tuple(melds)
    level = [(LayOff(each.id, (), end), each.meld) for end in ANY_END for each in own]
    faces = _faces(hand) if own else []
    while level:
        longer: list[tuple[LayOff, Meld]] = []
        for play, meld in level:
            rest = _faces(without(hand, taken(hand, play.cards) or ())) if play.cards else faces
            for found in _one_more(laid, rest, play, meld):
                yield found[0]
                longer.append(found)
        level = longer


def plays_in_turn(
    found: Iterator[LayOff], melds: Iterable[tuple[str, ...]], passes: Callable[[Play], bool]
) -> Iterator[Play]:
    """Of lay-offs by their number of cards and of melds by their texts those that pass: single cards first, then melds,
    then longer lay-offs."""
    longer: list[LayOff] = []
    for play in found:
        if len(play.cards) > 1:
            longer.append(play)
            break
        if passes(play):
            yield play
    for cards in melds:
        if passes(LayMeld(cards)):
            yield LayMeld(cards)
    for play in (*longer, *found):
        if passes(play):
            yield play


def single_lay_offs(laid: Laid, hand: tuple[Card, ...], melds: Iterable[Lying]) -> Iterator[LayOff]:
    """Every lay-off of one card without naming an end."""
    faces = dict.fromkeys(sorted_texts(hand))
    for lying in melds:
        for face in faces:
            if not isinstance(laid(lying.meld, COPIES[face][0], None), str):
                yield LayOff(lying.id, (face,))


def _faces(cards: tuple[Card, ...]) -> list[tuple[str, Card]]:
    """Each face once, in order, with a card that has it."""
    return [(face, COPIES[face][0]) for face in dict.fromkeys(sorted_texts(cards))]


def _one_more(laid: Laid, rest: list[tuple[str, Card]], play: LayOff, meld: Meld) -> Iterator[tuple[LayOff, Meld]]:
    """The lay-off with each further card that fits, and the meld after it."""
    for face, card in rest:
        found = laid(meld, card, play.end)
        if not isinstance(found, str):
            yield LayOff(play.meld, (*play.cards, face), play.end), found
