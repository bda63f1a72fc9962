"""The computer player (games/dominoes/RULES.md §12)."""

from typing import Any

import msgspec
import pytest

from games.dominoes.moves import Lay
from games.dominoes.state import State
from tests.games.dominoes.hands import Chance, at, game, opened, played, rows

CLOSING = "6-6 6-0 0-1 1-6 6-2 2-3 3-6 6-5 5-4"
"""Ends 6 and 4; of the sixes only 6-4 is not laid."""


def wish(state: State) -> Lay | None:
    return game.bot(game.view(state, state.turn or 0), Chance(0))


def test_the_only_option_is_taken() -> None:
    assert wish(at(rows("6-1 5-4", "5-5", "2-2", "0-0"), "3-5 5-6", 0)) == Lay("6-1")


def test_a_last_tile_that_fits_both_ends_is_laid_up_left() -> None:
    assert wish(at(rows("6-3", "5-5", "2-2", "0-0"), "3-5 5-6", 0)) == Lay("6-3", "up_left")


def test_a_block_is_taken_when_few_pips_are_left_against_many() -> None:
    """Own 2 pips and the partner's one tile against six tiles."""
    few = at(rows("6-4 1-1", "5-5 5-3 4-3", "4-4", "5-2 5-1 5-0"), CLOSING, 0, leader=1)
    assert wish(few) == Lay("6-4", "down_right")


def test_a_block_is_not_sought_when_the_partner_holds_most() -> None:
    """The partner's six tiles against two: the block is but an option among others, and 4-4 promises more."""
    many = at(rows("6-4 4-4 4-3 4-1", "5-5", "5-3 5-2 5-1 5-0 3-3 3-1", "2-2"), CLOSING, 0, leader=1)
    assert wish(many) == Lay("4-4")


@pytest.mark.parametrize(("other", "lay"), [("4-0", Lay("6-4", "down_right")), ("4-1", Lay("6-4", "up_left"))])
def test_a_block_needs_fewer_pips_expected_than_the_opponents_have(other: str, lay: Lay) -> None:
    """17 tiles are not seen. With 4-1 they have 85 pips, a is 5: own 5 + 5 is not less than 10. With 4-0 they have
    86: own 4 + a is less than 2 × a."""
    assert wish(at(rows(f"6-4 {other}", "5-5", "4-4", "2-2"), CLOSING, 0, leader=1)) == lay


@pytest.mark.parametrize(
    ("hand", "others", "lay"),
    [
        ("6-4 1-1", ("5-5", "4-4 5-3 3-3 4-3", "5-2 5-1 5-0"), Lay("6-4", "down_right")),  # an opponent has one as well
        ("6-4 4-0 1-1", ("5-5 5-3", "4-4 4-3", "5-2 5-1 5-0"), Lay("6-4", "down_right")),  # two, and two, and two
        ("6-4 4-0 1-1", ("5-5 5-3", "4-4", "5-2 5-1 5-0"), Lay("6-4", "up_left")),  # the partner has one
        ("6-4 4-0", ("5-5 5-3 4-3", "4-4 3-3", "5-2 5-1 5-0"), Lay("6-4", "up_left")),  # one left, against three
    ],
)
def test_a_run_out_match_is_blocked_only_when_an_opponent_is_as_near_to_running_out(
    hand: str, others: tuple[str, ...], lay: Lay
) -> None:
    """Pips count for nothing there: nobody wins a block."""
    assert wish(at(rows(hand, *others), CLOSING, 0, leader=1, target="runout")) == lay


@pytest.mark.parametrize(
    ("hand", "chain", "lay"),
    [
        ("6-2 5-1 0-0", "6-4 4-5", Lay("6-2")),  # 8 + 3 (5-1) against 6 + 3 (6-2)
        ("6-0 5-5 0-0", "6-4 4-5", Lay("5-5")),  # 6 + 3 × 2 against 10 + 5 + 3 (6-0)
        ("6-3 5-4 3-1 3-2", "6-0 0-5", Lay("6-3")),  # 9 + 3 × 3 (5-4, 3-1, 3-2) against 9 + 3 (6-3)
        ("6-1 5-2 1-0 2-2", "6-4 4-5", Lay("6-1")),  # 7 + 3 + 3 (1-0, 5-2) against 7 + 3 + 3 (2-2, 6-1): higher tile
    ],
)
def test_the_highest_promise_is_taken(hand: str, chain: str, lay: Lay) -> None:
    assert wish(at(rows(hand, "3-3 4-1", "4-2 4-3", "4-4 3-0"), chain, 0)) == lay


def seen(state: State, lacks: tuple[tuple[int, ...], ...]) -> Any:
    """Seat 0's view, in which seats were skipped on these values."""
    return msgspec.structs.replace(game.view(state, 0), lacks=lacks)


@pytest.mark.parametrize(
    ("lacks", "lay"),
    [
        (((), (), (), ()), Lay("6-2")),
        (((), (1,), (), ()), Lay("5-1")),  # 5-1 leaves 6 and 1: 9 + 4; 6-2 leaves 2 and 5: 11
        (((), (1, 2), (), ()), Lay("6-2")),
        (((), (), (2,), ()), Lay("5-1")),  # 6-2: 11 − 4
        (((), (), (1,), ()), Lay("6-2")),
        (((), (), (), (1,)), Lay("6-2")),  # who comes last counts nothing
    ],
)
def test_ends_on_which_the_next_seat_was_skipped_are_sought_and_the_partners_avoided(lacks: Any, lay: Lay) -> None:
    state = at(rows("6-2 5-1 0-0", "3-3 4-1", "4-2 4-3", "4-4 3-0"), "6-4 4-5", 0)
    assert game.bot(seen(state, lacks), Chance(0)) == lay


def test_of_equal_promises_the_leader_opens_with_the_higher_tile() -> None:
    """Seat 0 holds 6-4 6-3 5-3 5-2 4-4 4-3 2-2: 6-4 with 10 + 3 × 3 promises as much as 4-4 with 8 + 5 + 3 × 2."""
    assert wish(opened(0)) == Lay("6-4")


def test_the_bot_makes_no_move_out_of_turn() -> None:
    state = opened(0)
    for viewer in (1, 2, 3, "public", "open"):
        assert game.bot(game.view(state, viewer), Chance(0)) is None


@pytest.mark.parametrize("target", [100, 200, "runout"])
def test_two_computer_players_beat_two_that_lay_at_random(target: Any) -> None:
    """At least three matches of four."""
    won = 0
    for seed in range(40):
        *_, last = played(("strength", seed), target, bots=(seed % 2,))
        won += last.winner == seed % 2
    assert won >= 30
