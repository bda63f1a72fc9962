"""The calculations of ranking over plain data: services/ranking/RULES.md §6."""

import json

import pytest

from tests.conformance.services.ranking import CALCULATIONS

NAN = float("nan")
OLD = {"games": 100, "peak": 1700}


def call(name: str, **data):
    answer = CALCULATIONS[name](**data)
    assert json.loads(json.dumps(answer)) == answer, "plain JSON data"
    return answer


def test_the_names_are_those_of_the_rules():
    assert set(CALCULATIONS) == {
        "elo", "elo_multi", "elo_departure", "leaderboard", "board_period", "board_life", "pr", "quintiles",
        "hand_stats", "match_line",
    }  # fmt: skip


@pytest.mark.parametrize(
    ("span", "at", "name", "starts_at", "ends_at"),
    [
        ("weekly", "2027-01-03T23:59:59.999Z", "2026-W53", "2026-12-28T00:00:00.000Z", "2027-01-04T00:00:00.000Z"),
        ("weekly", "2027-01-04T00:00Z", "2027-W01", "2027-01-04T00:00Z", "2027-01-11T00:00Z"),
        ("monthly", "2028-02-29T12:00Z", "2028-02", "2028-02-01T00:00Z", "2028-03-01T00:00Z"),
        ("monthly", 0, "1970-01", 0, 31 * 86_400_000),
    ],
)
def test_a_board_runs_from_monday_to_monday_or_for_a_calendar_month(span, at, name, starts_at, ends_at):
    found = call("board_period", span=span, at=at)
    assert found == {"name": name, "starts_at": starts_at, "ends_at": ends_at}


def test_prizes_may_be_paid_once_the_grace_for_late_events_is_over():
    period = {"starts_at": 0, "ends_at": 600_000, "grace_min": 5}
    open_ = call("board_life", **period, now=599_999)
    assert open_ == {"life": "open", "may_pay": False, "pays_at": 900_000}
    assert call("board_life", **period, now=600_000)["life"] == "closing"
    assert call("board_life", **period, now=899_999)["may_pay"] is False
    assert call("board_life", **period, now=900_000)["may_pay"] is True
    assert call("board_life", **period, now=900_000, paid=True)["life"] == "paid"
    assert call("board_life", starts_at=5, ends_at=5, now=6) == {"error": "bad_parameters"}


def test_a_match_is_shown_from_the_side_of_its_player():
    hands = [{"side": 0, "points": [60, 0]}, {"side": None, "points": [0, 0]}, {"side": 0, "points": [55, 10]}]
    match = {
        "game": "dominoes",
        "target": 100,
        "sides": [[0, 2], [1, 3]],
        "winners": [0, 2],
        "points": [115, 10],
        "hands": hands,
        "stake": 200,
    }
    assert call("match_line", **match, seat=2, payout=320) == {
        "won": True,
        "units_won": 2,
        "units_lost": 0,
        "points_for": 100,
        "points_against": 10,
        "scoreless": 1,
        "net_chips": 120,
    }
    lost = call("match_line", **match, seat=1, payout=0)
    assert (lost["won"], lost["points_for"], lost["points_against"], lost["net_chips"]) == (False, 10, 100, -200)
    tied = call("match_line", game="tavli", seat=0, sides=[[0], [1]], points=[3, 3])
    assert (tied["won"], tied["net_chips"], tied["scoreless"]) == (None, None, None)
    assert call("match_line", game="tavli", seat=2, sides=[[0], [1]]) == {"error": "bad_parameters"}


def test_elo_returns_a_list_of_deltas_per_side():
    sides = [[{"rating": 1400, **OLD}], [{"rating": 1600, **OLD}]]
    assert call("elo", sides=sides, result="A") == {"deltas": [[15], [-15]]}
    assert call("elo", sides=sides, result="tie") == {"deltas": [[8], [-8]]}
    assert call("elo", sides=sides, result="A", k=32) == {"deltas": [[24], [-24]]}


def test_elo_multi_returns_a_delta_per_player():
    players = [{"rating": 1500, **OLD}, {"rating": 1600, **OLD}, {"rating": 1400, **OLD}]
    assert call("elo_multi", players=players, places=[1, 2, 3]) == {"deltas": [10, -4, -6]}


def test_elo_departure_reads_one_first_round_flag_for_all_or_one_for_each():
    sides = [[{"rating": 1500, **OLD}] * 2] * 2
    data = {"policy": "bot_replace", "sides": sides, "outcome": "won", "winner_side": 0, "departed": [[0, 0], [1, 1]]}
    both = call("elo_departure", **data, first_round_done=True)
    assert both == {"deltas": [[-10, 10], [-10, -10]]}
    assert call("elo_departure", **data, first_round_done=[False, True]) == {"deltas": [[0, 10], [-10, -10]]}
    decided = call("elo_departure", **data, first_round_done=False, first_hand_decided=True)
    assert decided == both


