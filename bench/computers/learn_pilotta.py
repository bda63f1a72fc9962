"""Learns what pilotta hands are worth: `python -m bench.computers.learn_pilotta [deals] [seed]`, some seconds.

Deals are played out by the policy of the search, one seat's suit as trumps; the weights of
games/pilotta/computer/estimates.py are the least-squares fit of its team's points. Prints them, with the spread of what
they leave unexplained.
"""

import sys

import numpy as np

from games.pilotta.computer.estimates import features
from games.pilotta.computer.playout import Table, played
from games.pilotta.computer.ranked import Ints, ranked
from games.pilotta.computer.worth import belote, best_points, declared, totals
from games.toolkit.search.chance import Source

SHARE = 4_000
"""Deals played side by side."""


def deals(count: int, source: Source) -> Ints:
    """Deal × seat: masks of cards."""
    order = source.shares(count, 32).argsort(axis=1)
    return (np.int64(1) << order).reshape(count, 4, 8).sum(axis=2)


def taught(count: int, source: Source) -> tuple[Ints, Ints]:
    """Features of seat 0's hand with clubs as trumps, and the points of its team."""
    hands = deals(count, source)
    table = ranked(0)
    leader = (source.shares(count) * 4).astype(np.int64)
    nothing = np.zeros((count, 0), dtype=np.int64)
    brought = played(table, Table(table.masks(hands), leader, nothing, np.zeros(count, dtype=np.int64)))
    found = totals(brought, belote(hands, 0) + declared(best_points(hands)))
    return features(hands[:, 0], 0), found.tricks[:, 0] + found.beside[:, 0]


def weights(count: int, seed: int) -> tuple[list[int], float]:
    """The weights in hundredths of a point, and the standard deviation of what is left."""
    source = Source(seed)
    parts = [taught(SHARE, source) for _ in range(count // SHARE)]
    known, points = (np.concatenate(each) for each in zip(*parts, strict=True))
    fit = np.linalg.lstsq(known.astype(np.float64), points.astype(np.float64), rcond=None)[0]
    return [round(100 * float(weight)) for weight in fit], float((points - known @ fit).std())


if __name__ == "__main__":
    found, spread = weights(int(sys.argv[1]) if len(sys.argv) > 1 else 60_000, int((*sys.argv, "", "1")[2] or 1))
    print(tuple(found), round(spread, 1))
