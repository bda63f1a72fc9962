"""Practice without a clock: services/tables/RULES.md §9."""

import pytest

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


def test_a_table_without_players_closes_after_an_hour(practice):
    practice.desk.pass_ms(HOUR_MS + 60_000)
    assert practice.id not in practice.desk.held.loaded_tables


@pytest.mark.parametrize("game", ["tavli", "dominoes", "pilotta", "koumkan"])
def test_every_game_can_be_practised_without_its_clock(game):
    settings = TablesSettings()
    kept = without_clock(policies_of(game, settings), settings)
    assert (kept.clock, kept.returning, kept.move_ms, kept.untimed) == ("move_clock", "budget", 720_000, True)
