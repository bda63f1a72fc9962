"""Runs: reading cards as one, settling 2s, laying single cards off, moving wild cards that are replaced.

A limit is a family's function from a meld to the code of what it breaks, or None.
"""

from collections.abc import Callable, Iterator, Sequence

from games.toolkit.double_deck import RANK, SUIT, Card
from games.toolkit.melds import End, Grammar, Meld, is_natural, run_of

Limit = Callable[[Meld], str | None]

SEQUENCE_COMPLETE = "sequence_complete"
DOES_NOT_FIT = "does_not_fit"
HOME = 2
"""The place on which a 2 of the suit is natural."""


# --- new runs ---


def as_listed(grammar: Grammar, suit: int, cards: Sequence[Card]) -> Meld | None:
    """The cards as a run from low to high in the order given: Ace first is low, Ace last high, wild cards stand for
    the place they lie on. The natural cards are of the suit, and there is at least one."""
    lo = _first_place(grammar, cards)
    if lo is None or lo < 1 or lo + len(cards) - 1 > grammar.top:
        return None
    for index, card in enumerate(cards):
        if card not in grammar.wild and not is_natural(grammar, card, suit, lo + index):
            return None
    return run_of(grammar, suit, lo, tuple(cards))


def _first_place(grammar: Grammar, cards: Sequence[Card]) -> int | None:
    """Where the first card lies, by the first natural card that is no Ace, else by the Ace at an end."""
    for index, card in enumerate(cards):
        if RANK[card] > 1 and card not in grammar.wild:
            return RANK[card] - index
    last = len(cards) - 1
    if cards[0] not in grammar.wild:
        return 1
    return 14 - last if cards[last] not in grammar.wild else None


def arranged(grammar: Grammar, suit: int, cards: Sequence[Card]) -> Meld | None:
    """The canonical arrangement: natural cards on their places, wild cards in the gaps from low to high in the order
    given, the others at the high end, then at the low end; fewest functioning wild cards, then Ace low.

    None if there is none. The natural cards are of the suit, and there is at least one.
    """
    best: Meld | None = None
    for fixed, wild in _placings(grammar, suit, cards):
        found = _filled(grammar, suit, fixed, wild)
        if found is not None and (best is None or len(found.wild) < len(best.wild)):
            best = found
    return best


def _placings(grammar: Grammar, suit: int, cards: Sequence[Card]) -> Iterator[tuple[dict[int, Card], list[Card]]]:
    """The ways to put Aces and a 2 on their places: place → card, and the wild cards that are left. Ace low first."""
    wild = [card for card in cards if card in grammar.wild]
    natural = [card for card in cards if card not in grammar.wild]
    aces = [card for card in natural if RANK[card] == 1]
    middle = {RANK[card]: card for card in natural if RANK[card] > 1}
    if len(middle) + len(aces) < len(natural) or len(aces) > 2:
        return
    home = next((card for card in wild if is_natural(grammar, card, suit, HOME)), None)
    for ends in _ace_places(grammar, len(aces)):
        fixed = middle | dict(zip(ends, aces, strict=True))
        yield fixed, wild
        if home is not None and HOME not in fixed:
            yield fixed | {HOME: home}, [card for card in wild if card != home]


def _ace_places(grammar: Grammar, aces: int) -> tuple[tuple[int, ...], ...]:
    high = grammar.top == 14
    if aces == 0:
        return ((),)
    if aces == 1:
        return ((1,), (14,)) if high else ((1,),)
    return ((1, 14),) if high else ()


