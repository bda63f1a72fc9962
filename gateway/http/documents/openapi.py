"""The OpenAPI 3.1 document of the REST API, made of the routes and the contracts' types."""

import re
from typing import Any

import msgspec

from gateway.http.operations import staff_access
from gateway.http.operations.request_bodies import RefusalBody
from gateway.http.operations.responses import status_of
from gateway.http.operations.route import File, Route

Schema = dict[str, Any]

VERSION = "1.0.0"
_REF = "#/components/schemas/{name}"
_PARAMETER = re.compile(r"<(\w+)>")
_EVERYWHERE = ("bad_request", "rate_limited", "internal_error", "service_unavailable")
_WITH_SESSION = ("session_expired", "session_replaced", "account_suspended")
_BYTES: Schema = {"schema": {"type": "string", "format": "binary"}}
_PICTURES: Schema = {"image/jpeg": _BYTES, "image/png": _BYTES, "image/webp": _BYTES}
_WITH_BODY = ("body_too_large", "content_type_unsupported")


def document(routes: list[Route]) -> Schema:
    """The whole document."""
    types = [
        RefusalBody,
        *(kind for route in routes for kind in (route.answer, route.body) if kind not in (None, File)),
    ]
    refs, components = msgspec.json.schema_components(types, ref_template=_REF)
    schemas = dict(zip(types, refs, strict=True))
    paths: dict[str, Schema] = {}
    for route in routes:
        paths.setdefault(template(route.path), {})[route.method.lower()] = _operation(route, schemas)
    return {
        "openapi": "3.1.0",
        "info": {"title": "Kafeneio", "version": VERSION, "description": "An online coffee house: meet and play."},
        "paths": paths,
        "components": {
            "schemas": components,
            "securitySchemes": {"session": {"type": "http", "scheme": "bearer"}},
        },
    }


def _operation(route: Route, schemas: dict[Any, Schema]) -> Schema:
    operation: Schema = {
        "operationId": route.handler.__name__,
        "summary": route.summary,
        "parameters": [*map(_parameter, _PARAMETER.findall(route.path)), *_query_parameters(route)],
        "responses": {
            str(route.status): {"description": "Done", "content": _answer(route, schemas)},
            **_refusals(route, schemas[RefusalBody]),
        },
    }
    if route.session:
        operation["security"] = [{"session": []}]
        operation["x-deed"] = route.is_deed
    if route.body is not None:
        operation["requestBody"] = {"required": True, "content": _content(schemas[route.body])}
    if route.body_is_image:
        operation["requestBody"] = {"required": True, "content": _PICTURES}
    return operation


def _refusals(route: Route, schema: Schema) -> Schema:
    codes = (*_EVERYWHERE, *route.errors)
    codes += _WITH_SESSION if route.session else ()
    codes += () if route.guests else ("guest_forbidden",)
    codes += () if route.visitors else ("visitor_forbidden",)
    codes += staff_access.REFUSALS if route.for_staff or route.staff_too else ()
    codes += _WITH_BODY if route.body is not None or route.body_is_image else ()
    by_status: dict[int, list[str]] = {}
    for code in dict.fromkeys(codes):
        by_status.setdefault(status_of(code), []).append(code)
    content = _content(schema)
    return {
        str(status): {"description": "Refused: " + ", ".join(f"`{code}`" for code in found), "content": content}
        for status, found in sorted(by_status.items())
    }


def _answer(route: Route, schemas: dict[Any, Schema]) -> Schema:
    if route.answer is not File:
        return _content(schemas[route.answer])
    return {route.file_kind: {"schema": {"type": "string"}} if route.file_kind.startswith("text/") else _BYTES}


def _content(schema: Schema) -> Schema:
    return {"application/json": {"schema": schema}}


def _parameter(name: str) -> Schema:
    return {"name": name, "in": "path", "required": True, "schema": {"type": "string"}}


def _query_parameters(route: Route) -> list[Schema]:
    if route.query is None:
        return []
    (ref,), components = msgspec.json.schema_components([route.query], ref_template="{name}")
    schema = components[ref["$ref"]]
    required = schema.get("required", [])
    return [
        {"name": name, "in": "query", "required": name in required, "schema": each}
        for name, each in schema["properties"].items()
    ]


def template(path: str) -> str:
    """A path as OpenAPI writes its parameters: `/api/boards/{board}`."""
    return _PARAMETER.sub(r"{\1}", path)
