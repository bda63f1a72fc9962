"""What the contracts, the protos and the AsyncAPI document say of the same things is the same.

`api_mirrors.py` says which API message shows which message of the contracts. Each field of the two is compared by name
and type; a difference is named there with its reason, so that a new field is a decision, and one that is not there any
more has to go.
"""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from google.protobuf.descriptor import Descriptor, FieldDescriptor
from msgspec import inspect

from gateway.grpc.calls.message_conversion import TIMES
from gateway.grpc.gen.kafeneio.lobby.v1 import lobby_pb2
from gateway.http.documents.asyncapi import document
from services.contracts.lobby import open_tables, presence
from tests.gateway.grpc.api_mirrors import MIRRORS, OWN
from tests.gateway.grpc.mirror import Mirror
from tests.gateway.grpc.test_conventions import messages

NAMES = [f"{each.shown.DESCRIPTOR.full_name.removeprefix('kafeneio.')}-{each.contract.__name__}" for each in MIRRORS]
PLACES = ("after", "before", "before_ms", "before_competition", "before_table", "offset")
"""Fields of a contract's request that say where a page begins, and of its answer (with `next`) where it ends."""
PLAIN: dict[type, set[int]] = {
    inspect.IntType: {FieldDescriptor.TYPE_INT32, FieldDescriptor.TYPE_INT64},
    inspect.StrType: {FieldDescriptor.TYPE_STRING, FieldDescriptor.TYPE_ENUM},
    inspect.LiteralType: {FieldDescriptor.TYPE_STRING, FieldDescriptor.TYPE_ENUM},
    inspect.EnumType: {FieldDescriptor.TYPE_STRING, FieldDescriptor.TYPE_ENUM},
    inspect.BoolType: {FieldDescriptor.TYPE_BOOL},
    inspect.FloatType: {FieldDescriptor.TYPE_DOUBLE},
}
LISTS = (inspect.ListType, inspect.SetType, inspect.FrozenSetType, inspect.VarTupleType)
FREE = {"google.protobuf.Struct", "google.protobuf.Value", "google.protobuf.ListValue"}
"""What the API has for JSON of any shape."""
MILLISECONDS = {"google.protobuf.Timestamp", "google.protobuf.Duration"}
"""What the API has for a contract's milliseconds."""


# --- both as field → type -------------------------------------------------------------------------------------------


def contract_fields(kind: type) -> dict[str, inspect.Type]:
    """The fields of a contract's message by name."""
    info = inspect.type_info(kind)
    assert isinstance(info, inspect.StructType)
    return {each.encode_name: each.type for each in info.fields}


def api_fields(mirror: Mirror) -> dict[str, FieldDescriptor]:
    """The fields of an API message by their contract's names."""
    of_contract = contract_fields(mirror.contract)
    return {contract_name(mirror, each.name, of_contract): each for each in mirror.shown.DESCRIPTOR.fields}


def contract_name(mirror: Mirror, name: str, of_contract: dict[str, Any]) -> str:
    """What the contract calls a field of the API."""
    if name in mirror.renamed:
        return mirror.renamed[name]
    if name in of_contract or name in mirror.added:
        return name
    if name.endswith("_json"):
        return name.removesuffix("_json")
    times = [each for each in of_contract if TIMES.get(each) == name]
    if times:
        assert len(times) == 1, f"{name} may be any of {times}"
        return times[0]
    return {"request_id": "id", "page_size": "limit"}.get(name, name)


def of_pages(mirror: Mirror, api: dict[str, Any], of_contract: dict[str, Any]) -> tuple[set[str], set[str]]:
    """What a list has for its pages: fields of the API, and fields of the contract that these stand for."""
    tokens = {"page_token", "next_page_token"} & api.keys()
    places = PLACES if "page_token" in api else ("next", *(f"next_{name}" for name in PLACES)) if tokens else ()
    return tokens, {name for name in places if name in of_contract and name not in api}


# --- comparing ------------------------------------------------------------------------------------------------------


def agrees(field: FieldDescriptor, kind: inspect.Type, *, inside_list: bool = False) -> bool:
    """Whether a field of the API has the type that the contract says."""
    if field.name.endswith("_json"):
        return field.type in (FieldDescriptor.TYPE_STRING, FieldDescriptor.TYPE_BYTES)
    if isinstance(kind, inspect.AnyType):
        return field.message_type is not None and field.message_type.full_name in FREE
    if isinstance(kind, inspect.UnionType):
        present = [each for each in kind.types if not isinstance(each, inspect.NoneType)]
        return len(present) == 1 and agrees(field, present[0], inside_list=inside_list)
    if isinstance(kind, LISTS):
        return field.is_repeated and not inside_list and agrees(field, kind.item_type, inside_list=True)
    if isinstance(kind, inspect.DictType):
        return agrees_with_dict(field, kind)
    if field.is_repeated and not inside_list:
        return False
    if isinstance(kind, inspect.IntType) and field.message_type is not None:
        return field.message_type.full_name in MILLISECONDS
    if isinstance(kind, inspect.StructType):
        return field.message_type is not None and (field.message_type.full_name, kind.cls) in PAIRS
    if isinstance(kind, inspect.LiteralType) and all(isinstance(value, int) for value in kind.values):
        return field.type in PLAIN[inspect.IntType]
    return field.type in PLAIN.get(type(kind), set())


