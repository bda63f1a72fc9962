"""Moments as plain data (games/tichu/RULES.md §4)."""

from typing import Any

import pytest

from services.kernel.refusal import Refusal
from tests import conformance
from tests.conformance.toolkit.situation import SeatRecord, Situation
from tests.games.tichu.hands import anything, at, computer, do, game, played

HANDS = {"0": ["2j"], "1": ["3j"], "2": ["4j"], "3": ["5j"]}
PLAY: dict[str, Any] = {"turn": 0, "hands": HANDS}


@pytest.mark.parametrize("choose", [anything, computer])
def test_every_moment_of_a_hand_is_the_same_again(choose: Any) -> None:
    for state in played(("again", 1), choose, hands=2):
        data = conformance.situation_data(Situation("tichu", state, (SeatRecord(),) * 4))
        again = conformance.situation("tichu", {"target": 250}, data)
        assert not isinstance(again, Refusal), again
        assert conformance.situation_data(again) == data
        for viewer in (0, 3, "public", "open"):
            assert game.view(again.state, viewer) == game.view(state, viewer)


def test_few_names_are_enough() -> None:
    state = at(["2j 3j", "4j", "5j", "6j"], top=(3, "7j 7s"), passes=0)
    assert (state.plays[-1].kind, state.plays[-1].strength, state.passed) == ("pair", 14, ())
    assert at(["2j", "4j", "5j", "6j"], top=(1, "7j"), passes=2).passed == (2, 3)
    assert at(["2j", "4j", "5j", "6j"], trick={"owner": 1, "cards": ["PHX"], "rank": 13.5}).plays[-1].strength == 27
    assert at(["2j", "4j", "5j", "6j"], wish=9).wish == at(["2j", "4j", "5j", "6j"], wish="9").wish == 9
    assert at(["2j", "4j", "5j", "6j"], calls=["grand", None, None, None]).calls[0] == "grand"
    low = {"owner": 1, "cards": ["5j", "6s", "7p", "8t", "PHX"], "rank": 8}
    assert at(["2j", "4j", "3j", "6j"], trick=low).plays[-1].phoenix == 4


@pytest.mark.parametrize(
    ("change", "name"),
    [
        ({"hands": HANDS | {"1": ["2j"]}}, "hands"),
        ({"hands": {}}, "hands"),
        ({"hands": {"5": []}}, "hands"),
        ({"turn": None}, "turn"),
        ({"turn": 4}, "turn"),
        ({"hands": HANDS | {"0": []}}, "turn"),
        ({"piles": {"0": ["2j"]}}, "piles"),
        ({"trick_cards": ["2j"]}, "trick_cards"),
        ({"trick": {"owner": 1, "cards": ["6j", "7s"]}}, "trick"),
        ({"trick": {"owner": 1, "cards": ["6j", "6s"], "type": "triple"}}, "trick"),
        ({"trick": {"owner": 1, "cards": ["DOG"]}}, "trick"),
        ({"trick": {"owner": 9, "cards": ["6j"]}}, "trick"),
        ({"wish": "1"}, "wish"),
        ({"out": [0]}, "out"),
        ({"stock": ["6j"]}, "stock"),
        ({"phase": "window", "turn": None}, "trick"),
        ({"phase": "match_over"}, "phase"),
        ({"totals": [1000, 0]}, "phase"),
        ({"removed": [7]}, "removed"),
        ({"passed": [4]}, "passed"),
        ({"gifts": {"0": {"next": "2j", "partner": "2j", "prev": "3j"}}}, "gifts"),
        ({"no_such_name": 1}, "no_such_name"),
        ({"last_trick": {"owner": 0, "plays": []}}, "last_trick"),
    ],
)
def test_what_contradicts_itself_is_refused_by_name(change: dict[str, Any], name: str) -> None:
    refused = conformance.situation("tichu", {}, PLAY | change)
    assert isinstance(refused, Refusal) and refused.error == "situation_invalid"
    assert name in str(refused.detail)


def test_options_are_read_with_the_platforms() -> None:
    moment = conformance.situation("tichu", {"target": 500, "ratings": [1, 2, 3, 4], "on_timeout": "wait"}, PLAY)
    assert not isinstance(moment, Refusal) and moment.state.ratings == (1, 2, 3, 4)
    refused = conformance.situation("tichu", {"target": 5}, PLAY)
    assert isinstance(refused, Refusal) and refused.error == "options_invalid"


def test_timeouts_and_removed_seats_are_the_tables() -> None:
    moment = conformance.situation("tichu", {}, PLAY | {"timeouts": {"1": 3}, "removed": [2]})
    assert not isinstance(moment, Refusal)
    assert (moment.seats[1].timeouts, moment.seats[2].removed) == (3, True)
    assert conformance.situation_data(moment)["removed"] == [2]


def test_the_trick_is_written_as_it_was_played_and_its_top_in_the_rules_names_alone() -> None:
    state = at(["2j As 3s", "5j Kj", "PHX 6s", "7j 8j 9j 9s"], turn=1)
    for seat, cards in ((1, "Kj"), (2, "PHX")):
        state = do(state, seat, "play", cards=cards)
    state = do(do(state, 3, "pass"), 0, "play", cards="As")
    data = conformance.situation_data(Situation("tichu", state, (SeatRecord(),) * 4))
    assert data["trick_cards"] == ["Kj", "PHX", "As"]
    paired = do(at(["6s PHX 3s", "2j", "4j", "5j"]), 0, "play", cards="6s PHX")
    data = conformance.situation_data(Situation("tichu", paired, (SeatRecord(),) * 4))
    assert data["trick"] == {"owner": 0, "cards": ["6s", "PHX"], "type": "pair", "length": 2, "rank": 6}


def test_what_was_played_before_the_known_plays_comes_first() -> None:
    state = at(["2j", "4j", "3j", "6j"], top=(3, "Ks"), trick_cards=["Ks", "Qt", "As"])
    data = conformance.situation_data(Situation("tichu", state, (SeatRecord(),) * 4))
    assert data["trick_cards"] == ["As", "Qt", "Ks"]
