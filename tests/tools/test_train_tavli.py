"""The trainer of tavli's nets: its rules are those of games/tavli, and it learns."""

import random
from pathlib import Path

import numpy as np
import pytest

from games.tavli.board import Board
from games.tavli.computer import net
from games.tavli.computer.choice import rows_of
from games.tavli.computer.net import FOLDER
from games.tavli.state import VariantName
from games.tavli.turns import Turn, dice_to_play
from games.tavli.variants import VARIANTS
from tests.games.tavli.computer.boards import boards
from tools.train_tavli import __main__ as training
from tools.train_tavli import ends, features, rows, selfplay, weights


@pytest.mark.parametrize("name", ["portes", "plakoto", "fevga"])
def test_plays_and_ends_are_those_of_the_rules(name: VariantName) -> None:
    number, variant, chance = rows.VARIANTS[name], VARIANTS[name], random.Random(4)
    results = np.empty((rows.RESULTS_MAX, rows.LENGTH), np.int8)
    row, turned, over, rolls = np.empty(rows.LENGTH, np.int8), np.empty(rows.LENGTH, np.int8), 0, 0
    while rolls < 150:
        rows.at_start(number, row)
        board: Board = Board(variant.start, variant.facing(variant.start))
        assert (row == rows_of(variant, [board])[0]).all()
        while board is not None and rolls < 150:
            one, two = chance.randint(1, 6), chance.randint(1, 6)
            rolls += 1
            found = rows.plays(number, row, one, two, results)
            turn = Turn(variant, board, dice_to_play((one, two)))
            theirs = list(turn.results) if turn.most else []
            assert sorted(map(bytes, results[:found])) == sorted(map(bytes, rows_of(variant, theirs).astype(np.int8)))
            after = chance.choice(theirs) if theirs else board
            row[:] = rows_of(variant, [after])[0]
            outcome = variant.outcome(after)
            assert rows.outcome(number, row) == (rows.GOES_ON if outcome is None else outcome.points)
            over += outcome is not None
            rows.turn(row, turned)
            row[:] = turned
            if outcome is not None:
                break
            board = variant.turned(after)
    assert over


def test_a_tiny_training_learns_and_run_time_reads_it(tmp_path: Path) -> None:
    """A few games of fevga: the nets say of positions just before the end who wins better than they did."""
    path = tmp_path / "fevga.npz"
    asked = ["fevga", "--games", "3", "--hidden", "8", "--race-hidden", "4", "--out", str(path), "--rate", "0.05"]
    assert training.main(asked) == 0
    learned, fresh = weights.load(path), training.new_nets("fevga", 8, 4, 1)
    assert [layer.shape for layer in learned] == [layer.shape for layer in fresh]
    variant, found = boards("fevga", 200, seed=9)
    near = [board for board in found if variant.turned(board).own & 15 < 5 and board.own & 15 > 8]
    given = rows_of(variant, near)
    assert len(near) > 3
    after = net.chances("fevga", given, net.read(path))[:, 0].mean()
    weights.save(path, fresh)
    assert after > net.chances("fevga", given, net.read(path))[:, 0].mean()


def test_it_chooses_the_result_that_run_time_chooses() -> None:
    """The nets of the trainer and of run time agree about the best result of a roll."""
    name: VariantName = "plakoto"
    trained = weights.load(FOLDER / f"{name}.npz")
    variant, found = boards(name, 16, seed=3)
    results = np.empty((rows.RESULTS_MAX, rows.LENGTH), np.int8)
    compared = 0
    for row in rows_of(variant, found).astype(np.int8):
        number = rows.plays(rows.VARIANTS[name], row, 3, 1, results)
        if number < 2 or any(rows.outcome(1, each) != rows.GOES_ON for each in results[:number]):
            continue
        at, worth = selfplay.best(rows.VARIANTS[name], results, number, *trained)
        after = np.concatenate([results[:number, rows.SIDE :], results[:number, : rows.SIDE]], axis=1).astype(np.uint8)
        seen = net.chances(name, after)
        mine = 2 * seen[:, 0] - 1 + seen[:, 1] - seen[:, 2]
        assert mine[at] == pytest.approx(mine.min(), abs=1e-3) and worth == pytest.approx(mine[at], abs=1e-3)
        compared += 1
    assert compared > 5


def test_saved_weights_come_back_to_a_2048th(tmp_path: Path) -> None:
    nets = training.new_nets("portes", 6, 3, seed=2)
    weights.save(tmp_path / "some.npz", nets)
    for kept, layer in zip(weights.load(tmp_path / "some.npz"), nets, strict=True):
        assert np.abs(kept - layer).max() <= 0.5 / weights.UNIT + 1e-9


def test_the_stored_nets_fit_their_variants_and_are_small() -> None:
    for name, number in rows.VARIANTS.items():
        stored = weights.load(FOLDER / f"{name}.npz")
        assert stored.contact.shape[0] == stored.race.shape[0] == features.LENGTHS[number]
    assert sum(path.stat().st_size for path in FOLDER.iterdir()) < 2**20


def test_ends_of_games_are_counted_for_the_seat_that_starts(capsys: pytest.CaptureFixture[str]) -> None:
    assert ends.main(["--games", "1"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split(":")[0] for line in lines] == list(rows.VARIANTS)
    assert all(line.count("1.000") == 1 and line.count("0.000") == 4 for line in lines)
