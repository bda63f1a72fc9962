"""What one match's draws are counted as, and the luck of its seats (RULES.md §22)."""

from itertools import combinations, product
from statistics import fmean, pvariance
from types import SimpleNamespace
from typing import Any

import pytest

from services.tables.fairness.observed import (
    PAIRS,
    STRONG,
    Draw,
    Luck,
    _hands,
    _roller,
    bare_draws,
    observe,
    pips_of,
    sum_up,
)
from services.tables.table.entries import DrawnFor

ROLLS = list(product(range(1, 7), repeat=2))


def roll(*values: int, roller: int | None = 0) -> Draw:
    return Draw(1, "dice", "dice", 6, values, roller)


def deal(values: tuple[int, ...], *hands: set[int], hand: int = 1, purpose: str = "deal") -> Draw:
    return Draw(hand, purpose, "shuffle", len(values), values, hands=tuple(map(frozenset, hands)) or None)


@pytest.mark.parametrize(("roller", "block"), [(0, 0), (1, 1), (None, 2), (2, 2)])
@pytest.mark.parametrize("values", [(1, 1), (3, 5), (5, 3), (6, 6)])
def test_a_roll_is_counted_once_among_those_of_its_roller(
    roller: int | None, block: int, values: tuple[int, int]
) -> None:
    cells = observe("tavli", [roll(*values, roller=roller)]).counts["dice"]
    assert len(cells) == 3 * PAIRS and sum(cells) == 1
    assert cells[PAIRS * block + ROLLS.index(values)] == 1


def test_only_rolls_of_two_dice_are_counted() -> None:
    assert observe("tavli", [roll(3), roll(3, 4, 5)]).counts == {"matches": [1]}


@pytest.mark.parametrize("seat", [0, 1])
def test_the_luck_of_all_rolls_is_what_chance_gives(seat: int) -> None:
    found = observe("tavli", [roll(*each, roller=seat) for each in ROLLS]).luck
    assert set(found) == {(seat, "pips"), (seat, "doubles")}
    pips = [(one + other) * (2 if one == other else 1) for one, other in ROLLS]
    doubles = [float(one == other) for one, other in ROLLS]
    for measure, values in (("pips", pips), ("doubles", doubles)):
        luck = found[seat, measure]
        assert (luck.draws, luck.value) == (36, sum(values))
        assert luck.expected == pytest.approx(36 * fmean(values))
        assert luck.variance == pytest.approx(36 * pvariance(values))


def test_a_single_roll_is_as_lucky_as_it_is_far_and_whether_it_is_a_double() -> None:
    assert [pips_of(3, 5), pips_of(5, 3), pips_of(4, 4)] == [8, 8, 16]
    for values, far, double in (((3, 5), 8, 0), ((5, 3), 8, 0), ((4, 4), 16, 1)):
        luck = observe("tavli", [roll(*values)]).luck
        assert (luck[0, "pips"].value, luck[0, "doubles"].value) == (far, double)


def test_the_first_seat_of_a_match_is_counted() -> None:
    drawn = [Draw(1, "leader", "below", 3, (2,)), Draw(1, "other", "below", 3, (1,))]
    assert observe("dominoes", drawn).counts == {"matches": [1], "leader.3": [0, 0, 1]}


def test_a_piece_is_counted_by_the_quarter_of_the_deck_in_which_it_lies() -> None:
    counts = observe("dominoes", [deal((6, 0, 5, 1, 4, 2, 3))]).counts
    assert set(counts) == {"matches", "places.7"}
    quarters = {piece: counts["places.7"][4 * piece : 4 * piece + 4].index(1) for piece in range(7)}
    assert quarters == {6: 0, 0: 0, 5: 1, 1: 1, 4: 2, 2: 2, 3: 3} and sum(counts["places.7"]) == 7


