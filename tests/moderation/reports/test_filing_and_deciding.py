"""Reports, decisions and who is watched: services/moderation/RULES.md §5."""

from typing import Any

import pytest

from services.contracts.lobby.chat import ChatLine
from services.contracts.moderation import events, orders
from services.contracts.moderation import reports as contract
from services.contracts.moderation.cases import ListCases
from services.contracts.moderation.messages import AcknowledgeMessage, ListMessages, MessageSent
from services.kernel.clock import DAY_MS
from services.kernel.refusal import Refusal
from services.moderation.audit.chain import first_broken
from services.moderation.cases.case_rows import Raised
from services.moderation.cases.use_cases import raise_all
from services.moderation.sanctions.suspensions import months_later
from tests.moderation.moderation import REASON, Moderation

HOUR_MS = 60 * 60_000


@pytest.fixture(autouse=True)
def staff(moderation: Moderation) -> None:
    moderation.hire()


def line(number: int) -> ChatLine:
    return ChatLine(id=number, room="lobby", account="ben", name="Ben", text=f"line {number}", at_ms=number)


def reports(moderation: Moderation, **how: Any) -> list[contract.Report]:
    found: list[contract.Report] = moderation.ask(contract.ListReports(account="the moderator", **how)).reports
    return found


def test_a_report_is_kept_with_its_context_the_last_50_lines_and_its_count(moderation: Moderation) -> None:
    context = contract.ReportContext(match="m", hand=2, event=7, table="t", room="table:t")
    moderation.report(context=context, lines=[line(number) for number in range(60)], seated=["ana", "ben"])
    (report,) = reports(moderation)
    assert (report.reporter, report.reported, report.category, report.comment) == (
        "ana", "ben", "insult", "said something",
    )  # fmt: skip
    assert (report.context, report.times_reported, report.seated) == (context, 1, ["ana", "ben"])
    assert [each.id for each in report.lines] == list(range(10, 60))
    assert report.created_at_ms == moderation.clock.now_ms()


def test_reports_are_read_in_pages_and_none_is_lost_while_others_are_decided(moderation: Moderation) -> None:
    filed = [moderation.report(by=by).id for by in ("eva", "ana", "zoe")]
    after, seen = None, []
    for _ in filed:
        (report,) = reports(moderation, limit=1, after=after)
        seen.append(report.id)
        moderation.decide(report.id, "ignore")
        moderation.clock.advance(1_000)
        after = contract.ReportPlace(report.created_at_ms, report.id)
    assert sorted(seen) == sorted(filed)
    assert reports(moderation, after=after) == []

    after, over = None, []
    for _ in filed:
        (report,) = reports(moderation, decided=True, limit=1, after=after)
        assert report.decided_at_ms is not None
        over.append(report.id)
        after = contract.ReportPlace(report.decided_at_ms, report.id)
    assert over == seen[::-1], "the one decided last comes first"
    assert reports(moderation, decided=True, after=after) == []


def test_administrators_receive_reporter_reported_reason_and_count(moderation: Moderation) -> None:
    moderation.report()
    moderation.report(by="eva")
    told = moderation.told_of(events.ReportFiled)
    assert {(each.reporter, each.reported, each.comment, each.times_reported) for each in told} == {
        ("ana", "ben", "said something", 1),
        ("eva", "ben", "said something", 2),
    }


@pytest.mark.parametrize(
    ("fields", "error"),
    [
        ({"reported": "ana", "reported_kind": "computer"}, "report_self"),
        ({"reported_kind": "computer", "contact_ms_ago": None}, "report_not_human"),
        ({"reported_kind": "unknown", "contact_ms_ago": None}, "player_unknown"),
        ({"contact_ms_ago": None, "comment": ""}, "report_no_contact"),
        ({"contact_ms_ago": 24 * HOUR_MS + 1}, "report_no_contact"),
        ({"comment": " "}, "comment_invalid"),
        ({"comment": "x" * 501}, "comment_invalid"),
        ({"by": "the auditor"}, "forbidden"),
    ],
)
def test_a_refused_report_changes_nothing(moderation: Moderation, fields: dict[str, Any], error: str) -> None:
    assert moderation.report(**fields) == Refusal(error)
    assert (reports(moderation), moderation.told()) == ([], [])


