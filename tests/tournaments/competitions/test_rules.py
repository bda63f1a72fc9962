"""A competition's definition and life: services/tournaments/RULES.md §5."""

import msgspec
import pytest

from services.kernel.refusal import Refusal
from services.tournaments.competitions.rules import (
    Definition,
    cancelled,
    check_definition,
    check_edit,
    check_entry,
    entrants_min,
    entries_max,
    published,
    state_at,
)

MINUTE = 60_000
TOTAL = Definition(
    "tavli", 2, opens_at_ms=100, starts_at_ms=200, ends_at_ms=300, price=1000, games_per_entry=3, kind="total",
    prize_mode="fixed", prizes=(500, 300, 300),
)  # fmt: skip
BEST = msgspec.structs.replace(TOTAL, kind="best_x", x=2, prize_mode="growing", shares_bps=(5000, 3000, 2000))


def test_a_total_has_one_entry_and_a_best_x_three_unless_it_says_otherwise():
    assert entries_max(TOTAL) == 1
    assert entries_max(BEST) == 3
    assert entries_max(msgspec.structs.replace(BEST, max_entries=5)) == 5


def test_it_takes_twice_the_players_of_a_game_to_start_unless_it_says_otherwise():
    assert entrants_min(TOTAL) == 4
    assert entrants_min(msgspec.structs.replace(TOTAL, players=4)) == 8
    assert entrants_min(msgspec.structs.replace(TOTAL, min_entrants=2)) == 2


@pytest.mark.parametrize(
    ("definition", "fault", "field"),
    [
        (TOTAL, {"starts_at_ms": 100}, "starts_at"),
        (TOTAL, {"ends_at_ms": 200}, "starts_at"),
        (TOTAL, {"price": -1}, "price"),
        (TOTAL, {"games_per_entry": 0}, "games_per_entry"),
        (TOTAL, {"max_entries": 2}, "max_entries"),
        (BEST, {"max_entries": 0}, "max_entries"),
        (BEST, {"x": None}, "x"),
        (BEST, {"x": 0}, "x"),
        (BEST, {"x": 10}, "x"),
        (TOTAL, {"min_entrants": 1}, "min_entrants"),
        (TOTAL, {"prizes": ()}, "prizes"),
        (TOTAL, {"prizes": (300, 301)}, "prizes"),
        (BEST, {"shares_bps": (3000, 7000)}, "shares_bps"),
        (BEST, {"shares_bps": (5000, 3000)}, "shares_bps"),
        (BEST, {"guarantee": -1}, "guarantee"),
        (BEST, {"pool_bps": 10_001}, "pool_bps"),
    ],
)
def test_a_definition_that_makes_no_sense_is_invalid(definition, fault, field):
    assert check_definition(definition) is None
    broken = msgspec.structs.replace(definition, **fault)
    assert check_definition(broken) == Refusal("competition_invalid", {"field": field})


@pytest.mark.parametrize("most", [1, 2, 1000])
def test_a_best_x_may_have_up_to_a_thousand_entries_each(most):
    many = msgspec.structs.replace(BEST, max_entries=most)
    assert check_definition(many) is None
    assert check_entry(many, "open", 150, most - 1) is None
    assert check_entry(many, "open", 150, most) == Refusal("entry_limit", {"max": most})


def test_entries_end_with_the_competition_whatever_its_state_still_is():
    assert check_entry(BEST, "running", 299, 0) is None
    for late_ms in (300, 301, 10**12):
        assert check_entry(BEST, "running", late_ms, 0) == Refusal("entry_closed")
    assert check_entry(BEST, "announced", 99, 0) == Refusal("entry_closed")
    assert check_entry(BEST, "announced", 100, 0) is None


def test_prizes_that_are_fixed_or_guaranteed_may_be_more_than_players_paid():
    assert TOTAL.has_house_money
    assert not BEST.has_house_money
    assert msgspec.structs.replace(BEST, guarantee=1).has_house_money


def test_x_goes_up_to_the_games_of_all_entries():
    assert check_definition(msgspec.structs.replace(BEST, x=9)) is None


def test_only_a_draft_can_be_edited_and_announced():
    assert check_edit("draft") is None
    assert published("draft") == "announced"
    for state in ("announced", "open", "running", "closing", "settled", "cancelled"):
        assert check_edit(state) == Refusal("competition_frozen")
        assert published(state) == Refusal("competition_state", {"state": state})


def test_the_operator_may_cancel_from_the_announcement_to_the_closing():
    for state in ("announced", "open", "running", "closing"):
        assert cancelled(state) == "cancelled"
    for state in ("draft", "settled", "cancelled"):
        assert cancelled(state) == Refusal("competition_state", {"state": state})


@pytest.mark.parametrize(
    ("state", "now_ms", "entrants", "games_running", "wanted"),
    [
        ("announced", 99, 9, 0, "announced"),
        ("announced", 100, 9, 0, "open"),
        ("open", 199, 9, 0, "open"),
        ("open", 200, 4, 0, "running"),
        ("open", 200, 3, 0, "cancelled"),
        ("running", 299, 9, 0, "running"),
        ("running", 300, 9, 1, "closing"),
        ("closing", 300, 9, 0, "settled"),
        ("closing", 299 + 60 * MINUTE, 9, 1, "closing"),
        ("closing", 300 + 60 * MINUTE, 9, 1, "settled"),
        ("announced", 10**12, 4, 0, "settled"),
        ("draft", 10**12, 9, 0, "draft"),
        ("cancelled", 10**12, 9, 0, "cancelled"),
    ],
)
def test_time_moves_a_competition_along(state, now_ms, entrants, games_running, wanted):
    assert state_at(TOTAL, state, now_ms, entrants, games_running) == wanted
