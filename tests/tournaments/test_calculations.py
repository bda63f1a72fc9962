"""The calculations of tournaments over plain data: services/tournaments/RULES.md §6."""

import json

import pytest

from tests.conformance.services.tournaments import CALCULATIONS


def call(name: str, **data):
    answer = CALCULATIONS[name](**data)
    assert json.loads(json.dumps(answer)) == answer, "plain JSON data"
    return answer


def test_the_names_are_those_of_the_rules():
    assert set(CALCULATIONS) == {
        "pair", "competition_life", "standings", "competition_game", "prize_pool", "competition_correction",
    }  # fmt: skip


def waiting(*players):
    return [{"player": player, "since": since, **more} for player, since, more in players]


def test_the_longest_waiting_meets_the_nearest_in_points():
    three = waiting(("a", 1, {"points": 4}), ("b", 2, {"points": 0}), ("c", 3, {"points": 4}))
    assert call("pair", waiting=three, seats=2) == {"games": [["a", "c"]], "waiting": ["b"]}
    met = waiting(("a", 1, {"points": 4, "last_opponents": ["c"]}), *[("b", 2, {}), ("c", 3, {"points": 4})])
    assert call("pair", waiting=met, seats=2)["games"] == [["a", "b"]]


def test_players_of_one_device_are_not_paired_and_four_sit_by_elo():
    same = waiting(("a", 1, {"device": "d"}), ("b", 2, {"device": "d"}))
    assert call("pair", waiting=same, seats=2) == {"games": [], "waiting": ["a", "b"]}
    four = waiting(("a", 1, {"elo": 10}), ("b", 2, {"elo": 40}), ("c", 3, {"elo": 20}), ("d", 4, {"elo": 30}))
    assert call("pair", waiting=four, seats=4, in_pairs=True)["games"] == [["b", "d", "a", "c"]]
    assert call("pair", waiting=[*same, same[0]], seats=2) == {"error": "bad_parameters"}


LIFE = {"opens_at": 10, "starts_at": 20, "ends_at": 30, "overtime_min": 1}


@pytest.mark.parametrize(
    ("given", "state"),
    [
        ({"state": "draft", "now": 100}, "draft"),
        ({"state": "draft", "now": 5, "deed": "publish"}, "announced"),
        ({"state": "announced", "now": 10}, "open"),
        ({"state": "open", "now": 20, "entrants": 4}, "running"),
        ({"state": "open", "now": 20, "entrants": 3}, "cancelled"),
        ({"state": "open", "now": 20, "entrants": 3, "min_entrants": 3}, "running"),
        ({"state": "running", "now": 30, "games_running": 1}, "closing"),
        ({"state": "running", "now": 30, "games_running": 0}, "settled"),
        ({"state": "closing", "now": 60_029, "games_running": 1}, "closing"),
        ({"state": "closing", "now": 60_030, "games_running": 1}, "settled"),
        ({"state": "running", "now": 25, "deed": "cancel"}, "cancelled"),
    ],
)
def test_a_competition_lives_by_its_times_and_its_operator(given, state):
    assert call("competition_life", **LIFE, **given) == {"state": state}


def test_what_an_operator_may_not_do_any_more_has_its_code():
    assert call("competition_life", **LIFE, state="settled", now=99, deed="cancel") == {"error": "competition_state"}
    assert call("competition_life", **LIFE, state="open", now=15, deed="edit") == {"error": "competition_frozen"}
    wrong = LIFE | {"starts_at": 30}
    assert call("competition_life", **wrong, state="draft", now=1) == {"error": "competition_invalid"}


def test_a_correction_moves_the_differences_alone():
    found = call("competition_correction", before={"a": 100, "b": 50, "c": 0}, after={"a": 50, "b": 100, "d": 7})
    assert found == {"differences": {"a": -50, "b": 50, "d": 7}}


@pytest.mark.parametrize("as_record", [True, False])
def test_standings_reads_games_as_records_or_lists(as_record):
    games = {"Ana": [(2, 5), (0, -3), (2, 1)], "Ben": [(2, 9), (0, -20), (2, 4)], "Eva": [(2, 2), (2, 2), (0, -9)]}
    given = {
        player: [{"points": points, "margin": margin} if as_record else [points, margin] for points, margin in own]
        for player, own in games.items()
    }
    assert call("standings", kind="total", x=None, games=given) == [
        {"player": "Ana", "place": 1, "points": 4, "margin": 3, "games": 3},
        {"player": "Eva", "place": 2, "points": 4, "margin": -5, "games": 3},
        {"player": "Ben", "place": 3, "points": 4, "margin": -7, "games": 3},
    ]
    best = call("standings", kind="best_x", x=2, games=given)
    assert [(row["player"], row["margin"]) for row in best] == [("Ben", 13), ("Ana", 6), ("Eva", 4)]


