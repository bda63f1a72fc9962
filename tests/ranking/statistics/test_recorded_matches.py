"""Recorded matches as their players see them: services/ranking/RULES.md §4."""

from typing import Any

import msgspec
import pytest

from services.ranking.statistics.recorded_matches import (
    RecordedHand,
    RecordedMatch,
    Standing,
    hands,
    line,
    record_of,
    side_of,
    totals,
)
from tests.support.services.match_events import finished

SCORED = (
    RecordedHand(1, 0, (30, 10)),
    RecordedHand(2, None, (0, 0)),
    RecordedHand(3, 1, (5, 25)),
    RecordedHand(4, 1, (0, 9)),
)
PLAYED = RecordedMatch("dominoes", "Friday", "100", 9, 500, ("ana", "ben"), ((0,), (1,)), (0,), (130, 45), SCORED)


UP = Standing(8, 1508)


def seen(seat: int = 0, payout: int | None = None, standing: Standing = UP, **how: Any) -> Any:
    return line(7, "m", msgspec.structs.replace(PLAYED, **how), seat, standing, payout)


@pytest.mark.parametrize(
    ("how", "recorded"),
    [
        ({}, True),
        ({"practice": True}, False),
        ({"outcome": "tied", "winners": []}, True),
        ({"outcome": "won", "winners": []}, False),
        ({"outcome": "void", "winners": []}, False),
        ({"outcome": "forfeited", "winners": [1]}, True),
        ({"outcome": "tied", "winners": [], "practice": True}, False),
    ],
)
def test_a_match_is_recorded_that_has_a_winner_or_is_tied_and_no_practice(how, recorded) -> None:
    assert (record_of(finished("m", "ana", "ben", **how)) is not None) == recorded


def test_a_record_has_the_players_and_hands_of_the_match() -> None:
    event = finished(
        "m", "ana", "ben", game="dominoes", winners=[1], points=[45, 100], ended_at_ms=9, table_name="Friday",
        hands=[
            {"side": 1, "points": [10, 30], "data": {"deal": {"0": ["6-4"], "1": ["1-1", "0-2"]}}},
            {"number": 5, "points": [0, 0]},
            {"number": 6, "side": 0, "points": [1, 2], "data": {}},
        ],
    )  # fmt: skip
    assert record_of(event) == RecordedMatch(
        "dominoes", "Friday", "100", 9, 500, ("ana", "ben"), ((0,), (1,)), (1,), (45, 100),
        (
            RecordedHand(1, 1, (10, 30), (("6-4",), ("1-1", "0-2"))),
            RecordedHand(5, None, (0, 0)),
            RecordedHand(6, 0, (1, 2)),
        ),
    )  # fmt: skip


@pytest.mark.parametrize("game", ["buraco", "tavli"])
def test_only_dominoes_has_targets_and_deals(game: str) -> None:
    event = finished(
        "m", "ana", "ben", game=game, options={"target": 200}, hands=[{"points": [1], "data": {"deal": {"0": ["6-4"]}}}]
    )
    found = record_of(event)
    assert found is not None and (found.target, found.hands) == ("", (RecordedHand(1, None, (1,)),))
    dominoes = record_of(finished("m", "ana", "ben", game="dominoes", options={"target": 200}))
    assert dominoes is not None and dominoes.target == "200"


def test_a_tie_has_no_winners() -> None:
    found = record_of(finished("m", "ana", "ben", outcome="tied", winners=[0, 1]))
    assert found is not None and found.winners == ()


def test_hands_are_won_lost_or_scoreless_from_the_players_side() -> None:
    assert (seen(0).units_won, seen(0).units_lost, seen(0).scoreless) == (1, 2, 1)
    assert (seen(1).units_won, seen(1).units_lost, seen(1).scoreless) == (2, 1, 1)


