"""The pure functions over plain data (games/tichu/RULES.md §19)."""

from typing import Any

import pytest

from tests import conformance

calculate = conformance.calculations("tichu")


def parsed(text: str, **given: Any) -> dict[str, Any]:
    return calculate["parse"](cards=text.split(), **given)


def test_parse_returns_type_length_rank_and_phoenix() -> None:
    assert parsed("5j 6s 7p 8t PHX") == {"type": "straight", "length": 5, "rank": 9, "phx_as": "9"}
    assert parsed("5j 6s 7p 8t PHX", phx_as="4") == {"type": "straight", "length": 5, "rank": 8, "phx_as": "4"}
    assert parsed("5j 6s 7p 8t PHX", phx_as=4)["rank"] == 8
    assert parsed("PHX") == {"type": "single", "length": 1, "rank": 1.5, "phx_as": None}
    assert parsed("DOG") == {"type": "dog", "length": 1, "rank": None, "phx_as": None}


@pytest.mark.parametrize(
    ("trick", "rank"),
    [
        ({"type": "single", "length": 1, "rank": 13}, 13.5),
        ({"owner": 1, "cards": ["MJ"], "type": "single", "length": 1, "rank": 1}, 1.5),
        ({"cards": ["As"]}, 14.5),
        ({"type": "pair", "length": 2, "rank": 9}, 1.5),
    ],
)
def test_parse_puts_the_phoenix_on_the_top(trick: Any, rank: float) -> None:
    assert parsed("PHX", trick=trick)["rank"] == rank


@pytest.mark.parametrize(
    ("text", "given", "error"),
    [
        ("5j 6s", {}, "not_a_combination"),
        ("5j 5s", {"phx_as": "5"}, "bad_phoenix_value"),
        ("PHX", {"phx_as": "5"}, "bad_phoenix_value"),
        ("5j PHX", {"phx_as": "6"}, "bad_phoenix_value"),
        ("5j PHX", {"phx_as": "1"}, "bad_phoenix_value"),
        ("", {}, "no_cards"),
        ("5j 5j", {}, "duplicate_card"),
        ("5x", {}, "card_not_in_hand"),
    ],
)
def test_parse_says_what_is_wrong(text: str, given: Any, error: str) -> None:
    assert parsed(text, **given) == {"type": None, "error": error}


def test_what_cannot_be_read_is_bad_parameters() -> None:
    bad = {"error": "bad_parameters"}
    assert calculate["parse"](cards=5) == calculate["parse"](cards=["5j"], trick=7) == {"type": None} | bad
    assert calculate["legal_plays"](hand=["5j", "5j"]) == calculate["legal_plays"](hand=[], wish="1") == bad
    assert calculate["score_hand"](out=[0]) == calculate["score_hand"](out="x") == bad
    assert calculate["score_hand"](out=[0, 1, 2], piles=[["5j", "5j"]]) == calculate["match_end"](totals=[1]) == bad
    assert calculate["apply"](state=5, move={}) == calculate["apply"](state={}, move=5) == bad
    assert calculate["apply"](state={"hands": {"0": ["5j"]}, "turn": 0}, move={"move": "pass"}) == bad
    assert calculate["parse"]()["error"] == "bad_parameters"


def listed(hand: str, **given: Any) -> tuple[set[str], bool]:
    found = calculate["legal_plays"](hand=hand.split(), **given)
    return {" ".join(cards) for cards in found["plays"]}, found["may_pass"]


def test_legal_plays_lists_every_set_once() -> None:
    assert listed("5j 5s 6j") == ({"5j", "5s", "6j", "5j 5s"}, False)
    assert listed("5j 9s PHX", trick={"cards": ["7j"]}) == ({"9s", "PHX"}, True)
    assert listed("8j 8s 8p 8t 9s", trick={"cards": ["DRG"]}) == ({"8j 8s 8p 8t"}, True)


def test_legal_plays_lists_the_duty_set_alone() -> None:
    assert listed("8j 9s PHX", trick={"cards": ["7j"]}, wish="8") == ({"8j"}, False)
    assert listed("8j 9s PHX", trick={"cards": ["9j"]}, wish="8") == ({"PHX"}, True)
    assert listed("8j 9s DOG", wish="8") == ({"8j"}, False)
    assert listed("8j 9s 8p", wish=8) == ({"8j", "8p", "8j 8p"}, False)


