"""The computer player (games/koumkan/RULES.md §12)."""

from typing import Any

import pytest

from tests.games.koumkan import duel
from tests.games.koumkan.hands import GAMES, split, state
from tests.games.seeded_matches import Chance


def wants(hand: str, game: str = "koumkan", other: str = "2c 2d 3h 3s 4c 4d", **data: Any) -> dict[str, Any]:
    basic = {"to_move": 0, "phase": "play", "hands": [split(hand), split(other)], "stock_count": 40}
    now = state(game, {"seats": 2}, **basic | data)
    return GAMES[game].write(GAMES[game].bot(GAMES[game].view(now, 0), Chance(1)))


@pytest.mark.parametrize("game", GAMES)
def test_it_beats_careless_players(game: str) -> None:
    assert duel.won(game, 4, seed=3, target_score=51) >= 3


def test_it_takes_the_discard_that_completes_a_meld_and_no_other() -> None:
    assert wants("7c 8c Kd 2h", phase="draw", discard=["9c"]) == {"move": "draw", "from": "discard"}
    assert wants("7c 8c Kd 2h", phase="draw", discard=["Qs"]) == {"move": "draw", "from": "stock"}


def test_it_takes_a_discard_that_fits_on_the_table_once_it_has_melded() -> None:
    table = [{"id": 1, "owner": 1, "cards": split("7h 8h 9h")}]
    draw = {"phase": "draw", "discard": ["Th"], "table": table}
    assert wants("Kd 2h 5s 9c", **draw, melded=[0, 1])["from"] == "discard"
    assert wants("Kd 2h 5s 9c", **draw)["from"] == "stock"


def test_it_waits_with_its_melds_until_it_is_time() -> None:
    hand = "7c 8c 9c Kd Kh 2h 5s 9d Jh Qs 3d"
    assert wants(hand)["move"] == "discard"
    assert wants(hand, turns=[4, 4]) == {"move": "meld", "cards": split("7c 8c 9c"), "kind": "run"}
    assert wants(hand, other="2c 2d 3h 3s 4c")["move"] == "meld"
    assert wants("7c 8c 9c Kd Kh Ks 2h 5s 9d")["move"] == "meld"


def test_it_swaps_a_joker_and_lays_off_keeping_a_card() -> None:
    table = [{"id": 1, "owner": 1, "cards": split("7h X 9h")}]
    assert wants("8h Kd 2c", table=table, melded=[0]) == {"move": "swap_joker", "meld": 1, "card": "8h"}
    assert wants("Th Kd", table=table, melded=[0]) == {"move": "lay_off", "meld": 1, "cards": ["Th"]}
    assert wants("Th", table=table, melded=[0]) == {"move": "discard", "card": "Th"}


def test_it_keeps_one_card_of_a_hand_that_is_all_melds() -> None:
    assert wants("7h 8h 9h Th", melded=[0]) == {"move": "meld", "cards": split("7h 8h 9h"), "kind": "run"}


def test_it_discards_the_highest_card_without_helpers_and_no_joker() -> None:
    assert wants("Kd Ks 9c 4h 6s 2s 7d Jc 3h Ah X") == {"move": "discard", "card": "7d"}
    assert wants("X X X")["card"] == "X"
    assert wants("Jc Kd Qh 5s 9c 2d 7h 4d")["card"] == "Kd"


@pytest.mark.parametrize("game", GAMES)
def test_a_second_copy_is_no_help(game: str) -> None:
    apart = {} if game == "koumkan" else {"indicator": "3s"}
    assert wants("Kd Kd Ks 5s", game, **apart)["card"] == "Kd"


def test_it_goes_out_when_it_can() -> None:
    hand = "3c 4c 5c 9c 9d 9h Jd Qd Kd X 7s"
    assert wants(hand, "thanasis", indicator="6d")["move"] == "go_out"


def test_it_leaves_the_smallest_deadwood_and_keeps_wild_cards() -> None:
    assert wants("3c 4c 5c 9c 9d 9h Kd 2s 2c 7h 4d", "thanasis", indicator="6d")["card"] == "Kd"
    assert wants("X X 6h", "thanasis", indicator="6d")["move"] == "discard"
