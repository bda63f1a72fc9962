"""Melds read slowly: every arrangement is tried and the rules are asked of each, word by word (RULES.md §6).

Knows nothing of the engine, and shares with the other family's reference only how cards lie in a run.
"""

from collections.abc import Iterator
from typing import NamedTuple

from tests.games.melding.reference import Run, is_special, laid_on_run, places_of, settle


class Group(NamedTuple):
    rank: str
    natural: tuple[str, ...]
    wild: tuple[str, ...]


def enough_naturals(natural: int, wild: int) -> bool:
    return natural >= 2 and wild <= natural


def within_limit(meld: Run | Group) -> bool:
    wild = len(meld.wild_places()) if isinstance(meld, Run) else len(meld.wild)
    natural = len(meld.cards) - wild if isinstance(meld, Run) else len(meld.natural)
    return enough_naturals(natural, wild)


def lies_rightly(run: Run) -> bool:
    if run.lo < 1 or run.hi > 14 or len(run.cards) < 3:
        return False
    placed = [(place, run.at(place)) for place in range(run.lo, run.hi + 1)]
    return all(is_special(card) or (card[1] == run.suit and place in places_of(card)) for place, card in placed)


def canonical(suit: str, cards: list[str]) -> Run | None:
    """The canonical arrangement: of all that lie as it says, the one with fewest wild cards, then with the Ace low."""
    found = [run for run in _canonical_ones(suit, cards) if lies_rightly(run)]
    return min(found, key=lambda run: (len(run.wild_places()), not _ace_low(run)), default=None)


def _ace_low(run: Run) -> bool:
    return run.at(14) != "A" + run.suit or run.at(1) == "A" + run.suit


def _canonical_ones(suit: str, cards: list[str]) -> Iterator[Run]:
    """Naturals on each of their places, a 2 of the suit at home or not, other 2s in the gaps and then at the ends."""
    twos = [card for card in cards if is_special(card)]
    naturals = [card for card in cards if not is_special(card)]
    for places in _placings(naturals):
        yield from _filled(suit, dict(zip(places, naturals, strict=True)), twos)
        if "2" + suit in twos:
            rest = list(twos)
            rest.remove("2" + suit)
            yield from _filled(suit, {**dict(zip(places, naturals, strict=True)), 2: "2" + suit}, rest)


def _placings(naturals: list[str]) -> Iterator[tuple[int, ...]]:
    """All places, none twice; equal Aces stand in one order only."""
    if not naturals:
        yield ()
        return
    for rest in _placings(naturals[:-1]):
        for place in places_of(naturals[-1]):
            if place not in rest:
                yield (*rest, place)


def _filled(suit: str, lying: dict[int, str], twos: list[str]) -> Iterator[Run]:
    left, lying = list(twos), dict(lying)
    for place in range(min(lying), max(lying)):
        if place not in lying:
            if not left:
                return
            lying[place] = left.pop(0)
    for two in left:
        place = max(lying) + 1 if max(lying) < 14 else min(lying) - 1
        if place < 1:
            return
        lying[place] = two
    yield Run(suit, min(lying), tuple(lying[place] for place in sorted(lying)))


def read(cards: list[str]) -> Run | Group | str:
    """A new meld, or the code of why it is none."""
    natural, twos = [card for card in cards if not is_special(card)], [card for card in cards if is_special(card)]
    if len(cards) < 3:
        return "too_few_cards"
    if not natural:
        return "not_enough_naturals"
    if len(natural) >= 2 and len({card[0] for card in natural}) == 1:
        group = Group(natural[0][0], tuple(natural), tuple(twos))
        return group if within_limit(group) else "not_enough_naturals"
    if len({card[1] for card in natural}) > 1:
        return "mixed_suits"
    suit = natural[0][1]
    listed = [Run(suit, lo, tuple(cards)) for lo in range(1, 15)]
    for run in listed:
        if lies_rightly(run) and within_limit(run):
            return settle(run)
    found = canonical(suit, cards)
    if found is None:
        return "not_enough_naturals" if len(natural) == 1 else "not_consecutive"
    return settle(found) if within_limit(found) else "not_enough_naturals"


def lay_off(meld: Run | Group, card: str, end: str | None) -> Run | Group | str:
    """The meld after one more card, or the code of why it does not fit."""
    if isinstance(meld, Group):
        if not is_special(card) and card[0] != meld.rank:
            return "does_not_fit"
        found = (
            meld._replace(wild=(*meld.wild, card)) if is_special(card) else meld._replace(natural=(*meld.natural, card))
        )
        return found if within_limit(found) else "not_enough_naturals"
    if len(meld.cards) == 14:
        return "sequence_complete"
    laid = laid_on_run(meld, card, end)
    if isinstance(laid, str):
        return laid
    return settle(laid) if within_limit(laid) else "not_enough_naturals"


def class_of(meld: Run | Group) -> str:
    if isinstance(meld, Group) or len(meld.cards) < 7:
        return "open"
    if meld.wild_places():
        return "dirty"
    return {13: "half_royal", 14: "royal"}.get(len(meld.cards), "clean")


def every_meld(hand: list[str]) -> set[tuple[str, ...]]:
    """How each run or group that a small hand holds lies: every order of every choice; groups' cards sorted."""
    found = set()
    for cards in _choices(sorted(hand)):
        meld = read(list(cards))
        if isinstance(meld, Run):
            found.add(meld.cards)
        elif isinstance(meld, Group):
            found.add((*sorted(meld.natural), *sorted(meld.wild)))
    return found


def _choices(left: list[str], chosen: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    yield chosen
    for card in dict.fromkeys(left):
        rest = list(left)
        rest.remove(card)
        yield from _choices(rest, (*chosen, card))
