"""What the next round of baccarat can be, exactly, from the cards that are left: every ordered draw of six is counted.

Who wins depends on values alone, so ten numbers of cards left are enough. The order in which the cards of a round come
does not change how often they come together: third cards are taken out first, by value, and the two hands of two cards
are counted among the others by their totals alone. So a round costs two milliseconds and not half a second.
"""

from collections.abc import Callable, Iterator, Sequence
from itertools import product
from operator import itemgetter
from typing import Any, NamedTuple

from games.baccarat.third_card import SIX, draws

_VALUES = range(10)
Totals = tuple[int, int]
"""Of Player and of Banker with two cards."""
_OPENINGS: tuple[tuple[Totals, ...], ...] = (
    tuple(product(_VALUES, _VALUES)),
    tuple(product(range(8), range(8))),
    tuple(product(range(6), range(7))),
)
"""By number of third cards: the totals with which so many can be drawn. A table has a number for each of them."""
Table = list[int]
Sum = Callable[[Sequence[int]], int]
"""Adds up some places of a table."""
Ended = tuple[Totals, Totals, int]
"""A round's totals with two cards, those at its end, and Banker's number of cards."""


class Chances(NamedTuple):
    """Ordered draws of six cards: `total`, and how many of them end in which way."""

    total: int
    player: int
    banker: int
    tie: int
    six_with_two: int
    six_with_three: int


def chances(left: Sequence[int]) -> Chances:
    """The chances of a round from `left`: value 0–9 → how many such cards; six or more together."""
    cards, twos = sum(left), _twos(left)
    fours = _fours(left, twos)
    found = [0, 0, 0, 0]
    _add(found, _STANDING, fours, (cards - 4) * (cards - 5))
    for third in _VALUES:
        if left[third]:
            _add_third(found, third, list(left), twos, fours)
    total = 1
    for taken in range(6):
        total *= cards - taken
    player, tie, two, three = found
    return Chances(total, player, total - player - tie, tie, two, three)


def _add_third(found: list[int], third: int, left: list[int], twos: list[int], fours: Table) -> None:
    """Add the rounds in which a card of this value is drawn; `left`, `twos` and `fours` are those with it."""
    ways, cards = left[third], sum(left)
    left[third] -= 1
    twos = _twos_after(left, twos, third)
    fours = _fours_after(left, twos, fours, _PLACES[1][third])
    _add(found, _ONE_THIRD[third], fours, ways * (cards - 5))
    for fourth in range(third, 10):
        more = ways * left[fourth]
        if not more:
            continue
        left[fourth] -= 1
        rest = _fours_after(left, _twos_after(left, twos, fourth), fours, _PLACES[2][fourth])
        left[fourth] += 1
        _add(found, _TWO_THIRDS[third, fourth], rest, more)
        if fourth != third:
            _add(found, _TWO_THIRDS[fourth, third], rest, more)


def _add(found: list[int], outcomes: Sequence[tuple[int, Sum]], fours: Table, ways: int) -> None:
    for place, add in outcomes:
        found[place] += add(fours) * ways


def _twos(left: Sequence[int]) -> list[int]:
    """Total → ordered pairs of two different cards."""
    twos = [sum(left[value] * left[total - value] for value in _VALUES) for total in _VALUES]
    for value in _VALUES:
        twos[2 * value % 10] -= left[value]
    return twos


def _twos_after(left: list[int], twos: list[int], gone: int) -> list[int]:
    """Those without the ones that a card made which is gone."""
    return [pairs - 2 * left[total - gone] for total, pairs in enumerate(twos)]


def _fours(left: Sequence[int], twos: Sequence[int]) -> Table:
    """Two ordered pairs of four different cards: what the first pair takes from the second is subtracted."""
    return [
        twos[player] * twos[banker]
        - 4 * sum(_others(left, x, player) * _others(left, x, banker) * left[x] for x in _VALUES)
        + 2 * twos[player] * (player == banker)
        for player, banker in _OPENINGS[0]
    ]


def _others(left: Sequence[int], value: int, total: int) -> int:
    """How many other cards make a total with one of this value."""
    return left[total - value] - (2 * value % 10 == total)


def _fours_after(left: list[int], twos: list[int], fours: Table, places: Sequence[tuple[int, int, int]]) -> Table:
    """Those without the ones that a card made which is gone, in either hand."""
    threes: Table = []
    round_about = left + left
    for value, ways in enumerate(left):  # one card of this value, and an ordered pair of others by its total
        others = round_about[10 - value : 20 - value]
        threes += [ways * (pairs - 2 * other) for pairs, other in zip(twos, others, strict=True)]
        threes[10 * value + 2 * value % 10] += 2 * ways
    return [fours[before] - 2 * (threes[one] + threes[other]) for before, one, other in places]


# --- which places of a table are which outcome, worked out once from the rules of the game ---


def _outcomes(drawn: int, ended: Iterator[Ended]) -> tuple[tuple[int, Sum], ...]:
    """What adds up the rounds that Player wins (0), that nobody wins (1), and that Banker wins with a 6 of two cards
    (2) and of three (3); what cannot happen is left out."""
    places: tuple[list[int], ...] = ([], [], [], [])
    for opening, (player, banker), cards in ended:
        place = _OPENINGS[drawn].index(opening)
        if player > banker:
            places[0].append(place)
        elif player == banker:
            places[1].append(place)
        elif banker == SIX:
            places[cards].append(place)
    return tuple((outcome, _sum_of(each)) for outcome, each in enumerate(places) if each)


def _sum_of(places: list[int]) -> Sum:
    if len(places) == 1:
        return itemgetter(places[0])
    chosen: Any = itemgetter(*places)
    return lambda table: sum(chosen(table))


def _standing() -> Iterator[Ended]:
    for opening in _OPENINGS[0]:
        if draws(*opening, 0) == (False, False):
            yield opening, opening, 2


def _one_third(third: int) -> Iterator[Ended]:
    for player, banker in _OPENINGS[1]:
        drawing = draws(player, banker, third)
        if drawing == (True, False):
            yield (player, banker), ((player + third) % 10, banker), 2
        elif drawing == (False, True):
            yield (player, banker), (player, (banker + third) % 10), 3


def _two_thirds(third: int, fourth: int) -> Iterator[Ended]:
    for player, banker in _OPENINGS[2]:
        if draws(player, banker, third) == (True, True):
            yield (player, banker), ((player + third) % 10, (banker + fourth) % 10), 3


def _places(drawn: int, gone: int) -> list[tuple[int, int, int]]:
    """For each place of a table after a card has gone: its place before, and where among the threes is what the card
    made with Player's other card, and with Banker's."""
    return [
        (
            _OPENINGS[drawn - 1].index((player, banker)),
            10 * ((player - gone) % 10) + banker,
            10 * ((banker - gone) % 10) + player,
        )
        for player, banker in _OPENINGS[drawn]
    ]


_PLACES = [[_places(drawn, gone) if drawn else [] for gone in _VALUES] for drawn in range(3)]
_STANDING = _outcomes(0, _standing())
_ONE_THIRD = [_outcomes(1, _one_third(third)) for third in _VALUES]
_TWO_THIRDS = {pair: _outcomes(2, _two_thirds(*pair)) for pair in _OPENINGS[0]}
