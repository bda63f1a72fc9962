"""The engine against the slow reading of reference.py: new melds, and cards laid off one after the other.

By hand: `python -m tests.games.mpirimpa.crosscheck --sets 20000 --seed 1`.
"""

import random
from collections.abc import Iterator

from games.mpirimpa.meld_rules import class_of, laid, read_meld
from games.toolkit.melds import Meld
from tests.games.melding import crosscheck
from tests.games.melding.crosscheck import ENDS, SUITS, another, by_hand, nearly_a_meld
from tests.games.melding.reference import RANKS
from tests.games.mpirimpa import reference
from tests.games.mpirimpa.hands import cards_of


def some_cards(chance: random.Random) -> list[str]:
    """Cards that are nearly a meld: mostly one suit and near each other, or of one rank, with some wild cards."""
    suit, cards = nearly_a_meld(chance)
    for index in range(len(cards)):
        if chance.random() < 0.14:
            other = ("X", "X", "2" + suit, "2" + suit, "2" + chance.choice(SUITS), chance.choice(RANKS) + suit)
            cards[index] = chance.choice((*other, chance.choice(RANKS) + chance.choice(SUITS)))
    if chance.random() < 0.5:
        chance.shuffle(cards)
    return cards


def plain(meld: Meld | str) -> object:
    """The engine's answer as the reference would give it."""
    return crosscheck.plain(meld, reference.Column)


def difference(cards: list[str], columns: bool, chance: random.Random) -> str | None:
    """How engine and reference differ on a set of cards and on some lay-offs on it; None if they do not."""
    meld, expected = read_meld(cards_of(cards), columns), reference.read(cards, columns)
    told = [str(cards)]
    for _ in range(8):
        if plain(meld) != expected:
            return f"{' + '.join(told)}: {plain(meld)}, not {expected}"
        if isinstance(meld, str):
            return None
        if class_of(meld) != reference.class_of(expected):
            return f"{told}: {class_of(meld)}, not {reference.class_of(expected)}"
        if plain(read_meld(meld.cards, True)) != expected:
            return f"{told}: as it lies it is read as {plain(read_meld(meld.cards, True))}"
        card, end = another(meld, "X", chance), chance.choice(ENDS)
        told.append(f"{card} {end}")
        after = laid(meld, cards_of([card])[0], end), reference.lay_off(expected, card, end)
        if isinstance(after[0], str) and after[0] == after[1]:
            continue
        meld, expected = after
    return None


def differences(sets: int, seed: int) -> Iterator[str | None]:
    """For each of so many sets what differs, or None."""
    chance = random.Random(seed)
    for _ in range(sets):
        yield difference(some_cards(chance), chance.random() < 0.5, chance)


if __name__ == "__main__":
    by_hand(differences, __doc__)
