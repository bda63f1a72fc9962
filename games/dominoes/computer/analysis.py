"""Appraisals for the analysis of finished matches: what each move was worth, and the luck of a deal.

Units: points of the hand as RULES.md §9 counts them for the target (hands, in a Run Out Match), from the side of the
seat that is asked, or of side 0 for a deal. Everything hangs on view, history and seed alone, never on hidden tiles.
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from games.api import GameEvent
from games.dominoes.bot import lay_of
from games.dominoes.computer.knowledge import knowledge
from games.dominoes.computer.playout import NOISE, Table, played
from games.dominoes.computer.policy import BIT, HIGH, LOW, Small, openings, slots_of
from games.dominoes.computer.search import Effort, expected, worths
from games.dominoes.moves import Lay
from games.dominoes.state import Target
from games.dominoes.view import View
from games.toolkit.search.chance import Source
from services.kernel.seats import Seat

PLAYOUTS = 24_000
"""Of one decision: four times as many as a strong computer player has."""
DEALS = 400
"""So often a deal is played."""


class Appraised(NamedTuple):
    """A move that the seat could have made."""

    move: Lay
    points: float
    """What its side could expect of the hand after it."""


def appraised(view: View, history: Sequence[GameEvent], seed: int, playouts: int = PLAYOUTS) -> list[Appraised]:
    """Every option of the seat on turn, the best first; from what the seat knew, its view and history.

    The loss of a move is the first one's points less its own.
    """
    assert view.seat is not None and view.seat == view.turn
    known = knowledge(view, history)
    points = expected(known, Effort(playouts), Source(seed))
    found = [Appraised(lay_of(known, option), worth) for option, worth in zip(known.options, points, strict=True)]
    return sorted(found, key=lambda each: -round(each.points, 5))


def luck(target: Target, dealt: Sequence[int], leader: Seat, seed: int, deals: int = DEALS) -> float:
    """The points of side 0 that a deal brings on average when four equal players have it: its luck, for side 1 the
    negative.

    `dealt`: by seat, the mask of its tiles. All four play by the policy of the playouts, which has no favourite side:
    played the other way round, with the hands and the lead of the pairs exchanged, the deal brings the same to those
    who hold them, so one way is enough.
    """
    hands = np.tile(np.array(dealt, dtype=np.int32), (deals, 1))
    source = Source(seed)
    table = _opened(hands, leader, source)
    found = worths(target, played(table, (leader + 1) % 4, source))
    return int(found.sum()) / deals


def _opened(hands: Small, leader: Seat, source: Source) -> Table:
    """The leader's first tile laid by its promise, with the errors of the playouts."""
    rows = np.arange(len(hands))
    slots = slots_of(hands[:, leader].astype(np.int64))
    errors = source.bytes(slots.size).reshape(slots.shape).astype(np.int32) * NOISE >> 8
    promise = openings(slots, hands[:, leader]) + errors
    tile = slots[rows, promise.argmax(axis=1)]
    left = hands.copy()
    left[:, leader] ^= BIT[tile]
    return Table(left, HIGH[tile], LOW[tile], np.zeros_like(hands))
