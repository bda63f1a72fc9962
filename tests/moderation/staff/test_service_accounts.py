"""Service accounts: other systems act with roles of their own, and count as the person who answers for them
(RULES.md §10)."""

from typing import Any

import pytest

from services.contracts.lobby.accounts.privacy import ErasureAsked
from services.contracts.moderation import appeals, cards, staff
from services.contracts.moderation.cases import CloseCase, ListCases
from services.contracts.moderation.conduct import GetConduct, MuteChat
from services.contracts.moderation.events import RolesChanged
from services.contracts.moderation.orders import ChangeSetting, PlaceOrder
from services.contracts.partners.service_accounts import GetServiceAccount
from services.contracts.wallet.events import AddressShared
from services.kernel.refusal import Refusal
from services.moderation.staff import role_rows, service_accounts
from services.moderation.staff.roles import Role
from tests.moderation.moderation import REASON, Moderation

FORBIDDEN, CONFLICT = Refusal("forbidden"), Refusal("conflict_of_interest")


def add(moderation: Moderation, name: str, owner: str, *roles: Role) -> Any:
    return moderation.keep(service_accounts.add, name, owner, roles, "root", REASON)


@pytest.fixture
def machines(moderation: Moderation) -> Moderation:
    """Ada answers for a warden, who may mute, and a judge and a clerk, who are administrators; Zoe for a sheriff."""
    moderation.hire()
    moderation.keep(role_rows.add_role, "ada", "administrator")
    add(moderation, "warden", "ada", "moderator")
    add(moderation, "judge", "ada", "administrator")
    add(moderation, "clerk", "ada", "administrator")
    add(moderation, "sheriff", "zoe", "administrator")
    return moderation


def mute(machines: Moderation, by: str, to: str = "ben") -> Any:
    return machines.ask(MuteChat(account=by, id=f"{by}-{to}".replace(" ", "_"), to=to, minutes=5, reason=REASON))


def block(machines: Moderation, by: str, to: str = "ben") -> Any:
    return machines.ask(cards.Block(account=by, id=f"{by}-{to}".replace(" ", "_"), to=to, reason=REASON))


# --- roles of their own ---


def test_a_service_account_for_mutes_mutes_and_does_nothing_else(machines: Moderation) -> None:
    by, before = "service.warden", len(machines.log())
    order = ChangeSetting(name="yellow_days", value=1)
    for request in (
        staff.GiveRole(account=by, to="ben", role="administrator", reason=REASON),
        staff.TakeRole(account=by, to="ada", role="administrator", reason=REASON),
        cards.Block(account=by, id="b", to="ben", reason=REASON),
        cards.GiveCard(account=by, id="c", to="ben", reason=REASON),
        PlaceOrder(account=by, id="o", reason=REASON, operation=order),
    ):
        assert machines.ask(request) == FORBIDDEN
    assert machines.ask(staff.ListAuditEntries(account=by)) == FORBIDDEN
    assert len(machines.log()) == before
    assert mute(machines, by).account == "ben"
    (*_, entry) = machines.log()
    assert (entry.actor, entry.role, entry.action, entry.subject) == (by, "moderator", "mute", "ben")


@pytest.mark.parametrize("by", ["service.nobody", "service.", "service.WARDEN"])
def test_an_unknown_service_account_may_nothing_even_with_a_role(machines: Moderation, by: str) -> None:
    machines.ask(staff.GiveRole(account="the administrator", to=by, role="administrator", reason=REASON))
    assert mute(machines, by) == block(machines, by) == FORBIDDEN
    assert machines.ask(GetConduct(account=by)).roles == []


def test_an_earlier_role_is_gone_once_the_service_account_is_made(machines: Moderation) -> None:
    ask = staff.GiveRole(account="the administrator", to="service.new", role="administrator", reason=REASON)
    machines.ask(ask)
    add(machines, "new", "zoe", "moderator")
    assert machines.ask(GetConduct(account="service.new")).roles == ["moderator"]


def test_a_removed_service_account_may_nothing_and_its_name_is_not_used_again(machines: Moderation) -> None:
    machines.told()
    removed = machines.keep(service_accounts.remove, "judge", "root", REASON)
    assert removed.removed_at_ms == machines.clock.now_ms()
    assert [(each.account, each.roles) for each in machines.told_of(RolesChanged)] == [("service.judge", [])]
    assert block(machines, "service.judge") == FORBIDDEN
    assert machines.ask(GetServiceAccount(account="service.judge")) == Refusal("service_account_unknown")
    machines.ask(staff.GiveRole(account="the administrator", to="service.judge", role="administrator", reason=REASON))
    assert block(machines, "service.judge") == FORBIDDEN
    assert add(machines, "judge", "zoe") == Refusal("service_account_exists")
    assert machines.keep(service_accounts.remove, "judge", "root", REASON) == Refusal("service_account_unknown")


@pytest.mark.parametrize("how", ["block", "card"])
def test_a_service_account_may_nothing_while_its_owner_is_kept_out(machines: Moderation, how: str) -> None:
    assert block(machines, "service.judge").account == "ben"
    if how == "block":
        block(machines, "the administrator", "ada")
    else:
        machines.ask(cards.GiveCard(account="the administrator", id="c", to="ada", reason=REASON))
    assert block(machines, "service.judge", "eva") == FORBIDDEN
    assert machines.ask(GetConduct(account="service.judge")).roles == []


