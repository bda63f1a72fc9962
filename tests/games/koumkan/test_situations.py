"""Moments as plain data (games/koumkan/RULES.md §14)."""

from typing import Any

import pytest

from services.kernel.refusal import Refusal
from tests import conformance
from tests.games.koumkan.hands import CALL, error, moment, split, state

TWO = {"seats": 2}


def test_omitted_names_are_empty_and_all_seats_active() -> None:
    now = state("koumkan", {}, to_move=2, hands={2: ["7c"]}, stock_count=5)
    assert (now.turn, now.phase, len(now.stock), now.dealer, now.eliminated) == (2, "draw", 5, 0, ())
    assert state("koumkan", {"seats": 2}).phase == "deal"


def test_owners_of_melds_have_melded_unless_it_is_said_otherwise() -> None:
    table = [{"owner": 2, "cards": split("7c 8c 9c")}, {"owner": 0, "cards": split("X 8s X"), "kind": "run"}]
    now = state(to_move=0, hands=[["2c"]], table=table)
    assert now.melded == (2, 0) and [each.meld.kind for each in now.table] == ["run", "run"]
    assert state(to_move=0, hands=[["2c"]], table=table, melded=[1]).melded == (1,)


def test_those_not_active_fell_in_the_order_of_their_totals() -> None:
    now = state("koumkan", {"seats": 5}, to_move=0, active=[0, 2], totals=[1, 110, 3, 110, 120], hands=[["2c"]])
    assert now.eliminated == ((4,), (1, 3))


def test_a_moment_is_written_as_it_was_read() -> None:
    given = {"to_move": 1, "phase": "play", "hands": [["7c"], split("Kd Kd")], "taken_from_discard": "Kd"}
    data = conformance.situation_data(moment("koumkan", {"seats": 2}, **given))
    again = conformance.situation("koumkan", {"seats": 2}, data)
    assert not isinstance(again, Refusal) and conformance.situation_data(again) == data
    assert again.state.barred is None


def test_what_is_null_is_left_out() -> None:
    told = {"to_move": 0, "phase": "draw", "hands": [["7c"], ["8c"]], "stock_count": 5}
    assert state(**told, table=None, discard=None, timeouts=None, indicator=None) == state(**told)


@pytest.mark.parametrize(
    ("game", "wrong"),
    [
        ("koumkan", {"hands": [split("7c 7c 7c")]}),
        ("koumkan", {"hands": {9: ["7c"]}}),
        ("koumkan", {"to_move": 5}),
        ("koumkan", {"to_move": 1, "active": [0, 2]}),
        ("koumkan", {"to_move": 0, "active": [0]}),
        ("koumkan", {"indicator": "6d"}),
        ("koumkan", {"table": [{"owner": 0, "cards": split("7c 8d 9c")}]}),
        ("koumkan", {"table": [{"owner": 7, "cards": split("7c 8c 9c")}]}),
        ("koumkan", {"stock_count": 109}),
        ("koumkan", {"melded": [0, 0]}),
        ("koumkan", {"dealer": 4}),
        ("koumkan", {"ended": "out", "phase": "draw"}),
        ("koumkan", {"drawn": "Zz", "hands": [["7c"]]}),
        ("koumkan", {"timeouts": [-1]}),
        ("koumkan", {"nonsense": 1}),
        ("thanasis", {"indicator": "X"}),
        ("dynamitis", {"indicator": "2c"}),
        ("thanasis", {"table": [{"owner": 0, "cards": split("7c 8c 9c")}]}),
        ("thanasis", {"hands": [split("7c 8c 9c Tc Jc Qc Kc Ac 3c 4c 5c")]}),
    ],
)
def test_what_contradicts_itself_is_refused(game: str, wrong: dict[str, Any]) -> None:
    found = conformance.situation(game, {}, wrong)
    assert isinstance(found, Refusal) and found.error == "situation_invalid"


@pytest.mark.parametrize("game", CALL)
def test_calculations_refuse_junk_with_codes(game: str) -> None:
    call = CALL[game]
    assert call["deadwood"](hand=["Zz"])["error"] == "bad_parameters"
    assert call["deadwood"](hand=["X"] * 12)["error"] == "bad_parameters"
    assert call["apply"](situation={}, moves=[])["error"] == "bad_parameters"
    assert call["apply"](situation={"x": 1}, move={"seat": 0})["error"] == "situation_invalid"
    assert call["apply"](situation={}, move={"seat": 9, "move": "draw"})["error"] == "bad_parameters"
    assert call["apply"](situation={}, options={"seats": 9}, move={"seat": 0})["error"] == "options_invalid"
    assert call["close_hand"](totals={"x": 1}, hand_points=[])["error"] == "bad_parameters"
    assert call["view"](situation={}, move={"seat": 0, "move": "jump"})["error"] == "unknown_move"
    assert call["classify"](cards="7c")["error"] == "bad_parameters"


def test_apply_and_view_read_the_result_of_apply() -> None:
    given = {"to_move": 0, "phase": "play", "hands": [["9d"], ["7s"]], "stock_count": 9, "totals": [0, 94]}
    over = CALL["koumkan"]["apply"](situation=given, move={"seat": 0, "move": "discard", "card": "9d"}, options=TWO)
    assert (over["hand_end"], over["match_end"]) == ("out", "won")
    for move in ("draw", "leave", "timeout", "unheard_of"):
        again = CALL["koumkan"]["apply"](situation=over, move={"seat": 1, "move": move}, options=TWO)
        assert again == {"legal": False, "error": "match_over"}
    assert CALL["koumkan"]["view"](situation=over, seat=1, options=TWO)["winner"] == 0


