"""What all doors read and answer alike (README.md), in every family of games."""

from collections.abc import Callable
from typing import Any

import pytest

from games.registry import games
from services.kernel.refusal import Refusal
from tests import conformance
from tests.conformance.families import family_part
from tests.conformance.moments import Example
from tests.conformance.toolkit.situation import Situation

Plain = dict[str, Any]
EXAMPLES: dict[str, Example] = {game.id: family_part(game.id, "situations").EXAMPLE for game in games()}
every_game = pytest.mark.parametrize("game_id", [game.id for game in games()])


def by_number(items: list[Any]) -> Plain:
    return {str(number): item for number, item in enumerate(items)}


def whole(example: Example, form: Callable[[list[Any]], Any] = list) -> Plain:
    return example.data | {name: form(items) for name, items in example.by_seat.items()}


def read(game_id: str, data: Any) -> Situation:
    found = conformance.situation(game_id, EXAMPLES[game_id].options, data)
    assert isinstance(found, Situation), found
    return found


def applied(game_id: str, data: Any, move: Plain) -> Plain:
    """The answer of a game's `apply`, whatever it calls a moment."""
    apply = conformance.calculations(game_id)["apply"]
    name = "state" if game_id in ("tichu", "pilotta") else "situation"
    answer: Plain = apply(**{name: data}, move=move, options=EXAMPLES[game_id].options)
    return answer


WITH_APPLY = [game.id for game in games() if "apply" in conformance.calculations(game.id)]


@every_game
@pytest.mark.parametrize("form", [list, by_number])
def test_values_by_seat_come_back_in_their_own_form(game_id: str, form: Any) -> None:
    example = EXAMPLES[game_id]
    moment = read(game_id, whole(example, form))
    written = conformance.situation_data(moment)
    assert {name: written[name] for name in example.by_seat} == {n: form(each) for n, each in example.by_seat.items()}
    after = conformance.play(moment, 0, example.move)
    assert isinstance(after, Situation), after
    written = conformance.situation_data(after)
    assert {name: type(written[name]) for name in example.by_seat} == {n: type(form([])) for n in example.by_seat}


@every_game
def test_numbers_may_be_left_out_by_seat_and_null_is_left_out(game_id: str) -> None:
    example = EXAMPLES[game_id]
    assert read(game_id, whole(example) | {"timeouts": {"1": 2}}).seats[1].timeouts == 2
    assert read(game_id, whole(example) | {"timeouts": {"0": None, "1": 2}}).seats[1].timeouts == 2
    names = family_part(game_id, "situations").Data.__struct_fields__
    nulls = dict.fromkeys(name for name in names if name not in whole(example))
    assert read(game_id, whole(example) | nulls) == read(game_id, whole(example))


@every_game
@pytest.mark.parametrize("wrong", [5, None, [], {"nonsense": 1}, {"timeouts": "x"}, {"timeouts": {"9": 1}}])
def test_a_moment_that_cannot_be_read_is_refused_in_one_form(game_id: str, wrong: Any) -> None:
    found = conformance.situation(game_id, EXAMPLES[game_id].options, wrong)
    assert isinstance(found, Refusal) and found.error == "situation_invalid" and found.detail
    if game_id in WITH_APPLY and isinstance(wrong, dict):
        assert applied(game_id, wrong, {"seat": 0} | EXAMPLES[game_id].move) == {"error": "situation_invalid"}


@every_game
def test_names_of_a_moment_that_a_function_does_not_need_are_ignored(game_id: str) -> None:
    example = EXAMPLES[game_id]
    call = conformance.calculations(game_id)[example.function]
    answer = call(**example.arguments)
    assert "error" not in answer
    assert call(**whole(example) | example.options | example.arguments) == answer
    assert call(**example.arguments, nonsense=1) == {"error": "bad_parameters"}


@every_game
def test_every_function_returns_plain_data_for_empty_and_senseless_arguments(game_id: str) -> None:
    example = EXAMPLES[game_id]
    for call in conformance.calculations(game_id).values():
        assert call(nonsense=1) == {"error": "bad_parameters"}
        for given in ({}, whole(example), dict.fromkeys(whole(example))):
            assert isinstance(call(**given), dict | None)


@pytest.mark.parametrize("game_id", WITH_APPLY)
def test_apply_and_play_reach_the_same_moment_and_read_the_result_of_apply(game_id: str) -> None:
    example = EXAMPLES[game_id]
    answer = applied(game_id, whole(example), {"seat": 0} | example.move)
    played = conformance.play(read(game_id, whole(example)), 0, example.move)
    assert isinstance(played, Situation)
    assert read(game_id, answer) == read(game_id, conformance.situation_data(played))
    assert applied(game_id, answer, {"seat": 0, "move": "unheard_of"})["error"]


@every_game
def test_play_refuses_what_is_no_seat_and_no_move(game_id: str) -> None:
    moment = read(game_id, whole(EXAMPLES[game_id]))
    bad = {"legal": False, "error": "bad_parameters"}
    for seat in (-1, 7, "0", True, None):
        assert conformance.play(moment, seat, EXAMPLES[game_id].move) == bad  # type: ignore[arg-type]
    assert conformance.play(moment, 0, 5) == bad  # type: ignore[arg-type]


