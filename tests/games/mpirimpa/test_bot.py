"""The computer player (services/tables/games/mpirimpa/RULES.md §12): what it does in mpirimpa alone."""

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
