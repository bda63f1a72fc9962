"""Who draws, who wins (games/baccarat/RULES.md §2, §7)."""

from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.baccarat.cards import PACK, TEXTS, VALUES, total_of
from games.baccarat.shoe import reconstruct
from games.baccarat.third_card import CARDS_MAX, deal_round, dealt_so_far, draws, laid_out
from tests.games.baccarat.tables import cards

SIX_CARDS = st.lists(st.integers(0, PACK - 1), min_size=CARDS_MAX, max_size=CARDS_MAX)
BANKER_DRAWS = {
    0: "0123456789",
    1: "0123456789",
    2: "0123456789",
    3: "012345679",
    4: "234567",
    5: "4567",
    6: "67",
    7: "",
}


def test_the_cards_of_a_pack_stand_by_suits_from_ace_to_king() -> None:
    assert TEXTS[:13] == ("Ac", "2c", "3c", "4c", "5c", "6c", "7c", "8c", "9c", "Tc", "Jc", "Qc", "Kc")
    assert [text[1] for text in TEXTS[::13]] == list("cdhs")
    assert VALUES[:13] == (1, 2, 3, 4, 5, 6, 7, 8, 9, 0, 0, 0, 0)


@pytest.mark.parametrize(("banker", "values"), BANKER_DRAWS.items())
def test_banker_draws_to_players_third_card_as_the_board_says(banker: int, values: str) -> None:
    for player, third in product(range(6), range(10)):
        assert draws(player, banker, third) == (True, str(third) in values)


@pytest.mark.parametrize("player", [6, 7])
def test_when_player_stands_banker_draws_to_five(player: int) -> None:
    assert [draws(player, banker, 0)[1] for banker in range(8)] == [True] * 6 + [False] * 2
    assert not any(draws(player, banker, 0)[0] for banker in range(8))


def test_a_natural_stops_all_draws() -> None:
    naturals = [(one, other) for one, other in product(range(10), repeat=2) if max(one, other) >= 8]
    assert {draws(one, other, third) for one, other in naturals for third in range(10)} == {(False, False)}


def test_banker_with_three_stands_against_an_eight() -> None:
    found = deal_round(cards("2c 3s 3d Kc 8h Ah"))
    assert found.player == cards("2c 3d 8h") and found.banker == cards("3s Kc")
    assert (found.totals, found.winner, found.used, found.natural) == ((3, 3), "tie", 5, False)


@pytest.mark.parametrize(
    ("text", "totals", "winner", "used", "six"),
    [
        ("9c 8d Kc Kd 2c 2d", (9, 8), "player", 4, None),
        ("Kc 4d Kd 4c 9h 9s", (0, 8), "banker", 4, None),
        ("6c 6d Kc Kd 2c 2d", (6, 6), "tie", 4, None),
        ("7c 5d Kc Kd Ah 2d", (7, 6), "player", 5, None),
        ("6c 2d Kc 3d 2h 2s", (6, 7), "banker", 5, None),
        ("Kc 6d Qc Kd 4h 2s", (4, 6), "banker", 5, 2),
        ("Kc 2h Qd As 4h 3c", (4, 6), "banker", 6, 3),
        ("Kc 6d Qc Kd 6h Ks", (6, 6), "tie", 6, None),
        ("2c 2d 2h 3d As Kc", (5, 5), "tie", 5, None),
    ],
)
def test_rounds_end_as_the_rules_say(text: str, totals: tuple, winner: str, used: int, six: int | None) -> None:
    found = deal_round(cards(text))
    assert (found.totals, found.winner, found.used, found.six) == (totals, winner, used, six)


@pytest.mark.parametrize(
    ("text", "pairs"),
    [
        ("Tc Kd Th Ks 2c 2d", (True, True)),
        ("Tc Kd Kc Qd 2c 2d", (False, False)),
        ("As Ac As 2c 2d 2h", (True, False)),
        ("2c Ac 3c Ah 3d 3h", (False, True)),
    ],
)
def test_a_pair_is_of_rank_whatever_the_suits(text: str, pairs: tuple[bool, bool]) -> None:
    assert deal_round(cards(text)).pairs == pairs


def test_too_few_cards_make_no_round() -> None:
    with pytest.raises(IndexError):
        deal_round(cards("Kc Kd Kh Ks"))


@given(SIX_CARDS)
@settings(max_examples=200, deadline=None)
def test_a_round_uses_the_head_of_the_shoe_in_order(head: list[int]) -> None:
    found = deal_round(head)
    assert laid_out(found.player, found.banker) == tuple(head[: found.used])
    assert found.used == len(found.player) + len(found.banker)
    assert found.totals == (total_of(found.player), total_of(found.banker))
    assert deal_round([0, 0, *head], 2) == found


@given(SIX_CARDS)
@settings(max_examples=200, deadline=None)
def test_cards_appear_one_by_one(head: list[int]) -> None:
    found = deal_round(head)
    for laid in range(found.used + 1):
        player, banker = dealt_so_far(found, laid)
        assert laid_out(player, banker) == tuple(head[:laid]) and len(player) + len(banker) == laid
    assert dealt_so_far(found, found.used) == (found.player, found.banker)


@given(SIX_CARDS, st.integers(0, CARDS_MAX))
@settings(max_examples=200, deadline=None)
def test_a_round_laid_out_again_is_the_same_and_what_was_not_due_goes_back(head: list[int], drawn: int) -> None:
    found, returned = reconstruct(head[:drawn], head[drawn:])
    assert found == deal_round(head)
    assert returned == tuple(head[found.used : drawn])
