"""The calculations of the lobby over plain data: services/lobby/RULES.md §15."""

import pytest

from tests.conformance.services.lobby import CALCULATIONS

players_list = CALCULATIONS["players_list"]


def test_players_list_returns_the_names_in_order():
    players = [
        {"name": "leo", "status": "playing", "login_at": "2027-03-10 08:00:00"},
        {"name": "Eva", "status": "online", "login_at": "2027-03-10 10:00:00"},
        {"name": "ben", "status": "online", "login_at": "2027-03-10T10:00:00Z"},
        {"name": "ana", "status": "online", "login_at": "2027-03-10T11:59:59.999+02:00"},
        {"name": "zoe", "status": "absent", "login_at": "2027-03-10 07:00:00"},
    ]
    assert players_list(players=players) == ["ana", "ben", "Eva", "leo"]


def test_players_list_reads_numbers_as_milliseconds():
    players = [{"name": "b", "status": "online", "login_at": 2}, {"name": "a", "status": "online", "login_at": 10.0}]
    assert players_list(players=players) == ["b", "a"]


@pytest.mark.parametrize(
    "data",
    [
        {},
        {"players": 3},
        {"players": [{"name": "a", "status": "asleep", "login_at": 1}]},
        {"players": [{"name": "a", "status": "online", "login_at": "yesterday"}]},
        {"players": [{"name": 7, "status": "online", "login_at": 1}]},
    ],
)
def test_unreadable_input_returns_bad_parameters(data):
    assert players_list(**data)["error"] == "bad_parameters"
