"""Turns of OpenSpiel's backgammon, for `crosscheck_openspiel.py`, which runs this file with the peers' environment.

It imports nothing of ours. Random games are played from a seed; one line of JSON for a turn:
`{"seat", "dice": [low, high], "before": [side, side], "after": {"<dice used>": ["<side> <side>", …]}, "points"}`.
`after` has every position that a whole turn leads to, `points` what a turn wins that ends the game, null if none does.
A side is 26 hexadecimal digits, the checkers on the bar, on own 24 … 1 and off; seat 0 is OpenSpiel's X.

A double is two actions there, of two dice each: all that they lead to together is one turn here.
"""

import argparse
import importlib
import json
import random
import sys
from collections.abc import Iterator
from itertools import islice
from typing import Any

BAR = 100
"""What OpenSpiel calls the bar as a point. Points are 0 – 23; X moves up, O moves down."""
CHECKERS = 15
LONGEST_GAME_TURNS = 1_000_000
"""OpenSpiel's own limit of 500 could end a game between the two halves of a double."""
PLACES = ([BAR, *range(24)], [BAR, *range(23, -1, -1)])
"""The bar and own 24 … 1 of X and of O as OpenSpiel counts."""

Sides = tuple[str, str]
Ends = dict[Sides, int]
"""The positions a turn leads to, and the dice it used."""


def sides(state: Any) -> Sides:
    """Where everybody's checkers are."""
    return _side(state, 0), _side(state, 1)


def _side(state: Any, seat: int) -> str:
    counts = [state.board(seat, place) for place in PLACES[seat]]
    return "".join(f"{count:x}" for count in (*counts, CHECKERS - sum(counts)))


def dice_of(state: Any) -> list[int]:
    """The dice that are to be played, as the state is printed with them."""
    line = next(line for line in str(state).splitlines() if line.startswith("Dice:"))
    return [int(digit) for digit in line if digit.isdigit()]


def ends_of(state: Any, seat: int) -> tuple[Ends, int | None]:
    """Every position that a whole turn leads to, and the points of turns that end the game."""
    ends: Ends = {}
    points = None
    for used, half in _halves(state, seat, 0):
        goes_on = not half.is_terminal() and half.current_player() == seat
        for dice_used, end in _halves(half, seat, used) if goes_on else [(used, half)]:
            place = sides(end)
            ends[place] = max(dice_used, ends.get(place, 0))
            if end.is_terminal():
                points = int(end.returns()[seat])
    return ends, points


def _halves(state: Any, seat: int, used_before: int) -> Iterator[tuple[int, Any]]:
    """The dice used so far and the state after each action; of actions that come to the same the first."""
    seen = set()
    for action in state.legal_actions():
        used = used_before + sum(move.pos >= 0 for move in state.spiel_move_to_checker_moves(seat, action))
        after = state.child(action)
        place = sides(after)
        if (place, used) not in seen:
            seen.add((place, used))
            yield used, after


def turns_of_a_game(game: Any, chance: random.Random) -> Iterator[dict[str, Any]]:
    """Every turn of a game in which both play anything legal."""
    state = game.new_initial_state()
    while not state.is_terminal():
        if state.is_chance_node():
            actions, chances = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(chance.choices(actions, chances)[0])
            continue
        seat = state.current_player()
        yield told(state, seat)
        while not state.is_terminal() and state.current_player() == seat:
            state.apply_action(chance.choice(state.legal_actions()))


def told(state: Any, seat: int) -> dict[str, Any]:
    """A turn as it is written."""
    ends, points = ends_of(state, seat)
    after: dict[str, list[str]] = {}
    for place in sorted(ends):
        after.setdefault(str(ends[place]), []).append(" ".join(place))
    return {"seat": seat, "dice": dice_of(state), "before": sides(state), "after": after, "points": points}


def turns(seed: int) -> Iterator[dict[str, Any]]:
    """Turns of game after game without end."""
    spiel: Any = importlib.import_module("pyspiel")
    rules = {"scoring_type": "enable_gammons", "max_player_turns": LONGEST_GAME_TURNS}
    game, chance = spiel.load_game("backgammon", rules), random.Random(seed)
    while True:
        yield from turns_of_a_game(game, chance)


def main() -> None:
    """Writes as many turns as are asked for."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--positions", type=int, default=1_000)
    parser.add_argument("--seed", type=int, default=0)
    chosen = parser.parse_args()
    for turn in islice(turns(chosen.seed), chosen.positions):
        sys.stdout.write(json.dumps(turn, separators=(",", ":")) + "\n")


if __name__ == "__main__":
    main()
