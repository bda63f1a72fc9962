"""Numbers of the last days (services/moderation/RULES.md §15)."""

import pytest

from services.contracts.moderation import appeals, cards, desk
from services.contracts.moderation.desk import SignalTrend
from services.kernel.clock import DAY_MS
from services.kernel.refusal import Refusal
from services.moderation.desk.trend_rows import Raised, Ruled, Sanction
from services.moderation.desk.trends import signal_trends
from tests.moderation.moderation import REASON, Moderation

DAY = DAY_MS


@pytest.fixture
def staffed(moderation: Moderation) -> Moderation:
    moderation.hire()
    return moderation


def test_what_came_of_signals_is_counted_by_kind() -> None:
    raised = [
        Raised("bot", ["ana"], 1 * DAY, 3 * DAY),
        Raised("bot", ["ben"], 1 * DAY, 3 * DAY),
        Raised("bot", ["eva"], 1 * DAY, 3 * DAY),
        Raised("chat", ["fay"], 1 * DAY, 2 * DAY),
    ]
    given = [Sanction("ana", 2 * DAY), Sanction("ben", 2 * DAY), Sanction("eva", 4 * DAY), Sanction("fay", 0)]
    ruled = [Ruled("ana", 3 * DAY, True), Ruled("ben", 3 * DAY, False), Ruled("ben", 1 * DAY, True)]
    assert signal_trends(raised, given, ruled) == [SignalTrend("bot", 3, 2, 2, 1), SignalTrend("chat", 1, 0, 0, 0)]


def test_days_count_what_was_filed_decided_and_overturned_on_them(staffed: Moderation) -> None:
    staffed.report(by="ana", reported="ben")
    staffed.report(by="eva", reported="ben")
    staffed.clock.advance(60_000)
    staffed.decide("r1", "ignore")
    staffed.ask(cards.GiveCard(account="the administrator", id="c", to="fay", reason=REASON))
    filed = staffed.ask(appeals.FileAppeal(account="fay", text="It was not me."))
    ruling = appeals.RuleAppeal(account="another administrator", appeal=filed.id, outcome="lifted", reason=REASON)
    staffed.ask(ruling)
    found = staffed.ask(desk.GetTrends(account="the auditor", days=3))
    assert len(found.days) == 3
    assert [found.days[-1].day_ms, found.median_decision_ms] == [staffed.clock.now_ms() // DAY * DAY, 60_000]
    last = found.days[-1]
    assert (last.reports, last.decisions, last.appeals, last.overturned, last.signals) == (2, 2, 1, 1, 0)
    assert sum(day.reports for day in found.days[:-1]) == 0


def test_trends_are_for_readers_of_reports(staffed: Moderation) -> None:
    assert staffed.ask(desk.GetTrends(account="the operator")) == Refusal("forbidden")
    assert staffed.ask(desk.GetTrends(account="the moderator")).median_decision_ms is None
