"""Weights on disk: whole numbers of 1/2048, so that run time computes the same sums on every machine."""

from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

UNIT = 2048


class Nets(NamedTuple):
    """The net for positions with contact and that for races, two layers each."""

    contact: Any
    contact_out: Any
    race: Any
    race_out: Any

    def largest(self) -> float:
        """The largest weight without its sign."""
        return max(float(np.abs(layer).max()) for layer in self)


def save(path: Path, nets: Nets) -> None:
    """Write the weights, rounded; the file is complete or not there."""
    whole = {
        name: np.rint(np.clip(layer * UNIT, -32767, 32767)).astype(np.int16) for name, layer in nets._asdict().items()
    }
    partly = path.with_suffix(".part.npz")
    np.savez_compressed(partly, **whole)
    partly.replace(path)


def load(path: Path) -> Nets:
    """The inverse of `save`."""
    with np.load(path) as stored:
        return Nets(*(stored[name].astype(np.float32) / UNIT for name in Nets._fields))
