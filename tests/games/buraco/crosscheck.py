"""The engine against the slow reading of reference.py: new melds, and cards laid off one after the other.

By hand: `python -m tests.games.buraco.crosscheck --sets 20000 --seed 1`.
"""

import random
from collections.abc import Iterator

from games.buraco.meld_rules import class_of, laid, read_meld
from games.toolkit.double_deck import texts
from games.toolkit.melds import Meld
from tests.games.buraco import reference
from tests.games.buraco.hands import cards_of
from tests.games.melding import crosscheck
from tests.games.melding.crosscheck import ENDS, SUITS, another, by_hand, nearly_a_meld
from tests.games.melding.reference import RANKS


def some_cards(chance: random.Random) -> list[str]:
    """Cards that are nearly a meld: mostly one suit and near each other, or of one rank, with some 2s."""
    suit, cards = nearly_a_meld(chance)
    share = chance.choice((0.1, 0.3, 0.5))
    for index in range(len(cards)):
        if chance.random() < share:
            cards[index] = "2" + chance.choice((suit, *SUITS))
        elif chance.random() < 0.02:
            cards[index] = chance.choice(RANKS) + chance.choice((suit, *SUITS))
    if chance.random() < 0.5:
        chance.shuffle(cards)
    return [card for index, card in enumerate(cards) if cards[:index].count(card) < 2]


def plain(meld: Meld | str) -> object:
    """The engine's answer as the reference would give it."""
    return crosscheck.plain(meld, reference.Group)


def difference(cards: list[str], chance: random.Random) -> str | None:
    """How engine and reference differ on a set of cards and on some lay-offs on it; None if they do not."""
    meld, expected = read_meld(cards_of(cards)), reference.read(cards)
    told = [str(cards)]
    for _ in range(8):
        if plain(meld) != expected:
            return f"{' + '.join(told)}: {plain(meld)}, not {expected}"
        if isinstance(meld, str):
            return None
        if class_of(meld) != reference.class_of(expected):
            return f"{told}: {class_of(meld)}, not {reference.class_of(expected)}"
        if plain(read_meld(meld.cards)) != expected:
            return f"{told}: as it lies it is read as {plain(read_meld(meld.cards))}"
        card, end = another(meld, "2d", chance), chance.choice(ENDS)
        if texts(meld.cards).count(card) == 2:
            continue
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
        yield difference(some_cards(chance), chance)


if __name__ == "__main__":
    by_hand(differences, __doc__)
