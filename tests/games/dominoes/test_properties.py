"""What holds at every moment of every match (games/dominoes/RULES.md §2, §5, §6, §9, §10)."""

from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.dominoes.chain import ends, fitting, laid_tiles
from games.dominoes.state import SCORING, State
from games.dominoes.tiles import ALL, SUITS, pips
from tests.games.dominoes.hands import game, played

SEEDS = st.integers(0, 10**9)
TARGETS = st.sampled_from([100, 200, "runout"])


def matches(count: int):
    """A few whole matches at random, some sides of which the computer plays."""
    bots = st.sampled_from([(), (0,), (0, 1)])

    def decorate(test):
        return settings(max_examples=count, deadline=None)(given(seed=SEEDS, target=TARGETS, bots=bots)(test))

    return decorate


@matches(12)
def test_every_tile_is_in_one_hand_or_in_the_chain(seed, target, bots) -> None:
    for state in played(seed, target, bots):
        if state.hands:
            places = [*state.hands, laid_tiles(state.chain)]
            assert sum(places) == ALL == places[0] | places[1] | places[2] | places[3] | places[4]
            assert laid_tiles(state.chain).bit_count() == len(state.chain)
            assert all(not hand & ~dealt for hand, dealt in zip(state.hands, state.dealt, strict=True))


@matches(12)
def test_neighbours_in_the_chain_show_the_same_value(seed, target, bots) -> None:
    for state in played(seed, target, bots):
        assert all(one % 7 == other // 7 for one, other in pairwise(state.chain))


@matches(12)
def test_the_seat_in_turn_can_lay_and_skipped_seats_cannot(seed, target, bots) -> None:
    for state in played(seed, target, bots):
        if state.turn is not None:
            assert fitting(state.chain, state.hands[state.turn])
            assert not any(fitting(state.chain, state.hands[seat]) for seat in state.passed)
            if state.last_lay is not None:
                assert (state.last_lay + 1 + len(state.passed)) % 4 == state.turn


@matches(12)
def test_values_on_which_a_seat_was_skipped_are_not_in_its_hand(seed, target, bots) -> None:
    for state in played(seed, target, bots):
        for hand, lacks in zip(state.hands, state.lacks, strict=False):
            assert not any(hand & SUITS[value] for value in range(7) if lacks >> value & 1)


@matches(20)
def test_a_hand_is_blocked_exactly_when_both_ends_show_a_value_that_is_used_up(seed, target, bots) -> None:
    for state in played(seed, target, bots):
        if state.chain and state.ended != "run_out":
            up, down = ends(state.chain)
            used_up = up == down and not SUITS[up] & ~laid_tiles(state.chain)
            assert (state.ended == "block") is used_up


@matches(20)
def test_sums_are_those_of_the_entries_cut_to_the_target(seed, target, bots) -> None:
    *_, last = played(seed, target, bots)
    sums = [sum(entry[1] for entry in last.entries if entry != "C" and entry[0] == side) for side in (0, 1)]
    assert last.totals == SCORING[last.target].final((sums[0], sums[1]))
    assert last.winner is not None and last.totals[last.winner] == max(last.totals)
    assert len(last.entries) == len(last.scored) == last.hand_number
    if target != "runout":
        assert last.totals[last.winner] == target and last.totals[1 - last.winner] < target


@matches(20)
def test_hands_are_worth_what_was_left_in_them(seed, target, bots) -> None:
    for before, state in pairwise(played(seed, target, bots)):
        if state.ended and not before.ended:
            assert worth(state) == state.scored[-1].points
            assert state.scored[-1].number == state.hand_number


def worth(state: State) -> tuple[int, int]:
    """Points by side, from the rules and what is left."""
    left = [pips(state.hands[side]) + pips(state.hands[side + 2]) for side in (0, 1)]
    side: int | None = (state.last_lay or 0) % 2
    if state.ended == "block":
        side = None if left[0] == left[1] or state.target == "runout" else left.index(min(left))
    if side is None:
        return (0, 0)
    points = {100: left[1 - side], 200: sum(left), "runout": 1}[state.target]
    return (points, 0) if side == 0 else (0, points)


@pytest.mark.parametrize("target", [100, 200, "runout"])
def test_decisions_and_pauses_are_numbered_one_after_the_other(target) -> None:
    numbers = [state.number for state in played("numbers", target)]
    assert all(later - number in (0, 1) for number, later in pairwise(numbers))
    owed = [state.number for state in played("numbers", target) if state.turn is not None or state.phase == "hand_over"]
    assert len(owed) == len(set(owed)) and owed == sorted(owed)


def test_no_match_is_tied() -> None:
    for seed in range(10):
        for target in (100, 200, "runout"):
            *_, last = played(seed, target)
            assert sorted(game.next(last).result.places) == [1, 1, 2, 2]
