"""Runs read slowly, as both families' references do: where a card may lie and what replacing a wild one does.

Knows nothing of any engine. Cards are texts; a run is its suit, its first place and its cards in order.
"""

from typing import NamedTuple

RANKS = "A23456789TJQK"


class Run(NamedTuple):
    suit: str
    lo: int
    cards: tuple[str, ...]

    @property
    def hi(self) -> int:
        return self.lo + len(self.cards) - 1

    def at(self, place: int) -> str | None:
        return self.cards[place - self.lo] if self.lo <= place <= self.hi else None

    def works_as_wild(self, place: int) -> bool:
        card = self.at(place)
        return card is not None and is_special(card) and not (card == "2" + self.suit and place == 2)

    def wild_places(self) -> list[int]:
        return [place for place in range(self.lo, self.hi + 1) if self.works_as_wild(place)]


def is_special(card: str) -> bool:
    return card == "X" or card[0] == "2"


def places_of(card: str) -> list[int]:
    """Where a card that is neither joker nor 2 may lie in a run."""
    return [1, 14] if card[0] == "A" else [RANKS.index(card[0]) + 1]


def settle(run: Run) -> Run:
    for index in (0, len(run.cards) - 1):
        rest = run.cards[:index] + run.cards[index + 1 :]
        rest_begins = run.lo + (1 if index == 0 else 0)
        if run.cards[index] == "2" + run.suit and run.works_as_wild(run.lo + index) and rest_begins == 3:
            return Run(run.suit, 2, ("2" + run.suit, *rest))
    return run


def laid_on_run(run: Run, card: str, end: str | None) -> Run | str:
    """The run after one more card, not settled, or `does_not_fit`; limits are not looked at."""
    return _special_laid(run, card, end) if is_special(card) else _natural_laid(run, card, end)


def _natural_laid(run: Run, card: str, end: str | None) -> Run | str:
    if card[1] != run.suit:
        return "does_not_fit"
    low, high = (place in places_of(card) for place in (run.lo - 1, run.hi + 1))
    if low and high:
        low, high = end != "high", end == "high"
    if low:
        return Run(run.suit, run.lo - 1, (card, *run.cards))
    if high:
        return Run(run.suit, run.lo, (*run.cards, card))
    held = [place for place in places_of(card) if run.works_as_wild(place)]
    return _replaced(run, held[0], card) if held else "does_not_fit"


def _special_laid(run: Run, card: str, end: str | None) -> Run | str:
    if card == "2" + run.suit:
        if run.lo == 3:
            return Run(run.suit, 2, (card, *run.cards))
        if run.works_as_wild(2):
            return _replaced(run, 2, card)
    if end is None:
        end = "low" if run.hi == 14 else "high"
    if end == "low":
        return Run(run.suit, run.lo - 1, (card, *run.cards)) if run.lo > 1 else "does_not_fit"
    return Run(run.suit, run.lo, (*run.cards, card)) if run.hi < 14 else "does_not_fit"


def _replaced(run: Run, place: int, card: str) -> Run:
    moving = run.at(place)
    cards = tuple(card if run.lo + index == place else each for index, each in enumerate(run.cards))
    if run.lo == 3 and moving == "2" + run.suit:
        return Run(run.suit, 2, (moving, *cards))
    if run.hi < 14:
        return Run(run.suit, run.lo, (*cards, moving))
    return Run(run.suit, run.lo - 1, (moving, *cards))
