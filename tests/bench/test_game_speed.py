"""The measure of the engines' speed: what it plays and how it sums up."""

from itertools import islice

import pytest

from bench.games import game_speed, peers
from tests.games.seeded_matches import Chance

ENTRANTS = game_speed.entrants()


@pytest.mark.parametrize("entrant", ENTRANTS, ids=lambda each: each.name)
def test_a_seed_gives_the_same_match_again(entrant: game_speed.Entrant) -> None:
    played = [game_speed.play(entrant, Chance("same")) for _ in range(2)]
    assert played[0] == played[1]
    assert played[0].turns > 0


def test_each_variant_is_measured_by_itself() -> None:
    names = [each.name for each in ENTRANTS]
    assert {"tavli:portes", "tavli:plakoto", "tavli:fevga", "dominoes", "tictactoe"} <= set(names)
    assert len(names) == len(set(names))


def test_a_tavli_turn_has_a_step_for_each_checker_moved() -> None:
    portes = next(each for each in ENTRANTS if each.name == "tavli:portes")
    played = game_speed.play(portes, Chance("steps"))
    assert played.turns < played.steps <= 4 * played.turns


def test_the_middle_of_the_rounds_is_reported() -> None:
    rounds = [{"a": {"turns_per_s": speed}} for speed in (9.0, 1.0, 2.04)]
    assert game_speed.medians(rounds) == {"a": {"turns_per_s": 2.0}}


def test_a_peer_is_measured_in_whole_games() -> None:
    lengths = iter([100, 3, 4, 5])
    clock = iter([10.0, 10.0, 10.4, 10.8, 11.2])
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(peers.time, "process_time", lambda: next(clock))
        found = peers.measured(lambda _rng: next(lengths), seconds=1.0, seed=1)
    assert found == {"turns_per_s": pytest.approx(12 / 1.2), "games_per_s": pytest.approx(3 / 1.2)}
    assert list(islice(lengths, 1)) == []
