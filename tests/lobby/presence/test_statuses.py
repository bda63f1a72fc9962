"""Presence and the players list: services/lobby/RULES.md §2."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from services.lobby.presence.statuses import GROUPS, Listed, Whereabouts, in_order, status


@pytest.mark.parametrize(
    ("facts", "wanted"),
    [
        ({}, "online"),
        ({"has_invitation": True}, "invited"),
        ({"at_open_table": True}, "invited"),
        ({"in_match": True}, "playing"),
        ({"in_match": True, "match_paused": True}, "waiting"),
        ({"connected": False, "in_match": True, "may_return": True}, "returning"),
        ({"connected": False, "in_match": True, "match_paused": True}, "absent"),
        ({"connected": False}, "absent"),
    ],
)
def test_every_player_has_one_status(facts, wanted):
    assert status(Whereabouts(**({"connected": True} | facts))) == wanted


def test_the_list_goes_by_group_then_longest_logged_in_then_name():
    players = [
        Listed("returned", "returning", 1),
        Listed("zoe", "online", 200),
        Listed("Yan", "online", 200),
        Listed("xen", "online", 100),
        Listed("wim", "waiting", 1),
        Listed("vic", "playing", 1),
        Listed("ula", "invited", 1),
        Listed("gone", "absent", 1),
    ]
    assert [player.name for player in in_order(players)] == ["xen", "Yan", "zoe", "ula", "vic", "wim", "returned"]


def test_names_are_compared_by_folded_code_points():
    players = [Listed(name, "online", 0) for name in ["ήλιος", "Zeta", "_a", "Άλφα", "alpha"]]
    assert [player.name for player in in_order(players)] == ["_a", "alpha", "Zeta", "Άλφα", "ήλιος"]


statuses = st.sampled_from([*GROUPS, "absent"])
players = st.builds(Listed, st.text("abAB", min_size=1, max_size=3), statuses, st.integers(0, 3))


@settings(max_examples=60)
@given(st.lists(players, unique_by=lambda player: player.name, max_size=12), st.randoms(use_true_random=False))
def test_the_order_does_not_depend_on_the_order_of_arrival(everybody, random):
    shuffled = list(everybody)
    random.shuffle(shuffled)
    assert in_order(shuffled) == in_order(everybody)
    assert len(in_order(everybody)) == sum(player.status != "absent" for player in everybody)
