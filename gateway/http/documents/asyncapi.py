"""The AsyncAPI 3 document of the socket and of the public events, made of the contracts.

Both are described from the platform's side, as AsyncAPI asks: what it `receive`s a client sends.
"""

import inspect
import re
from collections.abc import Iterable
from typing import Any, get_args

import msgspec

from gateway.ws.connection.close_reasons import ENDINGS
from services.contracts.client import frames
from services.contracts.partners.public_events import PUBLIC_EVENTS, PublicEvent

Schema = dict[str, Any]

VERSION = f"{frames.PROTOCOL}.0.0"
_REF = "#/components/schemas/{name}"
_EVENTS_ADDRESS = "kafeneio.events.v1.EventsService/Subscribe"
_SOCKET = (
    "One WebSocket for each session. What no schema says (who speaks first, sending commands again, how a table is "
    "followed, how it ends) is in gateway/ws/PROTOCOL.md. A game's moves (`move.move`), options "
    "(`create_table.options`), view (`view.game_view`) and events (kinds and `data` in `update.events`) are described "
    "by `/api/games/{game}/schema`; `/api/catalogue` lists the games."
)
_EVENTS = (
    "Events of the platform, over gRPC: `Subscribe` with topics and the last cursor. An answer's `topic` names the "
    "message, its `data` is the payload."
)


def document() -> Schema:
    """The whole document."""
    sent, received = get_args(frames.FromClient), get_args(frames.ToClient)
    _, components = msgspec.json.schema_components([*sent, *received], ref_template=_REF)
    events = {event.topic: _event_schema(event, components) for event in PUBLIC_EVENTS.values()}
    messages = {
        **{_frame_name(kind): _frame(kind) for kind in (*sent, *received)},
        **{topic: _event(PUBLIC_EVENTS[topic], schema) for topic, schema in events.items()},
    }
    from_client, to_client = [list(map(_frame_name, kinds)) for kinds in (sent, received)]
    return {
        "asyncapi": "3.0.0",
        "info": {
            "title": "Kafeneio",
            "version": VERSION,
            "description": "What clients and the platform say to each other beside REST: frames of `/ws`, and events.",
        },
        "defaultContentType": "application/json",
        "channels": {
            "socket": _channel("/ws", _SOCKET, [*from_client, *to_client])
            | {"bindings": {"ws": {"method": "GET"}}, "x-close-reasons": _close_reasons()},
            "events": _channel(_EVENTS_ADDRESS, _EVENTS, list(events)),
        },
        "operations": {
            "takeFrame": _operation("receive", "socket", "A client sends a frame.", from_client),
            "sendFrame": _operation("send", "socket", "The platform sends a client a frame.", to_client),
            "sendEvent": _operation("send", "events", "The platform sends a follower an event.", list(events)),
        },
        "components": {"messages": messages, "schemas": components},
    }


def _channel(address: str, description: str, names: Iterable[str]) -> Schema:
    messages = {name: {"$ref": f"#/components/messages/{name}"} for name in names}
    return {"address": address, "description": description, "messages": messages}


def _operation(action: str, channel: str, summary: str, names: Iterable[str]) -> Schema:
    return {
        "action": action,
        "channel": {"$ref": f"#/channels/{channel}"},
        "summary": summary,
        "messages": [{"$ref": f"#/channels/{channel}/messages/{name}"} for name in names],
    }


def _frame_name(kind: type) -> str:
    """A frame's name in the document: its class, because both sides have a `beat`."""
    return kind.__name__


def _frame(kind: type) -> Schema:
    return {
        "name": kind.__struct_config__.tag,  # type: ignore[attr-defined]
        "title": kind.__name__,
        "summary": _text_of(kind),
        "payload": {"$ref": _REF.format(name=kind.__name__)},
    }


def _event(event: PublicEvent, schema: Schema) -> Schema:
    return {"name": event.topic, "title": event.kind.__name__, "summary": event.description, "payload": schema}


def _event_schema(event: PublicEvent, components: Schema) -> Schema:
    """An event's public fields; what they are made of is added to the components."""
    _, found = msgspec.json.schema_components([event.kind], ref_template=_name_template(event))
    renamed = {f"{_prefix(event)}{name}": schema for name, schema in found.items()}
    whole = renamed.pop(f"{_prefix(event)}{event.kind.__name__}")
    components.update(_used(renamed, whole, event))
    return _public(whole, event)


def _public(schema: Schema, event: PublicEvent) -> Schema:
    properties = {name: each for name, each in schema["properties"].items() if name in event.fields}
    required = [name for name in schema.get("required", ()) if name in event.fields]
    return {"type": "object", "description": _text_of(event.kind), "properties": properties, "required": required}


def _used(found: Schema, whole: Schema, event: PublicEvent) -> Schema:
    """Those definitions that public fields lead to."""
    used: Schema = {}
    waiting: list[Any] = [_public(whole, event)]
    while waiting:
        for name in re.findall(r'"#/components/schemas/(\w+)"', msgspec.json.encode(waiting.pop()).decode()):
            if name in found and name not in used:
                used[name] = found[name]
                waiting.append(found[name])
    return used


def _prefix(event: PublicEvent) -> str:
    """Names of events' parts do not meet those of frames: `Prize` there is not `Prize` here."""
    return "".join(word.capitalize() for word in re.split(r"[._]", event.topic))


def _name_template(event: PublicEvent) -> str:
    return _REF.format(name=f"{_prefix(event)}{{name}}")


def _close_reasons() -> Schema:
    return {reason: {"code": ending.code, "says_bye": ending.bye} for reason, ending in ENDINGS.items()}


def _text_of(kind: type) -> str:
    return " ".join((inspect.getdoc(kind) or "").split())