def test_service_accounts_of_an_erased_person_act_no_more(machines: Moderation) -> None:
    machines.hear("on_erasure_asked", ErasureAsked(account="ada", receipt="r"))
    assert mute(machines, "service.warden") == block(machines, "service.judge") == FORBIDDEN
    assert block(machines, "service.sheriff").account == "ben"
    assert [each.subject for each in machines.log() if each.action == "remove_service_account"] == [
        *("service.clerk", "service.judge", "service.warden"),
    ]


# --- made by operators ---


def test_a_new_service_account_is_in_the_audit_log_with_its_owner_and_roles(moderation: Moderation) -> None:
    made = add(moderation, "warden", "ada", "moderator", "auditor")
    assert (made.account, made.owner) == ("service.warden", "ada")
    log = [(each.actor, each.role, each.action, each.subject, each.object) for each in moderation.log()]
    assert log == [
        ("root", "operator", "add_service_account", "service.warden", "ada"),
        ("root", "operator", "give_role", "service.warden", "auditor"),
        ("root", "operator", "give_role", "service.warden", "moderator"),
    ]
    assert [(each.account, each.roles) for each in moderation.told_of(RolesChanged)][-1][0] == "service.warden"
    ((found, roles),) = moderation.keep(service_accounts.list_all)
    assert (found.owner, list(roles)) == ("ada", ["auditor", "moderator"])


@pytest.mark.parametrize(
    ("name", "reason", "error"),
    [
        *((name, REASON, "service_account_invalid") for name in ("", "Warden", "a.b", "x" * 41, "a b", "θ", "a\n")),
        ("warden", "short", "reason_required"),
    ],
)
def test_a_service_account_that_is_wrong_is_not_made(
    moderation: Moderation, name: str, reason: str, error: str
) -> None:
    assert moderation.keep(service_accounts.add, name, "ada", (), "root", reason) == Refusal(error)
    assert moderation.keep(service_accounts.list_all) == []
    assert moderation.log() == []


# --- one person, however many accounts ---


def test_a_person_and_all_their_service_accounts_count_as_one(machines: Moderation) -> None:
    found = machines.ask(GetServiceAccount(account="service.judge"))
    assert found.counts_as == ["ada", "service.clerk", "service.judge", "service.warden"]
    assert machines.ask(GetServiceAccount(account="ada")) == Refusal("service_account_unknown")


@pytest.mark.parametrize("by", ["service.judge", "ada"])
@pytest.mark.parametrize("to", ["service.judge", "service.clerk", "ada"])
def test_a_decision_about_the_same_person_is_refused(machines: Moderation, by: str, to: str) -> None:
    before = len(machines.log())
    assert mute(machines, by, to) == block(machines, by, to) == CONFLICT
    for request in (
        staff.GiveRole(account=by, to=to, role="operator", reason=REASON),
        staff.TakeRole(account=by, to=to, role="administrator", reason=REASON),
        cards.GiveCard(account=by, id="c", to=to, reason=REASON),
        cards.Unblock(account=by, to=to, reason=REASON),
    ):
        assert machines.ask(request) == CONFLICT
    assert len(machines.log()) == before


@pytest.mark.parametrize("by", ["service.judge", "service.clerk", "ada"])
def test_an_appeal_is_ruled_on_by_another_person(machines: Moderation, by: str) -> None:
    block(machines, "service.judge")
    appeal = machines.ask(appeals.FileAppeal(account="ben", text="I was not even there", filed_by="service.sheriff"))
    assert [each.actor for each in machines.log() if each.action == "appeal"] == ["service.sheriff"]

    def rule(who: str) -> Any:
        asked = appeals.RuleAppeal(account=who, appeal=appeal.id, outcome="lifted", reason=REASON)
        return machines.ask(asked)

    assert rule(by) == CONFLICT
    assert rule("service.sheriff").ruled_by == "service.sheriff"


@pytest.mark.parametrize("by", ["service.judge", "service.clerk"])
@pytest.mark.parametrize("part", ["reporter", "reported", "seated"])
def test_a_report_in_which_the_owner_has_a_part_is_decided_by_another(machines: Moderation, by: str, part: str) -> None:
    machines.report(
        by="ada" if part == "reporter" else "ana",
        reported="ada" if part == "reported" else "ben",
        seated=["ada"] if part == "seated" else [],
    )
    assert machines.decide("r1", "ignore", by) == CONFLICT
    assert machines.decide("r1", "ignore", "service.sheriff").decided_by == "service.sheriff"


def test_a_case_about_the_owner_is_closed_by_another(machines: Moderation) -> None:
    machines.hear("on_address_shared", AddressShared(match="m", stake_chips=5, accounts=["ada", "ben"]))
    (case,) = machines.ask(ListCases(account="service.judge")).cases
    assert machines.ask(CloseCase(account="service.judge", case=case.id, reason=REASON)) == CONFLICT
    closed = machines.ask(CloseCase(account="service.sheriff", case=case.id, reason=REASON))
    assert closed.closed_by == "service.sheriff"


def test_a_decision_of_a_removed_service_account_stays_its_owners(machines: Moderation) -> None:
    block(machines, "service.judge")
    appeal = machines.ask(appeals.FileAppeal(account="ben", text="I was not even there"))
    machines.keep(service_accounts.remove, "judge", "root", REASON)
    asked = appeals.RuleAppeal(account="ada", appeal=appeal.id, outcome="lifted", reason=REASON)
    assert machines.ask(asked) == CONFLICT
