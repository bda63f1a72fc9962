"""What is said of positions, plays and rolls to whoever explains a match."""

import pytest

from games import api
from games.tavli.computer import evaluation
from games.tavli.computer.evaluation import before_roll, judge, luck, of_state, of_view, plays, rollout
from games.tavli.computer.generator import ROLLS, WEIGHTS
from games.tavli.moves import Play
from games.tavli.state import Options, State
from games.tavli.turns import Turn, dice_to_play
from tests.games.seeded_matches import Chance
from tests.games.tavli import duel
from tests.games.tavli.positions import NAMES, game


def states(variant: str, turns: int, seed: int = 1, target: int = 5) -> list[State]:
    """States with dice to play of a match of random plays."""
    chance, state, found = Chance(variant, seed), game.start(Options(variant, target)), []
    while len(found) < turns:
        waits = game.next(state)
        if isinstance(waits, api.Draw):
            state = game.apply(state, None, api.Drawn(chance.values(waits)))
        elif isinstance(waits, api.Wait):
            state = game.apply(state, None, api.Elapsed(waits.number))
        else:
            found.append(state)
            state = game.apply(state, waits.due[0].seat, duel.anything(state, chance))
    return found


@pytest.mark.parametrize("name", NAMES)
def test_plays_are_all_results_and_the_best_is_first(name: str) -> None:
    for state in states(name, 30)[::10]:
        situation = of_state(state)
        found = plays(situation)
        turn = Turn(situation.variant, situation.board, dice_to_play(state.dice))
        assert [each.board for each in found] and {each.board for each in found} == set(turn.results)
        looked = [each.worth.match for each in found if each.half_moves == found[0].half_moves]
        assert looked == sorted(looked, reverse=True)
        assert all(game.check(state, state.turn, Play(each.steps)) is None for each in found)
        for each in found[:2]:
            win, double, double_loss = each.worth.chances
            assert 0 <= double <= 1 and 0 <= double_loss <= 1 and 0 <= win <= 1
            assert each.worth.equity == pytest.approx(2 * win - 1 + double - double_loss, abs=1e-9)
            assert 0 <= each.worth.match <= 1
        assert judge(situation, found[0].board, found[0].half_moves).match == pytest.approx(found[0].worth.match)


@pytest.mark.parametrize("name", NAMES)
def test_luck_is_nothing_on_average(name: str) -> None:
    situation = of_state(states(name, 20)[-1])
    found = [luck(situation._replace(dice=roll)) for roll in ROLLS]
    assert sum(WEIGHTS * [each.equity for each in found]) == pytest.approx(0, abs=1e-9)
    assert sum(WEIGHTS * [each.match for each in found]) == pytest.approx(0, abs=1e-9)
    assert max(each.match for each in found) > 0
    assert luck(situation._replace(dice=(3, 5))) == luck(situation._replace(dice=(5, 3)))


def test_before_a_roll_is_the_mean_of_what_the_rolls_bring() -> None:
    """So that what a play was worth to one seat is what the next roll's luck is measured from for the other."""
    situation = of_state(states("portes", 12)[-1])
    best = plays(situation)[0]
    answer = evaluation.Situation(
        situation.variant, situation.variant.turned(best.board), None, evaluation.swapped(situation.stakes)
    )
    assert before_roll(answer).equity == pytest.approx(-best.worth.equity, abs=1e-5)
    assert before_roll(answer).match == pytest.approx(1 - best.worth.match, abs=1e-5)
    assert abs(before_roll(answer, 0).equity - before_roll(answer).equity) < 0.3


def test_a_view_says_the_same_as_its_state() -> None:
    state = states("combined", 15)[-1]
    for viewer in (0, 1, "public"):
        assert of_view(game.view(state, viewer)) == of_state(state)
    assert of_state(game.start(Options("portes", 1))) is None


@pytest.mark.parametrize("name", NAMES)
def test_a_rollout_agrees_with_looking_ahead(name: str) -> None:
    situation = of_state(states(name, 40)[-1])
    best = plays(situation)[0]
    found = rollout(situation, best.board, Chance(1), trials=36, half_moves=3)
    assert found == rollout(situation, best.board, Chance(1), trials=36, half_moves=3) and found.trials == 36
    assert abs(found.worth.equity - best.worth.equity) < 0.4
    assert found.error < 0.1


def test_a_rollout_of_a_won_game_is_won() -> None:
    state = states("fevga", 3)[-1]
    situation = of_state(state)
    board = situation.board
    won = type(board)(15, board.enemy, 0)
    found = rollout(situation, won, Chance(1), trials=36)
    assert found.worth.equity == pytest.approx(2) and found.error == 0


def test_result_is_luck_and_skill() -> None:
    """Over many games the luck of both seats is nothing on average, and takes most of the chance out of results."""
    plain, adjusted = [], []
    for number in range(3):
        result, lucky = _luck_of_a_game(number)
        plain.append(result)
        adjusted.append(result - lucky)
    assert sum(each * each for each in adjusted) < sum(each * each for each in plain)


def _luck_of_a_game(number: int) -> tuple[int, float]:
    state, draws = game.start(Options("fevga", 1)), Chance("luck", number)
    total = 0.0
    while not isinstance(waits := game.next(state), api.Over):
        if isinstance(waits, api.Draw):
            state = game.apply(state, None, api.Drawn(draws.values(waits)))
            if state.phase == "play":
                total += (1 if state.turn == 0 else -1) * luck(of_state(state)).equity
        elif isinstance(waits, api.Wait):
            state = game.apply(state, None, api.Elapsed(waits.number))
        else:
            seat = waits.due[0].seat
            state = game.apply(state, seat, game.bot(game.view(state, seat), draws, "medium"))
    return (1 if waits.result.places[0] == 1 else -1) * state.games[-1].points, total
