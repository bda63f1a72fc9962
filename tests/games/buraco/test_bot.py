"""The computer player (services/tables/games/buraco/RULES.md §12)."""

from typing import Any

import pytest

from tests.games.buraco import duel
from tests.games.buraco.hands import GAME, split, state
from tests.games.playing import Chance


def wants(hand: str, **data: Any) -> dict[str, Any]:
    basic = {"to_move": 0, "phase": "play", "hands": [split(hand), split("Ks Kh")], "stock_count": 40}
    now = state(**basic | data)
    return GAME.write(GAME.bot(GAME.view(now, 0), Chance(1)))


@pytest.mark.parametrize("kind", duel.KINDS)
def test_it_beats_careless_players(kind: str) -> None:
    assert duel.won(kind, 3, seed=3, target_score=500) >= 2


def test_it_closes_with_its_last_card() -> None:
    table = [[{"cards": split("5h 6h 7h 8h 9h Th Jh")}], []]
    assert wants("3c", table=table, pot_taken=[True, False]) == {"move": "discard", "card": "3c"}


def test_it_lays_a_card_off_that_makes_a_biriba() -> None:
    table = [[{"id": 4, "cards": split("5h 6h 7h 8h 9h Th")}], []]
    assert wants("3c Jh 7d 9s", table=table) == {"move": "lay_off", "meld": 4, "cards": ["Jh"]}


def test_it_lays_the_longest_run() -> None:
    assert wants("4h 5h 6h 7h 8h 9h Th Kc 3s Qd")["cards"] == split("4h 5h 6h 7h 8h 9h Th")


def test_it_keeps_wild_cards_while_the_stock_is_long_and_spends_them_at_its_end() -> None:
    hand = "Qd Kd 4c 8s 2h"
    assert wants(hand, stock_count=60)["move"] == "discard"
    assert sorted(wants(hand, stock_count=2)["cards"]) == split("2h Kd Qd")


@pytest.mark.parametrize("hand", ["2s 2c 7d", "2s 2c 7d 2h"])
def test_it_discards_no_wild_card_if_it_has_another(hand: str) -> None:
    assert wants(hand) == {"move": "discard", "card": "7d"}


def test_it_does_not_discard_what_fits_an_opponent() -> None:
    table = [[], [{"cards": split("5h 6h 7h")}]]
    assert wants("8h Kd 3s", table=table)["card"] != "8h"


def test_it_discards_nothing_that_is_barred() -> None:
    assert wants("3c 9d", barred="3c") == {"move": "discard", "card": "9d"}


@pytest.mark.parametrize(
    ("pile", "move"),
    [("Td", "draw"), ("7c", "take_pile"), ("2h", "take_pile"), ("Ts 3d", "draw"), ("6s 8s", "take_pile")],
)
def test_it_takes_a_pile_that_helps(pile: str, move: str) -> None:
    assert wants("5c 6c Kh 7s 2d Jh", phase="draw", pile=split(pile), stock_count=20)["move"] == move


def test_it_takes_a_large_pile_while_the_stock_is_long() -> None:
    hand, pile = "5c 9d Kh 2d", split("Tc 3d 8s 6h")
    assert wants(hand, phase="draw", pile=pile, stock_count=30)["move"] == "take_pile"
    assert wants(hand, phase="draw", pile=pile, stock_count=5)["move"] == "draw"


CLEAN = {"id": 4, "cards": split("5h 6h 7h 8h 9h Th Jh")}


def test_it_beats_as_soon_as_it_may() -> None:
    given = {"table": [[CLEAN], []], "pot_taken": [True, False], "pot_used": [True, False]}
    assert wants("Qh", **given) == {"move": "lay_off", "meld": 4, "cards": ["Qh"]}


def test_it_does_not_beat_to_lose_the_hand_by_far() -> None:
    other = [{"cards": split("Ad 2d 3d 4d 5d 6d 7d 8d 9d Td Jd Qd Kd")}, {"cards": split("3s 4s 5s 6s 7s 8s 9s")}]
    given = {"table": [[CLEAN], other], "pot_taken": [True, True], "pot_used": [True, True]}
    assert wants("Qh", **given)["move"] == "discard"


def test_it_never_dirties_its_only_clean_canasta() -> None:
    assert wants("2c 9d Kc", table=[[CLEAN], []])["move"] == "discard"


def test_it_uses_the_pot_it_has_taken() -> None:
    given = {"pot_taken": [True, False], "stock_count": 40}
    assert wants("Kc Kd Kh 3c 5d 8s 9h", **given)["cards"] == split("Kc Kd Kh")


def test_a_group_empties_the_hand_for_the_pot() -> None:
    assert wants("6c 6d 6h", pots=[["3c"], []]) == {"move": "meld", "cards": split("6c 6d 6h")}


def test_it_wants_nothing_when_it_is_not_in_turn() -> None:
    now = state(to_move=1, phase="draw", hands=[["3c"], ["4c"]], stock_count=3)
    assert GAME.bot(GAME.view(now, 0), Chance(1)) is None
    assert GAME.bot(GAME.view(now, "public"), Chance(1)) is None


def test_it_goes_by_its_view_alone() -> None:
    basic = {"to_move": 0, "phase": "play", "hands": [split("5c 6c 9d 2d"), split("Ks Kh")]}
    one, other = (state(**basic, stock=split(stock)) for stock in ("7c 3d Kd", "As 4d Qh"))
    assert GAME.view(one, 0) == GAME.view(other, 0)
    assert GAME.bot(GAME.view(one, 0), Chance(1)) == GAME.bot(GAME.view(other, 0), Chance(9))
