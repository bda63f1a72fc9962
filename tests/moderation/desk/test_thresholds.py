"""Thresholds tried on what has happened (services/moderation/RULES.md §15)."""

from services.contracts.moderation import desk
from services.contracts.moderation.cases import ListCases
from services.contracts.moderation.orders import ChangeSetting, PlaceOrder
from services.kernel.clock import DAY_MS
from services.moderation.desk.trend_rows import Filed
from services.moderation.desk.trends import cases_opened
from tests.moderation.moderation import REASON, Moderation


def test_different_reporters_within_seven_days_open_one_case_in_seven_days() -> None:
    filed = [Filed(by, "ben", day * DAY_MS) for day, by in enumerate("abcabcdefg")]
    assert cases_opened(filed, 4, 0) == 1
    assert cases_opened(filed, 3, 0) == 2
    assert cases_opened(filed, 3, 5 * DAY_MS) == 1
    assert cases_opened(filed, 9, 0) == 0
    assert cases_opened([Filed("a", "ben", day) for day in range(9)], 2, -1) == 0


def test_a_threshold_is_tried_before_it_is_changed_and_counts_then(moderation: Moderation) -> None:
    moderation.hire()
    for by in ("ana", "eva", "fay"):
        moderation.report(by=by, reported="ben")
    tried = moderation.ask(desk.TryThreshold(account="the operator", setting="reporters_signal", value=3))
    assert (tried.cases, tried.cases_now) == (1, 0)
    change = ChangeSetting(name="reporters_signal", value=3)
    moderation.ask(PlaceOrder(account="the operator", id="o", reason=REASON, operation=change))
    moderation.report(by="gus", reported="ben")
    assert [each.kind for each in moderation.ask(ListCases(account="the moderator")).cases] == ["chat"]
