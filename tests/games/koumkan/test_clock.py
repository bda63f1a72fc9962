"""Timeouts, the automatic turn, leaving (games/koumkan/RULES.md §11)."""

from typing import Any

import pytest

from games import registry
from games.koumkan.state import State
from tests.games.koumkan.hands import GAMES, applied, split, state

HANDS = [split("7c 8c Kd Ks"), split("4c 5d"), split("6h 6s")]
BASE = {"to_move": 0, "hands": HANDS, "stock": split("3h 4h 5h"), "discard": ["3s"], "dealer": 2}
TIMEOUT = {"seat": 0, "move": "timeout"}
LEAVE = {"move": "leave"}


def timeout(situation: dict[str, Any], game: str = "koumkan", **options: Any) -> dict[str, Any]:
    return applied(BASE | situation, TIMEOUT, game=game, seats=3, **options)


def test_a_timeout_is_counted_and_nothing_is_played() -> None:
    after = timeout({})
    assert after["timeouts"]["0"] == 1 and after["auto"] == [] and after["to_move"] == 0


def discarded(hand: str, game: str = "koumkan", **data: Any) -> str:
    given = {"phase": "play", "hands": [split(hand), *HANDS[1:]]} | data
    (move,) = timeout(given, game, on_timeout="auto_turn")["auto"]
    return move["card"]


def test_the_automatic_turn_draws_from_the_stock_and_discards_that_card() -> None:
    after = timeout({}, on_timeout="auto_turn")
    assert after["auto"] == [{"move": "draw", "from": "stock"}, {"move": "discard", "card": "3h"}]
    assert after["to_move"] == 1 and after["timeouts"]["0"] == 1


@pytest.mark.parametrize(
    ("game", "hand", "data", "card"),
    [
        ("koumkan", "3h Kd Ks 2c", {"drawn": "3h"}, "3h"),
        ("koumkan", "X Kd Ks 2c", {"drawn": "X"}, "Ks"),
        ("koumkan", "Ad Jh Th", {}, "Jh"),
        ("koumkan", "As 9h", {}, "As"),
        ("thanasis", "As 9h", {"indicator": "6d"}, "9h"),
        ("thanasis", "6h Kd", {"indicator": "6d", "drawn": "6h"}, "Kd"),
        ("thanasis", "X 6h 6c", {"indicator": "6d"}, "6c"),
        ("dynamitis", "X 6c 2c 2d", {"indicator": "6d"}, "2c"),
        ("koumkan", "X X", {}, "X"),
        ("koumkan", "Ks Qd 2c", {"taken_from_discard": "Ks"}, "Qd"),
    ],
)
def test_the_automatic_turn_discards_the_card_of_the_rules(
    game: str, hand: str, data: dict[str, Any], card: str
) -> None:
    assert discarded(hand, game, **data) == card


def test_a_last_card_that_is_discarded_goes_out() -> None:
    after = timeout({"phase": "play", "hands": [["Kd"], ["4c"], ["5c"]]}, on_timeout="auto_turn")
    assert (after["hand_end"], after["out_seat"]) == ("out", 0)


def test_the_fifth_timeout_removes_and_only_the_seat_in_turn_runs_out_of_time() -> None:
    after = timeout({"timeouts": [4, 0, 0]})
    assert (after["active"], after["to_move"], after["removed"]) == ([1, 2], 1, [0])
    assert applied(BASE, {"seat": 1, "move": "timeout"}, seats=3)["error"] == "not_your_turn"


def test_leaving_in_turn_sets_the_hand_aside_and_the_next_one_draws() -> None:
    table = [{"id": 1, "owner": 0, "cards": split("7h 8h 9h")}]
    situation = BASE | {"phase": "play", "drawn": "Kd", "table": table}
    after = applied(situation, LEAVE | {"seat": 0}, seats=3)
    assert (after["phase"], after["to_move"], after["hand_sizes"]) == ("draw", 1, [0, 2, 2])
    assert after["table"][0]["cards"] == split("7h 8h 9h") and after["match_end"] is None
    assert sorted(after["aside"]) == sorted(HANDS[0]) and after["drawn"] is None


def test_leaving_out_of_turn_keeps_the_turn_and_survivors_win() -> None:
    after = applied(BASE, LEAVE | {"seat": 2}, seats=3)
    assert (after["to_move"], after["active"]) == (0, [0, 1])
    last = applied(BASE, LEAVE | {"seat": 2}, LEAVE | {"seat": 0}, seats=3)
    assert (last["match_end"], last["winner"], last["places"]) == ("forfeited", 1, [2, 1, 3])
    assert applied(BASE, *(LEAVE | {"seat": seat} for seat in (2, 0, 1)), seats=3)["error"] == "match_over"


def test_leaving_with_the_last_card_of_the_stock_shuffles_or_blocks() -> None:
    situation = BASE | {"phase": "play", "stock": [], "discard": split("3s 4s 5s")}
    after = applied(situation, LEAVE | {"seat": 0}, seats=3)
    assert (after["stock_count"], after["reshuffled"], after["to_move"]) == (2, True, 1)
    assert applied(situation | {"reshuffled": True}, LEAVE | {"seat": 0}, seats=3)["hand_end"] == "blocked"


def test_leaving_before_every_seat_has_completed_a_turn_is_void() -> None:
    early = BASE | {"first_round_done": False, "turned": [0, 1]}
    assert applied(early, LEAVE | {"seat": 0}, seats=3)["match_end"] == "void"
    assert not GAMES["koumkan"].progress(state("koumkan", {"seats": 3}, **early)).first_round_done


def test_a_seat_eliminated_before_its_first_turn_is_not_waited_for() -> None:
    now: State = state("koumkan", {"seats": 3}, **BASE | {"active": [0, 1], "turned": [0, 1]})
    assert GAMES["koumkan"].progress(now).first_round_done


@pytest.mark.parametrize("game", GAMES)
def test_tables_of_these_games_eliminate_leavers(game: str) -> None:
    defaults = registry.table_defaults(game)
    assert (defaults.leave, defaults.clock, defaults.returning) == ("eliminate", "move_clock", "budget")
