"""The AsyncAPI document describes exactly what the socket and the events carry, and people can read it."""

import re
from pathlib import Path
from typing import Any, get_args

import jsonschema
import msgspec
import pytest

from gateway.http.asyncapi import document
from gateway.ws import codec
from gateway.ws.close_reasons import ENDINGS
from services.contracts import frames
from services.contracts.public_events import PUBLIC_EVENTS
from tests.gateway.fakes import room
from tests.gateway.test_openapi import refs
from tests.gateway.test_rest import Site

SENT, RECEIVED = get_args(frames.FromClient), get_args(frames.ToClient)
PROTOCOL = (Path(codec.__file__).parent / "PROTOCOL.md").read_text()


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


def test_fields_of_frames_and_events_are_those_of_the_contracts(described: dict[str, Any]) -> None:
    for kind in (*SENT, *RECEIVED):
        schema = described["components"]["schemas"][kind.__name__]
        assert set(schema["properties"]) == {"t", *(field.encode_name for field in msgspec.structs.fields(kind))}
    for topic, event in PUBLIC_EVENTS.items():
        schema = described["components"]["messages"][topic]["payload"]
        assert set(schema["properties"]) == event.fields
        assert set(schema["required"]) <= event.fields


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
    for word in ("POST /api/login", "create_table", "tables.match_finished", "RoomFrame"):
        assert word in text
    linked = set(re.findall(r'href="#([\w.-]+)"', text))
    assert linked <= set(re.findall(r'id="([\w.-]+)"', text))
    assert client.get("/api/reference.css").mimetype == "text/css"