def test_apply_gives_the_new_state_in_the_rules_names() -> None:
    state = {"phase": "play", "turn": 0, "hands": {"0": ["5j", "9j"], "1": ["6j"], "2": ["7j"], "3": ["8j", "2s"]}}
    after = calculate["apply"](state=state, move={"seat": 0, "move": "play", "cards": ["5j"]})
    assert (after["turn"], after["hands"]["0"], after["trick_cards"]) == (1, ["9j"], ["5j"])
    assert after["trick"] == {"owner": 0, "cards": ["5j"], "type": "single", "length": 1, "rank": 5}
    assert calculate["apply"](state=state, move={"seat": 1, "move": "pass"}) == {"error": "not_your_turn"}
    assert calculate["apply"](state=state, move={"seat": 1, "move": "sing"}) == {"error": "unknown_move"}
    assert calculate["apply"](state=state, move={"seat": 2, "move": "leave"})["removed"] == [2]
    assert calculate["apply"](state={"phase": "window"}, move={})["error"] == "situation_invalid"


def test_apply_scores_a_hand_that_has_ended() -> None:
    state = {
        "phase": "play",
        "turn": 2,
        "hands": {"2": ["Kj"], "3": ["Tj", "5j"]},
        "out": [0, 1],
        "piles": {"0": ["Ks"], "3": ["Ts"]},
        "calls": {"0": "tichu"},
        "totals": [100, 50],
    }
    after = calculate["apply"](state=state, move={"seat": 2, "move": "play", "cards": ["Kj"]})
    assert (after["hand_over"], after["hand_score"], after["card_points"]) == (True, [145, 0], [45, 0])
    assert (after["double_victory"], after["totals"], after["phase"], after["hands"]) == (False, [245, 50], "grand", {})
    over = calculate["apply"](state=state, move={"seat": 2, "move": "play", "cards": ["Kj"]}, options={"target": 250})
    assert over["phase"] == "grand"


def test_apply_closes_the_window() -> None:
    state = {
        "phase": "window",
        "hands": {"0": ["5j"], "1": ["6j", "6s", "6p", "6t"]},
        "trick": {"owner": 0, "cards": ["DRG"]},
    }
    after = calculate["apply"](state=state, move={"move": "window_closed"})
    assert (after["phase"], after["turn"]) == ("dragon", 0)
    assert calculate["apply"](state=after, move={"move": "window_closed"}) == {"error": "wrong_phase"}
    given = calculate["apply"](state=after, move={"seat": 0, "move": "give_dragon", "to": 3})
    assert (given["piles"]["3"], given["turn"], given["phase"]) == (["DRG"], 0, "play")


@pytest.mark.parametrize("seat", [0.0, True, "0", None, 4, -1, [0]])
def test_apply_refuses_a_seat_that_is_no_seat(seat: Any) -> None:
    state = {"phase": "play", "turn": 0, "hands": {"0": ["5j", "9j"], "1": ["6j"], "2": ["7j"], "3": ["8j"]}}
    for move in ({"move": "play", "cards": ["5j"]}, {"move": "pass"}, {"move": "leave"}, {"move": "sing"}):
        assert calculate["apply"](state=state, move=move | {"seat": seat}) == {"error": "bad_parameters"}


LAST_DOG = {
    "phase": "play",
    "turn": 2,
    "hands": {"0": [], "1": ["6j"], "2": ["DOG"], "3": ["8j", "2s"]},
    "out": [0],
    "totals": [100, 0],
}


def test_apply_reads_target_and_ratings_among_the_names_of_the_state() -> None:
    dog = {"seat": 2, "move": "play", "cards": ["DOG"]}
    ended = calculate["apply"](state=LAST_DOG | {"target": 250, "ratings": [1400] * 4}, move=dog)
    assert (ended["phase"], ended["totals"]) == ("match_over", [300, 0])
    assert (ended["target"], ended["ratings"]) == (250, [1400] * 4)
    assert calculate["apply"](state=LAST_DOG | {"target": 300}, move=dog)["error"] == "options_invalid"


def test_apply_reads_its_own_result() -> None:
    ended = calculate["apply"](state=LAST_DOG | {"target": 250}, move={"seat": 2, "move": "play", "cards": ["DOG"]})
    assert ended["hand_over"] is True
    assert calculate["apply"](state=ended, move={"seat": 0, "move": "pass"}) == {"error": "match_over"}


@pytest.mark.parametrize("move", [{"move": "pass"}, {"move": "sing", "seat": 0}, {"move": "leave", "seat": 1}, {}])
def test_nothing_is_asked_before_whether_the_match_is_over(move: Any) -> None:
    for state in ({"phase": "match_over"}, {"phase": "match_over", "hands": {"0": ["5j"]}, "totals": [0, 0]}):
        assert calculate["apply"](state=state, move=move) == {"error": "match_over"}


