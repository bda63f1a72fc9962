"""The nets of a variant and what they say of many positions at once.

All weights are whole numbers of 1/2048 and all inputs whole numbers of 1/128, so that the sums of a layer are exact in
32 bits in whatever order a machine adds them: the same position is worth the same everywhere.
"""

from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from games.tavli.computer.inputs import Inputs, Rows, inputs, is_race
from games.tavli.state import VariantName

FOLDER = Path(__file__).parent / "weights"
WEIGHT_UNIT = 2048
HIDDEN_UNIT = 4096
"""Hidden units are rounded to whole numbers of 1/4096 before the second layer, for the same reason."""
OUTPUT_DIGITS = 7

Chances = np.ndarray[Any, np.dtype[np.float64]]
"""A line for each position: the seat about to roll wins; wins double; loses double. A tie is half a win."""


class Net(NamedTuple):
    """Two layers of weights; the last column of the second is constants."""

    first: np.ndarray[Any, np.dtype[np.float32]]
    second: np.ndarray[Any, np.dtype[np.float64]]

    def chances(self, given: Inputs) -> Chances:
        """The three chances of each line of inputs."""
        sums = given @ self.first
        hidden = np.rint(sums / (1 + np.abs(sums)) * HIDDEN_UNIT).astype(np.float64) / HIDDEN_UNIT
        out = hidden @ self.second[:, :-1].T + self.second[:, -1]
        found: Chances = np.round(1 / (1 + np.exp(-out)), OUTPUT_DIGITS)
        return found


class Nets(NamedTuple):
    """A variant's nets."""

    contact: Net
    race: Net


@lru_cache(None)
def nets(name: VariantName) -> Nets:
    """Read from the weights beside this file when a variant is first thought about."""
    return read(FOLDER / f"{name}.npz")


def read(path: Path) -> Nets:
    """Nets as tools/train_tavli saves them."""
    with np.load(path) as stored:
        return Nets(*(_net(stored[name], stored[f"{name}_out"]) for name in ("contact", "race")))


def _net(first: Any, second: Any) -> Net:
    return Net(first.astype(np.float32) / np.float32(WEIGHT_UNIT), second.astype(np.float64) / WEIGHT_UNIT)


CHUNK = 4096
"""So many positions at once: more would only cost memory."""


def chances(name: VariantName, rows: Rows, judges: Nets | None = None) -> Chances:
    """What the nets say of positions in which the game goes on, for the seat about to roll."""
    judges = judges or nets(name)
    found = np.empty((len(rows), 3))
    for start in range(0, len(rows), CHUNK):
        part = rows[start : start + CHUNK]
        racing = is_race(name, part)
        for net, where in ((judges.race, racing), (judges.contact, ~racing)):
            if where.any():
                found[start : start + CHUNK][where] = net.chances(inputs(name, part[where]))
    return found
