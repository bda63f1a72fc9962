"""What the draws of one finished match show: counts for everybody, and the luck of each seat (RULES.md §22).

Counts are lists of whole numbers by measure:

| measure | counts |
|---|---|
| `matches` | matches, one number |
| `dice` | rolls of two dice: 36 pairs rolled by seat 0, 36 by seat 1, 36 for who begins or of unknown seats |
| `leader.N` | who of N seats begins |
| `places.N` | pieces of a new deck of N by the quarter of the shuffled deck in which they lie |
| `hands.N.A-B-…-R` | pieces by the seat whose first hand they came to (A, B … pieces each), the last column: the rest |

A piece of `places` is its number in the shuffle, one of `hands` the number by which its game knows it.
"""

from collections.abc import Iterable, Iterator
from itertools import product
from typing import Any, NamedTuple

from games import api
from games.dominoes.tiles import TEXTS as TILES
from games.pilotta.cards import TEXTS as PILOTTA_CARDS
from games.tichu.cards import DECK as TICHU_CARDS
from games.toolkit.double_deck import TEXT as DOUBLE_DECK
from services.tables.table import entries
from services.tables.table.entries import Entry
from services.tables.table.model import Table

FACES = 6
PAIRS = FACES * FACES
QUARTERS = 4
OPENING = 2
"""In `dice`: rolls that belong to no seat."""

Counts = dict[str, list[int]]


class Luck(NamedTuple):
    """What a seat got by chance, and what fair chance gives on average; sums over draws."""

    draws: int
    value: float
    expected: float
    variance: float

    def plus(self, other: "Luck") -> "Luck":
        """Both together."""
        return Luck(
            self.draws + other.draws,
            self.value + other.value,
            self.expected + other.expected,
            self.variance + other.variance,
        )


SeatLuck = dict[tuple[int, str], Luck]
"""Seat and measure → luck. Measures: `pips`, `doubles` of dice; of deals `double_tiles`, `jacks`, `aces_and_specials`,
`jokers`, `wild_cards`."""


class Observed(NamedTuple):
    """What a match shows."""

    counts: Counts
    luck: SeatLuck


class Draw(NamedTuple):
    """A draw that has been revealed. `roller`: the seat that rolled; `hands`: the pieces that each seat has after a
    deal; None: unknown, or there are none."""

    hand: int
    purpose: str
    kind: str
    n: int
    values: tuple[int, ...]
    roller: int | None = None
    hands: tuple[frozenset[int], ...] | None = None


def _where(texts: Iterable[str], wanted: Iterable[str]) -> frozenset[int]:
    chosen = set(wanted)
    return frozenset(number for number, text in enumerate(texts) if text in chosen)


STRONG: dict[str, tuple[str, frozenset[int]]] = {
    "dominoes": ("double_tiles", _where(TILES, (f"{value}-{value}" for value in range(7)))),
    "pilotta": ("jacks", _where(PILOTTA_CARDS, (f"J{suit}" for suit in "cdhs"))),
    "tichu": ("aces_and_specials", _where(TICHU_CARDS, ("Aj", "As", "Ap", "At", "PHX", "DRG"))),
    "koumkan": ("jokers", _where(DOUBLE_DECK, "X")),
    "mpirimpa": ("wild_cards", _where(DOUBLE_DECK, ("X", "2c", "2d", "2h", "2s"))),
    "buraco": ("wild_cards", _where(DOUBLE_DECK, ("X", "2c", "2d", "2h", "2s"))),
}
"""Family → what its players hope for in a deal: a measure, and the pieces by the numbers of the game."""

_ROLLS = [(one, other) for one, other in product(range(1, FACES + 1), repeat=2)]


def pips_of(one: int, other: int) -> int:
    """How far a roll carries: doubles count twice."""
    return (one + other) * (2 if one == other else 1)


_PIPS_MEAN = sum(pips_of(*roll) for roll in _ROLLS) / PAIRS
_PIPS_VARIANCE = sum((pips_of(*roll) - _PIPS_MEAN) ** 2 for roll in _ROLLS) / PAIRS
_DOUBLES_MEAN = 1 / FACES


# --- draws of a match ---


def draws_of(folded: Iterable[tuple[Table, Entry, Table]]) -> Iterator[Draw]:
    """The draws of a match that is folded by its engine: who rolled, and what each seat was dealt."""
    for before, entry, after in folded:
        action, pending = entry.action, before.match.pending
        if isinstance(action, entries.DrawnFor) and isinstance(pending, api.Draw):
            roller = _roller(before.match.state) if pending.kind == "dice" else None
            hands = _hands(after.match.state) if pending.kind == "shuffle" else None
            yield Draw(action.hand, action.purpose, pending.kind, pending.n, action.values, roller, hands)


