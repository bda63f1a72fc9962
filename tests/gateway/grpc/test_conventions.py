"""Conventions that hold for the whole API, read from its descriptors: an id on every change, times as
`google.protobuf.Timestamp`, and the behaviour of every field in its comment."""

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any

import grpc
import pytest
from google.protobuf import descriptor_pb2, descriptor_pool
from google.protobuf.descriptor import Descriptor, FieldDescriptor, MethodDescriptor
from google.protobuf.message_factory import GetMessageClass

import gateway.grpc.server  # noqa: F401 it loads the descriptors of all services
from gateway.grpc.access.scopes import SCOPES
from gateway.grpc.calls.message_conversion import TIMES, time_of
from gateway.grpc.gen.kafeneio.tournaments.v1 import tournaments_pb2
from services.contracts.moderation import orders
from services.contracts.tournaments import competitions as contract
from tests.gateway.fakes import services
from tests.gateway.grpc.test_front import BARE, WITH_TOKEN, opened
from tests.gateway.http.test_rest import match_record
from tools.protos import PROTOS

BUF = Path(sys.executable).parent / "buf"
READS = ("Get", "List", "BatchGet", "Lookup", "Watch", "Subscribe", "Check")
"""How methods begin that change nothing; every other one has a `request_id`."""
ANSWERED_BY_ITS_KEY = {"ApproveCredit", "DeleteImport", "ImportMatch", "ReadMessages", "WithdrawCall"}
"""Methods whose other fields name what happens once: the id is the caller's own note."""
TEXTS = {
    "category": "insult", "decision": "ignore", "role": "auditor", "outcome": "upheld", "kind": "notice",
    "reason": "long enough to be one", "value_json": "1", "request_id": "r-1", "repeat": 1, "nobody": "tie",
}  # fmt: skip


def methods() -> Iterator[MethodDescriptor]:
    for path in sorted(PROTOS.rglob("*.proto")):
        described = descriptor_pool.Default().FindFileByName(str(path.relative_to(PROTOS)))
        for service in described.services_by_name.values():
            yield from service.methods


def messages() -> dict[str, Descriptor]:
    """Every message of the API by its full name."""
    found: dict[str, Descriptor] = {}

    def add(message: Descriptor) -> None:
        if not message.full_name.startswith("kafeneio.") or message.full_name in found:
            return
        found[message.full_name] = message
        for field in message.fields:
            if field.message_type is not None:
                add(field.message_type)

    for method in methods():
        add(method.input_type)
        add(method.output_type)
    return {name: message for name, message in found.items() if not message.GetOptions().map_entry}


def is_change(method: MethodDescriptor) -> bool:
    return not method.name.startswith(READS)


CHANGES = {method.full_name: method for method in methods() if is_change(method)}


# --- ids -------------------------------------------------------------------------------------------------------------


def test_every_change_has_a_request_id_and_no_reading_has_one() -> None:
    assert len(CHANGES) > 30
    has_id = {method.full_name for method in methods() if "request_id" in method.input_type.fields_by_name}
    assert has_id == set(CHANGES)


def filled(descriptor: Descriptor) -> Any:
    """A request with something plausible in every field that is required."""
    request = GetMessageClass(descriptor)()
    for field in descriptor.fields:
        behaviour = behaviours()[field.full_name]
        if field.name == "request_id" or field.name == "nobody":
            setattr(request, field.name, TEXTS[field.name])
        elif behaviour != "Required":
            continue
        elif field.message_type is not None and field.message_type.full_name.startswith("kafeneio."):
            getattr(request, field.name).CopyFrom(filled(field.message_type))
        elif field.message_type is not None:
            getattr(request, field.name).FromMilliseconds(1_800_000_000_000)
        elif field.is_repeated:
            getattr(request, field.name).append("x")
        else:
            setattr(request, field.name, TEXTS.get(field.name, "xyz") if field.type == field.TYPE_STRING else 2)
    if descriptor.name == "Plan":
        request.kind, request.prize_mode = "total", "fixed"
    if descriptor.name == "MakeCompetitionRequest":
        request.minutes, request.audience = 60, "all"
    if descriptor.name == "ChangeSettingRequest":
        request.name = "report_daily"
    return request


READS = {"GetMatch", "GetOrder", "ListTables", "GetBoard"}
"""What is only looked up for a change: asked anew each time."""


def asked_twice(method: MethodDescriptor) -> list[Any]:
    """What services are asked by the same call made twice."""
    order = orders.Order(
        id="r-1", by="a", reason="", at_ms=1, state="placed", operation=orders.AnnulMatch(table="t")
    )  # fmt: skip
    rpc = services(GetMatch=match_record("a-ann"), PlaceOrder=order, GetOrder=order)
    path = f"/{method.containing_service.full_name}/{method.name}"
    with opened(rpc, grpc_tokens=[f"{BARE}:{'+'.join(SCOPES)}@tester"], grpc_health_every_s=600) as door:
        rpc.asked.clear()
        call = door.channel.unary_unary(path, request_serializer=lambda request: request.SerializeToString())
        for _ in range(2):
            with refusals_allowed():
                call(filled(method.input_type), metadata=WITH_TOKEN, timeout=0.9)
    return [each for each in rpc.asked if type(each).__name__ not in READS]


