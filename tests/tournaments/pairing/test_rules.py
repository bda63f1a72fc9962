"""Pairing: services/tournaments/RULES.md §5."""

from typing import Any

import msgspec
from hypothesis import given, settings
from hypothesis import strategies as st

from services.kernel.persons.identity import PersonKeys
from services.tournaments.pairing.rules import Waiting, pair


def waits(
    player: str, since_ms: int, points: int = 0, elo: int = 1500, met: tuple[str, ...] = (), device: str = ""
) -> Waiting:
    return Waiting(player, since_ms, points, elo, frozenset(met), device)


def test_the_longest_waiting_gets_the_nearest_in_points():
    waiting = [waits("ben", 2, points=9), waits("eva", 3, points=4), waits("ana", 1, points=5)]
    assert pair(waiting, 2) == [("ana", "eva")]


def test_of_equally_near_opponents_the_longest_waiting_comes():
    waiting = [waits("ana", 1, points=5), waits("eva", 3, points=4), waits("ben", 2, points=6)]
    assert pair(waiting, 2) == [("ana", "ben")]


def test_no_opponents_meet_twice_running_while_another_waits():
    ana = waits("ana", 1, points=5, met=("ben",))
    ben = waits("ben", 2, points=5)
    assert pair([ana, ben, waits("eva", 3, points=99)], 2) == [("ana", "eva")]
    assert pair([ana, ben], 2) == [("ana", "ben")]


def test_no_four_players_meet_an_opponent_twice_running_while_another_waits():
    waiting = [waits("ana", 1), waits("ben", 2, met=("eva",)), waits("eva", 3), waits("leo", 4), waits("zoe", 5)]
    assert pair(waiting, 4) == [("ana", "ben", "leo", "zoe")]
    assert pair(waiting[:4], 4) == [("ana", "ben", "leo", "eva")]


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
def test_every_player_plays_at_most_one_game_and_fewer_than_a_game_are_left(waiting, seats):
    games = pair(waiting, seats)
    seated = [player for game in games for player in game]
    assert len(seated) == len(set(seated)) == len(waiting) // seats * seats
    if games:
        assert min(waiting, key=lambda one: (one.since_ms, one.player)).player in games[0]


def test_players_of_one_device_never_sit_at_one_table():
    waiting = [waits("ana", 1, device="d"), waits("ben", 2, device="d"), waits("eva", 3, device="d"), waits("leo", 4)]
    assert pair(waiting, 2) == [("ana", "leo")]
    assert pair(waiting[:3], 2) == []
    assert pair(waiting, 4) == []


@settings(max_examples=60)
@given(
    st.lists(
        st.lists(st.tuples(st.integers(0, 6), st.sampled_from(["", "", "d", "e"])), max_size=4),
        min_size=1,
        max_size=12,
    ),
    st.sampled_from([2, 4]),
)
def test_a_possible_pairing_is_made_at_once_after_every_arrival(arrivals, seats):
    """Liveness: after each pairing no table could be filled with those who are left."""
    waiting: list[Waiting] = []
    for now_ms, some in enumerate(arrivals):
        waiting += [waits(f"p{now_ms}-{n}", now_ms, points, device=device) for n, (points, device) in enumerate(some)]
        seated = {player for game in pair(waiting, seats) for player in game}
        waiting = [one for one in waiting if one.player not in seated]
        alone = [one for one in waiting if not one.device]
        apart = {one.device for one in waiting if one.device}
        assert len(alone) + len(apart) < seats


@settings(max_examples=40)
@given(
    st.lists(st.tuples(st.integers(0, 9), st.sampled_from(["", "d", "e", "f"])), max_size=14), st.sampled_from([2, 4])
)
def test_a_player_is_not_passed_over_when_a_table_could_be_filled(some, seats):
    """The longest-waiting player who can be seated with any of the others is in a game."""
    waiting = [waits(f"p{n:02}", n, points, device=device) for n, (points, device) in enumerate(some)]
    games = pair(waiting, seats)
    for one in waiting:
        others = [each for each in waiting if each is not one and (not each.device or each.device != one.device)]
        partners = sum(not each.device for each in others) + len({each.device for each in others if each.device})
        if partners >= seats - 1:
            assert any(one.player in game for game in games[:1])
            return


def test_pairing_a_thousand_costs_no_more_a_game_than_pairing_a_few():
    compared = [0]

    class Counted(Waiting, frozen=True):  # type: ignore[call-arg]
        def __getattribute__(self, name: str):
            compared[0] += 1
            return super().__getattribute__(name)

    costs = []
    for count in (100, 1000):
        compared[0] = 0
        some = [Counted(f"p{n}", n, n % 9, 1500, frozenset(), f"d{n}") for n in range(count)]
        games = pair(some, 2)
        costs.append(compared[0] / len(games))
    assert costs[1] < 2 * costs[0]


def networked(player: str, since_ms: int, network: str, **how: Any) -> Waiting:
    return msgspec.structs.replace(waits(player, since_ms, **how), keys=PersonKeys(networks=frozenset({network})))


def test_one_network_meets_only_if_too_few_others_wait_and_never_where_households_stay_apart():
    ana, ben = networked("ana", 1, "n"), networked("ben", 2, "n")
    assert pair([ana, ben, waits("eva", 3, points=99)], 2) == [("ana", "eva")]
    assert pair([ana, ben], 2) == [("ana", "ben")]
    assert pair([ana, ben], 2, households_apart=True) == []
    assert pair([ana, ben, networked("eva", 3, "x", points=99)], 2, households_apart=True) == [("ana", "eva")]


def test_players_that_met_are_kept_apart_by_either_ones_last_game():
    ana, ben = waits("ana", 1), waits("ben", 2, met=("ana",))
    assert pair([ana, ben, waits("eva", 3, points=99)], 2) == [("ana", "eva")]


def test_only_four_sit_in_pairs_and_of_equal_elo_the_longest_waiting_is_first():
    three = [waits("a", 3, elo=1400), waits("b", 2, elo=1700), waits("c", 1, elo=1500)]
    assert pair(three, 3, in_pairs=True) == [("c", "b", "a")]
    equal = [waits("d", 1), waits("c", 2), waits("b", 3), waits("a", 3)]
    assert pair(equal, 4, in_pairs=True) == [("d", "c", "b", "a")]
