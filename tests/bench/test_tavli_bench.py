"""The bench of tavli's computer player: its opponents never change, and mirrored games favour neither."""

import numpy as np
import pytest

from bench.computers import tavli
from bench.computers.tavli_play import sticks
from bench.computers.tavli_play.matches import mirrored
from bench.computers.tavli_play.players import as_before, computer
from bench.computers.tavli_play.positions import decisions
from bench.computers.tavli_play.sticks import stick
from games.tavli.computer.choice import rows_of
from tests.games.seeded_matches import Chance
from tests.games.tavli.computer.boards import boards

SAID = {
    "portes": [0.10633, -0.1328, 0.73705, 1.16431],
    "plakoto": [0.06991, 0.61287, 0.41621, 0.31247],
    "fevga": [0.17273, -0.23879, 1.74597, 0.77155],
}
"""What the sticks said of the first boards, when they were compared with the first attempt."""


@pytest.mark.parametrize("name", list(SAID))
def test_a_stick_says_what_it_always_said(name: str) -> None:
    variant, found = boards(name, 4, seed=12)
    assert sticks.equities(name, rows_of(variant, found)) == pytest.approx(SAID[name], abs=1e-4)


@pytest.mark.parametrize("name", list(SAID))
def test_a_player_against_itself_wins_nothing(name: str) -> None:
    points = mirrored(name, (stick, stick), 1, seed=1)
    assert points.mean == pytest.approx(0, abs=1e-9) and points.plain == 0 and points.games == 2


def test_held_out_decisions_are_the_same_every_time() -> None:
    players = as_before, stick
    one, two = (decisions(12, 5, players, (0.5, 0.5)) for _ in range(2))
    assert [(turn.board, turn.dice) for turn in one] == [(turn.board, turn.dice) for turn in two]
    assert all(len(turn.results) > 1 for turn in one)


def test_errors_are_what_the_judge_says_was_lost() -> None:
    """A judge that likes own pips low loses nothing on what it would play itself."""

    class Pips:
        def equities(self, rows: np.ndarray, plies: int) -> np.ndarray:
            return -(rows[:, :26].astype(int) * np.arange(26)).sum(axis=1) / 100

    judge = Pips()

    def best(turn):
        found = list(turn.results)
        return found[int(np.argmax(judge.equities(rows_of(turn.variant, found), 0)))]

    assert tavli.portes_errors(best, judge, 8, 2) == pytest.approx([0] * 8)
    assert sum(tavli.portes_errors(computer("easy", Chance(1)), judge, 8, 2)) >= 0


def test_it_measures_what_is_asked() -> None:
    found = tavli.measure("easy", 2, 1, only=("fevga_vs_old",))
    assert set(found) == {"fevga_vs_old", "fevga_vs_old_se", "median_ms", "slowest_ms"}
