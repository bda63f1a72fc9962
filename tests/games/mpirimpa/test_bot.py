"""The computer player (games/mpirimpa/RULES.md §12): what it does in mpirimpa alone."""

import pytest

from tests.games.melding.hands import split
from tests.games.mpirimpa import duel
from tests.games.mpirimpa.hands import MPIRIMPA, MPIRIMPA_PRO


@pytest.mark.parametrize("kind", duel.KINDS)
def test_it_beats_careless_players(kind: str) -> None:
    assert duel.won(kind, 3, seed=3, target_score=505) >= 2


def test_it_keeps_jokers_while_the_stock_is_long_and_spends_them_at_its_end() -> None:
    hand = "Qd Kd 4c 8s X"
    assert MPIRIMPA.wants(hand, stock_count=60)["move"] == "discard"
    assert sorted(MPIRIMPA.wants(hand, stock_count=2)["cards"]) == split("Kd Qd X")


@pytest.mark.parametrize("hand", ["X 2c 7d", "X 2c 7d 2h"])
def test_it_discards_no_joker_if_it_has_another(hand: str) -> None:
    assert MPIRIMPA.wants(hand) == {"move": "discard", "card": "7d"}


@pytest.mark.parametrize(
    ("pile", "move"),
    [("Td", "draw"), ("7c", "take_pile"), ("X", "take_pile"), ("Ts 3d", "draw"), ("6s 8s", "take_pile")],
)
def test_it_takes_a_pile_that_helps(pile: str, move: str) -> None:
    hand = "5c 6c Kh 7s 2d Jh"
    assert MPIRIMPA.wants(hand, phase="draw", pile=split(pile), stock_count=20)["move"] == move


def test_it_justifies_the_pile_in_pro() -> None:
    found = MPIRIMPA_PRO.wants("5c 6c Kh 7s 9d Jh", phase="draw", pile=split("7c Td"))
    assert found == {"move": "take_pile", "plays": [{"move": "meld", "cards": split("5c 6c 7c")}]}
    assert MPIRIMPA_PRO.wants("5c 6c Kh 7s 9d Jh", phase="draw", pile=split("Td 3h"))["move"] == "draw"


def test_it_takes_the_pile_for_any_run_or_lay_off_with_a_card_of_it() -> None:
    for game in (MPIRIMPA, MPIRIMPA_PRO):
        found = game.wants("3c 2d 6s Jh 8h", phase="draw", pile=["4c"])
        assert found["move"] == "take_pile"
        assert game.wants("3d Jc", phase="draw", pile=["4c"])["move"] == "draw"
    laid = MPIRIMPA_PRO.wants("3d 8d 9s Jc", phase="draw", pile=["Th"], table=[[{"cards": split("7h 8h 9h")}], []])
    assert laid["plays"] == [{"move": "lay_off", "meld": 1, "cards": ["Th"]}]


@pytest.mark.parametrize(
    ("pile", "move"), [("5d Ts Kh 8s", "take_pile"), ("5d Ts Kh", "draw"), ("5d As Kh 9d", "draw"), ("", "draw")]
)
def test_a_free_pile_of_four_is_taken_if_two_of_it_pair_up(pile: str, move: str) -> None:
    assert MPIRIMPA.wants("3d 8c Js Kc 7h", phase="draw", pile=split(pile))["move"] == move
    assert MPIRIMPA_PRO.wants("3d 8c Js Kc 7h", phase="draw", pile=split(pile))["move"] == "draw"


@pytest.mark.parametrize(("stock", "move"), [(11, "meld"), (12, "discard")])
def test_it_spends_wild_cards_with_under_12_cards_in_the_stock(stock: int, move: str) -> None:
    assert MPIRIMPA.wants("3d 4d 2c 9s Jc 7h", stock_count=stock)["move"] == move


def test_it_spends_wild_cards_to_reach_seven_cards_or_the_pot() -> None:
    table = [[{"cards": split("3d 4d 5d 6d 7d 8d")}], []]
    assert MPIRIMPA.wants("2c 9s Jc 7h Ks", table=table)["cards"] == ["2c"]
    table = [[{"cards": split("3h 4h 5h 6h 7h 8h 9h")}], []]
    assert sorted(MPIRIMPA.wants("3d 4d X 9s", table=table)["cards"]) == split("3d 4d X")


def test_it_lays_off_on_the_longest_run_first_and_of_two_on_that_of_trumps() -> None:
    short, long, trump = ({"cards": split(cards)} for cards in ("7d 8d 9d", "6h 7h 8h 9h", "6c 7c 8c 9c"))
    assert MPIRIMPA.wants("Th Td 3s Ac Qs", table=[[short, long], []], trump="d")["cards"] == ["Th"]
    assert MPIRIMPA.wants("Th Tc 3s Ad Qs", table=[[long, trump], []], trump="c")["cards"] == ["Tc"]


def test_it_discards_what_the_fewest_runs_need_then_fewest_points() -> None:
    for game in (MPIRIMPA, MPIRIMPA_PRO):
        assert game.wants("3d 4d 9s 8s Jc")["card"] == "Jc"
        assert game.wants("8d Js 7h Kc")["card"] == "Kc"
        assert game.wants("8d Js 7h")["card"] == "7h"
        assert game.wants("3d 8h Kc", table=[[], [{"cards": split("4d 5d 6d")}]])["card"] != "3d"
