"""The OpenAPI 3.1 document of the REST API, made of the routes and the contracts' types."""

import re
from typing import Any

import msgspec

from gateway.http.documents.examples import example_of
from gateway.http.operations import staff_access
from gateway.http.operations.request_bodies import Nothing, RefusalBody
from gateway.http.operations.responses import NDJSON
from gateway.http.operations.route import File, Route
from gateway.http.versions import versioned
from gateway.port.statuses import status_of
from services.contracts.client.token_scopes import OPERATIONS

Schema = dict[str, Any]

VERSION = "1.0.0"
STAFF = "Staff"
_REF = "#/components/schemas/{name}"
_PARAMETER = re.compile(r"<(\w+)>")
_EVERYWHERE = ("bad_request", "origin_forbidden", "rate_limited", "internal_error", "service_unavailable")
_WITH_SESSION = ("session_expired", "session_replaced", "account_suspended", "account_blocked")
_OF_TOKENS = ("token_invalid", "scope_missing")
_BYTES: Schema = {"schema": {"type": "string", "format": "binary"}}
_PICTURES: Schema = {"image/jpeg": _BYTES, "image/png": _BYTES, "image/webp": _BYTES}
_WITH_BODY = ("body_too_large", "content_type_unsupported")
_ABOUT = (
    "An online coffee house: meet and play. Within a version operations change by addition alone; /api/v1/reference "
    "says what it promises. Refusals have one form, `RefusalBody`, whose `error` is a stable code. A session's token "
    "comes from `POST /api/v1/login`; programs have personal tokens (`kaf_…`), which their owner makes on the page "
    "(account, Programs) with the scopes that each operation names."
)
SUBJECTS = {
    "Accounts": "Accounts, sessions, and the ways into them.",
    "Programs": "Personal tokens and bot accounts.",
    "Privacy": "Export and erasure of one's data.",
    "Cells": "Visits to other cells.",
    "Notices": "What the Administrator has written, mails, and pushes.",
    "Room": "Players, tables, searches for a game.",
    "People": "Cards, friends, messages between them, calls.",
    "Companies": "Groups of players.",
    "Games": "The catalogue, rules as schemas, chance that can be verified.",
    "Recordings": "Matches that were played: replays, studies, analyses, problems, links.",
    "Chips": "Chips, lotteries, the shop, gifts, limits.",
    "Competitions": "Competitions and their calendar.",
    "Rankings": "Ratings, leaderboards, statistics.",
    "Conduct": "Reports, cards, appeals.",
    "Streams": "Answers that go on, one JSON a line.",
    STAFF: "Operations of staff, in a session that is fit for it; no token opens them.",
}
"""The tags: subjects of operations."""

_INTEGER: Schema = {"type": "integer", "minimum": 0}
_HEADERS: Schema = {
    "RateLimit-Limit": {
        "description": "How many requests of this kind may be made at once. Missing where the operator sets no limit.",
        "schema": _INTEGER,
        "example": 400,
    },
    "RateLimit-Remaining": {
        "description": "How many of them are left now.",
        "schema": _INTEGER,
        "example": 398,
    },
    "RateLimit-Reset": {
        "description": "Seconds until all of them are there again.",
        "schema": _INTEGER,
        "example": 1,
    },
    "Retry-After": {
        "description": "Seconds until the request may succeed.",
        "schema": {"type": "integer", "minimum": 1},
        "example": 1,
    },
    "WWW-Authenticate": {"description": "How to say who one is.", "schema": {"type": "string"}, "example": "Bearer"},
    "X-Trace-Id": {
        "description": "By which the operator finds the request; the caller's own, if it sent one.",
        "schema": {"type": "string"},
        "example": "1547a13c-5b9c-4d60-bf90-d717f017a051",
    },
}
_OF_ALL = ("RateLimit-Limit", "RateLimit-Remaining", "RateLimit-Reset", "X-Trace-Id")
_BY_STATUS = {401: ("WWW-Authenticate",), 429: ("Retry-After",), 503: ("Retry-After",)}
_SCHEMES: Schema = {
    "session": {"type": "http", "scheme": "bearer", "description": "The token of a player's session."},
    "token": {
        "type": "http",
        "scheme": "bearer",
        "bearerFormat": "kaf_…",
        "description": "A personal token of a program. Each operation names the scopes of which one is needed.",
    },
}


