"""How many turns and whole games a second each engine plays on one core, beside engines of other libraries.

By hand: `make bench-games`. Ours play as a table plays: `next`, one of the `legal` moves by chance, `check`, `apply`.
Rounds of all games and all peers take turns, so that a machine that grows slower does so for everybody; the medians are
printed. The last line is JSON: `{"<game>": {"turns_per_s", "games_per_s"}, …}`, variants as `game:variant`, tavli with
`steps_per_s` (single checkers), peers under their names.
"""

import argparse
import json
import statistics
import subprocess
import sys
import time
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple

from games import api, registry
from services.tables.catalogue.offers import option_values
from tests.games.seeded_matches import Chance

LEGAL_LISTED = 20
"""Chance takes one of so many legal moves: they are listed one by one, and a hand of rummy has thousands."""
TURNS_MAX = 2_000
"""A match is cut off there: where calls by chance cost more than cards bring it would never end."""
PEERS = Path(__file__).with_name("peers.py")
Figures = dict[str, float]


class Played(NamedTuple):
    """What a match, or several, came to."""

    turns: int
    steps: int
    games: int = 1


class Entrant(NamedTuple):
    """A game with options under the name by which it is reported."""

    name: str
    game: Any
    options: dict[str, Any]


def entrants() -> list[Entrant]:
    """Every game that two or more people play to an end, each variant of those that have some."""
    return [found for game in registry.games() if not game.house_banked for found in _variants(game)]


def _variants(game: Any) -> Iterator[Entrant]:
    names = option_values(game.options_type).get("variant")
    if names is None:
        yield Entrant(game.id, game, {})
        return
    for name in names:
        yield Entrant(f"{game.id}:{name}", game, {"variant": name})


def play(entrant: Entrant, chance: Chance) -> Played:
    """One match to its end or to `TURNS_MAX`, everybody who owes a decision moving by chance."""
    game = entrant.game
    state, turns, steps = game.start(game.options(entrant.options, {})), 0, 0
    while turns < TURNS_MAX and not isinstance(waits := game.next(state), api.Over):
        if isinstance(waits, api.Draw):
            state = game.apply(state, None, api.Drawn(chance.values(waits)))
            continue
        if isinstance(waits, api.Wait):
            state = game.apply(state, None, api.Elapsed(waits.number))
            continue
        seat = chance.pick(waits.due).seat
        move = chance.pick(list(islice(game.legal(state, seat), LEGAL_LISTED)))
        refused = game.check(state, seat, move)
        if refused is not None:
            raise AssertionError(f"{entrant.name}: {move} is refused: {refused}")
        state = game.apply(state, seat, move)
        turns, steps = turns + 1, steps + len(getattr(move, "steps", ()))
    return Played(turns, steps)


def measured(entrant: Entrant, seconds: float, seed: int) -> Figures:
    """Turns and games a second of processor time; whole matches until the time is over."""
    chance, turns, steps, games = Chance("speed", entrant.name, seed), 0, 0, 0
    play(entrant, chance)
    began_s = time.process_time()
    while (spent_s := time.process_time() - began_s) < seconds:
        played = play(entrant, chance)
        turns, steps, games = turns + played.turns, steps + played.steps, games + 1
    found = {"turns_per_s": turns / spent_s, "games_per_s": games / spent_s}
    return found | ({"steps_per_s": steps / spent_s} if steps else {})


def peers_measured(python: str, seconds: float, seed: int) -> dict[str, Figures]:
    """The same of the peers, in a process with their own environment."""
    command = [python, "-P", str(PEERS), "--seconds", str(seconds), "--seed", str(seed)]
    done = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True, timeout=600)
    found: dict[str, Figures] = json.loads(done.stdout.splitlines()[-1])
    return found


def medians(rounds: list[dict[str, Figures]]) -> dict[str, Figures]:
    """The median of every figure over the rounds, to a tenth."""
    return {
        name: {figure: round(statistics.median(each[name][figure] for each in rounds), 1) for figure in rounds[0][name]}
        for name in rounds[0]
    }


def main() -> None:
    """Measures everybody in turn and prints the medians."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--peers", help="the Python of an environment with the peers; without: only ours")
    parser.add_argument("--games", help="only those whose name begins so")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--seconds", type=float, default=1.0, help="of processor time, for each game in each round")
    chosen = parser.parse_args()
    rounds = []
    for number in range(chosen.rounds):
        found = {
            each.name: measured(each, chosen.seconds, number)
            for each in entrants()
            if each.name.startswith(chosen.games or "")
        }
        if chosen.peers:
            found |= peers_measured(chosen.peers, chosen.seconds, number)
        rounds.append(found)
    result = medians(rounds)
    for name, figures in result.items():
        told = ", ".join(f"{value:,.1f} {figure.replace('_', ' ')}" for figure, value in figures.items())
        sys.stderr.write(f"{name}: {told}\n")
    sys.stdout.write(json.dumps(result) + "\n")


if __name__ == "__main__":
    main()
