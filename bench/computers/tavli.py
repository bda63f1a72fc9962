"""How strong the computer player of tavli is: `python -m bench.computers.tavli --strength strong --games 200`.

- `portes_error`: thousandths of a point lost a decision on held-out positions, by gnubg at 2 plies (`--plies`) over the
  six best of its 0-ply and what was played;
- `portes_vs_gnubg`: points a game against gnubg 0-ply; `plakoto_vs_old`, `fevga_vs_old`: against the strong computer as
  it was before it learned; `…_vs_stick`: against small nets of a first attempt; all mirrored, luck taken out;
- `median_ms`, `slowest_ms`: processor time of its decisions in those games, forced ones left out.

`…_se` are standard errors. `--only` measures some keys; those of portes need Debian's gnubg and are left out
without it. The last line is JSON.
"""

import argparse
import json
import os
import statistics
import sys
import time
from pathlib import Path
from typing import Any

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import numpy as np

from bench.computers.tavli_play import gnubg as program
from bench.computers.tavli_play.matches import mirrored
from bench.computers.tavli_play.players import Player, as_before, computer, gnubg
from bench.computers.tavli_play.positions import decisions
from bench.computers.tavli_play.sticks import stick
from games.tavli.board import Board
from games.tavli.computer.choice import rows_of
from games.tavli.turns import Turn
from services.kernel.strength import Strength
from tests.games.seeded_matches import Chance

KEYS = ("portes_error", "portes_vs_gnubg", "plakoto_vs_old", "fevga_vs_old", "plakoto_vs_stick", "fevga_vs_stick")
POSITIONS_SEED = 11
CANDIDATES = 6
SHARES = (0.7, 0.3)


class Timed:
    """A player whose decisions are timed."""

    def __init__(self, player: Player) -> None:
        self._player, self.spent = player, list[float]()

    def __call__(self, turn: Turn) -> Board:
        begun = time.process_time()
        board = self._player(turn)
        self.spent.append(1000 * (time.process_time() - begun))
        return board


def portes_errors(player: Player, link: program.Gnubg, positions: int, plies: int) -> list[float]:
    """What each decision loses, in thousandths."""
    lost = []
    for turn in decisions(positions, POSITIONS_SEED, (gnubg(link), as_before), SHARES):
        boards = list(turn.results)
        rows, played = rows_of(turn.variant, boards), boards.index(player(turn))
        near = np.argsort(-link.equities(rows, 0))[:CANDIDATES].tolist()
        kept = sorted({*near, played})
        worth = dict(zip(kept, link.equities(rows[kept], plies), strict=True))
        lost.append(1000 * (max(worth.values()) - worth[played]))
    return lost


def measure(
    strength: Strength, n: int, seed: int, *, only: tuple[str, ...] = KEYS, plies: int = 2, positions: int = 0
) -> dict[str, float]:
    """All keys for one strength, from `n` games each; `positions` where not as many as games."""
    player, found = Timed(computer(strength, Chance("bench", strength, seed))), dict[str, float]()
    link = program.Gnubg() if Path(program.PROGRAM).exists() and any("portes" in key for key in only) else None
    opponents = {"old": as_before, "stick": stick}
    for key in only:
        if key.startswith("portes"):
            if link is None:
                continue
            if key == "portes_error":
                lost = portes_errors(player, link, positions or n, plies)
                _put(found, key, statistics.mean(lost), statistics.stdev(lost) / len(lost) ** 0.5, len(lost))
                continue
            opponents["gnubg"] = gnubg(link)
        name, opponent = key.split("_vs_")
        points = mirrored(name, (player, opponents[opponent]), max(1, n // 2), seed)
        _put(found, key, points.mean, points.error, points.games)
        _say(f"  as played {points.plain:+.3f} ± {points.plain_error:.3f}")
    if link:
        link.close()
    if player.spent:
        found |= {"median_ms": round(statistics.median(player.spent), 1), "slowest_ms": round(max(player.spent), 1)}
    return found


def _put(found: dict[str, float], key: str, mean: float, error: float, number: int) -> None:
    found |= {key: round(mean, 4), f"{key}_se": round(error, 4)}
    _say(f"{key} {mean:+.3f} ± {error:.3f} ({number})")


def _say(line: str) -> None:
    sys.stderr.write(line + "\n")
    sys.stderr.flush()


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--strength", choices=("strong", "medium", "easy"), default="strong")
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--positions", type=int, default=0)
    parser.add_argument("--plies", type=int, default=2)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", nargs="+", choices=KEYS, default=KEYS)
    asked: Any = parser.parse_args()
    found = measure(
        asked.strength, asked.games, asked.seed, only=tuple(asked.only), plies=asked.plies, positions=asked.positions
    )
    prefix = "" if asked.strength == "strong" else f"{asked.strength}_"
    sys.stdout.write(json.dumps({prefix + key: value for key, value in found.items()}) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
