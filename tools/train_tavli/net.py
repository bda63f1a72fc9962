"""A net with one hidden layer (softsign) and three outputs (sigmoid), over inputs that are mostly 0.

Outputs, for the seat about to roll: it wins; it wins double; it loses double. A tie counts as half a win.
"""

from typing import Any

import numpy as np

from tools.train_tavli.compiled import fast

OUTPUTS = 3


def new_net(inputs: int, hidden: int, seed: int) -> tuple[Any, Any]:
    """Small random weights: (inputs, hidden), (outputs, hidden + 1), the last column being constants."""
    chance = np.random.default_rng(seed)
    first = chance.normal(0, 0.1, (inputs, hidden)).astype(np.float32)
    return first, chance.normal(0, 0.05, (OUTPUTS, hidden + 1)).astype(np.float32)


@fast
def forward(places: Any, values: Any, active: int, first: Any, second: Any, sums: Any, out: Any) -> None:
    """The outputs of a net, and the sums of its hidden units on the way."""
    hidden = first.shape[1]
    sums[:hidden] = 0
    for i in range(active):
        weights, value = first[places[i]], values[i]
        for unit in range(hidden):
            sums[unit] += weights[unit] * value
    for output in range(OUTPUTS):
        total = second[output, hidden]
        for unit in range(hidden):
            total += second[output, unit] * sums[unit] / (1 + abs(sums[unit]))
        out[output] = 1 / (1 + np.exp(-total))


@fast
def equity(out: Any) -> float:
    """Points that the seat about to roll can expect."""
    return 2 * out[0] - 1 + out[1] - out[2]


@fast
def learn(
    places: Any, values: Any, active: int, first: Any, second: Any, sums: Any, out: Any, aims: Any, rate: float,
    slope: Any,
) -> None:  # fmt: skip
    """One step towards the aims; `sums` and `out` are those of `forward`."""
    hidden = first.shape[1]
    slope[:hidden] = 0
    for output in range(OUTPUTS):
        error = np.float32(rate * (aims[output] - out[output]))
        for unit in range(hidden):
            share = 1 / (1 + abs(sums[unit]))
            slope[unit] += error * second[output, unit] * share * share
            second[output, unit] += error * sums[unit] * share
        second[output, hidden] += error
    for i in range(active):
        weights, value = first[places[i]], values[i]
        for unit in range(hidden):
            weights[unit] += value * slope[unit]
