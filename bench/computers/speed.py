"""How long computer players think: processor time of decisions at moments of matches of every game."""

import time
from statistics import median
from typing import Any

from bench.computers import frozen
from bench.computers.shares import STRENGTHS, Table
from games import api, registry
from services.kernel.strength import Strength
from tests.games.seeded_matches import Chance

EVERY = 7
"""Every so many decisions of a match one is timed: all phases, and not the same seat each time."""


def times_ms(game: api.AnyGame, strength: Strength, count: int) -> list[float]:
    """What so many decisions take, on one core; the old computer players bring the matches forward."""
    found: list[float] = []
    for seed in range(count):
        chance, number = Chance("speed", game.id, seed), 0
        table = Table(game, chance)
        while len(found) < count and not isinstance(waits := game.next(table.state), api.Over):
            if isinstance(waits, api.Draw):
                table.draw(waits)
            elif isinstance(waits, api.Wait):
                table.apply(None, api.Elapsed(waits.number))
            else:
                assert isinstance(waits, api.Decide)
                seat, number = waits.due[0].seat, number + 1
                if number % EVERY == 0:
                    found.append(_timed_ms(table, seat, strength, number))
                table.apply(seat, frozen.chosen(game, table.state, seat, chance))
        if len(found) >= count:
            break
    return found


def _timed_ms(table: Table, seat: int, strength: Strength, number: int) -> float:
    view, history = table.game.view(table.state, seat), table.history(seat)
    began_s = time.process_time()
    table.game.bot(view, Chance(number), strength, history)
    return (time.process_time() - began_s) * 1_000


def measure(strength: Strength, n: int, _seed: int) -> dict[str, Any]:
    """`median_ms` of the slowest game, `slowest_ms`, and both by game; `n` decisions of each."""
    assert strength in STRENGTHS
    by_game = {game.id: times_ms(game, strength, n) for game in registry.games() if not game.house_banked}
    both = {game: (round(median(times), 2), round(max(times), 1)) for game, times in by_game.items()}
    return {
        "median_ms": max(middle for middle, _ in both.values()),
        "slowest_ms": max(slowest for _, slowest in both.values()),
        "ms_by_game": both,
    }