@pytest.mark.parametrize("game_id", ["buraco", "mpirimpa", "mpirimpa_pro", "koumkan"])
def test_melds_with_names_are_named_so_at_every_door_and_by_no_number(game_id: str) -> None:
    example = EXAMPLES[game_id]
    named: Any = [[{"id": "a", "cards": ["3c", "4c", "5c"]}], [{"id": "b", "cards": ["6d", "7d", "8d"]}]]
    if game_id == "koumkan":
        named = [meld | {"owner": owner} for owner, (meld,) in enumerate(named)]
    hands = [["6c", "Tc", "9h"], ["7s"]]
    moment = read(game_id, whole(example) | {"table": named, "hands": hands})
    lay_off = {"move": "lay_off", "meld": "a", "cards": ["6c"]}
    after = conformance.play(moment, 0, lay_off)
    assert isinstance(after, Situation), after
    table: Any = conformance.situation_data(after)["table"]
    first = table[0] if game_id == "koumkan" else table[0][0]
    assert (first["id"], first["cards"]) == ("a", ["3c", "4c", "5c", "6c"])
    for number in (1, 2, 3):
        assert conformance.play(moment, 0, lay_off | {"meld": number}) == {"legal": False, "error": "unknown_meld"}


@pytest.mark.parametrize("game_id", ["buraco", "mpirimpa", "mpirimpa_pro", "koumkan"])
def test_a_face_that_no_card_has_is_in_no_hand(game_id: str) -> None:
    refused = {"legal": False, "error": "card_not_in_hand"}
    call = conformance.calculations(game_id)
    assert call["meld"](cards=["Zz", "3c", "4c"]) == refused
    assert call["lay_off"](cards=["Zz"], meld=["3c", "4c", "5c"], hand=["Zz"]) == refused
    moment = read(game_id, whole(EXAMPLES[game_id]))
    for move in ({"move": "meld", "cards": ["Zz", "3c", "4c"]}, {"move": "discard", "card": "Zz"}):
        assert conformance.play(moment, 0, move) == refused


def test_a_calling_phase_needs_no_hands() -> None:
    moment = read("pilotta", {"phase": "auction", "turn": 1})
    after = conformance.play(moment, 1, {"move": "bid", "value": 90, "suit": "h"})
    assert isinstance(after, Situation) and conformance.situation_data(after)["turn"] == 2


def test_seats_that_are_named_nowhere_are_out_of_the_match() -> None:
    close = conformance.calculations("koumkan")["close_hand"]
    found = close(totals={"0": 30, "2": 50}, hand_points={"0": 10, "2": 0}, options={"seats": 4})
    assert (found["totals"], found["active"], found["eliminated"]) == ({"0": 40, "2": 50}, [0, 2], [])
    assert (found["next_dealer"], found["first_to_play"]) == (2, 0)
    over = close(totals={"0": 30, "2": 90}, hand_points={"0": 0, "2": 30})
    assert (over["match_over"], over["winner"], over["eliminated"]) == (True, 0, [2])


def test_service_functions_ignore_names_of_their_service_and_no_others() -> None:
    for name in ("wallet", "lobby", "tables", "ranking", "tournaments", "moderation"):
        for call in conformance.service_calculations(name).values():
            assert call(nonsense=1) == {"error": "bad_parameters"}
    window = conformance.service_calculations("tables")["fixed_window"]
    assert window(absent_before_s=0, elapsed_s=5, timeouts_before=3) == window(absent_before_s=0, elapsed_s=5)


@pytest.mark.parametrize("game_id", ["buraco", "mpirimpa", "mpirimpa_pro", "koumkan", "thanasis", "dynamitis"])
def test_a_match_that_is_void_is_over_at_every_door(game_id: str) -> None:
    moment = read(game_id, whole(EXAMPLES[game_id]) | {"first_round_done": False})
    void = conformance.play(moment, 0, {"move": "leave"})
    assert isinstance(void, Situation)
    written = conformance.situation_data(void)
    assert (written["phase"], written["removed"]) == ("match_over", [0])
    over = {"legal": False, "error": "match_over"}
    assert conformance.play(void, 1, {"move": "draw"}) == conformance.play(void, 1, {"move": "timeout"}) == over
    assert conformance.play(read(game_id, written), 1, {"move": "draw"}) == over


@pytest.mark.parametrize("game_id", ["pilotta", "tichu"])
def test_the_computer_plays_on_for_a_seat_that_has_gone(game_id: str) -> None:
    example = EXAMPLES[game_id]
    gone = conformance.play(read(game_id, whole(example)), 0, {"move": "leave"})
    assert isinstance(gone, Situation) and [seat.removed for seat in gone.seats] == [True, False, False, False]
    assert isinstance(conformance.play(gone, 0, example.move), Situation)
    for move in ("leave", "timeout"):
        assert conformance.play(gone, 0, {"move": move}) == {"legal": False, "error": "match_over"}


def test_a_match_that_ends_in_play_is_ended_by_the_table_with_its_own_options() -> None:
    options = {"seats": 3, "target_score": 101}
    data = {"to_move": 0, "phase": "play", "hands": [["9d"], ["Kc"], ["Kd"]], "totals": [0, 95, 95], "stock_count": 9}
    moment = conformance.situation("koumkan", options, data)
    assert isinstance(moment, Situation)
    over = conformance.play(moment, 0, {"move": "discard", "card": "9d"})
    assert isinstance(over, Situation)
    written = conformance.situation_data(over)
    assert (written["phase"], written["totals"], written["eliminated"]) == ("match_over", [0, 105, 105], [[1, 2]])


def test_discards_that_become_the_stock_keep_their_order() -> None:
    data = {"to_move": 0, "phase": "play", "hands": [["9d", "2c"], ["Kc"]], "discard": ["3s", "4s", "5s"]}
    moment = conformance.situation("koumkan", {"seats": 2}, data)
    assert isinstance(moment, Situation)
    after = conformance.play(moment, 0, {"move": "discard", "card": "9d"})
    assert isinstance(after, Situation)
    written = conformance.situation_data(after)
    assert (written["phase"], written["discard"], written["reshuffled"]) == ("draw", ["9d"], True)
    assert written["stock"] == ["3s", "4s", "5s"]
