"""The chain: ends, options, blocks and the class of a turn (games/dominoes/RULES.md §5, §6, §8)."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.dominoes import chain as chains
from games.dominoes.chain import chain_of_texts, chain_texts, clock_of, extended, option_data
from games.dominoes.state import State
from games.dominoes.tiles import BY_TEXT, HALVES, mask_of_texts, members
from tests.games.dominoes.hands import played


def chain(text: str) -> chains.Chain:
    found = chain_of_texts(text.split())
    assert found is not None
    return found


def hand(text: str) -> int:
    mask = mask_of_texts(text.split())
    assert mask is not None
    return mask


def options(laid: str, held: str, leader: int = 0) -> list[tuple]:
    return [option_data(option) for option in chains.options(chain(laid), hand(held), leader)]


def test_the_ends_of_the_rules_example_are_three_and_one() -> None:
    assert chains.ends(chain("3-6 6-6 6-1")) == (3, 1)


@pytest.mark.parametrize(
    ("tile", "laid", "ends"), [("6-4", "6-4", (6, 4)), ("0-5", "5-0", (5, 0)), ("3-3", "3-3", (3, 3))]
)
def test_the_first_tile_stands_with_its_higher_half_up(tile: str, laid: str, ends: tuple[int, int]) -> None:
    after = extended((), BY_TEXT[tile], None)
    assert (chain_texts(after), chains.ends(after)) == ((laid,), ends)


@pytest.mark.parametrize(
    ("tile", "end", "after"),
    [
        ("5-3", "up_left", "5-3 3-6 6-1"),
        ("3-3", "up_left", "3-3 3-6 6-1"),
        ("5-1", "down_right", "3-6 6-1 1-5"),
        ("1-0", "down_right", "3-6 6-1 1-0"),
    ],
)
def test_a_tile_turns_its_fitting_half_to_the_end(tile: str, end: chains.End, after: str) -> None:
    assert chain_texts(extended(chain("3-6 6-1"), BY_TEXT[tile], end)) == tuple(after.split())


def test_every_tile_of_the_leader_is_an_option_without_an_end() -> None:
    assert options("", "6-4 2-2 1-0") == [("6-4", None), ("2-2", None), ("1-0", None)]


@pytest.mark.parametrize("leader", [0, 1, 2, 3])
def test_the_second_tile_on_an_opening_double_goes_up_left(leader: int) -> None:
    assert options("6-6", "6-4 5-5", leader) == [("6-4", "up_left")]


@pytest.mark.parametrize(("leader", "end"), [(0, "down_right"), (1, "up_left"), (2, "up_left"), (3, "down_right")])
def test_with_equal_ends_a_tile_goes_to_the_leaders_right_hand(leader: int, end: str) -> None:
    assert options("4-6 6-6 6-5 5-4", "4-4 4-3 1-0", leader) == [("4-4", end), ("4-3", end)]


def test_a_tile_that_fits_two_different_ends_is_two_options_and_with_equal_ends_one() -> None:
    assert options("3-6 6-1", "3-1 3-0 1-1 5-5") == [
        ("3-1", "up_left"),
        ("3-1", "down_right"),
        ("3-0", "up_left"),
        ("1-1", "down_right"),
    ]
    assert len(options("3-6 6-5 5-3", "3-1")) == 1


def test_a_hand_that_shows_neither_end_has_no_option() -> None:
    assert options("3-6 6-1", "5-5 4-2 0-0") == []


@pytest.mark.parametrize("found", [["3-6", "5-1"], ["3-6", "6-3"], ["6-6", "6-6"], ["7-1"], ["6"]])
def test_tiles_with_unequal_touching_halves_are_no_chain(found: list[str]) -> None:
    assert chain_of_texts(found) is None


CLOSING = "6-6 6-0 0-1 1-6 6-2 2-3 3-6 6-5 5-4"
"""Ends 6 and 4; of the sixes only 6-4 is not laid."""


def test_the_last_of_seven_that_closes_both_ends_blocks() -> None:
    assert chains.blocks(chain(CLOSING), BY_TEXT["6-4"], "down_right")
    assert not chains.blocks(chain(CLOSING), BY_TEXT["6-4"], "up_left")
    assert not chains.blocks(chain(CLOSING), BY_TEXT["4-4"], "down_right")
    assert not chains.blocks((), BY_TEXT["4-4"], None)


def test_equal_ends_do_not_block_while_a_tile_of_the_value_is_out() -> None:
    assert not chains.blocks(chain("6-6 6-0 0-1 1-6 6-5 5-4"), BY_TEXT["6-4"], "down_right")


@pytest.mark.parametrize(
    ("laid", "held", "clock"),
    [
        ("", "6-4 2-2 5-5 1-0 3-3 6-0 2-1", "normal"),
        ("", "6-4", "single"),
        ("3-6 6-1", "3-0 5-5", "single"),
        ("3-6 6-1", "3-1 5-5", "normal"),
        ("3-6 6-5 5-3", "3-1 5-5", "single"),
        ("3-6 6-1", "3-0 1-1", "normal"),
        ("3-6 6-1", "5-5 4-4", None),
        (CLOSING, "6-4 4-4 2-2", "block"),
        (CLOSING, "6-4 2-2", "block"),
        (CLOSING, "6-4", "normal"),
        (CLOSING, "4-4 4-3", "normal"),
    ],
)
def test_the_class_of_a_turn(laid: str, held: str, clock: str | None) -> None:
    assert clock_of(chain(laid), hand(held)) == clock


def test_the_only_option_is_single_even_if_it_blocks() -> None:
    laid = chain("6-0 0-1 1-6 6-2 2-3 3-6 6-5 5-4 4-6")
    assert chains.blocks(laid, BY_TEXT["6-6"], "down_right")
    assert clock_of(laid, hand("6-6 1-1")) == "single"


def by_definition(state: State) -> str:
    """The class of a turn, every option counted and tried."""
    assert state.turn is not None and state.leader is not None
    held = state.hands[state.turn]
    found = chains.options(state.chain, held, state.leader)
    if len(found) == 1:
        return "single"
    runs_out = held.bit_count() == 1
    return "block" if not runs_out and any(chains.blocks(state.chain, *each) for each in found) else "normal"


@given(seed=st.integers(0, 10**6))
@settings(max_examples=15, deadline=None)
def test_every_turn_of_a_match_has_the_class_that_trying_each_option_gives(seed: int) -> None:
    for state in played(seed):
        if state.turn is not None:
            assert state.clock == by_definition(state)


@given(seed=st.integers(0, 10**6))
@settings(max_examples=15, deadline=None)
def test_options_are_the_tiles_that_show_an_end_each_end_once(seed: int) -> None:
    for state in played(seed):
        if state.turn is None or not state.chain:
            continue
        found = chains.options(state.chain, state.hands[state.turn], state.leader or 0)
        shown = dict(zip(("up_left", "down_right"), chains.ends(state.chain), strict=True))
        held = members(state.hands[state.turn])
        fitting = {(tile, end) for tile in held for end, value in shown.items() if value in HALVES[tile]}
        assert len(found) == len(set(found)) and set(found) <= fitting
        if len(set(shown.values())) == 2:
            assert set(found) == fitting
        else:
            assert sorted(tile for tile, _ in found) == sorted({tile for tile, _ in fitting})
