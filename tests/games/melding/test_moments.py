"""Moments as plain data (games/{buraco,mpirimpa}/RULES.md)."""

import json
from typing import Any

import pytest

from services.kernel.refusal import Refusal
from tests import conformance
from tests.games.melding.hands import Family, of_two_sides, split

pytestmark = of_two_sides


def as_json(data: Any) -> Any:
    """Plain data as JSON has them: keys are texts."""
    return json.loads(json.dumps(data))


LEAVE = {"seat": 0, "move": "leave"}


def test_nothing_at_all_is_a_match_before_its_first_deal(family: Family) -> None:
    found = family.state()
    assert (found.phase, found.turn, found.starter, found.hands) == ("deal", None, None, ())


def test_what_is_left_out_is_empty_not_taken_or_0(family: Family) -> None:
    found = family.state(hands={"0": ["7c"]})
    assert (found.phase, found.turn, found.pile, found.stock, found.table) == ("draw", 0, (), (), ())
    assert (found.pot, found.pots, found.totals) == (("waiting", "waiting"), ((), ()), (0, 0))
    assert found.turned == (0, 1)
    assert family.state(hands={"0": ["7c"]}, first_round_done=False).turned == ()


def test_a_moment_with_a_drawn_card_is_in_the_play_phase(family: Family) -> None:
    assert family.state(hands=[["7c"], []], drawn="7c").phase == "play"


def test_a_stock_may_be_only_counted(family: Family) -> None:
    found = family.state(hands=[["7c"], []], stock_count=30, pile=["7c"])
    assert len(found.stock) == len(set(found.stock)) == 30
    assert not set(found.stock) & {*found.hands[0], *found.pile}


@pytest.mark.parametrize(
    "form", [lambda pair: pair, lambda pair: {"0": pair[0], "1": pair[1]}, lambda pair: dict(enumerate(pair))]
)
def test_seats_and_sides_may_be_lists_or_numbers(family: Family, form: Any) -> None:
    data = {
        "hands": form([["7c"], ["8c"]]),
        "table": form([[{"id": 2, "cards": split("3c 4c 5c")}], []]),
        "pots": form([[], ["9d"]]),
        "pot_taken": form([True, False]),
        "timeouts": form([1, 2]),
    }
    found = family.moment(**data)
    assert [record.timeouts for record in found.seats] == [1, 2]
    written = conformance.situation_data(found)
    assert written["table"] == as_json(form([[{"id": 2, "cards": split("3c 4c 5c")}], []]))


def test_what_is_null_is_left_out(family: Family) -> None:
    names = [*("table", "pot_taken", "pots", "pile", "stock", "stock_count", "timeouts", "drawn", "first_round_done")]
    told = {"to_move": 0, "phase": "draw", "hands": [["7c"], ["8c"]]}
    assert family.moment(**told, **dict.fromkeys(names)) == family.moment(**told)


@pytest.mark.parametrize("to_move", [0, 1, None])
@pytest.mark.parametrize("wish", ["draw", "nonsense", "leave", "timeout", None])
def test_the_seat_to_move_at_the_end_of_the_match_is_ignored(family: Family, to_move: Any, wish: Any) -> None:
    over = {"to_move": to_move, "phase": "match_over", "hands": [["7c"], ["8c"]], "stock_count": 9}
    assert family.state(**over).turn is None
    found = family.call["apply"](situation=over, move={"seat": 0, "move": wish})
    assert found == {"legal": False, "error": "match_over"}


def test_the_result_has_the_form_of_the_arguments(family: Family) -> None:
    lists = {"hands": [["7c", "8c"], ["9d"]], "table": [[], []], "timeouts": [1, 0], "totals": [5, 6], "stock": ["Tc"]}
    lists |= {"pots": [["Jc"], ["Qc"]], "pot_taken": [False, False]}
    by_number = {name: {"0": pair[0], "1": pair[1]} for name, pair in lists.items() if name != "stock"}
    discard = {"seat": 0, "move": "discard", "card": "8c"}
    for told in (lists, by_number | {"stock": ["Tc"]}):
        found = family.call["apply"](situation={"phase": "play", **told}, move=discard)
        after = told | {"hands": [["7c"], ["9d"]] if told is lists else {"0": ["7c"], "1": ["9d"]}}
        assert {name: found[name] for name in told} == after


@pytest.mark.parametrize("number", [0, 1, 40, 9_999])
def test_melds_may_be_numbered_in_any_way(family: Family, number: int) -> None:
    table = [[{"id": number, "cards": split("3c 4c 5c")}], [{"id": 7, "cards": split("6d 7d 8d")}]]
    told = {"phase": "play", "hands": [split("6c 9d 9h Td"), ["8c"]], "table": table, "stock_count": 5}
    move = {"seat": 0, "move": "lay_off", "meld": number, "cards": ["6c"]}
    assert family.call["apply"](situation=told, move=move)["table"][0][0]["cards"] == split("3c 4c 5c 6c")
    assert family.call["apply"](situation=told, move=move | {"meld": 7})["error"] == "not_your_meld"
    assert family.call["apply"](situation=told, move=move | {"meld": 8})["error"] == "unknown_meld"


