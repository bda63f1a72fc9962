"""kafeneio.moderation.v1 on fake services: every method reaches its request, and only with its scope."""

import re
from typing import Any

import grpc
import msgspec
import pytest

from gateway.grpc.access.scopes import SCOPE_OF
from gateway.grpc.calls.message_conversion import time_of
from gateway.grpc.gen.kafeneio.moderation.v1 import moderation_pb2 as pb
from gateway.grpc.gen.kafeneio.moderation.v1 import moderation_pb2_grpc
from services.contracts.base import Done
from services.contracts.lobby.people import conduct
from services.contracts.moderation import appeals, cards, messages, orders, reports, staff
from services.contracts.moderation import cases as moderation_cases
from services.contracts.moderation import conduct as moderation_conduct
from services.kernel.refusal import Refusal
from tests.gateway.fakes import services
from tests.gateway.grpc.test_front import LINE, WITH_TOKEN, opened

OWN = "service.warden"
SCOPES = sorted(scope for scope in set(SCOPE_OF.values()) if re.match(r"moderation\.(?!read)", scope))
MAY_ACT = f"{LINE}+{'+'.join(SCOPES)}@warden"
REASON = "seen in the chat"
SUSPENSION = cards.KeptSuspension(
    id="s", account="a-bob", cause="red", reason=REASON, from_ms=1, until_ms=2, decided_at_ms=1, by="a-ann"
)
METHODS = [path.rsplit("/", 1)[1] for path, scope in SCOPE_OF.items() if scope in SCOPES]
IN_A_PLAYERS_NAME = ("FileReport", "FileAppeal", "GetConduct")
APPEAL = appeals.Appeal(
    id="a", account="a-bob", kind="suspension", of="s", text="why", created_at_ms=1, decided_by="system"
)
RULED = msgspec.structs.replace(APPEAL, outcome="upheld", ruled_at_ms=9, ruled_by="a-ann", reason=REASON)
CASE = moderation_cases.Case(
    id="c", kind="bot", players=["a-bob"], opened_at_ms=1,
    evidence=[moderation_cases.Evidence(at_ms=1, seen={"hours": 20.5, "with": ["x"]})],
)  # fmt: skip
CARD = cards.Card(id="c", account="a-bob", colour="yellow", reason="x", at_ms=1, by="system", state="revoked")
REPORT = reports.Report(
    id="r", reporter="a-eva", reported="a-bob", category="insult", comment="rude",
    context=reports.ReportContext(match="m", hand=2), lines=[], seated=[], created_at_ms=1, times_reported=2,
)  # fmt: skip
ENTRY = staff.AuditEntry(
    seq=7, at_ms=1, actor="a-ann", role="administrator", action="card", subject="a-bob", object="c", reason=REASON,
    before=None, after={"yellow": 1}, prev_hash="0", hash="1",
)  # fmt: skip
HOLDER = staff.Holder(account="a-bob", roles=["auditor"])
MESSAGE = messages.AdminMessage(
    id="m", to=None, kind="notice", subject="s", body="b", created_at_ms=9, read_at_ms=None, ack_at_ms=None
)
STEPS = orders.Setting(
    name="rake_steps", service="wallet", kind="steps", value=[[200, 500]], usual=[[200, 4000]], min=1, max=20
)
CHANGE = orders.ChangeSetting(name="rake_steps", value=[[200, 500]])
CALLS: dict[str, tuple[dict[str, Any], str, Any, Any]] = {
    "FileReport": (
        {"request_id": "r", "to": "a-bob", "category": "insult", "comment": "rude", "context": {"match": "m"}},
        "ReportPlayer",
        reports.Receipt(id="r", reported="a-bob", category="insult", created_at_ms=3),
        conduct.ReportPlayer(
            account="a-ann", id="r", to="a-bob", category="insult", comment="rude",
            context=reports.ReportContext(match="m"),
        ),
    ),
    "ListReports": ({}, "ListReports", reports.Reports(reports=[REPORT]), reports.ListReports(account=OWN)),
    "Decide": (
        {"report": "r", "decision": "warn", "reason": REASON}, "Decide", REPORT,
        reports.Decide(account=OWN, report="r", decision="warn", reason=REASON),
    ),
    "GiveCard": (
        {"request_id": "c", "to": "a-bob", "reason": REASON}, "GiveCard", SUSPENSION,
        cards.GiveCard(account=OWN, id="c", to="a-bob", reason=REASON),
    ),
    "RevokeCard": (
        {"card": "c", "reason": REASON}, "RevokeCard",
        CARD,
        cards.RevokeCard(account=OWN, card="c", reason=REASON),
    ),
    "Block": (
        {"request_id": "b", "to": "a-bob", "reason": REASON}, "Block",
        cards.KeptBlock(id="b", account="a-bob", reason=REASON, from_ms=1, by="a-ann"),
        cards.Block(account=OWN, id="b", to="a-bob", reason=REASON),
    ),
    "Unblock": (
        {"to": "a-bob", "reason": REASON}, "Unblock", Done(),
        cards.Unblock(account=OWN, to="a-bob", reason=REASON),
    ),
    "Mute": (
        {"request_id": "m", "to": "a-bob", "minutes": 5, "reason": REASON}, "MuteChat",
        moderation_conduct.Mute(id="m", account="a-bob", until_ms=4),
        moderation_conduct.MuteChat(account=OWN, id="m", to="a-bob", minutes=5, reason=REASON),
    ),
    "ListCases": ({}, "ListCases", moderation_cases.Cases(cases=[CASE]), moderation_cases.ListCases(account=OWN)),
    "CloseCase": (
        {"case": "c", "reason": REASON}, "CloseCase", CASE,
        moderation_cases.CloseCase(account=OWN, case="c", reason=REASON),
    ),
    "FileAppeal": (
        {"text": "why"}, "FileAppeal", APPEAL,
        appeals.FileAppeal(account="a-ann", text="why", filed_by=OWN),
    ),
    "ListAppeals": ({}, "ListAppeals", appeals.Appeals(appeals=[APPEAL]), appeals.ListAppeals(account=OWN)),
    "RuleAppeal": (
        {"appeal": "a", "outcome": "reduced", "reason": REASON, "end_time": time_of(7)}, "RuleAppeal", RULED,
        appeals.RuleAppeal(account=OWN, appeal="a", outcome="reduced", reason=REASON, until_ms=7),
    ),
    "SendMessage": (
        {"request_id": "m", "kind": "notice", "subject": "s", "body": "b"}, "SendMessage", MESSAGE,
        messages.SendMessage(account=OWN, id="m", to=None, kind="notice", subject="s", body="b"),
    ),
    "GiveRole": (
        {"to": "a-bob", "role": "auditor", "reason": REASON}, "GiveRole", HOLDER,
        staff.GiveRole(account=OWN, to="a-bob", role="auditor", reason=REASON),
    ),
    "TakeRole": (
        {"to": "a-bob", "role": "auditor", "reason": REASON}, "TakeRole", HOLDER,
        staff.TakeRole(account=OWN, to="a-bob", role="auditor", reason=REASON),
    ),
    "ListAuditEntries": (
        {}, "ListAuditEntries", staff.AuditPage(entries=[ENTRY], next_before=7),
        staff.ListAuditEntries(account=OWN),
    ),
    "ListSettings": (
        {}, "ListSettings", orders.Settings(settings=[STEPS]), orders.ListSettings(account=OWN),
    ),
    "ChangeSetting": (
        {"name": "rake_steps", "value_json": "[[200, 500]]", "reason": REASON, "request_id": "o"}, "PlaceOrder",
        orders.Order(
            id="o", by="a-ann", reason=REASON, operation=CHANGE, at_ms=1, state="done",
            detail={"name": "rake_steps", "seq": 1, "before": [[200, 4000]], "after": [[200, 500]]},
        ),
        orders.PlaceOrder(account=OWN, id="o", reason=REASON, operation=CHANGE),
    ),
}  # fmt: skip


