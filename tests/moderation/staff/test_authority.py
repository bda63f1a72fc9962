"""Who may do what: the table of services/moderation/RULES.md §10, role by action, asked of the service itself."""

from typing import Any

import pytest

from services.contracts.base import Request
from services.contracts.moderation import (
    appeals,
    cards,
    cases,
    companies,
    conduct,
    desk,
    events,
    messages,
    orders,
    reports,
    staff,
)
from services.kernel.refusal import Refusal
from services.moderation.sanctions import sanction_rows
from services.moderation.sanctions.sanction_rows import Card
from services.moderation.staff import role_rows
from services.platform.process.settings import CommonSettings
from tests.contracts.staff import ROLES, staff_requests
from tests.moderation.moderation import REASON, Moderation

EVERYBODY = ROLES
FILES = {"player", "moderator", "administrator", "operator"}
READS = {"moderator", "administrator", "auditor"}
MILD = {"moderator", "administrator"}
HARD = {"administrator"}
AUDITS = {"administrator", "operator", "auditor"}

COMPANY = {
    "company": "k1", "days": 0, "reason": REASON, "company_name": "Friends", "new_name": "Friends", "founder": "ben",
    "members": ["ben"], "closed_by": "",
}  # fmt: skip

ACTIONS: dict[str, tuple[type[Request[Any]], dict[str, Any], set[str]]] = {
    "file a report": (
        reports.FileReport,
        {
            "id": "new", "reported": "gus", "reported_kind": "human", "category": "bot", "comment": "quick",
            "context": reports.ReportContext(), "lines": [], "seated": [], "contact_ms_ago": 0,
        },
        FILES,
    ),
    "read reports": (reports.ListReports, {}, READS),
    "read appeals": (appeals.ListAppeals, {}, READS),
    "read cases": (cases.ListCases, {}, READS),
    "read a file": (staff.GetPlayerFile, {"of": "ben"}, READS),
    "read the chat": (staff.NoteReading, {"what": "chat", "of": "ben"}, READS),
    "close a case": (cases.CloseCase, {"case": "unknown", "reason": REASON}, MILD),
    "write to a player": (
        messages.SendMessage,
        {"id": "l1", "to": "ben", "kind": "notice", "subject": "A word", "body": "A word about the rules."},
        MILD,
    ),
    "write to all players": (
        messages.SendMessage,
        {"id": "l2", "to": None, "kind": "notice", "subject": "A word", "body": "A word about the rules."},
        {"administrator", "operator"},
    ),
    "ignore": (reports.Decide, {"report": "r1", "decision": "ignore", "reason": REASON}, MILD),
    "warn": (reports.Decide, {"report": "r1", "decision": "warn", "reason": REASON}, MILD),
    "mute": (conduct.MuteChat, {"id": "m", "to": "ben", "minutes": 5, "reason": REASON}, MILD),
    "block by a report": (reports.Decide, {"report": "r1", "decision": "block", "reason": REASON}, HARD),
    "red card": (cards.GiveCard, {"id": "c", "to": "ben", "reason": REASON}, HARD),
    "block": (cards.Block, {"id": "b", "to": "ben", "reason": REASON}, HARD),
    "unblock": (cards.Unblock, {"to": "fay", "reason": REASON}, HARD),
    "revoke a card": (cards.RevokeCard, {"card": "yellow", "reason": REASON}, HARD),
    "lift": (cards.LiftSuspension, {"suspension": "unknown", "reason": REASON}, HARD),
    "rule an appeal": (appeals.RuleAppeal, {"appeal": "unknown", "outcome": "upheld", "reason": REASON}, HARD),
    "give a role": (staff.GiveRole, {"to": "ben", "role": "moderator", "reason": REASON}, HARD),
    "take a role": (staff.TakeRole, {"to": "ben", "role": "moderator", "reason": REASON}, HARD),
    "see who looks at what": (desk.ListClaims, {}, READS),
    "look at a player": (desk.ClaimPlayer, {"about": "ben"}, MILD),
    "write a note": (desk.AddNote, {"id": "note", "of": "ben", "text": "a note"}, MILD),
    "read links": (desk.GetLinks, {"of": "ben", "need": "case"}, READS),
    "read decisions taken alone": (desk.ListSoleDecisions, {}, READS),
    "look at a decision taken alone": (
        desk.ReviewSoleDecision, {"decision": "unknown", "agreed": True, "reason": REASON}, HARD,
    ),
    "try a threshold": (desk.TryThreshold, {"setting": "reporters_signal", "value": 3}, {"operator", "auditor"}),
    "read trends": (desk.GetTrends, {}, READS),
    "rename a company": (companies.DecideCompany, {**COMPANY, "id": "n", "deed": "rename"}, MILD),
    "close a company": (companies.DecideCompany, {**COMPANY, "id": "x", "deed": "close"}, HARD),
    "order something": (
        orders.PlaceOrder,
        {"id": "o", "reason": REASON, "operation": orders.AnnulMatch(table="t1")},
        {"operator"},
    ),
    "read one order": (orders.GetOrder, {"order": "unknown"}, {"operator", "auditor"}),
    "read orders": (orders.ListOrders, {}, {"operator", "auditor"}),
    "read settings": (orders.ListSettings, {}, {"operator", "auditor"}),
    "read the audit log": (staff.ListAuditEntries, {}, AUDITS),
    "begin to save the audit log": (staff.BeginAuditExport, {"id": "e-1"}, AUDITS),
    "read what is saved": (staff.ReadAuditExport, {"export": "unknown"}, AUDITS),
    "check the audit log": (staff.CheckAuditLog, {}, AUDITS),
    "list roles": (staff.ListRoles, {}, AUDITS),
}  # fmt: skip
_NARROWER = {"close a company", "block by a report", "write to a player", "write to all players"}
"""Where the request's contract names everybody of whom some may do a part of what it asks."""
_FOUND_LATER = {"decision_unknown", "suspension_unknown", "appeal_unknown"}
"""What is answered to who may, where the test names nothing that there is."""


