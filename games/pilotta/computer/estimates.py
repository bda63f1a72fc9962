"""What a hand is worth with each suit as trumps: the points that its team makes on average, as simulated deals taught.

A weighted sum of features; the weights in hundredths of a point are whole numbers, so that every machine adds them
alike. Made by `python -m bench.computers.learn_pilotta` (60,000 deals, seed 1).
"""

import numpy as np

from games.pilotta.cards import RANKS, Suit
from games.pilotta.computer.ranked import Floats, Ints
from games.pilotta.computer.worth import best_points

WEIGHTS = (
    *(1971, 858, 851, 1891, 1201, 2885, 727, 914, 1571),  # any hand; trumps 7 8 9 T J Q K A
    *(655, 231, 26, 513, 826, 724, 1058, 1890),  # J with 9, J with A alone; 2, 3, 4, 5, 6 trumps and more; K with Q
    *(584, 468, 448, 604, 422, 451, 487, 1409),  # plain 7 8 9 T J Q K A, each
    *(-129, 580, 18, 93),  # plain A with T, each; voids, singletons; a point to announce
)
"""By feature, in hundredths of a point."""


def features(hands: Ints, trump: Suit) -> Ints:
    """Hand × feature, for hands as masks of cards."""
    own = hands >> 8 * trump & 0xFF
    trumps = {rank: own >> place & 1 for place, rank in enumerate(RANKS)}
    length = np.bitwise_count(own).astype(np.int64)
    sides = [hands >> 8 * suit & 0xFF for suit in range(4) if suit != trump]
    plain = [sum(side >> place & 1 for side in sides) for place in range(8)]
    voids = sum((side == 0).astype(np.int64) for side in sides)
    singles = sum((np.bitwise_count(side) == 1).astype(np.int64) for side in sides)
    ace, ten = RANKS.index("A"), RANKS.index("T")
    return np.stack(
        [
            np.ones_like(own),
            *trumps.values(),
            trumps["J"] & trumps["9"],
            trumps["J"] & trumps["A"] & ~trumps["9"],
            *((length >= many).astype(np.int64) for many in (2, 3, 4, 5, 6)),
            trumps["K"] & trumps["Q"],
            *plain,
            sum(side >> ace & side >> ten & 1 for side in sides),
            voids,
            singles,
            best_points(hands),
        ],
        axis=1,
    ).astype(np.int64)


def estimates(hands: Ints) -> Floats:
    """Hand × suit: points of the hand's team with that suit as trumps."""
    weights = np.array(WEIGHTS, dtype=np.int64)
    found = [(features(hands, trump) * weights).cumsum(axis=1)[:, -1] for trump in range(4)]
    return np.stack(found, axis=1) / 100
