"""What a seat knows of the running hand: from its view, and from the lays in its history."""

from collections.abc import Sequence
from typing import NamedTuple

from games.api import GameEvent
from games.dominoes.chain import Chain, End, Option, chain_of_texts, laid_tiles
from games.dominoes.state import Target
from games.dominoes.tiles import ALL, BY_TEXT, SUITS, mask_of
from games.dominoes.view import View
from services.kernel.seats import Seat


class SeenLay(NamedTuple):
    """A lay as everybody saw it."""

    seat: Seat
    tile: int
    end: End | None
    up: int
    """The values shown before it; -1 for the first tile."""
    down: int
    lacks: tuple[int, ...]
    """By seat, as bits: the values on which it had been skipped before this lay, as far as the history shows."""


class Knowledge(NamedTuple):
    """What the search goes by."""

    seat: Seat
    leader: Seat
    target: Target
    totals: tuple[int, int]
    hand: int
    counts: tuple[int, ...]
    chain: Chain
    lacks: tuple[int, ...]
    """By seat, as bits: the values on which it was skipped."""
    lays: tuple[SeenLay, ...]
    """The last lays of the hand, oldest first: all of them where the history is whole."""
    options: tuple[Option, ...]

    @property
    def unseen(self) -> int:
        """The tiles that the other seats hold."""
        return ALL & ~(self.hand | laid_tiles(self.chain))


def knowledge(view: View, history: Sequence[GameEvent]) -> Knowledge:
    """What the view's seat knows."""
    assert view.seat is not None
    chain = chain_of_texts(view.chain) or ()
    lacks = tuple(sum(1 << value for value in values) for values in view.lacks)
    return Knowledge(
        view.seat,
        view.leader or 0,
        view.target,
        view.totals,
        mask_of(BY_TEXT[text] for text in view.hands[str(view.seat)]),
        view.counts,
        chain,
        lacks,
        seen_lays(chain, history),
        tuple((BY_TEXT[text], end) for text, end in view.options),
    )


def seen_lays(chain: Chain, history: Sequence[GameEvent]) -> tuple[SeenLay, ...]:
    """The lays that led to a chain, as far back as the history goes on without a gap.

    The chain is taken apart from the last lay to the first; the first event that does not fit ends it.
    """
    found: list[tuple[GameEvent, int, int]] = []
    for event in reversed(history):
        if event.kind == "deal" or not chain:
            break
        if event.kind != "lay":
            continue
        end, tile = event.data["end"], BY_TEXT[event.data["tile"]]
        shorter = chain[1:] if end == "up_left" else chain[:-1]
        taken = chain[0] if end == "up_left" else chain[-1]
        if laid_tiles((taken,)) != 1 << tile or (end is None) != (not shorter):
            break
        chain = shorter
        found.append((event, chain[0] // 7 if chain else -1, chain[-1] % 7 if chain else -1))
    return _with_lacks(found[::-1])


def _with_lacks(found: Sequence[tuple[GameEvent, int, int]]) -> tuple[SeenLay, ...]:
    lacks = [0, 0, 0, 0]
    lays: list[SeenLay] = []
    for event, up, down in found:
        data = event.data
        tile, end = BY_TEXT[data["tile"]], data["end"]
        lays.append(SeenLay(data["seat"], tile, end, up, down, tuple(lacks)))
        shown = sum(1 << value for value in set(ends_after(up, down, tile, end)))
        for seat in data["passed"]:
            lacks[seat] |= shown
    return tuple(lays)


def ends_after(up: int, down: int, tile: int, end: End | None) -> tuple[int, int]:
    """The values shown once a tile was laid at an end; the first tile stands with its higher half up."""
    low, high = _low_high(tile)
    if end is None:
        return high, low
    if end == "up_left":
        return low + high - up, down
    return up, low + high - down


def _low_high(tile: int) -> tuple[int, int]:
    values = [value for value in range(7) if SUITS[value] >> tile & 1]
    return values[0], values[-1]
