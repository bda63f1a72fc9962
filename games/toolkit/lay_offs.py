"""The lay-offs that a hand allows: of one card, then of two, and so on, computed lazily."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from typing import Protocol

from games.toolkit.double_deck import COPIES, TEXT, Card
from games.toolkit.faces import (
    BIT_OF,
    JOKER_BIT,
    RANK_BITS,
    TWO_BITS,
    place_bit,
    shown,
    shown_twice,
    texts_of,
)
from games.toolkit.meld_moves import LayMeld, LayOff, Play
from games.toolkit.melds import ENDS, End, Meld

Laid = Callable[[Meld, Card, End | None], Meld | str]
"""A family's rule: a meld after one more card, or the code of why it does not fit."""


class _Lying(Protocol):
    @property
    def id(self) -> int: ...

    @property
    def meld(self) -> Meld: ...


_Begun = tuple[LayOff | None, int, End | None, Meld, int]
"""A lay-off so far, its meld's id, the end, the meld after it, and the faces that are left in hand."""

ANY_END: tuple[End | None, ...] = (None, *ENDS)
MELDS_KEPT = 4096
"""The number of melds whose fitting cards are cached: most melds do not change from one move to the next."""


def all_laid(laid: Laid, meld: Meld, cards: Sequence[Card], end: End | None) -> Meld | str:
    """A meld after several cards in their order, or the code of the first that does not fit."""
    for card in cards:
        found = laid(meld, card, end)
        if isinstance(found, str):
            return found
        meld = found
    return meld


@lru_cache(maxsize=MELDS_KEPT)
def near(meld: Meld) -> int:
    """No other faces fit a meld, whatever the family: the next ones, those that its wild cards stand for, wild ones."""
    faces = JOKER_BIT | TWO_BITS
    if meld.kind == "group":
        return faces | RANK_BITS[meld.lo]
    for place in (meld.lo - 1, meld.hi + 1, *[meld.lo + index for index in meld.wild]):
        faces |= place_bit(meld.suit, place)
    return faces


@lru_cache(maxsize=MELDS_KEPT)
def _with_text(laid: Laid, meld: Meld, text: str, end: End | None) -> Meld | str:
    """A meld after a card with this text, whichever copy it is."""
    return laid(meld, COPIES[text][0], end)


def lay_offs(laid: Laid, hand: tuple[Card, ...], melds: Iterable[_Lying]) -> Iterator[LayOff]:
    """Cards that fit one after the other, by their number: single ones, then two and so on."""
    faces, twice = shown_twice(hand)
    own = [(each.id, each.meld) for each in melds if near(each.meld) & faces]
    level: list[_Begun] = [(None, number, end, meld, faces) for end in ANY_END for number, meld in own]
    while level:
        longer: list[_Begun] = []
        for play, number, end, meld, left in level:
            for text in texts_of(near(meld) & left):
                after = _with_text(laid, meld, text, end)
                if isinstance(after, str):
                    continue
                more = LayOff(number, (*play.cards, text) if play else (text,), end)
                yield more
                longer.append((more, number, end, after, _left(hand, more, left, twice)))
        level = longer


def _left(hand: Sequence[Card], play: LayOff, before: int, twice: int) -> int:
    """The faces left in a hand after the last card of a lay-off; `twice`: those of which it had several."""
    bit, text = BIT_OF[play.cards[-1]], play.cards[-1]
    several = twice & bit and play.cards.count(text) < _held(hand, text)
    return before if several else before ^ bit


def _held(hand: Sequence[Card], text: str) -> int:
    return sum(TEXT[card] == text for card in hand)


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
    yield from filter(passes, map(LayMeld, melds))
    yield from filter(passes, longer)
    yield from filter(passes, found)


def single_lay_offs(laid: Laid, hand: tuple[Card, ...], melds: Iterable[_Lying]) -> Iterator[LayOff]:
    """Every lay-off of one card without naming an end."""
    faces = shown(hand)
    for lying in melds:
        for text in texts_of(near(lying.meld) & faces):
            if not isinstance(_with_text(laid, lying.meld, text, None), str):
                yield LayOff(lying.id, (text,))
