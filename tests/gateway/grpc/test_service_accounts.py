"""Other systems act as themselves: what a token may do, and in whose name (services/moderation/RULES.md §10)."""

import hashlib
from collections.abc import Iterator
from typing import Any

import grpc
import pytest
from google.protobuf import descriptor_pool, message_factory

from gateway.grpc.access import scopes
from gateway.grpc.access.scopes import AS_STAFF, BOUND, SCOPE_OF, SCOPES
from gateway.grpc.access.tokens import Tokens
from gateway.grpc.gen.kafeneio.moderation.v1 import moderation_pb2 as pb
from gateway.grpc.gen.kafeneio.moderation.v1 import moderation_pb2_grpc
from gateway.grpc.gen.kafeneio.wallet.v1 import wallet_pb2
from services.contracts.moderation import conduct as moderation
from services.contracts.moderation import staff as discipline
from services.contracts.partners import lookups as other_systems
from services.contracts.partners.service_accounts import GetServiceAccount, ServiceAccount
from services.contracts.wallet import transfers as outside
from services.kernel.refusal import Refusal
from services.platform.process.settings import SettingsError
from tests.gateway.fakes import services
from tests.gateway.grpc.test_front import Door, opened

REASON = "shouted at everybody"


def line(name: str, scopes: str, machine: str = "") -> str:
    return f"{name}={hashlib.sha256(name.encode()).hexdigest()}:{scopes}" + (f"@{machine}" if machine else "")


def as_(name: str) -> Any:
    return (("authorization", f"Bearer {name}"),)


MUTE = line("warden", "moderation.mute", "warden")
ROLES = line("clerk", "moderation.roles", "clerk")


@pytest.fixture
def door() -> Iterator[Door]:
    rpc = services(
        MuteChat=moderation.Mute(id="m", account="a-bob", until_ms=4),
        GiveRole=discipline.Holder(account="a-bob", roles=["auditor"]),
    )
    with opened(rpc, grpc_tokens=[MUTE, ROLES], grpc_health_every_s=60) as made:
        yield made


def call(door: Door, token: str, method: str, **fields: Any) -> Any:
    stub = moderation_pb2_grpc.ModerationServiceStub(door.channel)
    return getattr(stub, method)(getattr(pb, f"{method}Request")(**fields), metadata=as_(token), timeout=30)


def refused(door: Door, token: str, method: str, **fields: Any) -> tuple[grpc.StatusCode, str]:
    with pytest.raises(grpc.RpcError) as caught:
        call(door, token, method, **fields)
    return caught.value.code(), caught.value.details() or ""


# --- attacks: a token that may mute wants more ---


@pytest.mark.parametrize(
    ("method", "fields"),
    [
        ("GiveRole", {"to": "a-bob", "role": "administrator", "reason": REASON}),
        ("TakeRole", {"to": "a-ann", "role": "administrator", "reason": REASON}),
        ("ChangeSetting", {"name": "chat_words", "value_json": "[]", "reason": REASON}),
        ("Block", {"to": "a-bob", "reason": REASON, "request_id": "b"}),
        ("GiveCard", {"to": "a-bob", "reason": REASON, "request_id": "b"}),
        ("Decide", {"report": "r", "decision": "ignore", "reason": REASON}),
        ("CloseCase", {"case": "c", "reason": REASON}),
        ("RuleAppeal", {"appeal": "a", "outcome": "lifted", "reason": REASON}),
        ("SendMessage", {"kind": "notice", "subject": "s", "body": "b", "request_id": "m"}),
        ("ListAuditEntries", {}),
        ("FileReport", {"account": "a-ann", "to": "a-bob", "category": "bot", "comment": "x", "request_id": "r"}),
    ],
)
@pytest.mark.parametrize("account", ["", "service.warden", "a-ann"])
def test_a_token_for_mutes_does_nothing_else(door: Door, method: str, fields: dict[str, Any], account: str) -> None:
    assert refused(door, "warden", method, **{"account": account} | fields) == (
        *(grpc.StatusCode.PERMISSION_DENIED, "scope_missing"),
    )
    assert [each for each in door.rpc.asked if hasattr(each, "reason")] == [], "no service was asked to change anything"


@pytest.mark.parametrize("named", ["a-ann", "service.clerk", "service.warden ", "SERVICE.WARDEN"])
def test_no_token_acts_as_another_account(door: Door, named: str) -> None:
    got = refused(door, "warden", "Mute", account=named, to="a-bob", minutes=5, reason=REASON, request_id="m")
    assert got == (grpc.StatusCode.PERMISSION_DENIED, "actor_not_own")
    assert door.rpc.requests(moderation.MuteChat) == []


@pytest.mark.parametrize("named", ["", "service.warden"])
def test_the_service_account_of_the_token_acts(door: Door, named: str) -> None:
    call(door, "warden", "Mute", account=named, to="a-bob", minutes=5, reason=REASON, request_id="m")
    (asked,) = door.rpc.requests(moderation.MuteChat)
    assert asked.account == "service.warden"