def test_a_piece_is_counted_by_the_seat_that_was_dealt_it() -> None:
    counts = observe("tavli", [deal((0, 1, 2, 3, 4, 5), {0, 3}, {5}, set())]).counts
    cells = counts["hands.6.2-1-0-3"]
    assert [cells[4 * piece : 4 * piece + 4].index(1) for piece in range(6)] == [0, 3, 3, 0, 3, 1]
    assert sum(cells) == 6


@pytest.mark.parametrize(
    ("hands", "is_counted"),
    [
        ([{0, 1}, {2, 3}], True),
        ([{0, 1}, {2, 4}], False),  # a piece that was not in this deck
        ([set(), set()], False),
        ([{0, 1, 2}, {1, 2}], False),  # more than there are
        ([{3}, set()], True),
    ],
)
def test_hands_are_counted_where_they_were_dealt_from_this_deck(hands: list[set[int]], is_counted: bool) -> None:
    counts = observe("tavli", [deal((0, 1, 2, 3), *hands)]).counts
    assert any(each.startswith("hands.") for each in counts) == is_counted


def test_what_is_shuffled_later_in_a_hand_is_not_counted() -> None:
    first, again = deal((0, 1, 2, 3), {0}, {1}), deal((0, 1, 2), {0}, {1})
    assert set(observe("x", [first, again]).counts) == {"matches", "places.4", "hands.4.1-1-2"}
    for other in (again._replace(hand=2), again._replace(purpose="stock")):
        assert "places.3" in observe("x", [first, other]).counts


@pytest.mark.parametrize(("n", "size"), [(10, 3), (14, 2), (11, 11)])
def test_strong_pieces_come_to_a_hand_as_often_as_to_any_of_that_size(n: int, size: int) -> None:
    """Compared with all hands that could have been dealt."""
    name, strong = STRONG["dominoes"]
    every = [len(strong.intersection(hand)) for hand in combinations(range(n), size)]
    dealt = set(range(size))
    luck = observe("dominoes", [deal(tuple(range(n)), set(), dealt)]).luck
    assert set(luck) == {(1, name)}, "a seat without pieces has no luck"
    assert luck[1, name][:2] == (1, len(strong & dealt))
    assert luck[1, name].expected == pytest.approx(fmean(every))
    assert luck[1, name].variance == pytest.approx(pvariance(every))


def test_luck_of_several_draws_is_summed() -> None:
    assert Luck(1, 2, 3.5, 0.25).plus(Luck(2, 5, 0.75, 4)) == Luck(3, 7, 4.25, 4.25)
    counts: dict[str, list[int]] = {"a": [1, 2]}
    more = {"a": [3, 5], "b": [7]}
    sum_up(counts, more)
    sum_up(counts, {"b": [1]})
    assert (counts, more) == ({"a": [4, 7], "b": [8]}, {"a": [3, 5], "b": [7]})


def test_without_an_engine_the_values_are_known_and_no_seats() -> None:
    def line(purpose: str, *values: int) -> Any:
        return SimpleNamespace(action=DrawnFor(hand=2, purpose=purpose, values=values, position=0))

    found = list(bare_draws([line("dice", 3, 4), line("deal", 2, 0, 1), line("leader", 1), line("one", 5, 6)]))
    assert found == [
        Draw(2, "dice", "dice", 2, (3, 4)),
        Draw(2, "deal", "shuffle", 3, (2, 0, 1)),
        Draw(2, "one", "shuffle", 2, (5, 6)),
    ]


def test_hands_are_read_as_masks_and_as_numbers() -> None:
    assert _hands(SimpleNamespace(hands=(0b1011, 0, (7, "x", 2)))) == (
        frozenset({0, 1, 3}),
        frozenset(),
        frozenset({7, 2}),
    )
    assert _hands(SimpleNamespace(hands=())) is None and _hands(SimpleNamespace()) is None


def test_a_roll_is_that_of_the_seat_on_turn_unless_it_decides_the_beginning() -> None:
    assert _roller(SimpleNamespace(phase="rolling", turn=1)) == 1
    assert _roller(SimpleNamespace(phase="opening", turn=1)) is None
    assert _roller(SimpleNamespace(turn=1)) is None
