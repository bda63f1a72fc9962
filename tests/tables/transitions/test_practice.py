"""Practice without a clock: services/tables/RULES.md §9."""

import pytest

from services.contracts.tables.commands import SeatPlayer
from services.tables.catalogue.policies import policies_of, without_clock
from services.tables.settings import TablesSettings
from tests.tables.support.desk import Desk, last_view

HOUR_MS = 3_600_000


@pytest.fixture
def practice():
    return Desk().open(practice=True, untimed=True).begin().all_watch()


def test_no_clock_is_shown_and_none_runs_out_while_one_thinks(practice):
    practice.desk.pass_ms(10 * 60_000)
    view = last_view(practice.watch("ann"))
    assert view["untimed"] is True
    assert [(due["limit_ms"], due["ms_left"]) for due in view["due"]] in ([], [(None, None)])
    assert [seat.timeouts for seat in practice.now.seats] == [0, 0]


def place(practice, row: int, col: int) -> None:
    """Who is in turn marks a cell, person or computer."""
    if practice.now.match.clocks[0].seat == 1:
        practice.desk.bot(practice.id, 1, {"move": "place", "row": row, "col": col})
    else:
        practice.place(row, col)


def test_a_table_without_players_closes_after_an_hour(practice):
    if practice.now.match.clocks[0].seat == 1:
        place(practice, 1, 1)
    practice.desk.pass_ms(HOUR_MS + 60_000)
    assert practice.id not in practice.desk.held.loaded_tables


def test_after_the_end_practice_alone_has_no_hurry(practice):
    for row, col in ((1, 1), (2, 1), (1, 2), (2, 2), (1, 3)):
        place(practice, row, col)
    assert practice.now.phase == "choosing"
    assert last_view(practice.watch("ann"))["choose_ms_left"] is None
    practice.desk.pass_ms(10 * 60_000)
    assert practice.now.phase == "choosing"
    practice.desk.pass_ms(3 * 60_000)
    assert practice.id not in practice.desk.held.loaded_tables


def test_two_people_in_practice_choose_in_the_usual_time():
    seats = [SeatPlayer(name="Ann", account="ann"), SeatPlayer(name="Bob", account="bob")]
    both = Desk().open(practice=True, untimed=True, seats=seats).begin().all_watch()
    both.play_out()
    assert last_view(both.watch("ann"))["choose_ms_left"] == 30_000
    both.desk.pass_ms(31_000)
    assert both.id not in both.desk.held.loaded_tables


@pytest.mark.parametrize("game", ["tavli", "dominoes", "pilotta", "koumkan"])
def test_every_game_can_be_practised_without_its_clock(game):
    settings = TablesSettings()
    kept = without_clock(policies_of(game, settings), settings)
    assert (kept.clock, kept.returning, kept.move_ms, kept.untimed) == ("move_clock", "budget", 720_000, True)