def test_every_method_of_staff_takes_its_actor_from_the_token() -> None:
    acting = {path for path, scope in SCOPE_OF.items() if scope in AS_STAFF}
    assert AS_STAFF <= SCOPES
    assert BOUND <= SCOPES
    assert len(acting) > 25
    for path in acting:
        service, method = path.strip("/").split("/")
        described = descriptor_pool.Default().FindServiceByName(service).methods_by_name[method].input_type
        request = message_factory.GetMessageClass(described)()
        field = scopes.field_of(request)
        setattr(request, field, "a-ann")
        refusal = scopes.enter(request, SCOPE_OF[path], "service.warden")
        assert refusal is not None
        assert refusal.error == "actor_not_own"
        assert getattr(request, field) == "a-ann"
        request.ClearField(field)
        assert scopes.enter(request, SCOPE_OF[path], "service.warden") is None
        assert getattr(request, field) == "service.warden"


# --- two people ---


def approved(door: Door, token: str, of: str) -> Any:
    asked = wallet_pb2.ApproveCreditRequest(caller=of, key="k", request_id="a")
    return door.wallet.ApproveCredit(asked, metadata=as_(token), timeout=30)


def test_an_approval_names_all_callers_that_are_the_same_person() -> None:
    lines = [
        line("shop", "wallet.credit", "shop"),
        line("shop-too", "wallet.approve", "shop"),
        line("till", "wallet.approve+wallet.credit", "till"),
        line("stranger", "wallet.approve", "other"),
    ]
    owned = ["a-ann", "service.shop", "service.till"]

    def account(request: GetServiceAccount) -> ServiceAccount:
        counts = owned if request.account in owned else [request.account, "a-zoe"]
        return ServiceAccount(account=request.account, owner=counts[0], created_at_ms=1, counts_as=counts)

    moved = outside.Moved(reference="ext:shop:k", balance_chips=700, replayed=False)
    with opened(services(GetServiceAccount=account, ApproveCredit=moved), grpc_tokens=lines) as door:
        for token in ("shop-too", "till", "stranger"):
            approved(door, token, "shop")
        asked = door.rpc.requests(other_systems.ApproveCredit)
        with pytest.raises(grpc.RpcError) as caught:
            approved(door, "till", "gone")
    assert caught.value.code() is grpc.StatusCode.NOT_FOUND
    assert [each.approver for each in asked] == ["shop-too", "till", "stranger"]
    assert [each.same_person for each in asked] == [["shop", "shop-too", "till"]] * 2 + [["stranger"]]


def test_an_approval_by_a_service_account_that_is_gone_is_refused() -> None:
    rpc = services(GetServiceAccount=Refusal("service_account_unknown"))
    with opened(rpc, grpc_tokens=[line("shop", "wallet.approve", "shop")]) as door:
        with pytest.raises(grpc.RpcError) as caught:
            approved(door, "shop", "shop")
        assert caught.value.details() == "service_account_unknown"
        assert door.rpc.requests(other_systems.ApproveCredit) == []


# --- settings ---


@pytest.mark.parametrize("scope", sorted(BOUND))
def test_a_token_that_acts_names_its_service_account(scope: str) -> None:
    with pytest.raises(SettingsError, match=rf"ann has the scope {scope}.*@"):
        Tokens([line("ann", f"read+{scope}")])
    caller = Tokens([line("ann", f"read+{scope}", "warden")]).caller(as_("ann"))
    assert caller is not None
    assert caller.service_account == "service.warden"


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        ([line("ann", "moderation.act")], "every entry is name="),
        ([line("ann", "moderation.mute", "Warden")], "@ and the name of a service account"),
        ([line("ann", "moderation.mute", "a@b")], "@ and the name of a service account"),
        ([line("ann", "moderation.mute") + "@"], "@ and the name of a service account"),
        ([line("ann", "moderation.mute", "x" * 41)], "@ and the name of a service account"),
        ([MUTE, MUTE.replace("warden=", "other=")], "warden and other have the same token"),
        ([MUTE, line("x", "read", "clerk").replace("x=", "warden=")], "warden is of two service accounts"),
    ],
)
def test_settings_that_name_no_actor_for_a_token_are_refused(lines: list[str], message: str) -> None:
    with pytest.raises(SettingsError, match=message):
        Tokens(lines)


def test_a_service_account_may_have_two_tokens_while_one_takes_the_place_of_the_other() -> None:
    renewed = line("new", "moderation.mute", "warden").replace("new=", "warden=")
    tokens = Tokens([MUTE, renewed])
    assert {tokens.caller(as_(name)) for name in ("warden", "new")} == {tokens.caller(as_("warden"))}
    assert tokens.callers_of({"service.warden"}) == {"warden"}