def test_elo_departure_needs_places_where_only_they_can_decide():
    sides = [[{"rating": 1500, **OLD}]] * 4
    data = {"policy": "eliminate", "sides": sides, "outcome": "won", "winner_side": 0, "departed": [[3, 0]]}
    assert call("elo_departure", **data, first_round_done=True) == {"error": "places_missing"}
    placed = call("elo_departure", **data, first_round_done=True, places=[1, 2, 3, 4])
    assert placed == {"deltas": [[10], [3], [-3], [-10]]}


def test_leaderboard_orders_and_pays():
    evening = "2027-03-10 18:00:00"
    even = {"rating": 1500, "wins": 4, "matches": 10}
    rows = [
        {"player": "Ana", **even, "last_end": evening, "eligible_state": "active"},
        {"player": "ben", **even, "last_end": "2027-03-10T17:59:59Z", "eligible_state": "suspended"},
        {"player": "Eva", "rating": 1480, "wins": 9, "matches": 9, "last_end": evening, "eligible_state": "active"},
    ]
    assert call("leaderboard", rows=rows, min_games=10, prizes=[500, 300]) == {
        "order": ["ben", "Ana", "Eva"],
        "prizes": {"Ana": 500},
    }


def test_pr_and_quintiles_return_the_documented_examples():
    data = {"target": 100, "winner_pips": 100, "loser_pips": 45, "own_q": 5, "opp_q": [1, 3], "won": True, "before": 30}
    assert call("pr", **data) == {"delta": 12, "pr": 42}
    assert call("pr", **(data | {"target": "runout", "own_q": None, "won": False})) == {"delta": 1, "pr": 31}
    assert call("quintiles", pr={"a": 5, "b": 5, 3: 0, "4": 0}, blocked=[]) == {
        "quintiles": {"a": 1, "b": 1, "3": 3, "4": 3}
    }
    assert call("quintiles", pr={1: 5, 2: 0}, blocked=[1]) == {"quintiles": {"1": None, "2": 1}}


def test_hand_stats_reads_seven_pairs():
    tiles = [[6, 6], [6, 5], [6, 1], [5, 5], [1, 0], [2, 1], [5, 1]]
    assert call("hand_stats", tiles=tiles) == {"value": 50, "doubles": 2, "suit": 1, "suit_count": 4, "missing": 2}


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("elo", {}),
        ("elo", {"sides": [[{"rating": 1500}]], "result": "A"}),
        ("elo", {"sides": [[{"rating": 1500}], []], "result": "A"}),
        ("elo", {"sides": [[{"rating": 10**30}], [{"rating": 1}]], "result": "A"}),
        ("elo", {"sides": [[{"rating": 1500}], [{"rating": 1500}]], "result": "C"}),
        ("elo_multi", {"players": [{"rating": 1500}] * 3, "places": [1, 2]}),
        ("elo_departure", {"policy": "shrug", "sides": [], "outcome": "won", "first_round_done": True}),
        ("leaderboard", {"rows": [{"player": "a", "rating": 1, "last_end": "soon"}], "min_games": 0, "prizes": []}),
        ("leaderboard", {"rows": [{"player": "a", "rating": 1, "last_end": NAN}], "min_games": 0, "prizes": []}),
        ("leaderboard", {"rows": [{"player": "a", "rating": 1, "eligible_state": "?"}], "min_games": 0, "prizes": []}),
        ("pr", {"target": 100, "winner_pips": 100, "loser_pips": 100, "own_q": 1, "opp_q": [1, 1], "won": True}),
        ("pr", {"target": 150, "loser_pips": 10, "own_q": 1, "opp_q": [1, 1], "won": True}),
        ("pr", {"target": 100, "loser_pips": 10, "own_q": 0, "opp_q": [1, 1], "won": True}),
        ("quintiles", {"pr": {"a": "many"}}),
        ("hand_stats", {"tiles": [[6, 6]] * 7}),
        ("hand_stats", {"tiles": [[7, 0], [0, 0], [1, 1], [2, 2], [3, 3], [4, 4], [5, 5]]}),
        ("hand_stats", {"tiles": "6-6"}),
    ],
)  # fmt: skip
def test_unreadable_input_returns_bad_parameters(name, data):
    assert CALCULATIONS[name](**data)["error"] == "bad_parameters"
