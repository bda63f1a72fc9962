"""The choice of a call: what each would come to in simulated ends of the deal (RULES.md §14).

The others are thought to bid as high as their own hands are worth by `estimates`; what is bid last is played out.
"""

from collections.abc import Sequence

import numpy as np

from games.pilotta.cards import BY_TEXT, SUIT_BY_TEXT, SUIT_NUMBERS, Suit
from games.pilotta.computer.prospects import Prospects
from games.pilotta.computer.ranked import Floats, Ints
from games.pilotta.computer.worth import Promise, made
from games.pilotta.moves import CHOICES, CONTRA, PASS, RECONTRA, TAKE, TAKE_SEVEN, Bid, Move
from games.pilotta.state import Value
from games.pilotta.view import View
from games.toolkit.cards import SUITS
from games.toolkit.search.chance import Source
from games.toolkit.search.choice import best
from services.kernel.seats import Seat

LOWEST, STEP, HIGHEST = 80, 10, 160
CAUTION = 25.0
"""Points by which the others stay below what their hand is worth to them."""
BELOW_MEAN = 25
"""Bids stay so many points below what their suit brings on average: the hands of a deal differ by 35."""
SPARE = -15
"""Who doubles counts promises as kept that miss by less."""
FEAR = 0.25
"""The share of failed promises that are doubled."""
PRICES = range(LOWEST, HIGHEST + 1, STEP)
"""The values that are looked at; more is capot or nothing."""
CAPOT_SHARE = 0.35
"""Capot is looked at when so many playouts win every trick."""
NO_ERRORS = (0.0, 0.0, 0.0, 0.0)
TAKING = 96.0
"""From this estimate on the others are thought to take in the classic games."""


def expected(view: View, count: int, source: Source, errors: Sequence[float] = NO_ERRORS) -> list[tuple[Move, float]]:
    """For each call worth looking at the points by which the caller's team is expected to end the deal ahead; passing
    first. `errors`: the points by which each suit is thought to bring more in the auction than it does."""
    prospects = Prospects(view, count, source)
    match view.phase:
        case "auction":
            found = _auction(view, prospects, errors)
        case "contra" | "recontra":
            found = _doubling(view, prospects)
        case _:
            found = _rounds(view, prospects)
    sign = 1 if (view.seat or 0) % 2 == 0 else -1
    return [(move, sign * mean(points)) for move, points in found]


def mean(points: Floats) -> float:
    """The mean of whole or half points, added in one order."""
    return float(points.cumsum()[-1]) / len(points)


# --- the auction ---


def _auction(view: View, prospects: Prospects, errors: Sequence[float]) -> list[tuple[Move, Floats]]:
    seat = view.seat or 0
    found: list[tuple[Move, Floats]] = [(PASS, _passing(view, prospects))]
    for suit in SUIT_NUMBERS:
        contest = Contest(prospects, seat, suit)
        highest = contest.highest + errors[suit]
        looked_at = [value for value in PRICES if value in view.bids and value <= highest]
        found += [(Bid(value, SUITS[suit]), contest.from_(value)) for value in looked_at]
        if "capot" in view.bids and prospects.totals(seat, suit).swept[:, seat % 2].mean() >= CAPOT_SHARE:
            found.append((Bid("capot", SUITS[suit]), _final(prospects, seat, suit, "capot")))
    return found