def test_standings_reads_the_end_of_a_game():
    early, late = "2027-03-10 18:00:00", "2027-03-10 19:00:00"
    games = {7: [[2, 1, late], {"points": 2, "margin": 1, "end": early}]}
    assert call("standings", kind="best_x", x=1, games=games)[0]["player"] == "7"


def test_competition_game_returns_points_by_side_in_the_form_of_the_ratings():
    game = {"winner": 0, "points": [100, 45]}
    won = call("competition_game", game=game, target=100, elo=[1500, 1600], outcome="won", departed=[])
    assert won == {"points": [2, 0], "margin": [55, -55]}
    pairs = [[1500, 1500], [1600, 1400]]
    replaced = call("competition_game", game=game, target=100, elo=pairs, outcome="won", departed=[[0, 1]])
    assert replaced == {"points": [[2, 0], [0, 0]], "margin": [[55, -100], [-55, -55]]}
    void = call("competition_game", game={}, target=100, elo=[1500, 1600], outcome="void", departed=[1])
    assert void == {"points": [None, 0], "margin": [None, -100]}


def test_competition_game_knows_run_out_and_games_of_four():
    left = call("competition_game", game={}, target="runout", elo=[1500, 1500], outcome="forfeited", departed=[0])
    assert left == {"points": [0, 2], "margin": [-4, 4]}
    placed = call("competition_game", game={"places": [1, 2, 3, 4]}, elo=[1500] * 4, outcome="won")
    assert placed == {"points": [2, 0, 0, 0], "margin": [3, 1, -1, -3]}


@pytest.mark.parametrize("other", [{}, {"shares_bps": None}, {"prizes": None}])
def test_prize_pool_needs_the_numbers_of_its_own_mode_alone(other):
    own = {"mode": "fixed", "prizes": [30]} if "prizes" not in other else {"mode": "growing", "shares_bps": [10_000]}
    pool = own | other | {"entries": 0, "price": 0, "guarantee": 30, "places": [["ana", 1, 1]]}
    assert CALCULATIONS["prize_pool"](**pool) == {"pool": 30, "prizes": {"ana": 30}}


def test_prize_pool_returns_the_documented_example():
    data = {"mode": "growing", "price": 1000, "pool_bps": 8000, "guarantee": 20_000, "shares_bps": [5000, 3000, 2000]}
    places = [["ana", 1, 1], ["ben", 2, 2], {"player": "eva", "place": 2, "entry_order": 3}]
    shared = {"ana": 14_800, "ben": 7_400, "eva": 7_400}
    assert call("prize_pool", **data, entries=37, places=places) == {"pool": 29_600, "prizes": shared}
    assert call("prize_pool", **data, entries=10, places=places)["pool"] == 20_000
    fixed = call("prize_pool", mode="fixed", prizes=[500, 300], places=[["ana", 1, 1]])
    assert fixed == {"pool": 800, "prizes": {"ana": 500}}


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("standings", {"kind": "best_x", "games": {}}),
        ("standings", {"kind": "total", "games": {"a": [[1]]}}),
        ("standings", {"kind": "total", "games": {"a": [[1, 2, "late"]]}}),
        ("competition_game", {"game": {"points": [1]}, "elo": [1, 2], "outcome": "won"}),
        ("competition_game", {"game": {"winner": 2}, "elo": [1, 2], "outcome": "won"}),
        ("competition_game", {"game": {}, "elo": [1, 2], "outcome": "won", "departed": [2]}),
        ("competition_game", {"game": {}, "elo": [1, 2, 3], "outcome": "won"}),
        ("competition_game", {"game": {}, "elo": [[], [1]], "outcome": "won"}),
        ("prize_pool", {"mode": "growing", "places": [], "shares_bps": [1]}),
        ("prize_pool", {"mode": "fixed", "places": [["a", 0]], "prizes": [1]}),
        ("prize_pool", {"mode": "some", "places": []}),
        ("prize_pool", {"mode": "fixed", "places": [], "shares_bps": [10_000]}),
        ("prize_pool", {"mode": "growing", "places": [], "prizes": [1]}),
    ],
)
def test_unreadable_input_returns_bad_parameters(name, data):
    assert CALCULATIONS[name](**data)["error"] == "bad_parameters"
