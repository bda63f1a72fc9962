"""How computer players of different strength fare against each other, from fixed seeds.

By hand: `python -m bench.games.bot_strength --matches 40`. Every pair of strengths plays each seed twice, with sides
changed; a tie is half a win. The last line is JSON: `{"<game>": {"<stronger> <weaker>": share of wins}, …}`, which
`--write FILE` puts into a file in place of what it has of these games: the form for practice shows it. Exit code 1 if a
stronger one has won less than half anywhere.
"""

import argparse
import json
import sys
from itertools import combinations
from pathlib import Path
from typing import Any

from games import api, registry
from services.kernel.strength import Strength
from services.tables.bots.strength import careless_move
from tests.games.seeded_matches import Chance

STRENGTHS: tuple[Strength, ...] = ("strong", "medium", "easy")
TURNS_MAX = 20_000
HALF = 0.5


def share_of_wins(game: Any, pair: tuple[Strength, Strength], matches: int) -> float:
    """The share of matches that the first strength wins."""
    points = sum(play(game, pair, seed, swapped) for seed in range(matches) for swapped in (False, True))
    return points / (2 * matches)


def play(game: Any, pair: tuple[Strength, Strength], seed: int, swapped: bool) -> float:
    """One match: 1 if the first strength wins, 0 if the second, a half if neither does alone. Where there are more than
    two sides, the strengths take turns."""
    options = game.options({}, {})
    side_of = {seat: number for number, side in enumerate(game.sides(options)) for seat in side}
    chance, state = Chance("strength", game.id, seed), game.start(options)
    for _ in range(TURNS_MAX):
        waits = game.next(state)
        if isinstance(waits, api.Over):
            won = {(side_of[seat] + swapped) % 2 for seat, place in enumerate(waits.result.places) if place == 1}
            return HALF if len(won) != 1 else float(won == {0})
        if isinstance(waits, api.Draw):
            state = game.apply(state, None, api.Drawn(chance.values(waits)))
        elif isinstance(waits, api.Wait):
            state = game.apply(state, None, api.Elapsed(waits.number))
        else:
            seat = min(due.seat for due in waits.due)
            state = game.apply(state, seat, chosen(game, state, seat, pair[(side_of[seat] + swapped) % 2], chance))
    return HALF


def chosen(game: Any, state: Any, seat: int, strength: Strength, chance: Chance) -> Any:
    """The move as the scheduler of computer players finds it."""
    move = careless_move(game, state, seat, strength, chance)
    move = move if move is not None else game.bot(game.view(state, seat), chance)
    return move if move is not None else next(game.legal(state, seat))


def write(path: Path, found: dict[str, dict[str, float]]) -> None:
    """Put the figures of some games into the file of all."""
    known = json.loads(path.read_text(encoding="utf-8"))
    path.write_text(json.dumps(dict(sorted({**known, **found}.items())), indent=2) + "\n", encoding="utf-8")


def main() -> int:
    """Play, print, and say whether every stronger one has won at least half."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--matches", type=int, default=20, help="seeds for each pair and game")
    parser.add_argument("--games", default="", help="only those whose name begins so")
    parser.add_argument("--write", type=Path, help="the file of all games' figures")
    asked = parser.parse_args()
    found: dict[str, dict[str, float]] = {}
    for game in registry.games():
        if not game.house_banked and game.id.startswith(asked.games):
            pairs = combinations(STRENGTHS, 2)
            found[game.id] = {" ".join(pair): round(share_of_wins(game, pair, asked.matches), 3) for pair in pairs}
            sys.stderr.write(f"{game.id}: {found[game.id]}\n")
    sys.stdout.write(json.dumps(found) + "\n")
    if asked.write:
        write(asked.write, {game: {"seeds": asked.matches, **shares} for game, shares in found.items()})
    return int(any(share < HALF for shares in found.values() for share in shares.values()))


if __name__ == "__main__":
    sys.exit(main())
