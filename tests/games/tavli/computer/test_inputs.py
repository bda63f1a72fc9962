"""What the nets see: the same numbers for one position in training and for many at run time."""

import numpy as np
import pytest

from games.tavli.computer import inputs, masks
from games.tavli.computer.choice import rows_of
from tests.games.tavli.computer.boards import boards
from tests.games.tavli.positions import NAMES
from tools.train_tavli import features, rows


@pytest.mark.parametrize("name", NAMES)
def test_run_time_and_training_see_the_same(name: str) -> None:
    variant, found = boards(name, 150)
    many = rows_of(variant, found)
    seen = inputs.inputs(name, many)
    places, values = np.empty(features.ACTIVE_MAX, np.int64), np.empty(features.ACTIVE_MAX, np.float32)
    for row, line in zip(many.astype(np.int8), seen, strict=True):
        active = features.active_inputs(rows.VARIANTS[name], row, places, values)
        wanted = np.zeros(len(line), np.float32)
        wanted[places[:active]] = values[:active]
        assert (line == wanted).all()
        assert features.is_race(rows.VARIANTS[name], row) == inputs.is_race(name, row[None].astype(np.uint8))[0]


@pytest.mark.parametrize("name", NAMES)
def test_inputs_are_whole_numbers_of_a_128th(name: str) -> None:
    """So that the sums of a layer are exact in 32 bits whatever their order."""
    variant, found = boards(name, 150)
    seen = inputs.inputs(name, rows_of(variant, found)) * 128
    assert (seen == np.rint(seen)).all()


def test_sets_of_points() -> None:
    some = np.array([0, 1 << 1, 1 << 25, 0b1110 | 1 << 24, masks.BOARD])
    assert masks.popcount(some).tolist() == [0, 1, 1, 4, 24]
    assert masks.highest(some).tolist() == [0, 1, 25, 24, 24]
    assert masks.mirrored(some).tolist() == [0, 1 << 24, 1, 1 << 1 | 1 << 22 | 1 << 23 | 1 << 24, masks.BOARD]
    assert masks.rotated(np.array([1 << 1 | 1 << 24])).tolist() == [1 << 13 | 1 << 12]
    assert masks.longest_run(some).tolist() == [0, 1, 1, 3, 6]
    assert masks.in_front(np.array([1 << 5 | 1 << 23 | 1 << 24]), 24).tolist() == [1 << 23 | 1 << 5]


def test_shots_are_those_counted_by_hand() -> None:
    """From own 12 at a single enemy six points on: 11 rolls with a six, 5-1, 4-2, 3-3, 2-2 and the way free: 17."""
    first, target = np.array([1 << 12]), np.array([1 << 6])
    from games.tavli.computer.features import shots

    assert [each.tolist() for each in shots(first, 0, 1, masks.BOARD, target, 0, target)] == [[17], [0], [17]]
    walled = masks.BOARD & ~(1 << 10 | 1 << 8 | 1 << 9)
    assert shots(first, 0, 1, walled, target, 0, 0)[0].tolist() == [13]  # 4-2, 2-2 and 3-3 are gone
    assert shots(first, 0, 0, masks.BOARD, target, 0, 0)[0].tolist() == [11]