def call(door: Any, method: str, **fields: Any) -> Any:
    stub = moderation_pb2_grpc.ModerationServiceStub(door.channel)
    who = "a-ann" if method in IN_A_PLAYERS_NAME else OWN
    request = getattr(pb, f"{method}Request")(account=who, **fields)
    return getattr(stub, method)(request, metadata=WITH_TOKEN, timeout=30)


def test_every_method_is_tried() -> None:
    assert set(CALLS) == set(METHODS)


@pytest.mark.parametrize("method", CALLS)
def test_a_method_asks_for_what_its_request_says(method: str) -> None:
    fields, name, answer, expected = CALLS[method]
    with opened(services(**{name: answer}), grpc_tokens=[MAY_ACT]) as door:
        call(door, method, **fields)
        assert door.rpc.requests(type(expected)) == [expected]


def test_responses_are_complete() -> None:
    answers = {name: answer for _, name, answer, _ in CALLS.values()}
    with opened(services(**answers), grpc_tokens=[MAY_ACT]) as door:
        (entry,) = call(door, "ListAuditEntries").entries
        assert (entry.seq, entry.before_json, entry.after_json) == (7, "null", '{"yellow": 1}')
        (case,) = call(door, "ListCases").cases
        assert case.evidence[0].seen_json == '{"hours": 20.5, "with": ["x"]}'
        appeal = call(door, "RuleAppeal", appeal="a", outcome="upheld", reason=REASON).appeal
        assert (appeal.create_time, appeal.rule_time, appeal.HasField("end_time")) == (time_of(1), time_of(9), False)
        (report,) = call(door, "ListReports").reports
        assert (report.context.match, report.context.hand, report.times_reported, report.decision) == ("m", 2, 2, "")