def test_one_undecided_report_of_the_same_pair_and_five_in_a_day(moderation: Moderation) -> None:
    moderation.report()
    assert moderation.report() == Refusal("report_duplicate")
    for other in ("cleo", "dan", "eva", "fay"):
        assert isinstance(moderation.report(reported=other), contract.Receipt)
    assert moderation.report(reported="gus") == Refusal("report_limit")
    moderation.clock.advance(DAY_MS)
    assert isinstance(moderation.report(reported="gus"), contract.Receipt)
    moderation.decide("r1", "ignore")
    assert reports(moderation, reported="ben") == []
    assert moderation.report().reported == "ben"


def test_a_report_sent_twice_is_one(moderation: Moderation) -> None:
    assert moderation.report(id="same") == moderation.report(id="same")
    assert len(reports(moderation)) == 1


def test_the_reporter_learns_that_it_was_received_and_decided_and_nothing_else(moderation: Moderation) -> None:
    receipt = moderation.report()
    moderation.decide("r1", "warn")
    (own,) = moderation.ask(contract.ListOwnReports(account="ana")).reports
    assert own == contract.Receipt(
        id="r1",
        reported="ben",
        category="insult",
        created_at_ms=receipt.created_at_ms,
        decided_at_ms=moderation.clock.now_ms(),
    )
    (message,) = moderation.ask(ListMessages(account="ana")).messages
    assert (message.code, message.params) == ("report_decided", {})


def test_the_reported_player_never_learns_the_reporter(moderation: Moderation) -> None:
    moderation.report(comment="ana was insulted")
    moderation.decide("r1", "warn", message="Be kind.")
    (message,) = moderation.ask(ListMessages(account="ben")).messages
    assert (message.kind, message.code, message.params) == (
        "warning",
        "warned",
        {"category": "insult", "message": "Be kind."},
    )
    assert "ana" not in message.subject + message.body


@pytest.mark.parametrize(
    ("by", "decision", "fields", "error"),
    [
        ("ben", "ignore", {}, "forbidden"),
        ("the operator", "warn", {}, "forbidden"),
        ("the auditor", "ignore", {}, "forbidden"),
        ("the moderator", "block", {"report": "nobody's"}, "forbidden"),
        ("the moderator", "warn", {"report": "nobody's"}, "report_unknown"),
        ("the moderator", "warn", {"reason": "too short"}, "reason_required"),
        ("the moderator", "warn", {"message": "x" * 1001}, "message_invalid"),
    ],
)
def test_a_refused_decision_changes_nothing(
    moderation: Moderation, by: str, decision: str, fields: dict[str, Any], error: str
) -> None:
    moderation.report()
    moderation.told()
    refused = moderation.decide(**{"report": "r1", "decision": decision, "by": by} | fields)
    assert (refused.error, moderation.told(), moderation.log()) == (error, [], [])


def test_staff_that_reported_are_reported_or_sat_at_the_table_may_not_decide(moderation: Moderation) -> None:
    moderation.report(by="the moderator")
    moderation.report(by="ana", reported="the moderator")
    moderation.report(by="ana", seated=["ana", "the moderator", "ben"])
    for report in ("r1", "r2", "r3"):
        assert moderation.decide(report, "ignore", by="the moderator") == Refusal("conflict_of_interest")
        assert moderation.decide(report, "ignore").decision == "ignore"


