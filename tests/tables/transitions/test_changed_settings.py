"""Settings that operators change while workers run: services/moderation/RULES.md §13."""

from typing import Any

from services.platform.operations.live_settings import changed_settings
from tests.tables.support.desk import Desk


def change(desk: Desk, **values: Any) -> None:
    """Another process has kept an operator's change; the worker learns of it with its next beat."""
    with desk.database.work() as work:
        for name, value in values.items():
            work.execute(changed_settings.insert().values(name=name, value=str(value), seq=1))
    desk.beat()
    desk.worker._after_beat(desk.worker._ownership.changes, [], [])


def test_tables_that_open_later_go_by_the_new_clock_and_running_ones_by_theirs(desk: Desk) -> None:
    old = desk.open("table-1").begin()
    change(desk, move_s=10, max_timeouts=2)
    new = desk.open("table-2").begin()
    assert (old.now.policies.move_ms, old.now.policies.max_timeouts) == (30_000, 4)
    assert (new.now.policies.move_ms, new.now.policies.max_timeouts) == (10_000, 2)
    assert desk.stored("table-1").policies.move_ms == 30_000


def test_a_table_that_waits_after_the_end_closes_by_the_new_time(desk: Desk) -> None:
    table = desk.open().begin()
    table.play_out()
    assert table.now.phase == "choosing"
    change(desk, end_choice_s=5)
    desk.pass_ms(5_000 + desk.settings.clock_grace_ms + 1)
    assert "table-1" not in desk.held.loaded_tables


def test_a_worker_that_starts_again_goes_by_what_is_kept(desk: Desk) -> None:
    change(desk, max_spectators=0)
    other = Desk(desk.database)
    other.beat()
    other.worker._after_beat(other.worker._ownership.changes, [], [])
    assert other.worker._settings.max_spectators == 0
    assert other.worker._settings.max_spectators == 0