def test_melds_may_have_names(family: Family) -> None:
    table = {"0": [{"id": "a", "cards": split("3c 4c 5c")}], "1": [{"id": "b", "cards": split("6d 7d 8d")}]}
    told = {"phase": "play", "hands": [split("6c 9d 9h Th Jh Ks Qs"), ["8c"]], "table": table, "stock_count": 5}
    move, new = {"seat": 0, "move": "lay_off", "cards": ["6c"]}, {"seat": 0, "move": "meld", "cards": split("9h Th Jh")}
    found = family.call["apply"](situation=told, moves=[new, move | {"meld": "a"}])
    mine = [{"id": "a", "cards": split("3c 4c 5c 6c")}, {"id": 3, "cards": split("9h Th Jh")}]
    assert found["table"] == {"0": mine, "1": table["1"]}
    assert family.call["apply"](situation=found, move=move | {"meld": "b", "cards": ["9d"]})["error"] == "not_your_meld"
    assert family.call["apply"](situation=told, move=move | {"meld": "c"})["error"] == "unknown_meld"
    assert [each["id"] for each in family.call["view"](situation=found, seat=1)["melds"]] == ["a", "b", 3]


def test_ratings_can_be_a_mapping_by_seat(family: Family) -> None:
    closed = {"totals": [5000, 5000], "hand_score": [100, 100], "options": {"ratings": {"0": 1500, "1": 1400}}}
    assert family.call["close_hand"](**closed)["winner_side"] == 1


def test_melds_without_ids_get_some(family: Family) -> None:
    found = family.state(hands=[["7c"], []], table=[[{"cards": split("3c 4c 5c")}], [{"cards": split("6d 7d 8d")}]])
    assert [(each.id, each.side) for each in found.table] == [(1, 0), (2, 1)]


@pytest.mark.parametrize(
    ("data", "name"),
    [
        ({"hands": [["7c", "7c"], ["7c"]]}, "hands"),
        ({"hands": [["Zz"]]}, "hands"),
        ({"hands": {"2": ["7c"]}}, "hands"),
        ({"hands": [["7c"]], "table": [[{"cards": ["3c"]}]]}, "table"),
        (
            {
                "hands": [["7c"]],
                "table": [[{"id": 1, "cards": split("3c 4c 5c")}, {"id": 1, "cards": split("3d 4d 5d")}]],
            },
            "table",
        ),
        ({"hands": [["7c"]], "to_move": 2}, "to_move"),
        ({"hands": [["7c"]], "to_move": 0, "phase": "deal"}, "to_move"),
        ({"hands": [["7c"]], "pot_taken": [True], "pots": [["9d"]]}, "pot_taken"),
        ({"hands": [["7c"]], "stock": ["9d"], "stock_count": 2}, "stock_count"),
        ({"hands": [["7c"]], "stock_count": 108}, "stock_count"),
        ({"hands": [["7c"]], "phase": "draw", "drawn": "7c"}, "drawn"),
        ({"hands": [["7c"]], "timeouts": {"5": 1}}, "timeouts"),
        ({"hands": [["7c"]], "removed": [0, 1]}, "removed"),
        ({"hands": [["7c"]], "removed": [0], "phase": "draw"}, "removed"),
        ({"hands": [["7c"]], "turned": [0, 1], "first_round_done": False}, "turned"),
        ({"hands": [["7c"]], "ended": "closed"}, "ended"),
        ({"hands": [["7c"]], "phase": "hand_end"}, "ended"),
        ({"hands": [["7c"]], "starter": 7}, "starter"),
        ({"hands": [["7c"]], "records": [{"number": 1, "side": 0, "points": [1], "data": {}}]}, "records"),
        ({"nonsense": 1}, ""),
    ],
)
def test_what_contradicts_itself_is_refused_with_its_name(family: Family, data: dict, name: str) -> None:
    found = conformance.situation(family.game.id, {}, data)
    assert isinstance(found, Refusal)
    assert found.error == "situation_invalid" and name in found.detail


@pytest.mark.parametrize("options", [{"seats": 5}, {"ratings": [1]}, {"on_timeout": "never"}])
def test_options_that_cannot_be_are_refused(family: Family, options: dict) -> None:
    found = conformance.situation(family.game.id, options, {})
    assert isinstance(found, Refusal) and found.error == "options_invalid"


def test_apply_and_view_read_the_result_of_apply(family: Family) -> None:
    given = {"to_move": 0, "phase": "play", "hands": [["9d", "8h"], ["7s"]], "stock_count": 9}
    auto, timeout = {"on_timeout": "auto_turn"}, {"seat": 0, "move": "timeout"}
    played = family.call["apply"](situation=given, move=timeout, options=auto)
    drawn = family.call["apply"](situation=played, move={"seat": 1, "move": "draw"}, options=auto)
    assert drawn["legal"] and drawn["hand_sizes"] == [1, 2]
    assert (played["stock_count"], drawn["stock_count"], len(drawn["stock"])) == (9, 8, 8)
    for first_round_done in (True, False):
        over = family.call["apply"](situation=given | {"first_round_done": first_round_done}, move=LEAVE)
        assert family.call["apply"](situation=over, move={"seat": 1, "move": "draw"})["error"] == "match_over"
        assert family.call["view"](situation=over, seat=1)["phase"] == "match_over"


def test_a_seat_that_does_not_exist_sees_nothing(family: Family) -> None:
    given = {"to_move": 0, "phase": "draw", "hands": [["9d"], ["7s"]], "stock_count": 9}
    draw = {"seat": 0, "move": "draw"}
    assert family.call["view"](situation=given, seat=2)["error"] == "bad_parameters"
    assert family.call["view"](situation=given, move=draw, then_view=2)["error"] == "bad_parameters"