@pytest.mark.parametrize(
    ("how", "seat", "won", "points"),
    [
        ({}, 0, True, (100, 45)),
        ({}, 1, False, (45, 100)),
        ({"target": "200"}, 0, True, (200, 45)),
        ({"target": "runout"}, 0, True, (1, 2)),
        ({"target": "runout"}, 1, False, (2, 1)),
        ({"target": "", "game": "tavli"}, 0, True, (130, 45)),
        ({"corrected": True, "winners": (1,)}, 0, False, (130, 45)),
        ({"winners": ()}, 0, None, (130, 45)),
        ({"points": ()}, 0, True, (0, 0)),
        ({"points": (130,)}, 1, False, (0, 100)),
        ({"points": (130,), "target": ""}, 0, True, (130, 0)),
        ({"points": (130,), "target": ""}, 1, False, (0, 130)),
        ({"points": (-5,), "target": ""}, 0, True, (-5, 0)),
        ({"points": (3, 9, 7), "sides": ((0,), (1,), (2,)), "target": ""}, 0, True, (3, 9)),
        ({"points": (3, 9, 7), "sides": ((0,), (1,), (2,)), "target": ""}, 1, False, (9, 7)),
    ],
)
def test_points_are_those_for_and_against_and_of_dominoes_the_winners_target(how, seat, won, points) -> None:
    found = seen(seat, **how)
    assert (found.won, (found.points_for, found.points_against)) == (won, points)


@pytest.mark.parametrize(("payout", "net"), [(None, None), (0, -500), (950, 450), (500, 0)])
def test_net_chips_are_what_came_back_less_the_stake(payout: int | None, net: int | None) -> None:
    assert seen(payout=payout).net_chips == net


def test_what_has_no_scoreless_hands_shows_none() -> None:
    assert seen(target="runout").scoreless is None
    assert seen(game="tavli").scoreless is None
    assert seen(game="aces").scoreless is None


def test_a_line_carries_the_ratings_after_the_match() -> None:
    found = seen(standing=Standing(-8, 1492, 5, 12, 2), corrected=True)
    assert (found.elo_delta, found.elo_after, found.pr_delta, found.pr_after, found.quintile_after) == (
        *(-8, 1492, 5, 12, 2),
    )
    assert (found.number, found.match, found.table, found.corrected) == (7, "m", "Friday", True)
    assert not seen().corrected


def test_a_seat_without_a_side_is_shown_from_the_first() -> None:
    sides = msgspec.structs.replace(PLAYED, sides=((2,), (0, 3), (1,)))
    assert [side_of(sides, seat) for seat in (0, 1, 2, 3, 9)] == [1, 2, 0, 1, 0]


def test_hand_by_hand_the_difference_is_that_of_the_sides_and_of_run_out_none() -> None:
    def shown(seat: int, **how: Any) -> list[tuple[Any, ...]]:
        found = hands(msgspec.structs.replace(PLAYED, **how), seat, {})
        return [(each.number, each.won, each.points_for, each.points_against, each.differential) for each in found]

    assert shown(0) == [(1, True, 30, 10, 20), (2, None, 0, 0, 0), (3, False, 5, 25, -20), (4, False, 0, 9, -9)]
    assert shown(1)[:2] == [(1, False, 10, 30, -20), (2, None, 0, 0, 0)]
    assert [each[4] for each in shown(0, target="runout")] == [0, 0, 0, 0]
    of_one_side = (RecordedHand(1, 0, (7,)),)
    assert shown(0, hands=of_one_side) == [(1, True, 7, 0, 7)]
    assert shown(1, hands=of_one_side) == [(1, False, 0, 7, -7)]


def test_deals_are_described_for_all_seats_that_were_dealt_tiles() -> None:
    dealt = (RecordedHand(1, 0, (1, 0), (("6-4", "6-6"), ("1-0",), ("2-2",))),)
    (hand,) = hands(msgspec.structs.replace(PLAYED, hands=dealt), 0, {"ana": "Ana"})
    shown = [(each.seat, each.account, each.name, each.value, each.doubles, each.suit) for each in hand.deals]
    assert shown == [(0, "ana", "Ana", 22, 1, 6), (1, "ben", "", 1, 0, 1), (2, None, "", 4, 1, 2)]
    assert [each.suit_count for each in hand.deals] == [2, 1, 1]


def test_totals_add_up_the_lines_of_a_page_and_what_was_never_paid_is_nothing() -> None:
    found = totals([seen(0, 950), seen(1, 0), seen(0, None)])
    assert (found.matches, found.won, found.lost, found.tied, found.net_chips) == (3, 2, 1, 0, 450 - 500)
    assert (found.units_won, found.units_lost, found.elo_delta) == (4, 5, 24)
