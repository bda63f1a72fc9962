"""Melds read slowly: every arrangement is tried and the rules are asked of each, word by word (RULES.md §6).

Knows nothing of the engine, and shares with the other family's reference only how cards lie in a run.
"""

from collections.abc import Iterator
from typing import NamedTuple

from tests.games.melding.reference import Run, is_special, laid_on_run, places_of, settle


class Column(NamedTuple):
    rank: str
    natural: tuple[str, ...]
    wild: tuple[str, ...]


def within_limits(run: Run) -> bool:
    special = [card for card in run.cards if is_special(card)]
    wild = run.wild_places()
    if len(wild) > 1 or len(special) > 2:
        return False
    if len(special) == 2:
        return len(wild) == 1 and run.at(wild[0]) == "X" and run.at(2) == "2" + run.suit
    return True


def lies_rightly(run: Run) -> bool:
    if run.lo < 1 or run.hi > 14 or len(run.cards) < 3:
        return False
    natural = [(place, run.at(place)) for place in range(run.lo, run.hi + 1) if not is_special(run.at(place))]
    return bool(natural) and all(card[1] == run.suit and place in places_of(card) for place, card in natural)


def arrangements(suit: str, cards: tuple[str, ...]) -> Iterator[Run]:
    """Every way in which the cards lie rightly in a run of the suit."""
    for lo in range(1, 16 - len(cards)):
        for order in _orders(suit, lo, cards):
            yield Run(suit, lo, order)


def _orders(suit: str, place: int, cards: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    if not cards:
        yield ()
    for card in dict.fromkeys(cards):
        if is_special(card) or (card[1] == suit and place in places_of(card)):
            left = list(cards)
            left.remove(card)
            for rest in _orders(suit, place + 1, tuple(left)):
                yield (card, *rest)


def preference(run: Run) -> tuple[int, bool, bool]:
    """Fewest working wild cards; Ace low; a wild card that fills no gap rather high than low."""
    wild = run.wild_places()
    ace_high_only = run.at(14) == "A" + run.suit and run.at(1) != "A" + run.suit
    return len(wild), ace_high_only, bool(wild) and wild[0] == run.lo


def read(cards: list[str], columns: bool) -> Run | Column | str:
    """A new meld, or the code of why it is none."""
    natural = [card for card in cards if not is_special(card)]
    special = [card for card in cards if is_special(card)]
    if len(cards) < 3:
        return "too_few_cards"
    if not natural:
        return "not_enough_naturals"
    if len(special) > 2 or (len(special) == 2 and sorted(card[0] for card in special) != ["2", "X"]):
        return "too_many_wildcards"
    if len(natural) >= 2 and len({card[0] for card in natural}) == 1:
        if not columns:
            return "columns_not_allowed"
        return "too_many_wildcards" if len(special) == 2 else Column(natural[0][0], tuple(natural), tuple(special))
    if len({card[1] for card in natural}) > 1:
        return "mixed_suits"
    suit = natural[0][1]
    listed = [Run(suit, lo, tuple(cards)) for lo in range(1, 15)]
    found = [run for run in listed if lies_rightly(run) and within_limits(run)]
    if not found:
        found = sorted(filter(within_limits, arrangements(suit, tuple(cards))), key=preference)
    if not found:
        return "too_many_wildcards" if len(special) == 2 else "not_consecutive"
    return settle(found[0])


def lay_off(meld: Run | Column, card: str, end: str | None) -> Run | Column | str:
    """The meld after one more card, or the code of why it does not fit."""
    if isinstance(meld, Column):
        if is_special(card):
            return "too_many_wildcards" if meld.wild else meld._replace(wild=(card,))
        return meld._replace(natural=(*meld.natural, card)) if card[0] == meld.rank else "does_not_fit"
    if len(meld.cards) == 14:
        return "sequence_complete"
    found = laid_on_run(meld, card, end)
    if isinstance(found, str):
        return found
    return settle(found) if within_limits(found) else "too_many_wildcards"


def class_of(meld: Run | Column) -> str:
    count = len(meld.cards) if isinstance(meld, Run) else len(meld.natural) + len(meld.wild)
    dirty = meld.wild_places() if isinstance(meld, Run) else meld.wild
    if count < 7:
        return "open"
    full = isinstance(meld, Run) and (meld.lo, meld.hi) in ((1, 13), (2, 14), (1, 14))
    return ("full_" if full else "") + ("dirty" if dirty else "clean")