def test_what_may_be_left_out_is_passed_on_when_it_is_there() -> None:
    red = msgspec.structs.replace(CARD, match="m", hand=0)
    rpc = services(GiveCard=SUSPENSION, FileAppeal=APPEAL, ListReports=reports.Reports(reports=[]), RevokeCard=red)
    with opened(rpc, grpc_tokens=[MAY_ACT]) as door:
        call(door, "GiveCard", request_id="c", to="a-bob", reason=REASON, match="m")
        call(door, "FileAppeal", text="why", kind="block")
        call(door, "ListReports", reported="a-bob")
        card = call(door, "RevokeCard", card="c", reason=REASON).card
    assert (card.match, card.hand, card.HasField("hand")) == ("m", 0, True)
    assert [each.match for each in rpc.requests(cards.GiveCard)] == ["m"]
    assert [each.kind for each in rpc.requests(appeals.FileAppeal)] == ["block"]
    assert [each.reported for each in rpc.requests(reports.ListReports)] == ["a-bob"]


def test_the_audit_log_goes_on_behind_the_page_before() -> None:
    page = staff.AuditPage(entries=[ENTRY], next_before=7)
    rpc = services(ListAuditEntries=[page, staff.AuditPage(entries=[], next_before=None)])
    with opened(rpc, grpc_tokens=[MAY_ACT]) as door:
        first = call(door, "ListAuditEntries", page_size=1, subject="a-bob")
        last = call(door, "ListAuditEntries", page_token=first.next_page_token)
        with pytest.raises(grpc.RpcError) as caught:
            call(door, "ListAuditEntries", page_token="x")
    assert (len(first.entries), last.next_page_token, caught.value.details()) == (1, "", "page_token_invalid")
    asked = rpc.requests(staff.ListAuditEntries)
    assert [(each.before, each.subject, each.limit) for each in asked] == [(None, "a-bob", 1), (7, None, 100)]


def ends_of_pages(door: Any, method: str, **fields: Any) -> tuple[Any, Any]:
    """A page of one line, and the page behind it; a token or size that is none is refused."""
    first = call(door, method, page_size=1, **fields)
    last = call(door, method, page_token=first.next_page_token, page_size=900, **fields)
    for wrong, error in (({"page_token": "x"}, "page_token_invalid"), ({"page_size": -1}, "page_size_invalid")):
        with pytest.raises(grpc.RpcError) as caught:
            call(door, method, **fields, **wrong)
        assert caught.value.details() == error
    return first, last


