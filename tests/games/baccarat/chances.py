"""Deals very many rounds and compares every bet with its exact chance.

By hand: `python -m tests.games.baccarat.chances --rounds 1000000 --seed 1`. Shoes of eight packs are shuffled, burnt,
cut and dealt as the engine does it. A deviation is given in standard errors; more than 4 is a failure.
"""

import argparse
import random
import sys
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from math import sqrt
from typing import NamedTuple

from games.baccarat.cards import PACK
from games.baccarat.chances import enumerated, round_lengths
from games.baccarat.shoe import after_round, burnt
from games.baccarat.third_card import Round, deal_round

PACKS = 8
FAR = 4
"""Standard errors."""


class Found(NamedTuple):
    """What came up in so many rounds."""

    rounds: int
    events: Counter[str]


def rounds(seed: int) -> Iterator[Round]:
    """Rounds without end, shoe after shoe."""
    shoe = list(range(PACK)) * PACKS
    shuffle, burn = random.Random(seed).shuffle, burnt
    while True:
        shuffle(shoe)
        at, last, spent = burn(shoe[0]), False, False
        while not spent:
            found = deal_round(shoe, at)
            yield found
            _, last, spent = after_round(len(shoe) - at, found.used, last)
            at += found.used


def count(wanted: int, seed: int) -> Found:
    """The events of so many rounds."""
    events: Counter[str] = Counter()
    seen: Counter[tuple[object, ...]] = Counter()
    for _, found in zip(range(wanted), rounds(seed), strict=False):
        seen[found.winner, found.six, found.natural, found.pairs, found.used] += 1
    for (winner, six, natural, pairs, used), times in seen.items():
        for name in events_of(winner, six, natural, pairs, used):
            events[name] += times
    return Found(wanted, events)


def events_of(winner: object, six: object, natural: object, pairs: object, used: object) -> list[str]:
    """The names of what came up in a round."""
    player_pair, banker_pair = pairs  # type: ignore[misc]
    named = {
        f"{winner}": True,
        f"banker_six_{'two' if six == 2 else 'three'}_cards": six,
        "natural": natural,
        "player_pair": player_pair,
        "banker_pair": banker_pair,
        f"{used}_cards": True,
    }
    return [name for name, there in named.items() if there]


def exact() -> dict[str, Fraction]:
    """Event → its chance in a fresh shoe."""
    draws = enumerated(PACKS)
    total = draws.pop("total")
    known = {name: Fraction(ways, total) for name, ways in draws.items()}
    known |= {f"{used}_cards": Fraction(ways, total) for used, ways in round_lengths(PACKS).items()}
    pair = Fraction(4 * PACKS - 1, PACK * PACKS - 1)
    return known | {"player_pair": pair, "banker_pair": pair}


def deviations(found: Found) -> dict[str, float]:
    """Event → how far its number is from what was to be expected, in standard errors."""
    expected = {name: (float(chance), found.rounds) for name, chance in exact().items()}
    return {
        name: (found.events[name] - chance * n) / sqrt(n * chance * (1 - chance))
        for name, (chance, n) in expected.items()
    }


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=1_000_000)
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args()
    found, chances = count(chosen.rounds, chosen.seed), exact()
    far = 0
    for name, errors in deviations(found).items():
        far += abs(errors) > FAR
        line = f"{name:<23} {found.events[name] / found.rounds:.6f}  exact {float(chances[name]):.6f}  {errors:+.2f} σ"
        sys.stdout.write(f"{line}{'  FAR' if abs(errors) > FAR else ''}\n")
    sys.stdout.write(
        f"{chosen.rounds} rounds, seed {chosen.seed}: {far} of {len(chances)} beyond {FAR} standard errors\n"
    )
    return 1 if far else 0


if __name__ == "__main__":
    raise SystemExit(main())
