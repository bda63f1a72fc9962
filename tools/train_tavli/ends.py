"""How often games end how for the seat that starts, by the nets and one look: `ENDS` of games/tavli/computer/stakes.py.

python -m tools.train_tavli.ends --games 4000
"""

import argparse
import sys
from typing import Any

import numpy as np

from games.tavli.computer.net import FOLDER
from tools.train_tavli.compiled import compiled
from tools.train_tavli.rows import LENGTH, RESULTS_MAX, VARIANTS
from tools.train_tavli.selfplay import TURNS_MAX, played
from tools.train_tavli.weights import load

COLUMNS = ("win", "double", "loss", "double_loss", "tie")


@compiled
def counted(variant: int, contact: Any, contact2: Any, race: Any, race2: Any, games: int, seed: int) -> Any:
    """How many of so many games end by each of COLUMNS, for the seat that starts."""
    np.random.seed(seed)
    rows, results = np.empty((TURNS_MAX, LENGTH), np.int8), np.empty((RESULTS_MAX, LENGTH), np.int8)
    ends = np.zeros(5, np.int64)
    for _ in range(games):
        turns, points = played(variant, rows, results, contact, contact2, race, race2)
        if points <= 0:
            ends[4] += 1
        else:
            ends[points - 1 + (0 if turns % 2 else 2)] += 1
    return ends


def main(arguments: list[str] | None = None) -> int:
    """Print the shares of all variants."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=4000)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args(arguments)
    for name, number in VARIANTS.items():
        ends = counted(number, *load(FOLDER / f"{name}.npz"), asked.games, asked.seed)
        shares = (f"{column} {share:.3f}" for column, share in zip(COLUMNS, ends / asked.games, strict=True))
        sys.stdout.write(f"{name}: {', '.join(shares)}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
