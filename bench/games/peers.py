"""Random full games of other libraries' engines, for `game_speed.py`, which runs this file with their own environment.

It imports nothing of ours. Each peer plays as its own documentation has it: what is legal, one of it by chance, step.
The last line printed is `{"<peer>": {"turns_per_s", "games_per_s"}}` as JSON, in processor time of this process.
"""

import argparse
import importlib
import json
import random
import sys
import time
from collections.abc import Callable
from typing import Any

OPEN_SPIEL = ("backgammon", "python_block_dominoes", "gin_rummy", "bridge")
RLCARD = ("gin-rummy", "bridge", "uno")

PlayOne = Callable[[random.Random], int]
"""Plays a game to its end; how many decisions were taken."""


def open_spiel(name: str) -> PlayOne:
    """A game of OpenSpiel: chance is drawn by its own probabilities and is no turn."""
    spiel: Any = importlib.import_module("pyspiel")
    if name.startswith("python_"):
        importlib.import_module(f"open_spiel.python.games.{name.removeprefix('python_')}")
    game = spiel.load_game(name)

    def play(rng: random.Random) -> int:
        state, turns = game.new_initial_state(), 0
        while not state.is_terminal():
            if state.is_chance_node():
                actions, chances = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(rng.choices(actions, chances)[0])
            else:
                state.apply_action(rng.choice(state.legal_actions()))
                turns += 1
        return turns

    return play


def rlcard(name: str) -> PlayOne:
    """A game of RLCard through its environment, with what its agents get to see left as it is."""
    env: Any = importlib.import_module("rlcard").make(name, config={"seed": 1})

    def play(rng: random.Random) -> int:
        state, _ = env.reset()
        turns = 0
        while not env.is_over():
            state, _ = env.step(rng.choice(list(state["legal_actions"])))
            turns += 1
        return turns

    return play


def measured(play: PlayOne, seconds: float, seed: int) -> dict[str, float]:
    """Turns and games a second of processor time; whole games until the time is over."""
    rng, turns, games = random.Random(seed), 0, 0
    play(rng)
    began_s = time.process_time()
    while (spent_s := time.process_time() - began_s) < seconds:
        turns, games = turns + play(rng), games + 1
    return {"turns_per_s": turns / spent_s, "games_per_s": games / spent_s}


def main() -> None:
    """Measures every peer once."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=1.0)
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args()
    peers = {f"openspiel_{name}": open_spiel(name) for name in OPEN_SPIEL}
    peers |= {f"rlcard_{name.replace('-', '_')}": rlcard(name) for name in RLCARD}
    found = {name: measured(play, chosen.seconds, chosen.seed) for name, play in peers.items()}
    sys.stdout.write(json.dumps(found) + "\n")


if __name__ == "__main__":
    main()
