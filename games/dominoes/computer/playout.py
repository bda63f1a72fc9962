"""Hands played to their ends by the policy, thousands side by side."""

from typing import NamedTuple

import numpy as np

from games.dominoes.computer.policy import (
    BIT,
    NO_TILE,
    NOWHERE,
    PIP,
    SUIT,
    SUM,
    Flags,
    Ints,
    Small,
    scores,
    slots_of,
)
from games.dominoes.tiles import PIPS, TILES
from games.toolkit.search.chance import Source
from services.kernel.seats import Seat

NOISE_BYTES = 1 << 16
NOISE = 4 * PIP
"""Scores are taken at random by less than this, so that no two playouts need be alike."""
_PIPS: Ints = np.array(PIPS, dtype=np.int64)


class Table(NamedTuple):
    """Hands under way, one a row, with the same seat on turn."""

    hands: Small
    """Row × seat: masks."""
    up: Small
    """By row, the value shown up left."""
    down: Small
    lacks: Small
    """Row × seat: the values, as bits, on which it was skipped."""


class Ends(NamedTuple):
    """How the hands of a table ended, by row."""

    blocked: Flags
    last: Small
    """The seat that laid last."""
    pips: Ints
    """Row × side: what is left in both hands of a side."""


def played(table: Table, seat: Seat, source: Source) -> Ends:
    """The ends of all hands when a seat is on turn, who may have to be skipped. A hand already run out has ended, run
    out by the seat before."""
    return _Playout(table, source).to_the_end(seat)


class _Playout:
    """The rows that still go on, and the ends of those that do not."""

    def __init__(self, table: Table, source: Source) -> None:
        self.count = len(table.up)
        self.hands, self.up, self.down, self.lacks = (np.array(each) for each in table)
        self.slots = slots_of(self.hands.astype(np.int64))
        self.rows = np.arange(self.count)
        self.passes = np.zeros(self.count, dtype=np.int32)
        self.blocked = np.zeros(self.count, dtype=np.bool_)
        self.last = np.zeros(self.count, dtype=np.int32)
        self.left = np.zeros((self.count, 4), dtype=np.int32)
        self.noise = (source.bytes(NOISE_BYTES).astype(np.int32) * NOISE) >> 8
        self.starts = (source.raw(64) % np.uint64(NOISE_BYTES)).astype(np.int64)
        self.steps = 0

    def to_the_end(self, seat: Seat) -> Ends:
        self._finish(self.hands[:, seat - 1] == 0, blocked=False, last=(seat - 1) % 4)
        while len(self.rows):
            self._step(seat)
            seat = (seat + 1) % 4
        tiles = self.left[..., None] >> np.arange(TILES) & 1
        pips = (tiles * _PIPS).sum(axis=-1)
        return Ends(self.blocked, self.last, np.stack([pips[:, 0] + pips[:, 2], pips[:, 1] + pips[:, 3]], axis=1))

    def _step(self, seat: Seat) -> None:
        """The seat lays in every row where it can, and is skipped in the others."""
        fits = (self.hands[:, seat] & (SUIT[self.up] | SUIT[self.down])) != 0
        skipped = ~fits
        self.passes += 1
        self.passes[fits] = 0
        shown = (1 << self.up | 1 << self.down) * skipped
        self.lacks[:, seat] |= shown.astype(np.int32)
        at = np.nonzero(fits)[0]
        if len(at):
            self._lay(seat, at)
        ran_out = self.hands[:, seat] == 0
        if ran_out.any():
            self._finish(ran_out, blocked=False, last=seat)
        blocked = self.passes == 4
        if blocked.any():
            self._finish(blocked, blocked=True, last=seat)

    def _lay(self, seat: Seat, at: Ints) -> None:
        up, down, slots = self.up[at], self.down[at], self.slots[at, seat]
        against, partner = self.lacks[at, (seat + 1) % 4], self.lacks[at, (seat + 2) % 4]
        found = scores(slots, self.hands[at, seat], up, down, against, partner)
        both = np.concatenate(found, axis=1)
        best = (both + self._noise(*both.shape)).argmax(axis=1)
        below = best >= 7
        tile = slots[np.arange(len(at)), best % 7]
        self.up[at] = np.where(below, up, SUM[tile] - up)
        self.down[at] = np.where(below, SUM[tile] - down, down)
        self.hands[at, seat] ^= BIT[tile]

    def _noise(self, rows: int, columns: int) -> Small:
        start = int(self.starts[self.steps % len(self.starts)])
        self.steps += 1
        return np.resize(np.roll(self.noise, start), (rows, columns))

    def _finish(self, ended: Flags, blocked: bool, last: Seat) -> None:
        """Takes the rows that ended out."""
        rows = self.rows[ended]
        self.blocked[rows] = blocked
        self.last[rows] = last
        self.left[rows] = self.hands[ended]
        on = ~ended
        self.rows, self.passes, self.up, self.down = self.rows[on], self.passes[on], self.up[on], self.down[on]
        self.hands, self.lacks, self.slots = self.hands[on], self.lacks[on], self.slots[on]


assert NOWHERE + NOISE < 0 and NO_TILE == TILES
