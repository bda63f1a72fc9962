"""The clock of boards when something is in its way (services/ranking/RULES.md §2)."""

import pytest

from services.ranking import metrics
from services.ranking.boards import periods as board_periods
from services.ranking.service import try_action
from tests.ranking.on_boards import after_the_week
from tests.ranking.rankings import Ranking


def turn_clock(ranking: Ranking) -> None:
    for action, _every_s in ranking.service.app.clock_actions():
        try_action(action)


def test_periods_that_wait_are_measured_though_the_clock_cannot_close_them(
    ranking: Ranking, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As with a period's row that somebody else has locked: the statement ends with its time limit."""
    turn_clock(ranking)
    assert metrics.periods_overdue._value.get() == 0
    after_the_week(ranking)

    def begin(*_args: object) -> int:
        raise TimeoutError("the row is locked")

    with monkeypatch.context() as patched:
        patched.setattr(board_periods, "begin", begin)
        turn_clock(ranking)
    assert metrics.periods_overdue._value.get() > 0
    turn_clock(ranking)
    assert metrics.periods_overdue._value.get() == 0
