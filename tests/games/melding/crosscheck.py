"""An engine compared with a slow reading, by hand."""

import argparse
import random
import sys
from collections.abc import Callable, Iterator

from games.toolkit.double_deck import texts
from games.toolkit.melds import Meld
from tests.games.melding.reference import RANKS, Run

SUITS = "cdhs"
ENDS = (None, "low", "high")
COUNTS = (2, 3, 3, 4, 4, 5, 6, 7, 8, 12, 13, 14)


def nearly_a_meld(chance: random.Random) -> tuple[str, list[str]]:
    """A suit, and cards mostly of it and in a row, or of one rank."""
    suit, count = chance.choice(SUITS), chance.choice(COUNTS)
    start = chance.randint(0, 14 - min(count, 13))
    if chance.random() < 0.15:
        rank = chance.choice(RANKS.replace("2", ""))
        return suit, [rank + chance.choice(SUITS) for _ in range(count)]
    return suit, [(RANKS + "A")[min(13, start + index)] + suit for index in range(count)]


def plain(meld: Meld | str, group: Callable[[str, tuple[str, ...], tuple[str, ...]], object]) -> object:
    """The engine's answer as a reference would give it; `group`: how that writes rank, natural and wild cards."""
    if isinstance(meld, str):
        return meld
    cards = texts(meld.cards)
    if meld.kind == "run":
        return Run(SUITS[meld.suit], meld.lo, cards)
    first = len(cards) - len(meld.wild)
    return group(RANKS[meld.lo - 1], cards[:first], cards[first:])


def another(meld: Meld, joker: str, chance: random.Random) -> str:
    """A card that may well fit: of the suit or rank, or a wild one; `joker`: the family's other wild card."""
    suit = SUITS[meld.suit] if meld.suit >= 0 else chance.choice(SUITS)
    if meld.kind == "group":
        return chance.choice((RANKS[meld.lo - 1] + suit, joker, "2c", chance.choice(RANKS) + suit))
    near = [(RANKS + "A")[place - 1] + suit for place in (meld.lo - 1, meld.hi + 1) if 1 <= place <= 14]
    wild = ("2" + suit, "2" + chance.choice(SUITS), joker)
    return chance.choice((*near, *near, *near, chance.choice(RANKS) + suit, *wild))


def by_hand(differences: Callable[[int, int], Iterator[str | None]], description: str | None) -> None:
    """Compares as the command line says, prints the first differences, and fails if there are any."""
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("--sets", type=int, default=20_000)
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args()
    wrong = [found for found in differences(chosen.sets, chosen.seed) if found]
    sys.stdout.write("\n".join([*wrong[:20], f"{chosen.sets} sets, {len(wrong)} differences\n"]))
    raise SystemExit(1 if wrong else 0)
