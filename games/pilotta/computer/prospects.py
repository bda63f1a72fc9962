"""What hands would bring with each suit as trumps and each seat as taker, in worlds that agree with the calls."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from games.pilotta.cards import BY_TEXT, FULL, Mask, Suit, cards_of, mask_of
from games.pilotta.computer.estimates import estimates
from games.pilotta.computer.guesses import called
from games.pilotta.computer.playout import Brought, Table, played
from games.pilotta.computer.ranked import Floats, Ints, ranked
from games.pilotta.computer.worth import Promise, Totals, belote, best_points, declared, margin, totals
from games.pilotta.deal import forehand
from games.pilotta.view import View
from games.toolkit.search.chance import Source
from games.toolkit.search.worlds import Deals, deals, resampled
from services.kernel.seats import Seat

TRIES = 3


class Worlds(NamedTuple):
    """Guessed deals before trumps are fixed."""

    first: Ints
    """World × seat: the cards dealt so far."""
    last: Ints
    """World × seat: what each gets once trumps are fixed, but for one card; empty in palatisti."""
    singles: Ints
    """World × 3: a card more for each of the seats that do not take the turn-up; empty but in classic."""


class Prospects:
    """Simulated ends of one deal; each is played out when it is first asked for."""

    def __init__(self, view: View, count: int, source: Source) -> None:
        """The view of the seat that is to call."""
        assert view.seat is not None and view.dealer is not None
        self.seat, self.variant = view.seat, view.variant
        self.seats = len(view.counts)
        self.leader = forehand(view.variant, view.dealer)
        self.turn_up: Mask = 0 if view.turn_up is None else 1 << BY_TEXT[view.turn_up]
        self.worlds = worlds(view, count, source)
        self.count = len(self.worlds.first)
        self._totals: dict[tuple[Seat, Suit], Totals] = {}
        self._estimates: dict[Seat, Floats] = {}

    def full(self, taker: Seat) -> Ints:
        """World × seat: the hands of the tricks when this seat takes."""
        found = self.worlds.first | self.worlds.last
        if self.variant == "classic":
            found[:, taker] |= self.turn_up
            others = [seat for seat in range(self.seats) if seat != taker]
            for column, seat in enumerate(others):
                found[:, seat] |= self.worlds.singles[:, column]
        return found

    def totals(self, taker: Seat, suit: Suit) -> Totals:
        """What the hands come to when the seat takes with a suit."""
        key = (taker % 2 if self.variant == "palatisti" else taker, suit)
        if key not in self._totals:
            self._totals[key] = self._played(*key)
        return self._totals[key]

    def _played(self, taker: Seat, suit: Suit) -> Totals:
        table, full = ranked(suit), self.full(taker)
        rows = self.count
        start = Table(
            table.masks(full),
            np.full(rows, self.leader, dtype=np.int64),
            np.zeros((rows, 0), dtype=np.int64),
            np.full(rows, taker % 2, dtype=np.int64),
        )
        announced = np.stack([best_points(full[:, seat]) for seat in range(self.seats)], axis=1)
        brought: Brought = played(table, start)
        return totals(brought, belote(full, suit) + declared(announced))

    def margin(self, taker: Seat, suit: Suit, promise: Promise) -> Floats:
        """By world, the points of team 0 less those of team 1."""
        return margin(promise, self.totals(taker, suit), taker % 2)

    def estimates(self, seat: Seat) -> Floats:
        """World × suit: what the seat would think of its full hand as taker."""
        if seat not in self._estimates:
            self._estimates[seat] = estimates(self.full(seat)[:, seat])
        return self._estimates[seat]


def worlds(view: View, count: int, source: Source) -> Worlds:
    """Guessed deals that agree with the own cards, the card turned up and, in palatisti, with the calls."""
    assert view.seat is not None
    own = mask_of(BY_TEXT[text] for text in view.hands[str(view.seat)])
    turned = 0 if view.turn_up is None else 1 << BY_TEXT[view.turn_up]
    unseen = FULL & ~(own | turned)
    seats = len(view.counts)
    others = [seat for seat in range(seats) if seat != view.seat]
    rooms = [view.counts[seat] for seat in others]
    rooms += {"palatisti": [], "classic": [2] * 4 + [1] * 3, "classic2": [3, 3, 13]}[view.variant]
    found = deals(list(cards_of(unseen)), [unseen] * len(rooms), rooms, TRIES * count, source)
    if view.variant == "palatisti":
        hands = _with_own(found.hands, own, view.seat, others)
        weights = found.weights * called(view, hands, others)
        kept = found if not weights.any() else Deals(found.hands, weights)
        first = _with_own(resampled(kept, count, source), own, view.seat, others)
        return Worlds(first, np.zeros_like(first), first[:, :0])
    parts = resampled(found, count, source)
    first = _with_own(parts[:, : seats - 1], own, view.seat, others)
    return Worlds(first, parts[:, seats - 1 : 2 * seats - 1], parts[:, 2 * seats - 1 :][:, :3])


def _with_own(hands: Ints, own: Mask, seat: Seat, others: Sequence[Seat]) -> Ints:
    full = np.empty((len(hands), len(others) + 1), dtype=np.int64)
    full[:, seat] = own
    for column, other in enumerate(others):
        full[:, other] = hands[:, column]
    return full