def agrees_with_dict(field: FieldDescriptor, kind: inspect.DictType) -> bool:
    """A map, or an object of any shape."""
    message = field.message_type
    if message is None:
        return False
    if message.GetOptions().map_entry:
        return agrees(message.fields_by_name["value"], kind.value_type)
    return message.full_name in FREE and isinstance(kind.value_type, inspect.AnyType)


PAIRS = {(each.shown.DESCRIPTOR.full_name, each.contract) for each in MIRRORS}


@pytest.mark.parametrize("mirror", MIRRORS, ids=NAMES)
def test_a_message_has_the_contracts_fields_and_no_others(mirror: Mirror) -> None:
    api, of_contract = api_fields(mirror), contract_fields(mirror.contract)
    tokens, places = of_pages(mirror, api, of_contract)
    assert api.keys() - mirror.added.keys() - tokens == of_contract.keys() - mirror.hidden.keys() - places


@pytest.mark.parametrize("mirror", MIRRORS, ids=NAMES)
def test_fields_have_the_contracts_types(mirror: Mirror) -> None:
    api, of_contract = api_fields(mirror), contract_fields(mirror.contract)
    both = api.keys() & of_contract.keys() - mirror.added.keys()
    assert both or not of_contract or len(mirror.hidden) == len(of_contract)
    assert {name for name in both if not agrees(api[name], of_contract[name])} == mirror.reshaped.keys()


@pytest.mark.parametrize("mirror", MIRRORS, ids=NAMES)
def test_no_exception_is_stale(mirror: Mirror) -> None:
    api, of_contract = set(mirror.shown.DESCRIPTOR.fields_by_name), contract_fields(mirror.contract)
    assert mirror.hidden.keys() <= of_contract.keys() - api_fields(mirror).keys()
    assert mirror.added.keys() <= api - of_contract.keys()
    assert mirror.renamed.keys() <= api
    assert set(mirror.renamed.values()) <= of_contract.keys()


def is_envelope(message: Descriptor) -> bool:
    """Whether a message is nothing of its own: empty, or one message, or a list of one kind and its token."""
    fields = [each for each in message.fields if each.name != "next_page_token"]
    return not fields or (len(fields) == 1 and fields[0].message_type is not None)


def test_every_message_of_the_api_is_compared_or_named_with_a_reason() -> None:
    found = {name for name, message in messages().items() if not is_envelope(message)}
    mirrored = {each.shown.DESCRIPTOR.full_name for each in MIRRORS}
    assert found - mirrored == {each.DESCRIPTOR.full_name for each in OWN}
    assert not mirrored & {each.DESCRIPTOR.full_name for each in OWN}
    assert all(OWN.values())


# --- a difference is found ------------------------------------------------------------------------------------------

SEAT = Mirror(lobby_pb2.Seat, open_tables.SeatLine)


@pytest.mark.parametrize(
    ("mirror", "test"),
    [
        (replace(SEAT, contract=presence.PlayerLine), test_a_message_has_the_contracts_fields_and_no_others),
        (replace(SEAT, hidden={"bot": "no"}), test_a_message_has_the_contracts_fields_and_no_others),
        (replace(SEAT, renamed={"seat": "name", "name": "seat"}), test_fields_have_the_contracts_types),
        (replace(SEAT, reshaped={"bot": "no"}), test_fields_have_the_contracts_types),
        (replace(SEAT, hidden={"gone": "no"}), test_no_exception_is_stale),
        (replace(SEAT, added={"bot": "no"}), test_no_exception_is_stale),
        (replace(SEAT, renamed={"gone": "seat"}), test_no_exception_is_stale),
    ],
)
def test_a_difference_and_a_stale_exception_are_found(mirror: Mirror, test: Callable[[Mirror], None]) -> None:
    with pytest.raises(AssertionError):
        test(mirror)


# --- the same over the socket ---------------------------------------------------------------------------------------


def test_what_the_socket_and_the_api_both_show_has_the_same_fields() -> None:
    schemas = document()["components"]["schemas"]
    both = [mirror for mirror in MIRRORS if mirror.contract.__name__ in schemas]
    assert {"PlayerLine", "TableLine", "SeatLine", "Account"} <= {mirror.contract.__name__ for mirror in both}
    for mirror in both:
        shown = api_fields(mirror).keys() - mirror.added.keys()
        assert shown <= schemas[mirror.contract.__name__]["properties"].keys(), mirror.shown.DESCRIPTOR.full_name
