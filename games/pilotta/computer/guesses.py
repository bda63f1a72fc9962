"""Worlds of pilotta: hidden cards dealt by what was seen, weighed by calls and by what was announced or not."""

import math
from collections.abc import Sequence

import numpy as np

from games.pilotta.cards import SUIT_BY_TEXT, cards_of
from games.pilotta.computer.estimates import estimates
from games.pilotta.computer.knowledge import Knowledge
from games.pilotta.computer.ranked import Floats, Ints
from games.pilotta.computer.worth import best_points
from games.pilotta.view import View
from games.toolkit.search.chance import Source
from games.toolkit.search.worlds import Deals, deals, resampled

TRIES = 3
"""So many worlds are dealt for each one that is kept."""
KEPT_SILENT = 0.1
"""How likely it is that a seat with something to announce does not."""
SPREAD = 18.0
"""Points by which callers differ in what they think a hand is worth."""
STEP = 10
MODESTY = 20.0
"""Points by which callers stay below what a hand is worth."""


def guesses(view: View, known: Knowledge, count: int, source: Source) -> Ints:
    """So many worlds, world × seat as masks, the own hand among them."""
    others = [seat for seat in range(known.seats) if seat != known.seat]
    rooms = [known.counts[seat] for seat in others]
    cards = list(cards_of(known.unseen))
    able = [known.able[seat] for seat in others]
    away = len(cards) - sum(rooms)
    if away:  # undealt, or played before the history begins
        lying = known.unseen & ~known.placed if known.whole else known.unseen
        able, rooms = [*able, lying], [*rooms, away]
    found = deals(cards, able, rooms, TRIES * count, source)
    if not len(found.weights):
        found = deals(cards, [known.unseen] * len(rooms), rooms, TRIES * count, source)
    hands = np.empty((len(found.weights), known.seats), dtype=np.int64)
    hands[:, known.seat] = known.hand
    for column, seat in enumerate(others):
        hands[:, seat] = found.hands[:, column]
    weights = found.weights
    if known.whole:
        full = hands | np.array(known.played, dtype=np.int64)
        weights = weights * called(view, full, others) * announced(view, known, full, others)
    if not weights.any():
        weights = found.weights
    return resampled(Deals(hands, weights), count, source)


def announced(view: View, known: Knowledge, full: Ints, others: Sequence[int]) -> Floats:
    """By world, how likely the others were to announce what they did, or nothing."""
    said = {each.seat: each.points for each in view.declarations}
    likely = np.ones(len(full))
    for seat in others:
        if not known.played[seat]:
            continue
        points = best_points(full[:, seat])
        own = said.get(seat, 0)
        likely *= np.where(points == own, 1.0, np.where(points > own, KEPT_SILENT, 0.0) if not own else 0.0)
    return likely


# --- calls ---


def called(view: View, full: Ints, others: Sequence[int]) -> Floats:
    """By world, how likely the others were to call as they did."""
    likely = np.ones(len(full))
    if view.variant != "palatisti":
        return _classic_called(view, full, others)
    by_seat = {seat: estimates(full[:, seat]) for seat in others}
    high, suit_bid = 70, None
    for said in view.bidding:
        if said.phase != "auction":
            continue
        worths = by_seat.get(said.seat)
        if said.call != "pass":
            value = 250 if said.call[:-1] == "capot" else int(said.call[:-1])
            suit_bid = SUIT_BY_TEXT[said.call[-1]]
            if worths is not None:
                likely *= chance_of((worths[:, suit_bid] - min(value, 160) - MODESTY) / SPREAD)
            high = value
        elif worths is not None:
            likely *= chance_of((min(high, 160) + STEP + MODESTY - worths.max(axis=1)) / SPREAD)
    return likely


def _classic_called(view: View, full: Ints, others: Sequence[int]) -> Floats:
    """The taker is stronger in the suit chosen than in most; passes say little of hands that are not full yet."""
    likely = np.ones(len(full))
    if view.contract is not None and view.contract.taker in others:
        worths = estimates(full[:, view.contract.taker])
        likely *= chance_of((worths[:, SUIT_BY_TEXT[view.contract.trump]] - 81) / SPREAD)
    return likely


_STEPS = 64
_CHANCES: Floats = np.array([round(1e6 / (1 + math.exp(-step / 8))) / 1e6 for step in range(-_STEPS, _STEPS + 1)])


def chance_of(ease: Floats) -> Floats:
    """A logistic curve in steps, so that every machine finds the same."""
    found: Floats = _CHANCES[np.clip(np.rint(ease * 8), -_STEPS, _STEPS).astype(np.int64) + _STEPS]
    return found
