"""What a finished or corrected match says to ratings: services/ranking/RULES.md §1."""

from typing import Any

import pytest

from services.contracts.tables.commands import SeatRating
from services.contracts.tables.events import Departure as Left
from services.contracts.wallet.events import MatchCorrected
from services.kernel.refusal import Refusal
from services.ranking.elo.departures import Departure, Ended
from services.ranking.elo.finished_matches import Fresh
from services.ranking.elo.match_effects import BoardChange, BoardEffect, Effects
from services.ranking.elo.match_ratings import Delta, Inputs, corrected_inputs, deltas, ended_of, inputs_of
from services.ranking.elo.rules import DEFAULTS
from tests.support.services.match_events import finished

ANA, BEN, EVA, ZOE = (
    SeatRating(name, 1500 + place, 50, 1600) for place, name in enumerate(("ana", "ben", "eva", "zoe"))
)
DUEL = finished("m", "ana", "ben", ratings=[BEN, ANA])
PAIRS: dict[str, Any] = {"sides": [[0, 2], [1, 3]], "ratings": [ANA, BEN, EVA, ZOE]}


def duel(**how: Any) -> Inputs | Refusal:
    return inputs_of(finished("m", "ana", "ben", **{"ratings": [ANA, BEN]} | how))


def test_sides_have_the_ratings_of_their_seats_in_order() -> None:
    assert inputs_of(DUEL) == Inputs(((ANA,), (BEN,)), Ended("forfeit", "won", 0))
    found = inputs_of(finished("m", "ana", "ben", "eva", "zoe", winners=[1, 3], **PAIRS))
    assert found == Inputs(((ANA, EVA), (BEN, ZOE)), Ended("forfeit", "won", 1))


@pytest.mark.parametrize(
    "how",
    [
        {"ratings": []},
        {"practice": True},
        {"ratings": [], "practice": True},
        {"leave_policy": "house"},
        {"outcome": "settled"},
    ],
)
def test_what_is_never_rated_is_refused(how: dict[str, Any]) -> None:
    assert duel(**how) == Refusal("not_rated")


@pytest.mark.parametrize("sides", [[[0]], [[0], [0]], [[0], [1], [2]], [[0], [2]], [[1], [2]], []])
def test_sides_that_are_not_its_seats_contradict_the_match(sides: list[list[int]]) -> None:
    assert duel(sides=sides) == Refusal("bad_parameters", {"field": "sides"})


@pytest.mark.parametrize("ratings", [[ANA], [ANA, EVA], [EVA, ZOE]])
def test_a_player_without_a_rating_contradicts_the_match(ratings: list[SeatRating]) -> None:
    assert duel(ratings=ratings) == Refusal("bad_parameters", {"field": "ratings"})


@pytest.mark.parametrize(
    ("winners", "side"), [([0, 2], 0), ([1, 3], 1), ([1], None), ([], None), ([0, 1, 2, 3], None), ([0, 1, 2], 0)]
)
def test_a_side_has_won_when_all_of_it_and_no_other_side_has(winners: list[int], side: int | None) -> None:
    event = finished("m", "ana", "ben", "eva", "zoe", winners=winners, **PAIRS)
    assert ended_of(event).winner_side == side


def test_a_side_without_seats_wins_nothing() -> None:
    assert ended_of(finished("m", "ana", sides=[[], [0]], winners=[0])).winner_side == 1


def test_finishing_places_are_those_of_the_first_seat_of_each_side() -> None:
    assert ended_of(finished("m", "ana", "ben", "eva", places=[3, 1, 2])).places == (3, 1, 2)
    assert ended_of(finished("m", "ana", "ben", "eva", "zoe", places=[1, 2, 1, 2], **PAIRS)).places == (1, 2)
    assert ended_of(finished("m", "ana", "ben", "eva", "zoe", places=[1, 2, 3, 4], **PAIRS)).places == (1, 2)
    assert ended_of(DUEL).places is None


@pytest.mark.parametrize(
    ("policy", "places", "hands", "first_round_done", "counted"),
    [
        ("bot_replace", [1, 2], 0, False, True),
        ("bot_replace", [1, 2], 1, False, True),
        ("bot_replace", [1, 2], 2, False, False),
        ("bot_replace", [1, 2], 2, True, True),
        ("bot_replace", [], 1, False, False),
        ("forfeit", [1, 2], 1, False, False),
        ("forfeit", [1, 2], 1, True, True),
    ],
)
def test_a_departure_from_a_match_that_its_first_hand_decides_counts(
    policy: str, places: list[int], hands: int, first_round_done: bool, counted: bool
) -> None:
    event = finished(
        "m", "ana", "ben", departed=[1], first_round_done=first_round_done, leave_policy=policy, places=places,
        hands=[{}] * hands,
    )  # fmt: skip
    assert ended_of(event).departed == (Departure(1, 0, counted),)