def document(routes: list[Route], home: str = "") -> Schema:
    """The whole document. `home`: the site's address, where it is known."""
    types = [
        RefusalBody,
        *(kind for route in routes for kind in (route.answer, route.body) if kind not in (None, File)),
    ]
    refs, components = msgspec.json.schema_components(types, ref_template=_REF)
    schemas = dict(zip(types, refs, strict=True))
    paths: dict[str, Schema] = {}
    for route in routes:
        paths.setdefault(template(versioned(route.path)), {})[route.method.lower()] = _operation(route, schemas)
    return {
        "openapi": "3.1.0",
        "info": {"title": "Kafeneio", "version": VERSION, "description": _ABOUT},
        "servers": [{"url": home or "/", "description": "This site"}],
        "tags": [{"name": name, "description": text} for name, text in SUBJECTS.items()],
        "paths": paths,
        "components": {"schemas": components, "securitySchemes": _SCHEMES, "headers": _HEADERS},
    }


def _operation(route: Route, schemas: dict[Any, Schema]) -> Schema:
    done: Schema = {
        "description": "Done",
        "headers": _headers(route.status),
        "content": _answer(route, schemas),
    }
    operation: Schema = {
        "operationId": route.handler.__name__,
        "summary": route.summary,
        "tags": [STAFF if route.for_staff else route.subject],
        "parameters": [*map(_parameter, _PARAMETER.findall(route.path)), *_query_parameters(route)],
        "responses": {str(route.status): done, **_refusals(route, schemas[RefusalBody])},
        "security": _security(route),
    }
    if route.session:
        operation["x-deed"] = route.is_deed
    if route.body is not None:
        content = {"schema": schemas[route.body], "example": example_of(route.body)}
        kind = "application/x-www-form-urlencoded" if route.body_is_form else "application/json"
        operation["requestBody"] = {"required": True, "content": {kind: content}}
    if route.body_is_image:
        operation["requestBody"] = {"required": True, "content": _PICTURES}
    return operation


def _security(route: Route) -> list[Schema]:
    """Any one of these opens it; of a token's scopes each alone does."""
    scopes = _scopes(route)
    return [{"session": []}, *({"token": [scope]} for scope in scopes)] if route.session else []


def _scopes(route: Route) -> tuple[str, ...]:
    return OPERATIONS.get(f"{route.method} {route.path}", ()) if route.session else ()


def _headers(status: int) -> Schema:
    return {name: {"$ref": f"#/components/headers/{name}"} for name in (*_OF_ALL, *_BY_STATUS.get(status, ()))}


def _refusals(route: Route, schema: Schema) -> Schema:
    codes = (*_EVERYWHERE, *route.errors)
    codes += (*_WITH_SESSION, *_OF_TOKENS) if route.session else ()
    codes += () if route.guests else ("guest_forbidden",)
    codes += () if route.visitors else ("visitor_forbidden",)
    codes += staff_access.REFUSALS if route.for_staff or route.staff_too else ()
    codes += _WITH_BODY if route.body is not None or route.body_is_image else ()
    by_status: dict[int, list[str]] = {}
    for code in dict.fromkeys(codes):
        by_status.setdefault(status_of(code), []).append(code)
    return {str(status): _refusal(status, found, schema) for status, found in sorted(by_status.items())}


def _refusal(status: int, codes: list[str], schema: Schema) -> Schema:
    example = {"error": codes[0], "detail": None}
    return {
        "description": "Refused: " + ", ".join(f"`{code}`" for code in codes),
        "headers": _headers(status),
        "content": {"application/json": {"schema": schema, "example": example}},
    }


def _answer(route: Route, schemas: dict[Any, Schema]) -> Schema:
    if route.lines:
        return {NDJSON: {"schema": schemas[route.answer]}}
    if route.answer is File:
        return {route.file_kind: {"schema": {"type": "string"}} if route.file_kind.startswith("text/") else _BYTES}
    example = {} if route.answer is Nothing else {"example": example_of(route.answer, whole=True)}
    return {"application/json": {"schema": schemas[route.answer], **example}}


def _parameter(name: str) -> Schema:
    return {"name": name, "in": "path", "required": True, "schema": {"type": "string"}}


def _query_parameters(route: Route) -> list[Schema]:
    if route.query is None:
        return []
    (ref,), components = msgspec.json.schema_components([route.query], ref_template="{name}")
    schema = components[ref["$ref"]]
    required = schema.get("required", [])
    examples = example_of(route.query)
    return [
        {"name": name, "in": "query", "required": name in required, "schema": each}
        | ({"example": examples[name]} if name in examples else {})
        for name, each in schema["properties"].items()
    ]


def template(path: str) -> str:
    """A path as OpenAPI writes its parameters: `/api/boards/{board}`."""
    return _PARAMETER.sub(r"{\1}", path)