class Contest:
    """A suit that a team bids against opponents who bid as high as their own hands are worth to them."""

    def __init__(self, prospects: Prospects, taker: Seat, suit: Suit) -> None:
        """`taker`: the seat that bids it, or one day plays it."""
        self._prospects, self._others = prospects, [(taker + 1) % 4, (taker + 3) % 4]
        self._own = {price: _final(prospects, taker, suit, price) for price in PRICES}
        limits = np.stack([prospects.estimates(seat) for seat in self._others], axis=1).max(axis=(1, 2)) - CAUTION
        self._limits = (limits // STEP * STEP).astype(np.int64)
        brought = prospects.totals(taker, suit)
        points = (brought.tricks + brought.beside)[:, taker % 2].astype(np.float64)
        self.highest = mean(points) - BELOW_MEAN
        """The team does not go beyond this."""
        self._sign = 1 if taker % 2 == 0 else -1
        self._lost: dict[int, Floats] = {}

    def from_(self, value: int) -> Floats:
        """By world, the points when the team bids a value, and against the opponents goes up to the price where it is
        best to stop."""
        price = np.where(self._limits >= value + STEP, self._limits + STEP, value)
        ends = [self._stopping(price, last) for last in PRICES if last == value or value < last <= self.highest]
        return ends[best([self._sign * mean(each) for each in ends])]

    def _stopping(self, price: Ints, last: int) -> Floats:
        found = self._over(last)
        for value in PRICES:
            if value <= last:
                found = np.where(price == value, self._own[value], found)
        return found

    def _over(self, last: int) -> Floats:
        """By world, the points where the opponents bid over the last price."""
        if last not in self._lost:
            self._lost[last] = _overbid(self._prospects, self._own[last], self._others, last + STEP)
        return self._lost[last]


def _final(prospects: Prospects, taker: Seat, suit: Suit, value: Value) -> Floats:
    """By world, the points when this is played; some of what fails is doubled."""
    plain, doubled = Promise("palatisti", value), Promise("palatisti", value, 2)
    failed = ~made(plain, prospects.totals(taker, suit), taker % 2)
    once, twice = prospects.margin(taker, suit, plain), prospects.margin(taker, suit, doubled)
    return np.where(failed, once + FEAR * (twice - once), once)


def _overbid(prospects: Prospects, stands: Floats, seats: Sequence[Seat], value: int) -> Floats:
    """By world, the points where one of some partners bids a value in its best suit if it is worth that much, and what
    stands where none does."""
    wants = np.stack([prospects.estimates(seat) for seat in seats], axis=1) - CAUTION
    flat = wants.reshape(len(wants), -1)
    favourite, most = flat.argmax(axis=1) % 4, flat.max(axis=1)
    found = stands
    for suit in SUIT_NUMBERS:
        over = (favourite == suit) & (most >= value)
        if over.any():
            found = np.where(over, _final(prospects, seats[0], suit, value), found)
    return found


def _passing(view: View, prospects: Prospects) -> Floats:
    """By world, the points when the seat passes: the highest bid stands unless the other team bids once more; without
    one the two others' teams bid, or the deal is cancelled."""
    seat = view.seat or 0
    right, partner, left = ((seat + step) % 4 for step in (1, 2, 3))
    contract = view.contract
    if contract is None:
        opponents = _overbid(prospects, np.zeros(prospects.count), [right, left], LOWEST + STEP)
        return _overbid_by(prospects, opponents, partner, [right, left])
    suit, value = SUIT_BY_TEXT[contract.trump], contract.value
    if not isinstance(value, int):
        return _final(prospects, contract.taker, suit, "capot")
    if contract.taker == partner and value in PRICES:
        return Contest(prospects, partner, suit).from_(value)
    stands = _final(prospects, contract.taker, suit, value)
    if contract.taker == partner:
        return _overbid(prospects, stands, [right, left], value + STEP)
    return _overbid(prospects, stands, [partner], value + STEP)


def _overbid_by(prospects: Prospects, stands: Floats, partner: Seat, others: Sequence[Seat]) -> Floats:
    """By world, the points where the partner wants trumps more than both opponents do."""
    own = prospects.estimates(partner) - CAUTION
    against = np.stack([prospects.estimates(seat) for seat in others], axis=1).max(axis=(1, 2)) - CAUTION
    favourite, most = own.argmax(axis=1), own.max(axis=1)
    found = stands
    for suit in SUIT_NUMBERS:
        wins = (favourite == suit) & (most >= LOWEST) & (most > against)
        if wins.any():
            found = np.where(wins, _final(prospects, partner, suit, LOWEST), found)
    return found


# --- contra and recontra ---


def _doubling(view: View, prospects: Prospects) -> list[tuple[Move, Floats]]:
    contract = view.contract
    assert contract is not None
    suit, double = SUIT_BY_TEXT[contract.trump], CONTRA if view.phase == "contra" else RECONTRA

    def at(multiplier: int) -> Floats:
        return prospects.margin(contract.taker, suit, Promise("palatisti", contract.value, multiplier, SPARE))

    return [(PASS, at(contract.multiplier)), (double, at(2 * contract.multiplier))]


# --- the rounds of the classic games ---


def _rounds(view: View, prospects: Prospects) -> list[tuple[Move, Floats]]:
    seat = view.seat or 0
    assert view.turn_up is not None
    turned, promise = BY_TEXT[view.turn_up] >> 3, Promise(view.variant)
    if view.phase == "round1":
        taking = TAKE_SEVEN if view.can_swap else TAKE
        return [(PASS, _round1_passed(view, prospects, turned)), (taking, prospects.margin(seat, turned, promise))]
    takers = _after(view, "round2")
    left = _taken(prospects, np.zeros(prospects.count), takers, [suit for suit in SUIT_NUMBERS if suit != turned])
    chosen = [(CHOICES[SUIT_BY_TEXT[suit]], prospects.margin(seat, SUIT_BY_TEXT[suit], promise)) for suit in view.suits]
    return [(PASS, left), *chosen]


def _after(view: View, phase: str) -> list[Seat]:
    """The seats that are still to call after this one in its round."""
    seats = len(view.counts)
    said = sum(each.phase == phase for each in view.bidding)
    return [((view.seat or 0) + step) % seats for step in range(1, seats - said)]


def _round1_passed(view: View, prospects: Prospects, turned: Suit) -> Floats:
    seats = len(view.counts)
    every = [((view.dealer or 0) + step) % seats for step in range(1, seats + 1)]
    second = _taken(prospects, np.zeros(prospects.count), every, [suit for suit in SUIT_NUMBERS if suit != turned])
    return _taken(prospects, second, _after(view, "round1"), [turned])


def _taken(prospects: Prospects, nobody: Floats, seats: Sequence[Seat], suits: Sequence[Suit]) -> Floats:
    """By world, the points when seats are asked in order and the first takes whose best suit is worth it."""
    found = nobody
    for seat in reversed(seats):
        wants = prospects.estimates(seat)[:, list(suits)]
        favourite, most = wants.argmax(axis=1), wants.max(axis=1)
        for place, suit in enumerate(suits):
            takes = (favourite == place) & (most >= TAKING)
            if takes.any():
                found = np.where(takes, prospects.margin(seat, suit, Promise(prospects.variant)), found)
    return found
