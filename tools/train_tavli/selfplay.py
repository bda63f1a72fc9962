"""Self-play with TD(λ): after each game every position learns what the next ones were worth."""

from typing import Any

import numpy as np

from tools.train_tavli.compiled import compiled
from tools.train_tavli.features import ACTIVE_MAX, active_inputs, is_race
from tools.train_tavli.net import OUTPUTS, equity, forward, learn
from tools.train_tavli.rows import GOES_ON, LENGTH, RESULTS_MAX, at_start, outcome, plays, turn

TURNS_MAX = 2000
HIDDEN_MAX = 512


@compiled
def best(variant: int, results: Any, number: int, contact: Any, contact2: Any, race: Any, race2: Any) -> Any:
    """The result that is worth least to the seat that rolls next: its number and worth."""
    places, values = np.empty(ACTIVE_MAX, np.int64), np.empty(ACTIVE_MAX, np.float32)
    sums, out = np.empty(HIDDEN_MAX, np.float32), np.empty(OUTPUTS, np.float32)
    turned = np.empty(LENGTH, np.int8)
    least, at = 9.0, 0
    for i in range(number):
        points = outcome(variant, results[i])
        if points != GOES_ON:
            worth = -float(points)
        else:
            turn(results[i], turned)
            active = active_inputs(variant, turned, places, values)
            if is_race(variant, turned):
                forward(places, values, active, race, race2, sums, out)
            else:
                forward(places, values, active, contact, contact2, sums, out)
            worth = float(equity(out))
        if worth < least:
            least, at = worth, i
    return at, least


@compiled
def played(
    variant: int, rows: Any, results: Any, contact: Any, contact2: Any, race: Any, race2: Any
) -> tuple[int, int]:  # fmt: skip
    """One game: its positions before each roll, in `rows`; how many, and the points of the last to move."""
    row = np.empty(LENGTH, np.int8)
    at_start(variant, row)
    turns = 0
    while turns < TURNS_MAX:
        rows[turns] = row
        turns += 1
        number = plays(variant, row, np.random.randint(1, 7), np.random.randint(1, 7), results)
        if number:
            at = 0
            if number > 1:
                at, _ = best(variant, results, number, contact, contact2, race, race2)
            points = outcome(variant, results[at])
            if points != GOES_ON:
                return turns, points
            turn(results[at], row)
        else:
            turn(rows[turns - 1], row)
    return turns, GOES_ON


@compiled
def train(
    variant: int, contact: Any, contact2: Any, race: Any, race2: Any, games: int, rate: float, trace: float, seed: int
) -> tuple[int, int]:  # fmt: skip
    """Play and learn so many games; returns the turns and the double wins in them.

    `trace` is λ: 1 aims at the end of the game alone, 0 at the worth of the next position alone.
    """
    np.random.seed(seed)
    results, rows = np.empty((RESULTS_MAX, LENGTH), np.int8), np.empty((TURNS_MAX, LENGTH), np.int8)
    places, values = np.empty(ACTIVE_MAX, np.int64), np.empty(ACTIVE_MAX, np.float32)
    sums, out = np.empty(HIDDEN_MAX, np.float32), np.empty(OUTPUTS, np.float32)
    slope, aims, later = np.empty(HIDDEN_MAX, np.float32), np.empty(OUTPUTS), np.empty(OUTPUTS)
    turns = doubles = 0
    for _ in range(games):
        length, points = played(variant, rows, results, contact, contact2, race, race2)
        turns += length
        doubles += points == 2
        if points == GOES_ON:
            continue
        for i in range(length - 1, -1, -1):
            active = active_inputs(variant, rows[i], places, values)
            racing = is_race(variant, rows[i])
            if racing:
                forward(places, values, active, race, race2, sums, out)
            else:
                forward(places, values, active, contact, contact2, sums, out)
            if i == length - 1:
                aims[0] = 1.0 if points else 0.5
                aims[1] = 1.0 if points == 2 else 0.0
                aims[2] = 0.0
            else:
                aims[0] = 1 - later[0]
                aims[1] = later[2]
                aims[2] = later[1]
            for output in range(OUTPUTS):
                later[output] = trace * aims[output] + (1 - trace) * out[output]
            if racing:
                learn(places, values, active, race, race2, sums, out, aims, rate, slope)
            else:
                learn(places, values, active, contact, contact2, sums, out, aims, rate, slope)
    return turns, doubles
