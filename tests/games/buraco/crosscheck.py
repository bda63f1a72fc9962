"""The engine against the slow reading of reference.py: new melds, and cards laid off one after the other.

By hand: `python -m tests.games.buraco.crosscheck --sets 20000 --seed 1`.
"""

import argparse
import random
import sys
from collections.abc import Iterator

from services.tables.games.buraco.reading import class_of, laid, read_meld
from services.tables.games.toolkit.double_deck import texts
from services.tables.games.toolkit.melds import Meld
from tests.games.buraco import reference
from tests.games.buraco.hands import cards_of

RANKS, SUITS = reference.RANKS, "cdhs"
ENDS = (None, "low", "high")


def some_cards(chance: random.Random) -> list[str]:
    """Cards that are nearly a meld: mostly one suit and near each other, or of one rank, with some 2s."""
    suit, count = chance.choice(SUITS), chance.choice((2, 3, 3, 4, 4, 5, 6, 7, 8, 12, 13, 14))
    start = chance.randint(0, 14 - min(count, 13))
    if chance.random() < 0.15:
        rank = chance.choice(RANKS.replace("2", ""))
        cards = [rank + chance.choice(SUITS) for _ in range(count)]
    else:
        cards = [(RANKS + "A")[min(13, start + index)] + suit for index in range(count)]
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
    if isinstance(meld, str):
        return meld
    cards = texts(meld.cards)
    if meld.kind == "run":
        return reference.Run(SUITS[meld.suit], meld.lo, cards)
    first = len(cards) - len(meld.wild)
    return reference.Group(RANKS[meld.lo - 1], cards[:first], cards[first:])


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
        card, end = _another(meld, chance), chance.choice(ENDS)
        if texts(meld.cards).count(card) == 2:
            continue
        told.append(f"{card} {end}")
        after = laid(meld, cards_of([card])[0], end), reference.lay_off(expected, card, end)
        if isinstance(after[0], str) and after[0] == after[1]:
            continue
        meld, expected = after
    return None


def _another(meld: Meld, chance: random.Random) -> str:
    """A card that may well fit: of the suit or rank, or a 2."""
    suit = SUITS[meld.suit] if meld.suit >= 0 else chance.choice(SUITS)
    if meld.kind == "group":
        return chance.choice((RANKS[meld.lo - 1] + suit, "2d", "2c", chance.choice(RANKS) + suit))
    near = [(RANKS + "A")[place - 1] + suit for place in (meld.lo - 1, meld.hi + 1) if 1 <= place <= 14]
    return chance.choice((*near, *near, *near, chance.choice(RANKS) + suit, "2" + suit, "2" + chance.choice(SUITS)))


def differences(sets: int, seed: int) -> Iterator[str | None]:
    """For each of so many sets what differs, or None."""
    chance = random.Random(seed)
    for _ in range(sets):
        yield difference(some_cards(chance), chance)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sets", type=int, default=20_000)
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args()
    wrong = [found for found in differences(chosen.sets, chosen.seed) if found]
    sys.stdout.write("\n".join([*wrong[:20], f"{chosen.sets} sets, {len(wrong)} differences\n"]))
    raise SystemExit(1 if wrong else 0)


if __name__ == "__main__":
    main()