def test_departures_are_by_side_and_player_in_order_and_only_of_seats_with_a_side() -> None:
    gone = [Left(seat=seat, account="x", at_ms=0, first_round_done=seat == 2, reason="left") for seat in (3, 2, 9)]
    event = finished("m", "ana", "ben", "eva", "zoe", departures=gone, **PAIRS)
    assert ended_of(event).departed == (Departure(1, 1, False), Departure(0, 1, True))


def correction(*accounts: str, **how: Any) -> MatchCorrected:
    usual: dict[str, Any] = {
        "match": "m", "revision": 1, "outcome": "won", "payouts": [], "last_payouts": [], "winners": [0],
        "departed": [], "first_round_done": None, "by": "op", "reason": "r",
    }  # fmt: skip
    return MatchCorrected(accounts=list(accounts), **usual | how)


TWO = Inputs(((ANA,), (BEN,)), Ended("forfeit", "won", 0))
THREE = Inputs(((ANA,), (BEN,), (EVA,)), Ended("eliminate", "won", 0, (), (1, 2, 3)))
FOUR = Inputs(((ANA, EVA), (BEN, ZOE)), Ended("bot_replace", "won", 0))


def test_a_correction_gives_the_match_another_end_with_the_same_ratings() -> None:
    assert corrected_inputs(TWO, correction("ben", "ana")) == Inputs(TWO.sides, Ended("forfeit", "won", 1))
    tied = corrected_inputs(TWO, correction("ana", "ben", outcome="tied", winners=[]))
    assert tied == Inputs(TWO.sides, Ended("forfeit", "tied", None))
    four = ("ana", "ben", "eva", "zoe")
    assert corrected_inputs(FOUR, correction(*four, winners=[1, 3])) == Inputs(
        FOUR.sides, Ended("bot_replace", "won", 1)
    )
    both = corrected_inputs(FOUR, correction(*four, winners=[0, 1]))
    assert isinstance(both, Inputs) and both.ended.winner_side is None


@pytest.mark.parametrize("accounts", [["ana"], ["ana", "eva"], ["ana", "ben", "eva"]])
def test_a_correction_of_other_players_is_refused(accounts: list[str]) -> None:
    assert corrected_inputs(TWO, correction(*accounts)) == Refusal("bad_parameters", {"field": "accounts"})


@pytest.mark.parametrize(
    ("winners", "places", "side"),
    [([0], (1, 2, 2), 0), ([2], (2, 2, 1), 2), ([0, 2], (1, 2, 1), None), ([], (1, 1, 1), None)],
)
def test_corrected_winners_of_three_share_the_first_place_and_the_others_the_second(
    winners: list[int], places: tuple[int, ...], side: int | None
) -> None:
    found = corrected_inputs(THREE, correction("ana", "ben", "eva", winners=winners))
    assert isinstance(found, Inputs) and (found.ended.places, found.ended.winner_side) == (places, side)


@pytest.mark.parametrize(("first_round_done", "counted"), [(None, True), (True, True), (False, False)])
def test_corrected_departures_count_unless_they_came_before_the_first_round(
    first_round_done: bool | None, counted: bool
) -> None:
    news = correction("ana", "ben", "eva", "zoe", departed=[3, 2], first_round_done=first_round_done)
    found = corrected_inputs(FOUR, news)
    assert isinstance(found, Inputs)
    assert found.ended.departed == (Departure(1, 1, counted), Departure(0, 1, counted))


def test_only_players_that_the_match_moves_have_a_delta() -> None:
    forfeited = Inputs(FOUR.sides, Ended("forfeit", "forfeited", 1, (Departure(0, 1),)))
    found = deltas(forfeited, DEFAULTS)
    assert isinstance(found, list)
    assert [(each.account, each.label) for each in found] == [("eva", "loss"), ("ben", "win"), ("zoe", "win")]
    assert deltas(TWO, DEFAULTS) == [Delta("ana", 10, "win"), Delta("ben", -10, "loss")]
    assert deltas(Inputs(THREE.sides, Ended("eliminate", "tied", None)), DEFAULTS) == Refusal("places_missing")


def test_a_finished_match_names_its_people_and_its_effects() -> None:
    fresh = Fresh(finished("m", "ana", None, "ben"), TWO, [])
    assert (fresh.match, fresh.accounts, fresh.unrated) == ("m", ["ana", "ben"], "")
    assert Effects() == Effects(ended_at_ms=0, boards=(), classification=None, unrated="")


def test_a_match_counts_on_a_board_when_it_counts_for_a_player() -> None:
    counted, not_counted = BoardChange("ana", 0, "draw"), BoardChange("ben", 5, None)
    assert BoardEffect(1, {}, (not_counted, counted)).counts
    assert not BoardEffect(1, {}, (not_counted,)).counts
    assert not BoardEffect(1, {}).counts
