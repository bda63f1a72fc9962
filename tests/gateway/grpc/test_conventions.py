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
from gateway.grpc.calls import twin_fields
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
ANSWERED_BY_ITS_KEY = {"ApproveCredit"}
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
    if descriptor.name == "ChangeSettingRequest":
        request.name = "report_daily"
    return request


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
    return [each for each in rpc.asked if type(each).__name__ not in ("GetMatch", "GetOrder", "ListTables")]


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
    "kafeneio.ranking.v1.RankingService.ListBoards": "as many as the boards that operators have defined",
    "kafeneio.ranking.v1.RankingService.ListDefinitions": "as many as the boards that operators have defined",
    "kafeneio.moderation.v1.ModerationService.ListSettings": "the settings that the platform has",
    "kafeneio.events.v1.EventsService.ListTopics": "the topics that the platform has",
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


def is_time(field: FieldDescriptor) -> bool:
    return field.type == field.TYPE_INT64 and field.name.endswith("_ms")


PAGED = {"before_ms", "next_before_ms"}
"""Deprecated parts of a place in a list, which page tokens have now."""


def test_every_time_is_a_timestamp_and_its_milliseconds_are_deprecated() -> None:
    times = [field for message in messages().values() for field in message.fields if is_time(field)]
    assert len(times) > 50
    for field in times:
        assert field.GetOptions().deprecated, field.full_name
        if field.name not in PAGED:
            newer = field.containing_type.fields_by_name[twin_fields.TIMES[field.name]]
            wanted = "Duration" if field.name == "expected_ms" else "Timestamp"
            assert newer.message_type.full_name == f"google.protobuf.{wanted}"


def test_responses_have_times_in_both_forms_and_requests_may_have_either() -> None:
    saved = []

    def save(request: contract.SaveCompetition) -> contract.PlanCard:
        saved.append(request)
        return contract.PlanCard(id="cup", state="draft", plan=request.plan, pool_chips=0, prizes_chips=[], reason=None)

    plan = filled(tournaments_pb2.Plan.DESCRIPTOR)
    plan.ends_at_ms = 5
    plan.ClearField("end_time")
    with opened(services(SaveCompetition=save), grpc_tokens=[f"{BARE}:tournaments.operate@tester"]) as door:
        path = "/kafeneio.tournaments.v1.TournamentsService/Save"
        call = door.channel.unary_unary(
            path,
            request_serializer=tournaments_pb2.SaveRequest.SerializeToString,
            response_deserializer=tournaments_pb2.SaveResponse.FromString,
        )
        request = tournaments_pb2.SaveRequest(account="service.tester", competition="cup", plan=plan, request_id="r-1")
        found = call(request, metadata=WITH_TOKEN, timeout=30).card.plan
        plan.end_time.seconds = 10**13
        with pytest.raises(grpc.RpcError) as caught:
            call(
                request.__class__(account="service.tester", competition="cup", plan=plan),
                metadata=WITH_TOKEN,
                timeout=30,
            )
    assert caught.value.details() == "bad_request"
    assert (saved[0].plan.starts_at_ms, saved[0].plan.ends_at_ms, saved[0].id) == (1_800_000_000_000, 5, "r-1")
    assert (found.starts_at_ms, found.start_time.ToMilliseconds()) == (1_800_000_000_000,) * 2
    assert (found.ends_at_ms, found.end_time.ToMilliseconds()) == (5, 5)


def test_a_moment_that_there_is_not_is_unset_in_both_forms() -> None:
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
