"""The computer player (RULES.md §13)."""

import random
from typing import Any

import pytest

from games.tavli import bot as player
from games.tavli.moves import Play
from games.tavli.position import Position, at_start, board_of
from games.tavli.state import Options, State
from games.tavli.variants import VARIANTS
from tests.games.seeded_matches import Chance
from tests.games.tavli import duel
from tests.games.tavli.positions import NAMES, game, position, turn

RNG = Chance(0)


def score(variant: str, place: Position, seat: int = 0) -> float:
    """What the rules say, not twice of it."""
    return player.score(VARIANTS[variant], board_of(VARIANTS[variant], place, seat)) / 2


def to_play(variant: Any, place: Position, dice: tuple[int, int], seat: int = 0) -> State:
    most = turn(variant, place, dice, seat).most
    return State(variant, 1, place, "play", seat, dice, most, starter=seat, number=1)


def choice(variant: str, place: Position, dice: tuple[int, int]) -> tuple:
    move = game.bot(game.view(to_play(variant, place, dice), 0), RNG)
    assert isinstance(move, Play)
    return move.steps


@pytest.mark.parametrize("variant", NAMES)
def test_the_bot_beats_a_player_of_random_legal_moves(variant: str) -> None:
    """Of 200 such matches it wins at least 180 (`python -m tests.games.tavli.duel`); here are a few of them."""
    assert duel.won(variant, 10, seed=5) >= 9


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


# --- the score ---


def test_the_race_counts_pips_and_checkers_off() -> None:
    place = position("portes", {6: 2, 5: 2}, {6: 2, 5: 10})
    own_pips, enemy_pips = 22, 62
    points = 2 * 4
    assert score("portes", place) == enemy_pips - own_pips + 12 * 11 + points


def test_portes_counts_the_bar_points_at_home_and_exposed_checkers() -> None:
    """Seat 0's 8 is a point, its 9 is none of 1–8; the single ones on 10 and 20 are in reach, that on 2 is not."""
    place = position("portes", {9: 2, 8: 2, 10: 1, 20: 1, 2: 1, 6: 8}, {"bar": 0, 20: 2, 13: 2, 24: 11})
    pips = sum(p * n for p, n in {20: 2, 13: 2, 24: 11}.items()) - sum(
        p * n for p, n in {9: 2, 8: 2, 10: 1, 20: 1, 2: 1, 6: 8}.items()
    )
    # seat 1 stands on seat 0's 5, 12 and 1: it runs upwards, and hits 10 from 5, 2 from 1, but 20 from nowhere
    assert score("portes", place) == pips + 4 * 2 - 5 * 2


def test_an_enemy_on_the_bar_counts_and_can_hit_only_by_entering() -> None:
    place = position("portes", {3: 1, 14: 1, 6: 13}, {"bar": 1, 13: 14})
    pips = (25 + 13 * 14) - (3 + 14 + 6 * 13)
    # 14 would be hit from seat 0's 12, were there nothing on the bar; 3 is hit by entering with a 3
    assert score("portes", place) == pips + 8 + 4 - 5


def test_plakoto_counts_pins_and_single_checkers_in_danger() -> None:
    place = position("plakoto", {24: 13, 20: 1, 19: 1}, {24: 13, 6: 1, 3: 1}, pinned=([], [6]))
    pips = (24 * 13 + 6 + 3) - (24 * 13 + 20 + 19)
    # seat 1's 6 is pinned on seat 0's 19; its 3 is seat 0's 22, past all; seat 1's 24 is far away from 20
    assert score("plakoto", place) == pips + 6 / 2
    turned = score("plakoto", place, seat=1)
    # seat 1's own 3 is seat 0's 22: from 24 it could be pinned with a 2
    assert turned == -pips - 6 / 2 - 6


def test_plakoto_counts_the_mothers() -> None:
    place = position("plakoto", {24: 1, 10: 14}, {12: 15})  # seat 1 is far from seat 0's 24, its own 1
    assert score("plakoto", place) == 180 - 164
    place = position("plakoto", {24: 1, 10: 14}, {12: 14, 3: 1})
    assert score("plakoto", place) == 171 - 164 - 6 - 30
    pinning = position("plakoto", {10: 14, 1: 1}, {24: 1, 12: 14}, pinned=([], [24]))
    assert score("plakoto", pinning) == (24 + 168) - 141 + 12 + 60


def test_fevga_counts_the_points_held_in_front_of_enemies() -> None:
    """Seat 1's start is seat 0's 12: 11 – 6 are in front of it, 5 and what lies behind are not."""
    place = position("fevga", {11: 2, 8: 1, 6: 1, 5: 1, 24: 10}, {24: 15})
    pips = 24 * 15 - (22 + 8 + 6 + 5 + 240)
    assert score("fevga", place) == pips + 3 * 3


# --- the choice ---


@pytest.mark.parametrize("variant", NAMES)
def test_it_plays_the_result_with_the_highest_score(variant: str) -> None:
    chance = random.Random(3)
    for _ in range(5):
        dice = chance.randint(1, 6), chance.randint(1, 6)
        found = turn(variant, at_start(VARIANTS[variant]), dice)
        state = to_play(variant, at_start(VARIANTS[variant]), dice)
        after = game.apply(state, 0, game.bot(game.view(state, 0), RNG))
        best = max(player.score(found.variant, board) for board in found.results)
        assert player.score(found.variant, board_of(found.variant, after.position, 0)) == best


def test_of_equal_results_it_plays_the_one_that_starts_from_the_highest_point() -> None:
    place = position("portes", {22: 2, 20: 2}, {24: 15})  # no contact: all results keep the same pips
    assert choice("portes", place, (2, 1)) == ((22, 20), (22, 21))
    place = position("portes", {24: 3}, {24: 15})
    assert choice("portes", place, (1, 1)) == ((24, 23), (24, 23), (24, 23), (23, 22))


def test_it_takes_the_last_checkers_off() -> None:
    assert choice("portes", position("portes", {2: 1, 1: 1}, {1: 15}), (6, 5)) == ((2, "off"), (1, "off"))
