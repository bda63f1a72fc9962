"""The AsyncAPI document describes exactly what the socket and the events carry, and people can read it."""

import re
from pathlib import Path
from typing import Any, get_args

import jsonschema
import msgspec
import pytest
from msgspec import inspect

from gateway.http.documents.asyncapi import document
from gateway.ws.connection import codec
from gateway.ws.connection.close_reasons import ENDINGS
from services.contracts.client import frames
from services.contracts.partners.public_events import PUBLIC_EVENTS
from tests.gateway.fakes import room
from tests.gateway.http.test_openapi import refs
from tests.gateway.http.test_rest import Site
from tools.client_schema import children

SENT, RECEIVED = get_args(frames.FromClient), get_args(frames.ToClient)
PLAIN: dict[type, str] = {
    inspect.IntType: "integer",
    inspect.StrType: "string",
    inspect.BoolType: "boolean",
    inspect.FloatType: "number",
    inspect.NoneType: "null",
}
PROTOCOL = (Path(codec.__file__).parents[1] / "PROTOCOL.md").read_text()


@pytest.fixture(scope="module")
def described() -> dict[str, Any]:
    answer = Site().client.get("/api/asyncapi.json")
    assert answer.json is not None
    return answer.json


def names(described: dict[str, Any], operation: str) -> list[str]:
    return [each["$ref"].rsplit("/", 1)[1] for each in described["operations"][operation]["messages"]]


def lookup(document: dict[str, Any], ref: str) -> Any:
    found: Any = document
    for part in ref.removeprefix("#/").split("/"):
        found = found[part]
    return found


def test_what_is_served_is_what_the_contracts_make(described: dict[str, Any]) -> None:
    assert described == msgspec.json.decode(msgspec.json.encode(document()))
    assert described["asyncapi"] == "3.0.0"
    assert "view (`view.game_view`) and events" in described["channels"]["socket"]["description"]


def test_every_frame_and_every_public_event_is_described_and_nothing_else(described: dict[str, Any]) -> None:
    assert names(described, "takeFrame") == [kind.__name__ for kind in SENT]
    assert names(described, "sendFrame") == [kind.__name__ for kind in RECEIVED]
    assert names(described, "sendEvent") == list(PUBLIC_EVENTS)
    messages = described["components"]["messages"]
    assert set(messages) == {kind.__name__ for kind in (*SENT, *RECEIVED)} | set(PUBLIC_EVENTS)
    assert all(message["summary"] for message in messages.values())


def test_every_reference_leads_somewhere_and_no_definition_is_unused(described: dict[str, Any]) -> None:
    found = refs(described)
    for ref in found:
        assert lookup(described, ref) is not None
    prefix = "#/components/schemas/"
    assert {ref.removeprefix(prefix) for ref in found if ref.startswith(prefix)} == set(
        described["components"]["schemas"]
    )


def struct_fields(kind: type) -> dict[str, inspect.Type]:
    info = inspect.type_info(kind)
    assert isinstance(info, inspect.StructType)
    return {each.encode_name: each.type for each in info.fields}


def agrees(schema: dict[str, Any], kind: inspect.Type, before: str = "") -> bool:
    """Whether a schema says what the contract's type says. It says which object by a reference to its name, `before`
    which the name of an event may stand."""
    if isinstance(kind, inspect.UnionType):
        return agrees_with_union(schema, kind, before)
    if isinstance(kind, inspect.StructType):
        return schema.get("$ref", "").rsplit("/", 1)[-1] == f"{before}{kind.cls.__name__}"
    if isinstance(kind, inspect.LiteralType):
        return set(schema.get("enum", ())) == set(kind.values)
    if isinstance(kind, inspect.AnyType):
        return schema.keys() <= {"default", "description"}
    if isinstance(kind, inspect.ListType | inspect.VarTupleType):
        return schema.get("type") == "array" and agrees(schema["items"], kind.item_type, before)
    if isinstance(kind, inspect.TupleType):
        parts = schema.get("prefixItems", ())
        return len(parts) == len(kind.item_types) and all(
            agrees(*pair, before) for pair in zip(parts, kind.item_types, strict=True)
        )
    if isinstance(kind, inspect.DictType):
        values = schema.get("additionalProperties", {})
        return schema.get("type") == "object" and (values in ({}, True) or agrees(values, kind.value_type, before))
    return schema.get("type") == PLAIN.get(type(kind))


def agrees_with_union(schema: dict[str, Any], kind: inspect.UnionType, before: str) -> bool:
    """Each type of a union has a schema of its own, words that are allowed with null excepted."""
    if "enum" in schema:
        words = [word for each in kind.types if isinstance(each, inspect.LiteralType) for word in each.values]
        return set(schema["enum"]) == {None, *words}
    parts = schema.get("anyOf", ())
    return len(parts) == len(kind.types) and all(
        any(agrees(part, each, before) for part in parts) for each in kind.types
    )


