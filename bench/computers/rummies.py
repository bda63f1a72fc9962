"""How strong the computer players of the rummy games are against the frozen ones.

`python -m bench.computers.rummies --matches 40 --games mpirimpa,buraco` plays every match twice, from the same chance
with sides changed, and prints JSON. With several seats the two kinds sit in turn.
"""

import argparse
import json
import sys
import time
from collections.abc import Sequence
from statistics import mean, median, stdev
from typing import Any, NamedTuple

from bench.computers import frozen
from games import api, registry
from services.kernel.strength import Strength
from tests.games.seeded_matches import Chance

GAMES = ("mpirimpa", "mpirimpa_pro", "buraco", "koumkan", "thanasis", "dynamitis")
HALF = 0.5


class Played(NamedTuple):
    """A match: what the measured side won of it (a half of a tie), and the milliseconds that its decisions took."""

    won: float
    took_ms: list[float]


def play(game: Any, strength: Strength, seed: object, swapped: bool) -> Played:
    """One match to its end; the measured kind sits on the even seats, or on the odd ones."""
    options = game.options({}, {})
    state = game.start(options)
    seats = sum(len(side) for side in game.sides(options))
    draws, chance = Chance("draws", game.id, seed), Chance("moves", game.id, seed)
    seen: list[list[api.GameEvent]] = [[] for _ in range(seats)]
    took: list[float] = []
    while True:
        waits = game.next(state)
        actor: int | None = None
        action: Any
        if isinstance(waits, api.Over):
            won = {(seat + swapped) % 2 for seat, place in enumerate(waits.result.places) if place == 1}
            return Played(HALF if len(won) != 1 else float(won == {0}), took)
        if isinstance(waits, api.Draw):
            action = api.Drawn(draws.values(waits))
        elif isinstance(waits, api.Wait):
            action = api.Elapsed(waits.number)
        else:
            actor = min(due.seat for due in waits.due)
            view = game.view(state, actor)
            if (actor + swapped) % 2 == 0:
                began_s = time.process_time()
                action = game.bot(view, chance, strength, seen[actor])
                took.append((time.process_time() - began_s) * 1000)
            else:
                action = frozen.bot_of(game.id)(view, chance)
        after = game.apply(state, actor, action)
        for seat in range(seats):
            event = game.event(state, actor, action, after, seat)
            if event is not None:
                seen[seat] = [event] if event.kind == "deal" else [*seen[seat], event]
        state = after


def measure(strength: Strength, n: int, seed: int, games: Sequence[str] = GAMES) -> dict[str, float]:
    """The share of about n matches of each game that players of this strength win against the frozen ones: by game,
    and `rummy_share`, the mean of all. `…_se`: standard errors."""
    found: dict[str, float] = {}
    shares, errors, took = [], [], []
    for game_id in games:
        game, won = registry.game(game_id), []
        for number in range(max(2, n // 2)):
            pair = [play(game, strength, (seed, number), swapped) for swapped in (False, True)]
            won.append(mean(each.won for each in pair))
            took += [ms for each in pair for ms in each.took_ms]
        shares.append(mean(won))
        errors.append(stdev(won) / len(won) ** 0.5)
        found |= {f"{game_id}_share": round(shares[-1], 3), f"{game_id}_share_se": round(errors[-1], 3)}
    error = sum(each**2 for each in errors) ** 0.5 / len(errors)
    return {
        "rummy_share": round(mean(shares), 3),
        "rummy_share_se": round(error, 3),
        **found,
        "median_ms": round(median(took), 1),
        "slowest_ms": round(max(took), 1),
        "matches": 2 * max(2, n // 2),
    }


def main() -> None:
    """Measure a strength."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--matches", type=int, default=40)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--games", default=",".join(GAMES))
    parser.add_argument("--strength", choices=("strong", "medium", "easy"), default="strong")
    asked = parser.parse_args()
    found = measure(asked.strength, asked.matches, asked.seed, asked.games.split(","))
    sys.stdout.write(json.dumps(found) + "\n")


if __name__ == "__main__":
    main()