def test_apply_takes_the_sealed_decisions_by_seat_number_or_in_lists() -> None:
    eights = [[rank + suit for rank in "23456789"] for suit in "jspt"]
    stock = [*(rank + suit for suit in "jspt" for rank in "TJQKA"), "MJ", "DOG", "PHX", "DRG"]
    grand = {"phase": "grand", "hands": eights, "stock": stock}
    one = calculate["apply"](state=grand, move={"seat": 3, "move": "grand_tichu", "call": True})
    assert (one["phase"], one["decided"], one["stock"]) == ("grand", [False, False, False, True], stock)
    again = {"seat": 3, "move": "grand_tichu", "call": False}
    assert calculate["apply"](state=one, move=again) == {"error": "already_decided"}
    for seat in range(3):
        one = calculate["apply"](state=one, move={"seat": seat, "move": "grand_tichu", "call": False})
    assert (one["phase"], one["turn"], one["calls"]) == ("exchange", None, [None, None, None, "grand"])
    assert [hand[:8] for hand in one["hands"]] == eights
    assert [set(hand[8:]) for hand in one["hands"]] == [set(stock[place : place + 6]) for place in (0, 6, 12, 18)]


def test_apply_swaps_the_gifts_when_the_fourth_is_in() -> None:
    hands = {str(seat): [rank + suit for rank in "23456789TJQKA"] for seat, suit in enumerate("jspt")}
    gifts = {"1": {"next": "2s", "partner": "3s", "prev": "4s"}, "2": {"next": "2p", "partner": "3p", "prev": "4p"}}
    state = {"phase": "exchange", "hands": hands | {"3": [*hands["3"], "MJ"]}, "gifts": gifts}
    third = calculate["apply"](
        state=state, move={"seat": 0, "move": "exchange", "next": "2j", "partner": "3j", "prev": "4j"}
    )
    assert third["gifts"] == gifts | {"0": {"next": "2j", "partner": "3j", "prev": "4j"}}
    assert third["hands"] == state["hands"] and third["phase"] == "exchange"
    fourth = {"seat": 3, "move": "exchange", "next": "2t", "partner": "3t", "prev": "MJ"}
    after = calculate["apply"](state=third, move=fourth)
    assert (after["phase"], after["turn"], after["trick"]) == ("play", 2, None)
    assert [set(after["hands"][seat]) - set(state["hands"][seat]) for seat in "0123"] == [
        {"2t", "3p", "4s"},
        {"2j", "3t", "4p"},
        {"2s", "3j", "MJ"},
        {"2p", "3s", "4j"},
    ]


def test_apply_keeps_the_order_of_cards() -> None:
    state = {
        "turn": 1,
        "hands": {"0": ["9j", "2s"], "1": ["Kp", "5t", "5j", "2t"], "2": ["7j"], "3": ["8j", "3s", "4t"]},
        "trick": {"owner": 0, "cards": ["4s", "4j"]},
        "trick_cards": ["3t", "3j", "4s", "4j"],
        "piles": {"0": ["Kj", "5s"]},
    }
    after = calculate["apply"](state=state, move={"seat": 1, "move": "play", "cards": ["5t", "5j"]})
    assert (after["hands"]["1"], after["hands"]["3"]) == (["Kp", "2t"], ["8j", "3s", "4t"])
    assert (after["trick"]["cards"], after["trick_cards"]) == (["5t", "5j"], ["3t", "3j", "4s", "4j", "5t", "5j"])
    for seat in (2, 3, 0):
        after = calculate["apply"](state=after, move={"seat": seat, "move": "pass", "cards": [{}]})
    assert after["piles"]["1"] == ["3t", "3j", "4s", "4j", "5t", "5j"] and after["piles"]["0"] == ["Kj", "5s"]


def test_apply_returns_values_by_seat_in_the_form_of_the_arguments() -> None:
    hands = [["5j", "9j"], ["6j"], ["7j"], ["8j", "2s"]]
    lead = {"seat": 0, "move": "play", "cards": ["5j"]}
    after = calculate["apply"](state={"turn": 0, "hands": hands}, move=lead)
    assert after["hands"] == [["9j"], ["6j"], ["7j"], ["8j", "2s"]] and after["calls"] == [None] * 4
    assert calculate["apply"](state=after, move={"seat": 1, "move": "play", "cards": ["6j"]})["piles"] == [[]] * 4
    by_name = calculate["apply"](state={"turn": 0, "hands": dict(enumerate(hands))}, move=lead)
    assert by_name["hands"]["0"] == ["9j"] and by_name["calls"]["0"] is None


@pytest.mark.parametrize("given", [{"piles": {"4": 10}}, {"piles": [0, 0, 0, 0, 10]}, {"calls": {"9": "tichu"}}])
def test_score_hand_refuses_what_belongs_to_no_seat(given: Any) -> None:
    assert calculate["score_hand"](out=[0, 1, 2], **given) == {"error": "bad_parameters"}
