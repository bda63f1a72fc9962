"""The computer player (games/buraco/RULES.md §12): what it does in buraco alone."""

import pytest

from tests.games.buraco import duel
from tests.games.buraco.hands import BURACO
from tests.games.melding.hands import split


@pytest.mark.parametrize("kind", duel.KINDS)
def test_it_beats_careless_players(kind: str) -> None:
    assert duel.won(kind, 3, seed=3, target_score=500) >= 2


@pytest.mark.parametrize(
    ("pile", "move"),
    [
        ("Td", "draw"),
        ("7c", "take_pile"),
        ("2h", "take_pile"),
        ("2d", "take_pile"),
        ("Ts 3d", "draw"),
        ("6s 8s", "take_pile"),
    ],
)
def test_it_takes_a_pile_that_helps(pile: str, move: str) -> None:
    assert BURACO.wants("5c 6c Kh 7s 2d Jh", phase="draw", pile=split(pile), stock_count=20)["move"] == move


def test_it_takes_a_pile_of_four_or_more() -> None:
    hand, pile = "5c 9d Kh 2d", split("Tc 3d 8s 6h")
    assert BURACO.wants(hand, phase="draw", pile=pile, stock_count=30)["move"] == "take_pile"
    assert BURACO.wants(hand, phase="draw", pile=pile, stock_count=5)["move"] == "take_pile"
    assert BURACO.wants(hand, phase="draw", pile=pile[1:], stock_count=30)["move"] == "draw"


def test_without_stock_it_takes_any_pile() -> None:
    assert BURACO.wants("3c 9d Kh 7s", phase="draw", pile=["Jh"], stock=[], stock_count=0)["move"] == "take_pile"


CLEAN = {"id": 4, "cards": split("5h 6h 7h 8h 9h Th Jh")}


def test_it_beats_as_soon_as_it_may() -> None:
    given = {"table": [[CLEAN], []], "pot_taken": [True, False], "pot_used": [True, False]}
    assert BURACO.wants("Qh", **given) == {"move": "lay_off", "meld": 4, "cards": ["Qh"]}


def test_it_does_not_beat_to_lose_the_hand_by_far() -> None:
    other = [{"cards": split("Ad 2d 3d 4d 5d 6d 7d 8d 9d Td Jd Qd Kd")}, {"cards": split("3s 4s 5s 6s 7s 8s 9s")}]
    given = {"table": [[CLEAN], other], "pot_taken": [True, True], "pot_used": [True, True]}
    assert BURACO.wants("Qh", **given)["move"] == "discard"


def test_it_never_dirties_its_only_clean_canasta() -> None:
    assert BURACO.wants("2c 9d Kc", table=[[CLEAN], []])["move"] == "discard"


def test_it_uses_the_pot_it_has_taken() -> None:
    given = {"pot_taken": [True, False], "stock_count": 40}
    assert BURACO.wants("Kc Kd Kh 3c 5d 8s 9h", **given)["cards"] == split("Kc Kd Kh")


def test_a_group_empties_the_hand_for_the_pot() -> None:
    assert BURACO.wants("6c 6d 6h", pots=[["3c"], []]) == {"move": "meld", "cards": split("6c 6d 6h")}


@pytest.mark.parametrize(("stock", "move"), [(9, "meld"), (10, "discard")])
def test_it_spends_2s_with_under_10_cards_in_the_stock(stock: int, move: str) -> None:
    assert BURACO.wants("3d 4d 2c 9s Jc 7h", stock_count=stock)["move"] == move


def test_it_spends_2s_to_reach_seven_cards_or_the_pot() -> None:
    table = [[{"id": 1, "cards": split("3d 4d 5d 6d 7d 8d")}], []]
    assert BURACO.wants("2c 9s Jc 7h Ks", table=table)["cards"] == ["2c"]
    assert sorted(BURACO.wants("3d 4d 2c 9s")["cards"]) == split("2c 3d 4d")


def test_it_lays_groups_only_when_the_hand_is_nearly_empty() -> None:
    assert BURACO.wants("9d 9s 9c 3h Kd 5c 6s 7d") == {"move": "discard", "card": "Kd"}
    assert BURACO.wants("9d 9s 9c 3h")["move"] == "meld"
    assert BURACO.wants("9d 9s 9c 4h 4s 4c 3h")["move"] == "meld"


def test_it_discards_what_the_fewest_runs_need() -> None:
    assert BURACO.wants("3d 4d 9s 8s 5c")["card"] == "5c"
    assert BURACO.wants("Kh 4d 5s", table=[[], [{"cards": split("Th Jh Qh")}]])["card"] == "4d"
