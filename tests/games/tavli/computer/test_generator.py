"""The plays of many positions at once are those of the rules (games/tavli/turns.py)."""

import pytest

from games.tavli.computer import generator
from games.tavli.computer.choice import rows_of
from games.tavli.turns import Turn, dice_to_play
from tests.games.tavli.computer.boards import boards
from tests.games.tavli.positions import NAMES


@pytest.mark.parametrize("name", NAMES)
def test_every_roll_has_exactly_the_results_of_the_rules(name: str) -> None:
    variant, found = boards(name, 24)
    rows = rows_of(variant, found)
    results = generator.results(name, rows, generator.ROLLS)
    for number, board in enumerate(found):
        for roll, dice in enumerate(generator.ROLLS):
            turn = Turn(variant, board, dice_to_play(dice))
            wanted = rows_of(variant, list(turn.results) if turn.most else [board])
            there = results.rows[results.group == number * len(generator.ROLLS) + roll]
            assert sorted(map(bytes, there)) == sorted(map(bytes, wanted)), (board, dice)


@pytest.mark.parametrize("name", NAMES)
def test_turned_rows_are_those_of_turned_boards(name: str) -> None:
    variant, found = boards(name, 200)
    turned = [variant.turned(board) for board in found]
    assert (generator.turned(rows_of(variant, found)) == rows_of(variant, turned)).all()


@pytest.mark.parametrize("name", NAMES)
def test_some_rolls_of_a_few_are_those_of_all(name: str) -> None:
    variant, found = boards(name, 6, seed=2)
    rows = rows_of(variant, found)
    every = generator.results(name, rows, generator.ROLLS)
    for roll, dice in enumerate(generator.ROLLS):
        one = generator.results(name, rows, [dice])
        assert (one.rows == every.rows[every.group % len(generator.ROLLS) == roll]).all()


def test_the_weights_of_the_rolls_are_those_of_two_dice() -> None:
    assert round(sum(generator.WEIGHTS) * 36) == 36
    assert all(
        round(weight * 36) == (1 if high == low else 2)
        for weight, (high, low) in zip(generator.WEIGHTS, generator.ROLLS, strict=True)
    )