def _filled(grammar: Grammar, suit: int, fixed: dict[int, Card], wild: list[Card]) -> Meld | None:
    """The fixed cards with wild cards in their gaps and around them."""
    lo, hi = min(fixed), max(fixed)
    gaps = hi - lo + 1 - len(fixed)
    over = len(wild) - gaps
    if over < 0 or lo + len(fixed) + len(wild) - 1 - min(over, lo - 1) > grammar.top:
        return None
    fill = iter(wild)
    cards = [fixed[place] if place in fixed else next(fill) for place in range(lo, hi + 1)]
    for card in fill:
        if lo + len(cards) <= grammar.top:
            cards.append(card)
        else:
            cards.insert(0, card)
            lo -= 1
    return run_of(grammar, suit, lo, tuple(cards))


def settled(grammar: Grammar, meld: Meld) -> Meld:
    """The run after a 2 of its suit that is wild at the high end, the others beginning on place 3, went to place 2."""
    cards = meld.cards
    last = len(cards) - 1
    if meld.lo != HOME + 1 or last not in meld.wild or not is_natural(grammar, cards[last], meld.suit, HOME):
        return meld
    return run_of(grammar, meld.suit, HOME, (cards[last], *cards[:last]))


# --- laying off ---


def laid(grammar: Grammar, limit: Limit, meld: Meld, card: Card, end: End | None) -> Meld | str:
    """The run after one more card, or the code: `sequence_complete`, `does_not_fit`, or what the limit says."""
    if len(meld.cards) == grammar.top:
        return SEQUENCE_COMPLETE
    if card in grammar.wild:
        found = _wild_laid(grammar, meld, card, end)
    else:
        found = _natural_laid(grammar, meld, card, end) if SUIT[card] == meld.suit else None
    if found is None:
        return DOES_NOT_FIT
    return limit(found) or settled(grammar, found)


def _natural_laid(grammar: Grammar, meld: Meld, card: Card, end: End | None) -> Meld | None:
    low = meld.lo > 1 and is_natural(grammar, card, meld.suit, meld.lo - 1)
    high = meld.hi < grammar.top and is_natural(grammar, card, meld.suit, meld.hi + 1)
    if low or high:
        return extended(grammar, meld, card, "high" if high and (not low or end == "high") else "low")
    for index in meld.wild:
        if is_natural(grammar, card, meld.suit, meld.lo + index):
            return _replaced(grammar, meld, index, card)
    return None


def _wild_laid(grammar: Grammar, meld: Meld, card: Card, end: End | None) -> Meld | None:
    if is_natural(grammar, card, meld.suit, HOME):
        if meld.lo == HOME + 1:
            return extended(grammar, meld, card, "low")
        if HOME - meld.lo in meld.wild:
            return _replaced(grammar, meld, HOME - meld.lo, card)
    if end is None:
        end = "high" if meld.hi < grammar.top else "low"
    if meld.lo == 1 if end == "low" else meld.hi == grammar.top:
        return None
    return extended(grammar, meld, card, end)


def extended(grammar: Grammar, meld: Meld, card: Card, end: End) -> Meld:
    """The run with a card at an end that has room."""
    if end == "low":
        index, lo, cards, wild = 0, meld.lo - 1, (card, *meld.cards), tuple([index + 1 for index in meld.wild])
    else:
        index, lo, cards, wild = len(meld.cards), meld.lo, (*meld.cards, card), meld.wild
    if card in grammar.wild and not is_natural(grammar, card, meld.suit, lo + index):
        wild = (0, *wild) if end == "low" else (*wild, index)
    return Meld("run", meld.suit, lo, cards, wild)


def _replaced(grammar: Grammar, meld: Meld, index: int, card: Card) -> Meld:
    """The run with a natural card in place of the wild one at the index, which moves to the first place that it can:
    place 2 if that is its own and just below, the high end, the low end."""
    moved = meld.cards[index]
    filled = run_of(grammar, meld.suit, meld.lo, (*meld.cards[:index], card, *meld.cards[index + 1 :]))
    goes_home = meld.lo == HOME + 1 and is_natural(grammar, moved, meld.suit, HOME)
    return extended(grammar, filled, moved, "low" if goes_home or meld.hi == grammar.top else "high")
