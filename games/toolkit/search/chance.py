"""Chance in bulk for a search, made of the one number that a computer player draws (games/api.py `Rng`)."""

import numpy as np
import numpy.typing as npt

from games.api import Rng

SEEDS = 1 << 31


class Source:
    """A stream of numbers from a seed: bits of PCG64, which numpy keeps the same in every version and machine."""

    def __init__(self, seed: int) -> None:
        """`seed`: 0 or more."""
        self._bits = np.random.PCG64(seed)

    def raw(self, count: int) -> npt.NDArray[np.uint64]:
        """So many numbers of 64 bits."""
        found: npt.NDArray[np.uint64] = self._bits.random_raw(count)
        return found

    def shares(self, *shape: int) -> npt.NDArray[np.float64]:
        """Numbers from 0 to below 1."""
        count = int(np.prod(shape))
        found: npt.NDArray[np.float64] = ((self.raw(count) >> np.uint64(11)) * np.float64(2.0**-53)).reshape(shape)
        return found

    def bytes(self, count: int) -> npt.NDArray[np.uint8]:
        """Numbers 0 … 255, eight of each draw."""
        return self.raw(-(-count // 8)).view(np.uint8)[:count]

    def bell(self, *shape: int) -> npt.NDArray[np.float64]:
        """Numbers with mean 0 and standard deviation 1, bell-shaped: twelve shares less six."""
        return self.shares(12, *shape).cumsum(axis=0)[-1] - 6.0


def source_of(rng: Rng) -> Source:
    """A source seeded by one number of a computer player's chance."""
    return Source(rng.below(SEEDS))