@pytest.mark.parametrize("action", ACTIONS)
def test_each_action_is_done_by_the_roles_that_may_and_refused_to_the_others(
    moderation: Moderation, action: str
) -> None:
    kind, fields, may = ACTIONS[action]
    moderation.hire()
    moderation.report(by="ana", reported="ben")
    moderation.keep(sanction_rows.add_card, Card("yellow", "ben", "yellow", "normal", 1))
    moderation.keep(sanction_rows.add_block, "fay", sanction_rows.Block(REASON, 1))
    moderation.told()
    for role in sorted(EVERYBODY, key=lambda role: role in may):
        answer = moderation.ask(kind(account=f"the {role}", **fields))
        refused = answer.error if isinstance(answer, Refusal) else None
        assert (refused == "forbidden") == (role not in may), role
        if role not in may:
            assert moderation.told() == []
        elif len(may) == 1 and refused is not None:
            assert refused in _FOUND_LATER


def test_every_request_of_staff_is_in_the_table_with_its_roles() -> None:
    assert {kind for kind, _, _ in ACTIONS.values() if kind.staff_roles} == staff_requests("moderation")
    for action, (kind, _, may) in ACTIONS.items():
        if kind.staff_roles:
            assert may < kind.staff_roles if action in _NARROWER else may == kind.staff_roles, action


def test_an_account_may_hold_several_roles(moderation: Moderation) -> None:
    for role in ("auditor", "operator", "moderator"):
        moderation.keep(role_rows.add_role, "eva", role)
    moderation.report()
    assert moderation.decide("r1", "ignore", by="eva").decided_by == "eva"
    assert not isinstance(moderation.ask(staff.CheckAuditLog(account="eva")), Refusal)
    assert moderation.log()[0].role == "moderator"


def test_roles_are_granted_and_revoked_by_another_administrator(moderation: Moderation) -> None:
    moderation.hire()
    give = staff.GiveRole(account="the administrator", to="ben", role="auditor", reason=REASON)
    assert moderation.ask(give) == staff.Holder(account="ben", roles=["auditor"])
    take = staff.TakeRole(account="the administrator", to="ben", role="auditor", reason=REASON)
    assert moderation.ask(take) == staff.Holder(account="ben", roles=[])
    told = sorted(moderation.told_of(events.RolesChanged), key=lambda each: each.seq)
    assert [(each.account, each.roles) for each in told] == [("ben", ["auditor"]), ("ben", [])]
    own = staff.GiveRole(account="the administrator", to="the administrator", role="operator", reason=REASON)
    assert moderation.ask(own) == Refusal("conflict_of_interest")
    holders = moderation.ask(staff.ListRoles(account="the auditor")).holders
    assert {each.account for each in holders} >= {"the moderator", "another administrator"}


def test_a_visitor_from_another_cell_gets_no_role(moderation: Moderation) -> None:
    moderation.hire()
    moderation.base.settings = CommonSettings(cell="a")
    give = staff.GiveRole(account="the administrator", to="b~ben", role="auditor", reason=REASON)
    assert moderation.ask(give) == Refusal("visitor_forbidden")
    local = staff.GiveRole(account="the administrator", to="a~ben", role="auditor", reason=REASON)
    assert moderation.ask(local) == staff.Holder(account="a~ben", roles=["auditor"])