def test_one_decision_a_report(moderation: Moderation) -> None:
    moderation.report()
    decided = moderation.decide("r1", "ignore", by="the moderator")
    assert (decided.decision, decided.decided_by, decided.reason) == ("ignore", "the moderator", REASON)
    assert moderation.decide("r1", "block") == Refusal("report_decided")
    (entry,) = moderation.log()
    assert (entry.action, entry.actor, entry.role, entry.subject, entry.object, entry.reason) == (
        "report_ignore", "the moderator", "moderator", "ben", "r1", REASON,
    )  # fmt: skip


def test_a_block_is_a_red_card_of_one_month_now(moderation: Moderation) -> None:
    moderation.report(context=contract.ReportContext(match="m"))
    moderation.decide("r1", "block")
    now_ms = moderation.clock.now_ms()
    until_ms = months_later(now_ms, 1)
    (card,) = moderation.cards()
    assert (card.colour, card.account, card.state, card.given_by, card.match_id) == (
        "red", "ben", "consumed", "the administrator", "m",
    )  # fmt: skip
    suspension = moderation.conduct("ben").suspension
    assert suspension is not None
    assert (suspension.colour, suspension.from_ms, suspension.until_ms, suspension.reason) == (
        "red", now_ms, until_ms, REASON,
    )  # fmt: skip
    told = moderation.told()
    (standing,) = [each for each in told if isinstance(each, events.StandingChanged)]
    assert (standing.blocked, standing.suspensions) == (False, [events.Span(from_ms=now_ms, until_ms=until_ms)])
    assert (standing.account, standing.reason, standing.expelled_from) == ("ben", REASON, None)
    assert [entry.action for entry in moderation.log()] == ["report_block", "card", "suspend"]
    assert first_broken(moderation.log()) is None


def test_a_permanent_block_has_no_end(moderation: Moderation) -> None:
    moderation.report()
    assert moderation.decide("r1", "block", permanent=True).permanent
    suspension = moderation.conduct("ben").suspension
    assert suspension is not None and suspension.until_ms is None
    (standing,) = moderation.told_of(events.StandingChanged)
    assert (standing.account, standing.blocked, standing.reason) == ("ben", True, REASON)
    assert moderation.cards() == []


# --- watched -----------------------------------------------------------------------------------------------------


def watches(moderation: Moderation) -> list[tuple[bool, int | None]]:
    told = sorted(moderation.told_of(events.WatchChanged), key=lambda each: each.seq)
    return [(each.watched, each.until_ms) for each in told]


@pytest.mark.parametrize("category", ["insult", "attitude", "chat_abuse"])
def test_while_a_report_of_conduct_is_undecided_the_reported_is_watched(moderation: Moderation, category: str) -> None:
    moderation.report(category=category)
    assert watches(moderation) == [(True, None)]
    moderation.decide("r1", "ignore")
    assert watches(moderation) == [(False, None)]


@pytest.mark.parametrize("category", ["collusion", "bot", "other"])
def test_other_reports_put_no_player_under_watch(moderation: Moderation, category: str) -> None:
    moderation.report(category=category)
    assert watches(moderation) == []


def test_a_warning_watches_for_fourteen_days_more(moderation: Moderation) -> None:
    moderation.report()
    moderation.decide("r1", "warn")
    until_ms = moderation.clock.now_ms() + 14 * DAY_MS
    assert watches(moderation)[-1] == (True, until_ms)
    moderation.report(by="eva")
    moderation.decide("r2", "block")
    assert watches(moderation) == [(True, None), (False, None)]


def test_the_watch_of_a_warning_goes_on_when_a_later_report_is_ignored(moderation: Moderation) -> None:
    moderation.report()
    moderation.decide("r1", "warn")
    until_ms = moderation.clock.now_ms() + 14 * DAY_MS
    moderation.clock.advance(DAY_MS)
    moderation.report(by="eva")
    assert watches(moderation)[-1] == (True, None)
    moderation.decide("r2", "ignore")
    assert watches(moderation) == [(True, until_ms)]
    moderation.clock.advance(13 * DAY_MS)
    moderation.report(by="kim")
    assert watches(moderation) == [(True, None)]
    moderation.decide("r3", "ignore")
    assert watches(moderation) == [(False, None)], "the warning's days are over"