@contextmanager
def refusals_allowed() -> Iterator[None]:
    """The service that is asked has no answer in these tests; nothing but that may go wrong."""
    try:
        yield
    except grpc.RpcError as error:
        assert error.details() == "service_unavailable"  # type: ignore[attr-defined]


@pytest.mark.parametrize("name", CHANGES)
def test_a_change_sent_again_is_the_same_request_with_the_same_id_to_its_service(name: str) -> None:
    method = CHANGES[name]
    asked = asked_twice(method)
    assert len(asked) == 2, asked
    assert asked[0] == asked[1]
    if method.name not in ANSWERED_BY_ITS_KEY:
        ids = {getattr(asked[0], each, None) for each in ("id", "key", "by")}
        assert ids & {"r-1", "grpc:partner:r-1"}, asked[0]


# --- pages -----------------------------------------------------------------------------------------------------------

UNPAGED = {
    "kafeneio.lobby.v1.LobbyService.ListConversations": "as many as friends",
    "kafeneio.lobby.v1.PeopleService.ListCalls": "own ones have a limit, and of each friend there is one",
    "kafeneio.lobby.v1.CompaniesService.ListOwnCompanies": "one may belong to a few",
    "kafeneio.lobby.v1.CompaniesService.ListCompanyChat": "only the last lines are shown",
    "kafeneio.tables.v1.TablesService.ListImports": "an account may keep fifty",
    "kafeneio.ranking.v1.RankingService.ListBadges": "there are seventeen badges",
    "kafeneio.ranking.v1.RankingService.ListBoards": "as many as the boards that operators have defined",
    "kafeneio.ranking.v1.RankingService.ListDefinitions": "as many as the boards that operators have defined",
    "kafeneio.tournaments.v1.TournamentsService.ListPastCompetitions": "the last twenty",
    "kafeneio.tournaments.v1.TournamentsService.ListOwnCompetitions": "what is not over, and the last ten",
    "kafeneio.tournaments.v1.TournamentsService.ListInvitedCompetitions": "of an account a few are not over",
    "kafeneio.tournaments.v1.TournamentsService.ListSeries": "as many as the series that operators have made",
    "kafeneio.moderation.v1.ModerationService.ListSettings": "the settings that the platform has",
    "kafeneio.accounts.v1.AccountsService.ListWaysIn": "an account has a password, ten passkeys and a few providers",
    "kafeneio.events.v1.EventsService.ListTopics": "the topics that the platform has",
    "kafeneio.events.v1.WebhooksService.ListWebhooks": "a caller may have ten",
    "kafeneio.events.v1.WebhooksService.ListWebhookDeliveries": "the last fifty",
}
"""Lists that come whole, and what keeps them short."""


def test_every_list_has_pages_unless_something_else_keeps_it_short() -> None:
    lists = {method.full_name: method for method in methods() if method.name.startswith("List")}
    whole = {
        name
        for name, method in lists.items()
        if not {"page_size", "page_token"} <= {*method.input_type.fields_by_name}
        or "next_page_token" not in method.output_type.fields_by_name
    }
    assert len(lists) > 10
    assert whole == set(UNPAGED)


# --- times -----------------------------------------------------------------------------------------------------------


def names_of_type(kind: str) -> set[str]:
    """The names of the fields that are a `google.protobuf` message of this kind."""
    fields = [field for message in messages().values() for field in message.fields if field.message_type is not None]
    return {field.name for field in fields if field.message_type.full_name == f"google.protobuf.{kind}"}


def test_every_time_is_a_timestamp_and_has_the_name_that_the_conversion_knows() -> None:
    assert names_of_type("Timestamp") == set(TIMES.values())
    assert names_of_type("Duration") == {"expected_wait", "lead", "retry_delay"}
    numbers = (FieldDescriptor.TYPE_INT32, FieldDescriptor.TYPE_INT64)
    for message in messages().values():
        for field in message.fields:
            assert field.type not in numbers or not field.name.endswith(("_ms", "_s", "_time")), field.full_name


