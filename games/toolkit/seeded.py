"""Chance from one number, for computer players that think in worlds: the same on every machine and in every version.

SplitMix64 (Steele, Lea, Flood 2014) in plain Python: a decision needs some thousand numbers, for which numpy is not
worth its start.
"""

from games.api import Rng

BITS = (1 << 64) - 1
SEEDS = 1 << 32
STEP, FIRST, SECOND = 0x9E3779B97F4A7C15, 0xBF58476D1CE4E5B9, 0x94D049BB133111EB


class Seeded:
    """A stream of numbers from a seed."""

    __slots__ = ("_state",)

    def __init__(self, seed: int) -> None:
        self._state = seed & BITS

    def _next(self) -> int:
        """64 bits."""
        self._state = mixed = (self._state + STEP) & BITS
        mixed = (mixed ^ mixed >> 30) * FIRST & BITS
        mixed = (mixed ^ mixed >> 27) * SECOND & BITS
        return mixed ^ mixed >> 31

    def below(self, n: int) -> int:
        """A number 0 … n − 1; numbers far below 2^64 are equally likely for all purposes."""
        return self._next() * n >> 64

    def share(self) -> float:
        """A number from 0 to below 1."""
        return (self._next() >> 11) * 2.0**-53

    def bell(self) -> float:
        """A number with mean 0 and standard deviation 1, bell-shaped: twelve shares less six."""
        return sum([self.share() for _ in range(12)]) - 6.0

    def shuffle(self, items: list[int]) -> None:
        """Put a list into another order."""
        for place in range(len(items) - 1, 0, -1):
            other = self.below(place + 1)
            items[place], items[other] = items[other], items[place]


def seeded(rng: Rng) -> Seeded:
    """A stream seeded by one number of a computer player's chance."""
    return Seeded(rng.below(SEEDS))
