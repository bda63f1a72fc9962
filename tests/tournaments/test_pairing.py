"""Pairing: services/tournaments/RULES.md §5."""

from hypothesis import given, settings
from hypothesis import strategies as st

from services.tournaments.pairing import Waiting, pair


def waits(player: str, since_ms: int, points: int = 0, elo: int = 1500, met: tuple[str, ...] = ()) -> Waiting:
    return Waiting(player, since_ms, points, elo, frozenset(met))


def test_the_longest_waiting_gets_the_nearest_in_points():
    waiting = [waits("ben", 2, points=9), waits("eva", 3, points=4), waits("ana", 1, points=5)]
    assert pair(waiting, 2) == [("ana", "eva")]


def test_of_equally_near_opponents_the_longest_waiting_comes():
    waiting = [waits("ana", 1, points=5), waits("eva", 3, points=4), waits("ben", 2, points=6)]
    assert pair(waiting, 2) == [("ana", "ben")]


def test_nobody_meets_the_same_opponent_twice_running_while_another_waits():
    ana = waits("ana", 1, points=5, met=("ben",))
    ben = waits("ben", 2, points=5)
    assert pair([ana, ben, waits("eva", 3, points=99)], 2) == [("ana", "eva")]
    assert pair([ana, ben], 2) == [("ana", "ben")]


def test_four_in_pairs_are_first_and_fourth_against_second_and_third():
    waiting = [waits("a", 1, elo=1400), waits("b", 2, elo=1700), waits("c", 3, elo=1500), waits("d", 4, elo=1600)]
    assert pair(waiting, 4, in_pairs=True) == [("b", "d", "a", "c")]
    assert pair(waiting, 4) == [("a", "b", "c", "d")]


def test_too_few_go_on_waiting():
    assert pair([waits("ana", 1)], 2) == []
    assert pair([waits(name, 1) for name in "abc"], 4) == []


players = st.builds(waits, st.text("abcdefgh", min_size=1, max_size=3), st.integers(0, 9), st.integers(0, 9))


@settings(max_examples=60)
@given(st.lists(players, max_size=11, unique_by=lambda one: one.player), st.sampled_from([2, 4]))
def test_everybody_plays_at_most_one_game_and_fewer_than_a_game_are_left(waiting, seats):
    games = pair(waiting, seats)
    seated = [player for game in games for player in game]
    assert len(seated) == len(set(seated)) == len(waiting) // seats * seats
    if games:
        assert min(waiting, key=lambda one: (one.since_ms, one.player)).player in games[0]