def saved_plan(plan: tournaments_pb2.Plan) -> tuple[tournaments_pb2.Plan, contract.Plan]:
    """A plan as the API answers it when it is saved, and as tournaments is asked to save it."""
    asked = []

    def save(request: contract.SaveCompetition) -> contract.PlanCard:
        asked.append(request)
        return contract.PlanCard(id="cup", state="draft", plan=request.plan, pool_chips=0, prizes_chips=[], reason=None)

    with opened(services(SaveCompetition=save), grpc_tokens=[f"{BARE}:tournaments.operate@tester"]) as door:
        call = door.channel.unary_unary(
            "/kafeneio.tournaments.v1.TournamentsService/Save",
            request_serializer=tournaments_pb2.SaveRequest.SerializeToString,
            response_deserializer=tournaments_pb2.SaveResponse.FromString,
        )
        request = tournaments_pb2.SaveRequest(competition="cup", plan=plan)
        found = call(request, metadata=WITH_TOKEN, timeout=30).card.plan
    return found, asked[0].plan


def test_a_timestamp_is_milliseconds_to_the_service_and_a_timestamp_again_in_the_response() -> None:
    plan = filled(tournaments_pb2.Plan.DESCRIPTOR)
    plan.end_time.FromMilliseconds(253_402_300_799_999)
    found, asked = saved_plan(plan)
    assert (asked.starts_at_ms, asked.ends_at_ms) == (1_800_000_000_000, 253_402_300_799_999)
    assert (found.start_time, found.end_time) == (plan.start_time, plan.end_time)


@pytest.mark.parametrize("seconds", [10**13, -1, None])
def test_a_time_that_does_not_exist_and_one_that_is_missing_are_refused(seconds: int | None) -> None:
    plan = filled(tournaments_pb2.Plan.DESCRIPTOR)
    plan.ClearField("end_time")
    if seconds is not None:
        plan.end_time.seconds = seconds
    with pytest.raises(grpc.RpcError) as caught:
        saved_plan(plan)
    assert caught.value.details() == "bad_request"


def test_a_moment_that_there_is_not_is_unset() -> None:
    waiting = contract.Waiting(competition="cup", since_ms=7, expected_ms=None)
    with opened(services(AskGame=waiting), grpc_tokens=[f"{BARE}:tournaments.play"]) as door:
        call = door.channel.unary_unary(
            "/kafeneio.tournaments.v1.TournamentsService/AskGame",
            request_serializer=tournaments_pb2.AskGameRequest.SerializeToString,
            response_deserializer=tournaments_pb2.AskGameResponse.FromString,
        )
        request = tournaments_pb2.AskGameRequest(account="a", competition="cup")
        unknown = call(request, metadata=WITH_TOKEN, timeout=30)
        door.rpc.answers["AskGame"] = contract.Waiting(competition="cup", since_ms=7, expected_ms=1_500)
        known = call(request, metadata=WITH_TOKEN, timeout=30)
    assert (unknown.since_time.ToMilliseconds(), unknown.HasField("expected_wait")) == (7, False)
    assert known.expected_wait.ToMilliseconds() == 1_500


@pytest.mark.parametrize("at_ms", [None, -1, 253_402_300_800_000])
def test_a_moment_that_a_timestamp_cannot_have_is_unset(at_ms: int | None) -> None:
    assert time_of(at_ms) is None


# --- behaviour of fields ---------------------------------------------------------------------------------------------


@cache
def behaviours() -> dict[str, str]:
    """`Required`, `Optional` or `Output only` of every field, as its comment begins."""
    image = subprocess.run([BUF, "build", "--output", "-"], cwd=PROTOS, capture_output=True, check=True).stdout
    found = {}
    for file in descriptor_pb2.FileDescriptorSet.FromString(image).file:
        for place in file.source_code_info.location:
            if len(place.path) == 4 and place.path[0] == 4 and place.path[2] == 2:
                message = file.message_type[place.path[1]]
                name = f"{file.package}.{message.name}.{message.field[place.path[3]].name}"
                found[name] = place.leading_comments.strip().partition(". ")[0]
    return found


def reached(side: str) -> set[str]:
    """Names of the messages that requests or answers are made of."""
    found: set[str] = set()

    def add(message: Descriptor) -> None:
        if message.full_name not in found:
            found.add(message.full_name)
            for field in message.fields:
                if field.message_type is not None:
                    add(field.message_type)

    for method in methods():
        add(getattr(method, side))
    return found


def test_every_field_says_whether_it_is_required_optional_or_output_only() -> None:
    asked, answered = reached("input_type"), reached("output_type")
    for name, message in messages().items():
        for field in message.fields:
            behaviour = behaviours()[field.full_name]
            if name in asked:
                assert behaviour in ("Required", "Optional"), field.full_name
            else:
                assert name in answered
                assert behaviour == "Output only", field.full_name


def test_what_may_be_left_out_by_its_form_is_not_required() -> None:
    for message in messages().values():
        for field in message.fields:
            of_page = field.name in ("page_size", "page_token")
            is_choice = field.containing_oneof is not None
            if of_page or is_choice or field.GetOptions().deprecated or field.type == field.TYPE_BOOL:
                assert behaviours()[field.full_name] != "Required", field.full_name
