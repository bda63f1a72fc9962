"""Writes the JSON Schemas from which TypeScript types are made (clients/web/README.md, "Types").

The package `kafeneio-client` gets one document with the frames of the socket and the bodies and answers of REST
(`wire.json`). The web client gets one for the view and the moves of every registered game (`games/<id>.json`); games
that have the same share the document of the first of them. Run from the root: `python -m tools.client_schema [folder]`.
"""

import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any, get_args

import msgspec

from games import registry
from games.api import AnyGame
from gateway.http.documents.openapi import template
from gateway.http.operations.request_bodies import Nothing, RefusalBody
from gateway.http.operations.route import File, Route
from gateway.http.routes.api import make_routes
from gateway.rpc import Cached
from services.contracts.base import Request
from services.contracts.client import frames
from services.contracts.lobby import open_tables as lobby

Schema = dict[str, Any]

ROOT = Path(__file__).resolve().parent.parent
CLIENT = "clients/typescript/schema"
WEB = "clients/web/schema"
REF = "#/$defs/{name}"


def documents() -> dict[str, Schema]:
    """Every document by its path inside the project."""
    games = {f"{WEB}/games/{game.id}.json": game_document(game) for game in first_of_each_shape(registry.games())}
    return {f"{CLIENT}/wire.json": wire_document(), **games}


def first_of_each_shape(games: Iterable[AnyGame]) -> list[AnyGame]:
    """The games without those whose view and moves an earlier game of their family has already."""
    found: dict[tuple[Any, Any], AnyGame] = {}
    for game in games:
        found.setdefault((game.view_type, game.move_type), game)
    return list(found.values())


def wire_document() -> Schema:
    """Frames and REST in one document, so that a type of both is one type. Raises ValueError where they differ."""
    parts = (frames_document(), rest_document())
    defs: dict[str, Schema] = {}
    for part in parts:
        whole = {key: value for key, value in part.items() if key != "$defs"}
        for name, schema in {**part["$defs"], part["title"]: whole}.items():
            if defs.setdefault(name, schema) != schema:
                raise ValueError(f"{name} is one thing in frames and another one in REST")
    refs = {part["title"].lower(): reference(part["title"]) for part in parts}
    return record("Wire", refs | {"refusal": reference(RefusalBody.__name__)}) | {"$defs": defs}


def frames_document() -> Schema:
    """Both directions of the socket as one union, `Frame`, and each as a named union of its own."""
    sent, sent_defs = definitions(get_args(frames.FromClient), from_server=False)
    received, received_defs = definitions(get_args(frames.ToClient), from_server=True)
    unions = {"FromClient": union("FromClient", sent), "ToClient": union("ToClient", received)}
    refs = [{"$ref": REF.format(name=name)} for name in unions]
    return union("Frame", refs) | {"$defs": {**sent_defs, **received_defs, **unions}}


def rest_document() -> Schema:
    """Each operation of REST, such as `GET /api/boards/{board}`: its body and query, its answer, and whether it
    needs a session; as properties of one object that is never sent itself."""
    routes = [each for each in rest_routes() if each.answer is not File and not each.body_is_raw]
    _, sent = definitions(structs(kind for each in routes for kind in (each.body, each.query)), from_server=False)
    _, received = definitions(structs([RefusalBody, *(each.answer for each in routes)]), from_server=True)
    operations = {f"{each.method} {template(each.path)}": operation(each) for each in routes}
    return record("Rest", dict(sorted(operations.items()))) | {"$defs": {**sent, **received}}


def operation(route: Route) -> Schema:
    """The types of an operation: `answer`, and `body`, `query` and `session` where it has them."""
    parts = {"body": route.body, "query": route.query}
    found = {name: reference(kind.__name__) for name, kind in parts.items() if kind is not None}
    session = {"session": {"const": True}} if route.session else {}
    return record("", {"answer": answer_of(route), **found, **session})


def answer_of(route: Route) -> Schema:
    """The answer's Struct, or null if it may be missing; any type if there is no answer."""
    if route.answer is Nothing:
        return {}
    refs = [reference(each.__name__) for each in structs([route.answer])]
    return refs[0] if not get_args(route.answer) else {"anyOf": [*refs, {"type": "null"}]}


def reference(name: str) -> Schema:
    """A reference to a definition."""
    return {"$ref": REF.format(name=name)}


