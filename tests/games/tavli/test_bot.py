"""The computer player (RULES.md §13)."""

import subprocess
import sys
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from games.api import GameEvent
from games.tavli.moves import Play
from games.tavli.position import Position, at_start
from games.tavli.state import Options, State
from games.tavli.variants import VARIANTS
from tests.games.seeded_matches import Chance
from tests.games.tavli import duel
from tests.games.tavli.positions import NAMES, game, of_random_games, position, turn

RNG = Chance(0)


def to_play(variant: Any, place: Position, dice: tuple[int, int], seat: int = 0) -> State:
    most = turn(variant, place, dice, seat).most
    return State(variant, 1, place, "play", seat, dice, most, starter=seat, number=1)


def choice(variant: str, place: Position, dice: tuple[int, int]) -> tuple:
    move = game.bot(game.view(to_play(variant, place, dice), 0), RNG)
    assert isinstance(move, Play)
    return move.steps


@pytest.mark.parametrize("variant", NAMES)
def test_the_bot_beats_a_player_of_random_legal_moves(variant: str) -> None:
    """Of 200 such matches it wins at least 180 (`python -m tests.games.tavli.duel`); a few of the medium one here."""
    assert duel.won(variant, 5, seed=5, strength="medium") >= 4


@pytest.mark.parametrize("variant", NAMES)
def test_it_plays_only_in_its_own_turn(variant: Any) -> None:
    state = to_play(variant, at_start(VARIANTS[variant]), (2, 1))
    assert isinstance(game.bot(game.view(state, 0), RNG), Play)
    assert game.bot(game.view(state, 1), RNG) is None and game.bot(game.view(state, "public"), RNG) is None
    start = game.start(Options(variant, 1))
    assert game.bot(game.view(start, 0), RNG) is None


def test_without_a_legal_step_it_waits_for_the_turn_to_pass() -> None:
    place = position("portes", {"bar": 1, 6: 14}, {6: 2, 5: 2, 13: 11})
    assert game.bot(game.view(to_play("portes", place, (6, 5)), 0), RNG) is None


# --- the choice ---


@pytest.mark.parametrize("variant", NAMES)
def test_the_same_view_has_the_same_play(variant: str) -> None:
    """Whatever chance and history: the strong computer needs neither, the others only chance."""
    state = to_play(variant, at_start(VARIANTS[variant]), (6, 4))
    view = game.view(state, 0)
    event = GameEvent("roll", {"seat": 0, "dice": [6, 4], "max_dice": 2})
    assert game.bot(view, Chance(1)) == game.bot(view, Chance(2), "strong", (event,))
    assert game.bot(view, Chance(1), "easy") == game.bot(view, Chance(1), "easy", (event,))


def test_it_makes_the_points_that_everyone_makes() -> None:
    """3-1 and 4-2 at the beginning of portes."""
    start = at_start(VARIANTS["portes"])
    assert set(choice("portes", start, (3, 1))) == {(8, 5), (6, 5)}
    assert set(choice("portes", start, (4, 2))) == {(8, 4), (6, 4)}
    assert set(choice("portes", start, (6, 1))) == {(13, 7), (8, 7)}


def test_it_knows_what_a_double_is_worth() -> None:
    """With one point to go, it does not risk the win for a double that the score has no use for."""
    differ = 0
    for place, seat, dice in islice(of_random_games("portes", 8), 200, 500, 6):
        most = turn("portes", place, dice, seat).most
        if most:
            state = State("portes", 13, place, "play", seat, dice, most, starter=seat, number=1)
            even = game.bot(game.view(state, seat), RNG, "medium")
            one_to_go = game.bot(game.view(replace(state, score=(12, 12)), seat), RNG, "medium")
            differ += even != one_to_go
    assert 0 < differ < 40


def test_no_numpy_before_a_computer_thinks() -> None:
    """A worker that only knows the games stays small."""
    code = "import sys, games.registry as r; r.games(); sys.exit('numpy' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], cwd=Path.cwd(), check=False).returncode == 0


def test_it_takes_the_last_checkers_off() -> None:
    assert choice("portes", position("portes", {2: 1, 1: 1}, {1: 15}), (6, 5)) == ((2, "off"), (1, "off"))