def test_reports_and_cases_go_on_behind_the_page_before() -> None:
    decided = msgspec.structs.replace(REPORT, decided_at_ms=9)
    rpc = services(
        ListReports=[reports.Reports(reports=each) for each in ([REPORT], [], [decided], [])],
        ListCases=[moderation_cases.Cases(cases=[CASE]), moderation_cases.Cases(cases=[])],
        ListAppeals=[appeals.Appeals(appeals=each) for each in ([APPEAL], [], [RULED], [])],
    )
    with opened(rpc, grpc_tokens=[MAY_ACT]) as door:
        waiting, waiting_end = ends_of_pages(door, "ListReports")
        over, over_end = ends_of_pages(door, "ListReports", decided=True)
        cases, cases_end = ends_of_pages(door, "ListCases")
        for ruled in (False, True):
            first, last = ends_of_pages(door, "ListAppeals", ruled=ruled)
            assert (len(first.appeals), last.next_page_token) == (1, "")
        with pytest.raises(grpc.RpcError) as wrong_list:
            call(door, "ListAppeals", page_token=first.next_page_token)
        assert wrong_list.value.details() == "page_token_invalid"
        with pytest.raises(grpc.RpcError) as caught:
            call(door, "ListReports", page_token=over.next_page_token)
    assert caught.value.details() == "page_token_invalid"
    assert (len(waiting.reports), len(over.reports), len(cases.cases)) == (1, 1, 1)
    assert {each.next_page_token for each in (waiting_end, over_end, cases_end)} == {""}
    asked = rpc.requests(reports.ListReports)
    assert [(each.decided, each.after, each.limit) for each in asked] == [
        (False, None, 1),
        (False, reports.ReportPlace(1, "r"), 100),
        (True, None, 1),
        (True, reports.ReportPlace(9, "r"), 100),
    ]
    assert [(each.ruled, each.after) for each in rpc.requests(appeals.ListAppeals)] == [
        (False, None), (False, appeals.AppealPlace(1, "a")), (True, None), (True, appeals.AppealPlace(9, "a"))
    ]  # fmt: skip
    places = [(each.after, each.limit) for each in rpc.requests(moderation_cases.ListCases)]
    assert places == [(None, 1), (moderation_cases.CasePlace(CASE.opened_at_ms, CASE.id), 100)]


def test_only_reading_ones_own_conduct_needs_no_scope() -> None:
    clean = moderation_conduct.Conduct(account="a-ann", cards={"yellow": 3}, roles=[], suspension=None)
    with opened(services(GetConduct=clean)) as door:
        assert dict(call(door, "GetConduct").conduct.cards) == {"yellow": 3}
        for method in METHODS:
            with pytest.raises(grpc.RpcError) as caught:
                call(door, method)
            assert caught.value.code() is grpc.StatusCode.PERMISSION_DENIED


def test_refusals_and_invalid_words_are_returned_with_their_codes() -> None:
    with opened(services(Decide=Refusal("report_unknown")), grpc_tokens=[MAY_ACT]) as door:
        for fields, status in (
            ({"report": "r", "decision": "warn"}, grpc.StatusCode.NOT_FOUND),
            ({"report": "r", "decision": "shout"}, grpc.StatusCode.INVALID_ARGUMENT),
        ):
            with pytest.raises(grpc.RpcError) as caught:
                call(door, "Decide", **fields)
            assert caught.value.code() is status


def test_settings_are_json_of_their_kind_and_a_value_that_is_none_is_refused() -> None:
    fields, _, done, _ = CALLS["ChangeSetting"]
    with opened(
        services(ListSettings=orders.Settings(settings=[STEPS]), PlaceOrder=done), grpc_tokens=[MAY_ACT]
    ) as door:
        (found,) = call(door, "ListSettings").settings
        assert (found.name, found.service, found.kind, found.max) == ("rake_steps", "wallet", "steps", 20)
        assert (found.value_json, found.usual_json) == ("[[200, 500]]", "[[200, 4000]]")
        changed = call(door, "ChangeSetting", **fields)
        assert (changed.order, changed.placed, changed.before_json) == ("o", False, "[[200, 4000]]")
        for wrong in ("", "[[1, 2", '{"sold": "dear"}', "-1"):
            with pytest.raises(grpc.RpcError) as refused:
                call(door, "ChangeSetting", **{**fields, "value_json": wrong})
            assert refused.value.code() == grpc.StatusCode.INVALID_ARGUMENT
