"""Exact chances, and that rounds from shuffled shoes keep to them (games/baccarat/RULES.md §9)."""

from games.baccarat.chances import enumerated, round_lengths
from tests.games.baccarat.chances import count, deviations

EXACT = {
    "total": 4_998_398_275_503_360,
    "banker": 2_292_252_566_437_888,
    "player": 2_230_518_282_592_256,
    "tie": 475_627_426_473_216,
    "banker_six_two_cards": 186_173_936_904_192,
    "banker_six_three_cards": 83_058_367_551_488,
    "natural": 1_714_696_016_515_584,
}


def test_the_ordered_draws_of_a_fresh_shoe_are_counted_exactly() -> None:
    assert enumerated(8) == EXACT
    assert EXACT["total"] == 416 * 415 * 414 * 413 * 412 * 411
    assert EXACT["banker_six_two_cards"] + EXACT["banker_six_three_cards"] == 269_232_304_455_680


def test_rounds_have_four_five_and_six_cards_as_often_as_the_rules_say() -> None:
    found = round_lengths(8)
    assert {used: round(ways / EXACT["total"], 6) for used, ways in found.items()} == {
        4: 0.378868,
        5: 0.303444,
        6: 0.317687,
    }
    assert round(sum(used * ways for used, ways in found.items()) / EXACT["total"], 6) == 4.938819


def test_every_shoe_of_one_pack_is_counted_too() -> None:
    found = enumerated(1)
    assert found["total"] == 52 * 51 * 50 * 49 * 48 * 47 == found["banker"] + found["player"] + found["tie"]


def test_shuffled_shoes_keep_to_the_chances() -> None:
    found = count(20_000, 7)
    far = {name: each for name, each in deviations(found).items() if abs(each) > 4}
    assert found.rounds == 20_000 and not far


def test_a_count_that_is_off_is_seen() -> None:
    found = count(2_000, 7)
    found.events["banker"] = 1_100
    assert abs(deviations(found)["banker"]) > 4