def rest_routes() -> list[Route]:
    """Every operation of REST, none of which is called here."""
    rpc = _Nobody()
    return make_routes(rpc, Cached(rpc, lobby.ListTables(), 0), 0)


class _Nobody:
    """Stands for the services, which are not needed for a document."""

    def call(self, request: Request[Any], timeout_ms: int | None = None) -> Any:
        """No answer."""
        raise NotImplementedError


def structs(types: Iterable[Any]) -> list[Any]:
    """The Structs among these types, each once, by name; of an optional one the Struct, nothing of an empty answer."""
    members = {member for found in types for member in get_args(found) or (found,)}
    return sorted(members - {None, type(None), Nothing}, key=lambda each: each.__name__)


def game_document(game: AnyGame) -> Schema:
    """A game's view and its moves, as properties of one object that is never sent itself."""
    (view,), view_defs = definitions([game.view_type], from_server=True)
    (move,), move_defs = definitions([game.move_type], from_server=False)
    title = "".join(word.capitalize() for word in game.id.split("_"))
    return record(title, {"view": view, "move": move}) | {"$defs": {**view_defs, **move_defs}}


def definitions(types: Iterable[Any], *, from_server: bool) -> tuple[list[Schema], dict[str, Schema]]:
    """The types as references (or unions of them), and the definitions they refer to, sorted by name.

    What the server sends has every field, defaults too, unless its Struct says `omit_defaults`.
    """
    found = list(types)
    refs, components = msgspec.json.schema_components(found, ref_template=REF)
    filled = filled_in(found) if from_server else set()
    defs = {name: opened(schema, name in filled) for name, schema in sorted(components.items())}
    return list(refs), defs


def filled_in(types: Iterable[Any]) -> set[str]:
    """The names of all Structs below `types` that are encoded with their defaults."""
    names: set[str] = set()
    waiting = [msgspec.inspect.type_info(found) for found in types]
    seen: set[int] = set()
    while waiting:
        info = waiting.pop()
        if id(info) in seen or not isinstance(info, msgspec.inspect.Type):
            continue
        seen.add(id(info))
        if isinstance(info, msgspec.inspect.StructType):
            if not info.cls.__struct_config__.omit_defaults:
                names.add(info.cls.__name__)
            waiting += [field.type for field in info.fields]
        else:
            waiting += children(info)
    return names


def children(info: msgspec.inspect.Type) -> list[msgspec.inspect.Type]:
    """The types inside a container or a union."""
    inside = []
    for name in ("types", "item_types", "item_type", "key_type", "value_type"):
        held = getattr(info, name, None)
        inside += list(held) if isinstance(held, tuple) else [held] if held is not None else []
    return inside


def opened(schema: Schema, filled: bool) -> Schema:
    """A definition as the type generator needs it: free dicts have `additionalProperties`, and filled Structs
    require every field."""
    if filled and "properties" in schema:
        schema = schema | {"required": list(schema["properties"])}
    return spelled_out(schema)


def spelled_out(node: Any) -> Any:
    """`dict[str, Any]` with `additionalProperties`, tuples with `items` (the generator does not know `prefixItems`
    and would make them `never[]`), and defaults dropped: types have none."""
    if isinstance(node, list):
        return [spelled_out(item) for item in node]
    if not isinstance(node, dict):
        return node
    kept = {key: spelled_out(value) for key, value in node.items() if key != "default"}
    if kept.get("type") == "object" and "properties" not in kept:
        kept.setdefault("additionalProperties", {})
    if "prefixItems" in kept:
        kept["items"] = kept.pop("prefixItems")
    return kept


def union(title: str, members: list[Schema]) -> Schema:
    """A named union."""
    return {"title": title, "anyOf": members}


def record(title: str, properties: dict[str, Schema]) -> Schema:
    """An object, all of whose properties are required; without a title it has no name."""
    named = {"title": title} if title else {}
    return {**named, "type": "object", "properties": properties, "required": list(properties)}


def text(schema: Schema) -> str:
    """A document as it is written: stable, so that a difference is a change."""
    return msgspec.json.format(msgspec.json.encode(schema), indent=2).decode() + "\n"


def write(folder: Path) -> None:
    """Write every document below `folder`."""
    for name, schema in documents().items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text(schema), encoding="utf-8")


if __name__ == "__main__":
    write(Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT)