def differing(schema: dict[str, Any], of_contract: dict[str, inspect.Type], before: str = "") -> set[str]:
    """Names of fields that one of the two does not have, or has with another type."""
    properties = {name: each for name, each in schema["properties"].items() if name != "t"}
    both = properties.keys() & of_contract.keys()
    wrong = {name for name in both if not agrees(properties[name], of_contract[name], before)}
    return (properties.keys() ^ of_contract.keys()) | wrong


def test_fields_of_frames_have_the_contracts_names_and_types(described: dict[str, Any]) -> None:
    for kind in (*SENT, *RECEIVED):
        schema = described["components"]["schemas"][kind.__name__]
        assert schema["properties"]["t"] == {"enum": [kind.__struct_config__.tag]}
        assert differing(schema, struct_fields(kind)) == set(), kind


def test_fields_of_events_have_the_contracts_names_and_types_but_those_that_stay_inside(
    described: dict[str, Any],
) -> None:
    for topic, event in PUBLIC_EVENTS.items():
        schema = described["components"]["messages"][topic]["payload"]
        assert differing(schema, struct_fields(event.kind), prefix(topic)) == event.hidden, topic
        assert set(schema["required"]) <= event.fields


def test_what_frames_and_events_are_made_of_has_the_contracts_names_and_types(described: dict[str, Any]) -> None:
    schemas = described["components"]["schemas"]
    of_frames = parts_of([field for kind in (*SENT, *RECEIVED) for field in struct_fields(kind).values()])
    found = {kind.__name__: kind for kind in (*SENT, *RECEIVED, *of_frames)}
    for event in PUBLIC_EVENTS.values():
        shown = [field for name, field in struct_fields(event.kind).items() if name in event.fields]
        found |= {f"{prefix(event.topic)}{kind.__name__}": kind for kind in parts_of(shown)}
    assert found.keys() == schemas.keys()
    for name, kind in found.items():
        fields = struct_fields(kind)
        assert differing(schemas[name], fields, name.removesuffix(kind.__name__)) == set(), name


def parts_of(fields: list[inspect.Type]) -> set[type]:
    """All objects that fields lead to."""
    found: set[type] = set()
    waiting = list(fields)
    while waiting:
        inner = set(structs_in(waiting.pop())) - found
        found |= inner
        waiting += [field for kind in inner for field in struct_fields(kind).values()]
    return found


def prefix(topic: str) -> str:
    """How names of what an event is made of begin: `tables.match_finished` is `TablesMatchFinished`."""
    return "".join(word.capitalize() for word in re.split(r"[._]", topic))


def structs_in(kind: inspect.Type) -> list[type]:
    """The objects inside a type, not those inside these."""
    if isinstance(kind, inspect.StructType):
        return [kind.cls]
    return [each for inside in children(kind) for each in structs_in(inside)]


def test_a_field_with_another_type_or_name_is_found(described: dict[str, Any]) -> None:
    schema = described["components"]["schemas"]["DoneFrame"]
    wrong = {**schema["properties"], "version": {"type": "string"}, "more": {}}
    assert differing(schema | {"properties": wrong}, struct_fields(frames.DoneFrame)) == {"version", "more"}


def test_schemas_are_valid_and_a_real_frame_passes(described: dict[str, Any]) -> None:
    for schema in described["components"]["schemas"].values():
        jsonschema.Draft202012Validator.check_schema(schema)
    frame = frames.RoomFrame(now_ms=1, beat_s=5, chips=3, chips_seq=1, elo=1200, room=room())
    whole = described | {"$ref": "#/components/schemas/RoomFrame"}
    jsonschema.validate(msgspec.to_builtins(frame), whole)
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate(msgspec.to_builtins(frame) | {"chips": "3"}, whole)


def test_the_ways_to_end_are_those_of_the_gateway(described: dict[str, Any]) -> None:
    reasons = described["channels"]["socket"]["x-close-reasons"]
    assert {reason: each["code"] for reason, each in reasons.items()} == {
        reason: ending.code for reason, ending in ENDINGS.items()
    }


def test_the_protocol_names_no_frame_that_there_is_not() -> None:
    known = {kind.__struct_config__.tag for kind in (*SENT, *RECEIVED)}
    assert set(re.findall(r'"t":"(\w+)"', PROTOCOL)) <= known


def test_people_read_both_documents_on_one_page_without_scripts() -> None:
    client = Site().client
    page = client.get("/api/reference")
    assert (page.status_code, page.mimetype) == (200, "text/html")
    text = page.get_data(as_text=True)
    assert "<script" not in text
    assert "style=" not in text
    for word in ("POST /api/v1/login", "create_table", "tables.match_finished", "RoomFrame", "views and events:"):
        assert word in text
    linked = set(re.findall(r'href="#([\w.-]+)"', text))
    assert linked <= set(re.findall(r'id="([\w.-]+)"', text))
    assert client.get("/api/reference.css").mimetype == "text/css"
