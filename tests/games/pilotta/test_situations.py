"""A moment as plain data (RULES.md §5)."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.pilotta.cards import BY_TEXT
from games.pilotta.state import Call
from services.kernel.refusal import Refusal
from tests import conformance
from tests.conformance.toolkit.situation import SeatRecord, Situation
from tests.games.pilotta.tables import VARIANTS, game, hand, moment
from tests.games.pilotta.test_calls import dealt, said
from tests.games.pilotta.test_view import play, tricks

TRICK = {"trump": "h", "hands": {"0": ["Jh", "7c"], "1": ["8c", "9c"]}, "lead": 2, "trick": ["Tc", "Ac"]}


def wrong(data: dict[str, Any], **options: Any) -> Any:
    found = conformance.situation("pilotta", options, data)
    assert isinstance(found, Refusal) and found.error == "situation_invalid", found
    return found.detail


def test_a_moment_is_written_in_the_names_of_the_rules() -> None:
    state = play(tricks(), "!Tc", "Jh", "8c", "7d", "As")
    data = conformance.situation_data(
        Situation("pilotta", state, (SeatRecord(2), SeatRecord(4, True), *[SeatRecord()] * 2))
    )
    assert {
        name: data[name] for name in ("phase", "turn", "dealer", "trump", "taker", "value", "multiplier", "lead")
    } == {
        "phase": "tricks",
        "turn": 2,
        "dealer": 3,
        "trump": "h",
        "taker": 0,
        "value": 80,
        "multiplier": 1,
        "lead": 1,
    }
    assert data["tricks"] == [{"lead": 0, "cards": ["Tc", "Jh", "8c", "7d"]}] and data["trick"] == ["As"]
    assert data["declared"] == {"0": 50, "1": 0, "2": 0, "3": 0} and data["tricks_won"] == [0, 1]
    assert data["hands"]["1"] == ["9h", "Ks", "Qs", "9s", "8s", "7s"] and data["stock"] == [] and data["calls"] == []
    assert data["timeouts"] == {"0": 2, "1": 4, "2": 0, "3": 0} and data["removed"] == [1]
    assert data["totals"] == [0, 0] and data["turn_up"] is None and data["hand_number"] == 1


def test_a_moment_is_read_as_it_was_written() -> None:
    for state in (dealt(), said(dealt("classic2", 1), "pass"), play(tricks(), "!Tc", "Jh", "8c")):
        data = conformance.situation_data(Situation("pilotta", state, ()))
        options = {"variant": state.variant}
        again = conformance.situation("pilotta", options, data)
        assert isinstance(again, Situation)
        assert game.view(again.state, "open") == game.view(state, "open")
        assert again.state.stock == state.stock and again.state.dealt == state.dealt


def test_an_empty_situation_is_a_match_before_its_first_draw() -> None:
    state = moment({})
    assert (state.phase, state.dealer, state.turn, state.totals) == ("deal", None, None, (0, 0))
    assert game.next(state) == game.next(moment({"phase": "deal"}))


def test_what_is_left_out_follows_from_the_rest() -> None:
    state = moment(TRICK)
    assert (state.phase, state.turn, state.dealer, state.taker, state.multiplier) == ("tricks", 0, 1, 0, 1)
    assert state.dealt == (hand("Jh 7c"), hand("8c 9c"), hand("Tc"), hand("Ac"))
    led = moment({"trump": "h", "hands": [["Jh"], [], [], []], "turn": 0, "trick": ["Tc"]})
    assert led.lead == 3
    auction = moment({"hands": [["Jh"]] + [[]] * 3, "calls": [{"seat": 2, "call": "90h"}]})
    assert (auction.phase, auction.turn, auction.dealer) == ("auction", 3, 1)
    assert moment({"hands": [["Jh"], ["7c"]], "turn_up": "8d"}, variant="classic2").phase == "round1"
    assert moment({"totals": {"0": 151}}).phase == "match_over"


def test_bids_hold_in_a_moment_that_has_only_the_last_one() -> None:
    state = moment({"phase": "auction", "turn": 0, "calls": [{"seat": 3, "call": "capoth"}], "hands": [["Jh"]]})
    assert state.calls == (Call(3, "capoth"),)
    assert game.check(state, 0, game.parse({"move": "bid", "value": 240, "suit": "h"})) == Refusal("bid_too_low")


def test_contra_goes_on_from_a_moment() -> None:
    data = {"phase": "contra", "hands": [["Jh"]], "taker": 2, "trump": "h", "value": 80, "dealer": 0}
    assert moment(data).turn == 3
    assert moment(data | {"calls": [{"seat": 3, "call": "pass"}]}).turn == 1
    assert moment(data | {"phase": "recontra"}).turn == 2


def test_the_last_seat_asked_about_contra_is_in_turn_even_without_the_calls() -> None:
    data = {"hands": [["Jh"]], "taker": 2, "trump": "h", "value": 80, "dealer": 0}
    for phase, first, last in (("contra", 3, 1), ("recontra", 2, 0)):
        asked = moment(data | {"phase": phase, "turn": first})
        assert (said(asked, "pass").phase, said(asked, "pass").turn) == (phase, last)
        assert said(moment(data | {"phase": phase, "turn": last}), "pass").phase == "tricks"


def test_what_is_null_is_left_out() -> None:
    names = ("stock", "calls", "declared", "tricks", "tricks_won", "totals", "timeouts", "removed", "multiplier")
    assert moment(TRICK | dict.fromkeys(names)) == moment(TRICK)


def test_tricks_won_can_be_set_without_the_tricks() -> None:
    assert moment(TRICK | {"tricks_won": {"0": 3, "1": 2}}).tricks_won == (3, 2)
    tricks_data = [{"lead": 0, "cards": ["7d", "8d", "9d", "Td"]}]
    assert moment(TRICK | {"tricks": tricks_data}).tricks_won == (0, 1)


def test_the_platforms_options_may_be_among_the_options() -> None:
    found = conformance.situation("pilotta", {"ratings": [1, 2, 3, 4], "on_timeout": "wait", "target": 251}, {})
    assert isinstance(found, Situation) and found.state.ratings == (1, 2, 3, 4) and found.state.target == 251
    assert conformance.situation("pilotta", {"target": 5}, {}) == Refusal(
        "options_invalid",
        conformance.situation("pilotta", {"target": 5}, {}).detail,  # type: ignore[union-attr]
    )


@pytest.mark.parametrize(
    ("data", "name"),
    [
        ({"hands": {"0": ["Jh"], "1": ["Jh"]}}, "hands, trick, tricks, stock"),
        (TRICK | {"stock": ["Jh"]}, "hands, trick, tricks, stock"),
        ({"hands": {"0": ["1h"]}}, "hands"),
        ({"hands": {"4": ["Jh"]}}, "hands"),
        (TRICK | {"trump": "x"}, "trump"),
        (TRICK | {"turn": 1}, "turn"),
        (TRICK | {"trick": ["Tc", "Ac", "Kc", "Qc"]}, "trick"),
        (TRICK | {"tricks": [{"lead": 0, "cards": ["7d"]}]}, "tricks"),
        (TRICK | {"phase": "tricks", "trump": None}, "trump"),
        (TRICK | {"value": 85}, "value"),
        (TRICK | {"multiplier": 3}, "multiplier"),
        (TRICK | {"declared": {"7": 20}}, "declared"),
        (TRICK | {"tricks": [{"lead": 0, "cards": ["7d", "8d", "9d", "Td"]}], "tricks_won": [1, 0]}, "tricks_won"),
        ({"phase": "contra", "hands": [["Jh"]]}, "taker"),
        ({"phase": "contra", "hands": [["Jh"]], "taker": 2, "turn": 0}, "turn"),
        ({"phase": "recontra", "hands": [["Jh"]], "taker": 2, "turn": 3}, "turn"),
        ({"hands": [["Jh"]], "calls": [{"seat": 0, "call": "85h"}]}, "calls, bidding"),
        ({"hands": [["Jh"]], "calls": [{"seat": 9, "call": "pass"}]}, "calls, bidding"),
        ({"phase": "match_over"}, "phase"),
        ({"left": 1, "phase": "deal"}, "left"),
        ({"turn": 1}, "turn"),
        ({"removed": [7]}, "removed"),
        ({"totals": {"2": 1}}, "totals"),
    ],
)
def test_a_moment_that_contradicts_itself_is_refused_with_the_name(data: dict[str, Any], name: str) -> None:
    assert wrong(data) == name


def test_in_the_variant_for_two_the_card_on_the_table_belongs_to_no_hand() -> None:
    assert wrong({"hands": [["Jh"], []], "turn_up": "Jh"}, variant="classic2") == "hands, trick, tricks, stock"
    data = {"hands": [["Jh"]], "turn_up": "Jh", "trump": "h"}
    assert moment(data, variant="classic").turn_up == BY_TEXT["Jh"], "where four play it is in the taker's hand"


def test_the_phases_of_calls_are_those_of_the_variant() -> None:
    hands = {"hands": [["Jh"], ["7c"]], "turn": 0, "taker": 1}
    assert {wrong(hands | {"phase": phase}) for phase in ("round1", "round2")} == {"phase"}
    assert {wrong(hands | {"phase": phase}, variant="classic2") for phase in ("auction", "contra")} == {"phase"}


def test_there_is_no_value_without_an_auction() -> None:
    assert wrong(TRICK | {"value": 80}, variant="classic") == "value"


def test_names_that_do_not_exist_are_refused() -> None:
    assert "x" in wrong({"x": 1})


SEATS = st.integers(-1, 4) | st.none()
HANDS = [
    {},
    [["Jh", "7c"], ["8c", "9c"], ["Tc"], ["Ac"]],
    [["Jh"], ["Qc"], ["Kc"], []],
    {"0": ["Kh", "Qh", "7h"], "1": ["7d", "8d", "9d"]},
    [["7h", "8c"], ["Ah"]],
    [["1h"]],
]
CALLS = st.builds(
    lambda seat, call: {"seat": seat, "call": call},
    st.integers(0, 4),
    st.sampled_from(["pass", "90h", "capotc", "contra", "recontra", "take", "take_seven", "h", "85h", ""]),
)
PIECES = {
    "phase": st.sampled_from(
        ["deal", "auction", "contra", "recontra", "round1", "round2", "tricks", "scoring", "match_over", "over"]
    ),
    "turn": SEATS,
    "dealer": SEATS,
    "hands": st.sampled_from(HANDS),
    "stock": st.sampled_from([[], ["7s", "8s", "9s", "Ts"], ["7s", "7s"]]),
    "turn_up": st.sampled_from([None, "Ah", "7h", "Jh"]),
    "swapped": st.sampled_from([None, "As"]),
    "calls": st.lists(CALLS, max_size=4),
    "bidding": st.lists(st.builds(lambda call: {"phase": "auction", "calls": [call]}, CALLS), max_size=2),
    "trump": st.sampled_from([None, "h", "c", "x"]),
    "taker": SEATS,
    "value": st.sampled_from([None, 80, 85, "capot"]),
    "multiplier": st.integers(0, 4),
    "trick": st.sampled_from([[], ["Td"], ["Td", "Ad", "Kd"], ["Td", "Ad", "Kd", "Qd"]]),
    "lead": SEATS,
    "tricks": st.lists(st.just({"lead": 1, "cards": ["Js", "Qs", "Ks", "As"]}), max_size=2),
    "declared": st.dictionaries(st.integers(-1, 4), st.sampled_from([0, 20, 50, 7]), max_size=2),
    "tricks_won": st.tuples(st.integers(-1, 9), st.integers(0, 9)),
    "totals": st.tuples(st.integers(-1, 200), st.integers(0, 200)),
    "removed": st.lists(st.integers(-1, 4), max_size=2),
    "left": SEATS,
}


@given(data=st.fixed_dictionaries({}, optional=PIECES), variant=st.sampled_from(VARIANTS))
@settings(max_examples=200, deadline=None)
def test_whatever_is_said_of_a_moment_is_refused_or_can_be_seen_written_and_played_on(
    data: dict[str, Any], variant: str
) -> None:
    found = conformance.situation("pilotta", {"variant": variant}, data)
    if isinstance(found, Refusal):
        assert found.error == "situation_invalid"
        return
    state = found.state
    for viewer in (*range(len(state.ratings)), "public", "open"):
        game.view(state, viewer)
    game.next(state)
    written = conformance.situation_data(found)
    again = conformance.situation("pilotta", {"variant": variant}, written)
    assert isinstance(again, Situation) and conformance.situation_data(again) == written
    for move in list(game.legal(state, state.turn))[:8] if state.turn is not None else ():
        assert game.check(state, state.turn, move) is None
        after = game.apply(state, state.turn, move)
        game.view(after, 0)
        game.event(state, state.turn, move, after, 0)
        conformance.calculations("pilotta")["apply"](
            state=data | {"variant": variant}, move=game.write(move) | {"seat": state.turn}
        )
