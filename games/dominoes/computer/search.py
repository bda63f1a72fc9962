"""The search: every option played out in the same worlds."""

from typing import NamedTuple

import numpy as np

from games.dominoes.computer.guesses import guesses
from games.dominoes.computer.knowledge import Knowledge, ends_after
from games.dominoes.computer.playout import Ends, Table, played
from games.dominoes.computer.policy import Ints
from games.dominoes.state import Target
from games.toolkit.search.chance import Source


class Effort(NamedTuple):
    """How much a decision may cost, in playouts in all, and how many worlds there are at least."""

    playouts: int
    inferring: bool = True
    """Whether the lays of others weigh the worlds."""


def expected(known: Knowledge, effort: Effort, source: Source) -> list[float]:
    """The points of the hand (hands, in a Run Out Match) that the seat's side may expect from each of its options."""
    count = max(1, effort.playouts // len(known.options))
    hands = guesses(known, count, source, effort.inferring)
    table = _after_each(known, hands)
    found = worths(known.target, played(table, (known.seat + 1) % 4, source))
    sign = 1 if known.seat % 2 == 0 else -1
    return [sign * int(total) / count for total in found.reshape(len(known.options), count).sum(axis=1)]


def _after_each(known: Knowledge, hands: Ints) -> Table:
    """One row for each option and world, option by option, the option laid."""
    options, count = len(known.options), len(hands)
    tables = np.tile(hands, (options, 1)).astype(np.int32)
    up, down = (np.empty(options * count, dtype=np.int32) for _ in range(2))
    shown = (known.chain[0] // 7, known.chain[-1] % 7) if known.chain else (-1, -1)
    for number, (tile, end) in enumerate(known.options):
        rows = slice(number * count, (number + 1) * count)
        tables[rows, known.seat] ^= 1 << tile
        up[rows], down[rows] = ends_after(*shown, tile, end)
    lacks = np.tile(np.array(known.lacks, dtype=np.int32), (options * count, 1))
    return Table(tables, up, down, lacks)


def worths(target: Target, ends: Ends) -> Ints:
    """By row, the points of the hand for side 0, negative for side 1's; in a Run Out Match 1 a hand."""
    ran_out_by = np.where(ends.last % 2 == 0, 1, -1)
    fewer = np.sign(ends.pips[:, 1] - ends.pips[:, 0])
    winner = np.where(ends.blocked, fewer, ran_out_by)
    if target == "runout":
        return np.where(ends.blocked, 0, winner).astype(np.int64)
    if target == 200:
        points = ends.pips.sum(axis=1)
    else:
        points = np.where(winner > 0, ends.pips[:, 1], ends.pips[:, 0])
    return (winner * points).astype(np.int64)
