"""Train the nets of a variant by self-play on one core.

    python -m tools.train_tavli portes --minutes 40 --out weights/portes.npz

The rate falls from 0.015 to 0.001 over the CPU minutes given; every two minutes the weights so far are saved.
`--resume` goes on from saved weights (give the rate to begin with). Without numba it runs too, some 200 times slower.
The last bits of the weights differ from machine to machine: sums are vectorised.
"""

import argparse
import sys
import time
from pathlib import Path

import numpy as np

from tools.train_tavli import features, rows, selfplay
from tools.train_tavli.net import new_net
from tools.train_tavli.weights import Nets, load, save

BATCH = 200
SAVE_EVERY = 2.0
FIRST_RATE, FIRST_TRACE = 0.03, 0.7
"""For the first games (--fresh): the net knows nothing, and the end of the game teaches most."""


def new_nets(variant: str, hidden: int, race_hidden: int, seed: int) -> Nets:
    """Nets that know nothing."""
    inputs = int(features.LENGTHS[rows.VARIANTS[variant]])
    return Nets(*new_net(inputs, hidden, seed), *new_net(inputs, race_hidden, seed + 1))


def train(variant: str, nets: Nets, asked: argparse.Namespace) -> int:
    """Train in place until the CPU minutes are over; returns the number of games."""
    number = rows.VARIANTS[variant]
    batch = min(BATCH, asked.games or BATCH)
    if not asked.games:
        selfplay.train(number, *nets, 1, 0.001, FIRST_TRACE, asked.seed)  # compiles
    begun, games, turns, doubles, saved = time.process_time(), 0, 0, 0, 0.0
    while True:
        spent = (time.process_time() - begun) / 60
        if (games >= asked.games) if asked.games else (spent >= asked.minutes):
            return games
        fresh = games < asked.fresh
        left = max(0.0, 1 - (games / asked.games if asked.games else spent / asked.minutes))
        rate = FIRST_RATE if fresh else max(asked.last_rate, asked.rate * left)
        trace = FIRST_TRACE if fresh else asked.trace
        seed = (asked.seed * 1_000_003 + games + asked.begun) % 2**32
        played, double = selfplay.train(number, *nets, batch, rate, trace, seed)
        games, turns, doubles = games + batch, turns + played, doubles + double
        spent = (time.process_time() - begun) / 60
        if spent - saved >= SAVE_EVERY:
            saved = spent
            save(asked.out, nets)
            _report(f"{spent:.1f} CPU minutes, {games} games, {turns / games:.1f} turns, double {doubles / games:.3f}")


def _report(line: str) -> None:
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


def main(arguments: list[str] | None = None) -> int:
    """Train and save."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("variant", choices=sorted(rows.VARIANTS))
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--minutes", type=float, default=40.0, help="of CPU")
    parser.add_argument("--games", type=int, default=0, help="instead of minutes")
    parser.add_argument("--hidden", type=int, default=96)
    parser.add_argument("--race-hidden", type=int, default=32)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--rate", type=float, default=0.015)
    parser.add_argument("--last-rate", type=float, default=0.001)
    parser.add_argument("--trace", type=float, default=0.3, help="λ")
    parser.add_argument("--fresh", type=int, default=10_000, help="games at the high rate of the beginning")
    parser.add_argument("--resume", type=Path)
    parser.add_argument("--begun", type=int, default=0, help="games played before, so that the dice differ")
    asked = parser.parse_args(arguments)
    if asked.resume:
        nets, asked.fresh = load(asked.resume), 0
    else:
        nets = new_nets(asked.variant, asked.hidden, asked.race_hidden, asked.seed)
    games = train(asked.variant, nets, asked)
    save(asked.out, nets)
    _report(f"{games} games; {asked.out}: {asked.out.stat().st_size} bytes; largest weight {nets.largest():.2f}")
    return 0 if np.isfinite(nets.largest()) else 1


if __name__ == "__main__":
    sys.exit(main())
