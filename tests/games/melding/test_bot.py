"""The computer player (games/{buraco,mpirimpa}/RULES.md)."""

import pytest

from tests.games.melding.hands import Family, of_two_sides, split
from tests.games.seeded_matches import Chance

pytestmark = of_two_sides


def test_it_closes_with_its_last_card(family: Family) -> None:
    table = [[{"cards": split("5h 6h 7h 8h 9h Th Jh")}], []]
    assert family.wants("3c", table=table, pot_taken=[True, False]) == {"move": "discard", "card": "3c"}


def test_it_lays_a_card_off_that_makes_a_meld_of_seven(family: Family) -> None:
    table = [[{"id": 4, "cards": split("5h 6h 7h 8h 9h Th")}], []]
    assert family.wants("3c Jh 7d 9s", table=table) == {"move": "lay_off", "meld": 4, "cards": ["Jh"]}


def test_it_lays_the_longest_run(family: Family) -> None:
    assert family.wants("4h 5h 6h 7h 8h 9h Th Kc 3s Qd")["cards"] == split("4h 5h 6h 7h 8h 9h Th")


def test_it_keeps_wild_cards_while_the_stock_is_long_and_spends_them_at_its_end(family: Family) -> None:
    hand = "Qd Kd 4c 8s 2h"
    assert family.wants(hand, stock_count=60)["move"] == "discard"
    assert sorted(family.wants(hand, stock_count=2)["cards"]) == split("2h Kd Qd")


@pytest.mark.parametrize("hand", ["2s 2c 7d", "2s 2c 7d 2h"])
def test_it_discards_no_wild_card_if_it_has_another(family: Family, hand: str) -> None:
    assert family.wants(hand) == {"move": "discard", "card": "7d"}


def test_it_does_not_discard_what_fits_an_opponent(family: Family) -> None:
    table = [[], [{"cards": split("5h 6h 7h")}]]
    assert family.wants("8h Kd 3s", table=table)["card"] != "8h"


def test_it_discards_nothing_that_is_barred(family: Family) -> None:
    assert family.wants("3c 9d", barred="3c") == {"move": "discard", "card": "9d"}


def test_it_wants_nothing_when_it_is_not_in_turn(family: Family) -> None:
    now = family.state(to_move=1, phase="draw", hands=[["3c"], ["4c"]], stock_count=3)
    assert family.game.bot(family.game.view(now, 0), Chance(1)) is None
    assert family.game.bot(family.game.view(now, "public"), Chance(1)) is None


def test_it_goes_by_its_view_alone(family: Family) -> None:
    basic = {"to_move": 0, "phase": "play", "hands": [split("5c 6c 9d 2d"), split("Ks Kh")]}
    one, other = (family.state(**basic, stock=split(stock)) for stock in ("7c 3d Kd", "As 4d Qh"))
    assert family.game.view(one, 0) == family.game.view(other, 0)
    assert family.game.bot(family.game.view(one, 0), Chance(1)) == family.game.bot(
        family.game.view(other, 0), Chance(9)
    )