def test_apply_reads_a_match_that_became_void_and_a_turn_that_the_server_finished() -> None:
    given = {"to_move": 0, "phase": "play", "hands": [["9d", "8h"], ["7s"]], "stock_count": 9}
    leave, draw = {"seat": 0, "move": "leave"}, {"seat": 1, "move": "draw", "from": "stock"}
    void = CALL["koumkan"]["apply"](situation=given | {"first_round_done": False}, move=leave, options=TWO)
    assert CALL["koumkan"]["apply"](situation=void, move=draw, options=TWO)["error"] == "match_over"
    auto, timeout = TWO | {"on_timeout": "auto_turn"}, {"seat": 0, "move": "timeout"}
    played = CALL["koumkan"]["apply"](situation=given, move=timeout, options=auto)
    assert CALL["koumkan"]["apply"](situation=played, move=draw, options=auto)["legal"]


@pytest.mark.parametrize("over", [{}, {"to_move": 0}, {"active": [1]}, {"active": [], "totals": [120, 130]}])
@pytest.mark.parametrize("move", ["jump", "draw", "leave", "timeout"])
def test_a_match_that_is_over_needs_nothing_else_to_refuse_every_move(over: dict[str, Any], move: str) -> None:
    assert error(over | {"phase": "match_over"}, {"seat": 0, "move": move}, **TWO) == "match_over"


@pytest.mark.parametrize("over", [{"active": [1], "totals": [120, 3, 110]}, {"totals": [120, 3, 110]}])
def test_the_winner_follows_from_the_remaining_seats_or_the_totals(over: dict[str, Any]) -> None:
    seen = CALL["koumkan"]["view"](situation=over | {"phase": "match_over"}, options={"seats": 3})
    assert (seen["winner"], seen["places"]) == (1, [3, 1, 2])


def test_the_first_active_seat_is_in_turn_with_eleven_cards_by_default() -> None:
    hand = split("8h 9h Th 8c 8d 8s Kc Ks 6h X 4c")
    now = state("thanasis", {"seats": 3}, phase="play", active=[1, 2], hands={1: hand}, indicator="6d")
    assert (now.turn, len(now.hands[1])) == (1, 11)


def test_a_name_that_is_null_is_left_out() -> None:
    names = ("hands", "table", "discard", "stock", "timeouts", "totals", "reshuffled", "first_round_done", "drawn")
    given = {"to_move": 1, "phase": "draw"}
    assert moment("koumkan", TWO, **given, **dict.fromkeys(names)) == moment("koumkan", TWO, **given)


@pytest.mark.parametrize("ids", [("a", "b"), (0, 1), ("1", "2"), (100, 7), ("a", 3)])
def test_melds_keep_their_ids(ids: tuple[Any, Any]) -> None:
    call, table = CALL["koumkan"], [{"owner": 1, "cards": split("8c 9c Tc")}, {"owner": 0, "cards": split("Qh X Qd")}]
    given = {
        "to_move": 0,
        "phase": "play",
        "hands": [split("Qs 7c 5c 5d 5h 2d"), ["9d"]],
        "table": [meld | {"id": name} for name, meld in zip(ids, table, strict=True)],
    }
    swap = {"seat": 0, "move": "swap_joker", "meld": ids[1], "card": "Qs"}
    lay = {"seat": 0, "move": "meld", "cards": split("5c 5d 5h")}
    once = call["apply"](situation=given, moves=[lay, swap], options=TWO)
    lying = {meld["id"]: meld["cards"] for meld in once["table"]}
    assert lying[ids[1]] == split("Qh Qd Qs") and {*ids} < {*lying}
    assert [meld["id"] for meld in call["view"](situation=once, options=TWO)["melds"]] == [*lying]
    (new,) = {*lying} - {*ids}
    for name, wanted in ((ids[0], True), (new, False), ("unheard of", False), (36, False)):
        off = {"seat": 0, "move": "lay_off", "meld": name, "cards": ["7c"]}
        assert call["apply"](situation=once, move=off, options=TWO)["legal"] is wanted


@pytest.mark.parametrize("by_seat", [list, lambda told: {str(seat): each for seat, each in enumerate(told)}])
def test_values_by_seat_come_back_in_their_own_form(by_seat: Any) -> None:
    told = {"hands": by_seat([["9d"], ["7s"]]), "totals": by_seat([3, 5]), "timeouts": by_seat([1, 0])}
    given = {"to_move": 0, "phase": "play", "stock_count": 9} | told
    out = CALL["koumkan"]["apply"](situation=given, move={"seat": 0, "move": "discard", "card": "9d"}, options=TWO)
    assert (out["hands"], out["totals"]) == (by_seat([[], ["7s"]]), by_seat([3, 12]))
    assert (out["timeouts"], out["counts"]) == (by_seat([1, 0]), by_seat([0, 7]))


def test_a_seat_that_does_not_exist_sees_nothing() -> None:
    given = {"to_move": 0, "phase": "draw", "hands": [["9d"], ["7s"]], "stock_count": 9}
    draw = {"seat": 0, "move": "draw"}
    assert CALL["koumkan"]["view"](situation=given, seat=2, options=TWO)["error"] == "bad_parameters"
    assert CALL["koumkan"]["view"](situation=given, move=draw, then_view=2, options=TWO)["error"] == "bad_parameters"
