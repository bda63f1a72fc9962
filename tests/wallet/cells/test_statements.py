"""Two cells compare what they count for the same matches (services/wallet/RULES.md §14)."""

from collections.abc import Iterator

import pytest
from prometheus_client import REGISTRY

from services.wallet.cells.statements import SETTLED_MS, WINDOW_MS, audit
from tests.support.databases.migrated import Migrated
from tests.wallet.cells.two_cells import TwoCells
from tests.wallet.wallets import asked, finished

ANA, BEN = "eu1~ana", "eu2~ben"


@pytest.fixture
def cells(migrated: Migrated, no_pauses: None) -> Iterator[TwoCells]:
    """Ana has won from Ben, who is at home in the other cell; another match of theirs was given up."""
    found = TwoCells(migrated("wallet"), migrated("wallet"))
    found.here.asked(asked("m", ANA, BEN))
    found.settle_down()
    found.here.finished(finished("m", ANA, BEN))
    found.here.asked(asked("late", ANA, BEN))
    found.clock.advance(found.here.service.app.settings.cell_answer_ms)
    found.here.give_up_overdue()
    yield found
    found.close()


def compare(cells: TwoCells) -> list[tuple[int, int]]:
    """Both look twice; what the home finds: differences of matches and chips, from its metric and its audit."""
    for _ in range(2):
        for each in cells.both:
            each.service.app.compare_sums()
        cells.settle_down()
    found = []
    for line in cells.home.database.run(audit).cells:
        shown = [
            REGISTRY.get_sample_value(f"kafeneio_cell_difference_{what}", {"cell": "eu1"})
            for what in ("matches", "chips")
        ]
        found.append((line.difference_matches, line.difference_chips))
        assert shown == list(found[-1])
    return found


def test_cells_that_have_handled_everything_agree(cells: TwoCells) -> None:
    cells.settle_down()
    cells.clock.advance(SETTLED_MS)
    assert compare(cells) == [(0, 0)]
    report = cells.home.database.run(audit)
    assert (report.sound, report.cells[0].cell, report.cells[0].balance_chips) == (True, "eu1", 500)


def test_what_is_under_way_is_no_difference_until_it_has_been_for_minutes(cells: TwoCells) -> None:
    stuck, _told = cells.here.look()
    assert compare(cells) == [(0, 0)]
    cells.clock.advance(SETTLED_MS)
    assert compare(cells) == [(2, -500)]
    assert not cells.home.database.run(audit).sound
    cells.home.receive(*stuck)
    cells.clock.advance(1)
    assert compare(cells) == [(0, 0)]


def test_a_settlement_with_other_chips_is_a_difference_for_a_day(cells: TwoCells) -> None:
    cells.settle_down()
    cells.clock.advance(SETTLED_MS)
    cells.home.run("UPDATE away_stakes SET net_chips = net_chips + 100 WHERE match_id = 'm'")
    assert compare(cells) == [(0, -100)]
    cells.clock.advance(WINDOW_MS)
    assert compare(cells) == [(0, 0)]


def test_an_older_statement_that_comes_late_changes_nothing(cells: TwoCells) -> None:
    cells.settle_down()
    cells.here.service.app.compare_sums()
    old, _told = cells.here.look()
    cells.clock.advance(SETTLED_MS)
    cells.home.run("UPDATE away_stakes SET net_chips = net_chips + 100 WHERE match_id = 'm'")
    assert compare(cells) == [(0, -100)]
    cells.home.receive(*old)
    assert cells.home.database.run(audit).cells[0].difference_chips == -100
