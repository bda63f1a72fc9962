"""The set and the deal (games/dominoes/RULES.md §2)."""

import pytest

from games.dominoes import tiles


def test_there_are_28_tiles_with_168_pips_written_high_low() -> None:
    assert len(tiles.TEXTS) == len(set(tiles.TEXTS)) == 28
    assert tiles.pips(tiles.ALL) == 168
    assert all(text[0] >= text[2] for text in tiles.TEXTS)
    assert (tiles.TEXTS[0], tiles.TEXTS[-1]) == ("0-0", "6-6")


def test_both_orders_are_read_as_the_same_tile() -> None:
    assert tiles.BY_TEXT["4-6"] == tiles.BY_TEXT["6-4"] == tiles.tile_of(4, 6) == tiles.tile_of(6, 4)
    assert len(tiles.BY_TEXT) == 49


def test_each_value_is_on_seven_tiles_and_each_tile_in_the_suits_that_it_shows() -> None:
    assert all(suit.bit_count() == 7 for suit in tiles.SUITS)
    for tile, (high, low) in enumerate(tiles.HALVES):
        assert [value for value in tiles.VALUES if tiles.SUITS[value] >> tile & 1] == sorted({high, low})


def test_the_canonical_order_of_the_shuffle_goes_by_the_lower_half() -> None:
    order = [tiles.TEXTS[tile] for tile in tiles.DEALT]
    assert order[:9] == ["0-0", "1-0", "2-0", "3-0", "4-0", "5-0", "6-0", "1-1", "2-1"]
    assert order[-4:] == ["6-4", "5-5", "6-5", "6-6"]
    assert sorted(tiles.DEALT) == list(range(28))


def test_a_deal_gives_seven_places_to_each_seat_in_order() -> None:
    hands = tiles.deal(range(28))
    assert tiles.texts(hands[0]) == ("6-0", "5-0", "4-0", "3-0", "2-0", "1-0", "0-0")
    assert tiles.texts(hands[3]) == ("6-6", "6-5", "6-4", "6-3", "5-5", "5-4", "4-4")
    assert sum(hands) == tiles.ALL


@pytest.mark.parametrize("found", [["6-7"], ["6-4", "4-6"], ["6"], [""], ["6-4 "]])
def test_what_is_no_tile_or_there_twice_is_no_hand(found: list[str]) -> None:
    assert tiles.mask_of_texts(found) is None


def test_a_hand_is_read_and_written_the_highest_tile_first() -> None:
    mask = tiles.mask_of_texts(["0-0", "1-6", "5-5"])
    assert mask is not None and tiles.texts(mask) == ("6-1", "5-5", "0-0")


def test_doubles_are_those_with_equal_halves() -> None:
    assert [tiles.TEXTS[tile] for tile in range(28) if tiles.is_double(tile)] == [f"{n}-{n}" for n in range(7)]