def test_a_later_warning_never_shortens_the_watch_of_an_earlier_one(moderation: Moderation) -> None:
    moderation.report()
    moderation.decide("r1", "warn")
    until_ms = moderation.clock.now_ms() + 14 * DAY_MS
    change = orders.ChangeSetting(name="watch_days", value=1)
    moderation.ask(orders.PlaceOrder(account="the operator", id="o1", reason=REASON, operation=change))
    moderation.report(by="eva")
    moderation.decide("r2", "warn")
    assert watches(moderation)[-1] == (True, until_ms)


def test_of_two_reports_the_second_is_still_watched_for(moderation: Moderation) -> None:
    moderation.report()
    moderation.report(by="eva")
    moderation.decide("r1", "ignore")
    assert watches(moderation)[-1] == (True, None)
    moderation.decide("r2", "ignore")
    assert watches(moderation) == [(False, None)]


def test_a_warning_waits_until_it_is_acknowledged(moderation: Moderation) -> None:
    moderation.report()
    moderation.decide("r1", "warn")
    (warning,) = moderation.conduct("ben").warnings
    sent = [each.message for each in moderation.told_of(MessageSent) if each.message.kind == "warning"]
    assert [(each.id, each.to) for each in sent] == [(warning, "ben")]
    moderation.ask(AcknowledgeMessage(account="ben", message=warning))
    assert moderation.told() == [events.MessageAcknowledged(account="ben", message=warning)]
    assert moderation.conduct("ben").warnings == []


def test_reports_by_five_players_in_seven_days_open_a_case(moderation: Moderation) -> None:
    for reporter in ("ana", "eva", "dan", "cleo"):
        moderation.report(by=reporter)
    assert moderation.rows("cases") == 0
    moderation.report(by="gus")
    assert moderation.rows("cases") == 1


# --- reports together --------------------------------------------------------------------------------------------


def test_one_decision_closes_what_is_related_and_has_its_effect_once(moderation: Moderation) -> None:
    for by in ("ana", "eva", "fay"):
        moderation.report(by=by, reported="ben")
    moderation.keep(raise_all, [Raised("chat", ["ben"], {"messages": 3})])
    (case,) = moderation.ask(ListCases(account="the administrator")).cases
    moderation.told()
    decided = moderation.decide("r1", "block", also=["r2", "r3", "r1"], cases=[case.id])
    assert decided.id == "r1"
    assert reports(moderation) == []
    assert moderation.ask(ListCases(account="the administrator")).cases == []
    assert [each.colour for each in moderation.cards()] == ["red"]
    logged = [(each.action, each.object) for each in moderation.log() if each.action.startswith("report_")]
    assert sorted(logged) == [("report_block", "r1"), ("report_block", "r2"), ("report_block", "r3")]
    for by in ("eva", "fay"):
        assert moderation.ask(contract.ListOwnReports(account=by)).reports[0].decided_at_ms is not None


@pytest.mark.parametrize(
    ("how", "error"),
    [
        ({"also": ["none"]}, "report_unknown"),
        ({"also": ["r2"]}, "report_of_another"),
        ({"also": ["r3"]}, "report_decided"),
        ({"cases": ["none"]}, "case_unknown"),
        ({"also": ["r4"]}, "conflict_of_interest"),
    ],
)
def test_what_is_not_related_is_not_closed_and_nothing_changes(
    moderation: Moderation, how: dict[str, Any], error: str
) -> None:
    moderation.report(by="ana", reported="ben")
    moderation.report(by="ana", reported="eva")
    moderation.report(by="eva", reported="ben")
    moderation.decide("r3", "ignore")
    moderation.report(by="fay", reported="ben", seated=["the moderator"])
    assert moderation.decide("r1", "ignore", by="the moderator", **how).error == error
    open_ = [each.id for each in reports(moderation)]
    assert open_ == ["r1", "r2", "r4"]
