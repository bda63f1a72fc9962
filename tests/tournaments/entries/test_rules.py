"""Entries and games left: services/tournaments/RULES.md §5."""

import pytest

from services.kernel.refusal import Refusal
from services.tournaments.competitions.rules import Definition, check_entry, check_withdrawal
from services.tournaments.pairing.rules import check_game, games_left

BEST = Definition(
    "tavli", 2, opens_at_ms=100, starts_at_ms=200, ends_at_ms=300, price=1000, games_per_entry=3, kind="best_x",
    prize_mode="fixed", x=2, prizes=(500,),
)  # fmt: skip


def test_entries_are_taken_while_open_or_running_until_the_end():
    assert check_entry(BEST, "open", 150, 0) is None
    assert check_entry(BEST, "running", 299, 2) is None
    assert check_entry(BEST, "running", 300, 0) == Refusal("entry_closed")
    for state in ("draft", "closing", "settled", "cancelled"):
        assert check_entry(BEST, state, 150, 0) == Refusal("entry_closed")


def test_the_opening_does_not_wait_for_the_clock():
    assert check_entry(BEST, "announced", 99, 0) == Refusal("entry_closed")
    assert check_entry(BEST, "announced", 100, 0) is None


def test_a_player_has_a_number_of_entries():
    assert check_entry(BEST, "open", 150, 3) == Refusal("entry_limit", {"max": 3})


def test_a_withdrawal_is_possible_before_the_start():
    assert check_withdrawal(BEST, "open", 199) is None
    assert check_withdrawal(BEST, "open", 200) == Refusal("withdraw_closed")
    assert check_withdrawal(BEST, "running", 150) == Refusal("withdraw_closed")


@pytest.mark.parametrize(
    ("entries", "used", "left"), [(0, 0, 0), (1, 0, 3), (1, 3, 0), (2, 3, 3), (0, 1, 0), (1, 2, 1), (1, 5, 0)]
)
def test_each_entry_buys_its_games(entries, used, left):
    assert games_left(BEST, entries, used) == left


def test_a_game_may_begin_until_the_end():
    assert check_game(BEST, "running", 299, 1, seated=False) is None
    assert check_game(BEST, "running", 299, 2, seated=False) is None
    for now_ms in (300, 301, 900):
        assert check_game(BEST, "running", now_ms, 1, seated=True) == Refusal("competition_not_running")
    assert check_game(BEST, "open", 250, 1, seated=False) == Refusal("competition_not_running")
    assert check_game(BEST, "open", 150, 1, seated=True) == Refusal("competition_not_running")
    assert check_game(BEST, "open", 150, 0, seated=True) == Refusal("no_games_left")
    assert check_game(BEST, "running", 250, 1, seated=True) == Refusal("already_seated")
