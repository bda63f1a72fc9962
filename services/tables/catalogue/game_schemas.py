"""Games' options, moves, views and events as JSON Schemas, made of the Structs of their engines (RULES.md §18)."""

from functools import cache
from typing import Any

import msgspec

from games import registry
from games.api import PLATFORM_OPTIONS
from services.contracts.tables.game_schemas import GameSchema, GetGameSchema
from services.kernel.refusal import Refusal

_REF = "#/$defs/{name}"
_DRAFT = "https://json-schema.org/draft/2020-12/schema"


def get_game_schema(request: GetGameSchema) -> GameSchema | Refusal:
    """The schema of a game, or `game_unknown`."""
    game = registry.find(request.game)
    return game if isinstance(game, Refusal) else GameSchema(game=game.id, rules=game.rules, schema=schema_of(game.id))


@cache
def schema_of(game_id: str) -> dict[str, Any]:
    """The schemas of a game in one document: the options that an organizer may choose, a move as the socket takes it,
    `game_view` of a table's view, and an event of an `update` (kind and data; its `version` belongs to the table).

    The options that the platform sets are left out; `additionalProperties` says that no others are accepted.
    """
    game = registry.game(game_id)
    kinds = game.event_types
    (options, move, view, *events), definitions = msgspec.json.schema_components(
        [game.options_type, game.move_type, game.view_type, *kinds.values()], ref_template=_REF
    )
    name = options["$ref"].rsplit("/", 1)[1]
    definitions[name] = _chosen(definitions[name])
    return {
        "$schema": _DRAFT,
        "title": game_id,
        "type": "object",
        "properties": {
            "options": options,
            "move": move,
            "view": view,
            "event": _event(dict(zip(kinds, events, strict=True))),
        },
        "$defs": definitions,
    }


def _event(data_by_kind: dict[str, Any]) -> dict[str, Any]:
    """An event of any kind with its data."""
    return {
        "anyOf": [
            {
                "type": "object",
                "properties": {"kind": {"const": kind}, "data": data},
                "required": ["kind", "data"],
            }
            for kind, data in data_by_kind.items()
        ]
    }


def _chosen(schema: dict[str, Any]) -> dict[str, Any]:
    properties = {name: each for name, each in schema["properties"].items() if name not in PLATFORM_OPTIONS}
    required = [name for name in schema.get("required", ()) if name in properties]
    return {**schema, "properties": properties, "required": required, "additionalProperties": False}