def bare_draws(lines: Iterable[Entry]) -> Iterator[Draw]:
    """The draws of a match whose engine is gone: what was drawn, not for whom."""
    for line in lines:
        action = line.action
        if isinstance(action, entries.DrawnFor) and len(action.values) > 1:
            kind = "dice" if action.purpose == "dice" else "shuffle"
            yield Draw(action.hand, action.purpose, kind, len(action.values), action.values)


def _roller(state: Any) -> int | None:
    """The seat on turn; None for a roll that decides who begins."""
    return state.turn if getattr(state, "phase", "") == "rolling" else None


def _hands(state: Any) -> tuple[frozenset[int], ...] | None:
    """The hands of a state as sets of pieces, which games write as masks or as numbers."""
    hands = getattr(state, "hands", None)
    return tuple(frozenset(_pieces(hand)) for hand in hands) if hands else None


def _pieces(hand: Any) -> Iterable[int]:
    if isinstance(hand, int):
        return (piece for piece in range(hand.bit_length()) if hand >> piece & 1)
    return (piece for piece in hand if isinstance(piece, int))


# --- counting ---


def observe(family: str, draws: Iterable[Draw]) -> Observed:
    """Count the draws of a match. `family`: the folder of its game; one that is not known has no strong pieces."""
    counts: Counts = {"matches": [1]}
    luck: SeatLuck = {}
    dealt: set[tuple[int, str]] = set()
    for draw in draws:
        if draw.kind == "dice":
            _count_roll(counts, luck, draw)
        elif draw.kind == "below" and draw.purpose == "leader":
            add(counts, f"leader.{draw.n}", draw.n, draw.values)
        elif draw.kind == "shuffle" and (draw.hand, draw.purpose) not in dealt:
            # What is shuffled later in a hand is what is left of its deck.
            _count_deal(counts, luck, draw, family)
        dealt.add((draw.hand, draw.purpose))
    return Observed(counts, luck)


def add(counts: Counts, measure: str, size: int, cells: Iterable[int]) -> None:
    """Count cells of a measure."""
    found = counts.setdefault(measure, [0] * size)
    for cell in cells:
        found[cell] += 1


def sum_up(counts: Counts, more: Counts) -> None:
    """Add counts to others."""
    for measure, cells in more.items():
        known = counts.get(measure)
        counts[measure] = cells[:] if known is None else [n + m for n, m in zip(known, cells, strict=True)]


def _count_roll(counts: Counts, luck: SeatLuck, draw: Draw) -> None:
    if len(draw.values) != 2:
        return
    one, other = draw.values
    seat = draw.roller if draw.roller in (0, 1) else None
    start = PAIRS * (OPENING if seat is None else seat)
    add(counts, "dice", 3 * PAIRS, [start + FACES * (one - 1) + other - 1])
    if seat is not None:
        _add_luck(luck, seat, "pips", Luck(1, pips_of(one, other), _PIPS_MEAN, _PIPS_VARIANCE))
        spread = _DOUBLES_MEAN * (1 - _DOUBLES_MEAN)
        _add_luck(luck, seat, "doubles", Luck(1, one == other, _DOUBLES_MEAN, spread))


def _count_deal(counts: Counts, luck: SeatLuck, draw: Draw, family: str) -> None:
    n = draw.n
    places = (QUARTERS * piece + QUARTERS * place // n for place, piece in enumerate(draw.values))
    add(counts, f"places.{n}", QUARTERS * n, places)
    if draw.hands is None or not all(piece < n for hand in draw.hands for piece in hand):
        return
    sizes = [len(hand) for hand in draw.hands]
    if not any(sizes) or sum(sizes) > n:
        return
    columns = len(sizes) + 1
    seat_of = {piece: seat for seat, hand in enumerate(draw.hands) for piece in hand}
    measure = f"hands.{n}.{'-'.join(map(str, [*sizes, n - sum(sizes)]))}"
    add(counts, measure, columns * n, (columns * piece + seat_of.get(piece, columns - 1) for piece in range(n)))
    if family in STRONG:
        _count_strong(luck, draw.hands, n, *STRONG[family])


def _count_strong(luck: SeatLuck, hands: Iterable[frozenset[int]], n: int, name: str, strong: frozenset[int]) -> None:
    """How many of the strong pieces each seat got; by fair chance that is hypergeometric."""
    there = sum(piece < n for piece in strong)
    for seat, hand in enumerate(hands):
        size = len(hand)
        if size:
            mean = size * there / n
            variance = mean * (1 - there / n) * (n - size) / (n - 1)
            _add_luck(luck, seat, name, Luck(1, len(hand & strong), mean, variance))


def _add_luck(luck: SeatLuck, seat: int, measure: str, more: Luck) -> None:
    known = luck.get((seat, measure))
    luck[seat, measure] = more if known is None else known.plus(more)
