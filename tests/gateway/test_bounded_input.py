"""No number that a client or another system sends is without bounds, wherever it stands in a message."""

import importlib
import pkgutil
from collections.abc import Iterator
from typing import Any

import msgspec
import msgspec.inspect
import pytest

import services.contracts
from services.contracts.base import Request
from services.contracts.client import frames
from services.contracts.wallet.limits import SetLimit
from tests.gateway.http.test_rest import BEARER, Site

FREE = {
    "options": "a game says which values its options may have",
    "move": "a game says which moves there are",
}
"""Fields of any plain data, and who bounds them."""
CHECKED = {
    "ListTransfers.before": "the wallet answers `bad_parameters` to whatever is no id of a transfer",
    "get /api/v1/wallet/transfers before": "the same, as the API shows it",
    "get /api/v1/staff/players/{player}/money before": "the same, for staff",
}
"""Numbers that the service itself bounds, with a code of its own."""
PARTS = ("items", "prefixItems", "additionalProperties", "anyOf", "oneOf", "allOf")
"""Where a schema has other schemas, beside its properties."""


def messages() -> list[type]:
    """Every request to a service, and every frame of a client."""
    for module in pkgutil.walk_packages(services.contracts.__path__, "services.contracts."):
        importlib.import_module(module.name)
    found = [*heirs(Request), *heirs(frames.ClientFrame)]
    return sorted({each for each in found if each.__module__.startswith("services.")}, key=str)


def heirs(kind: type) -> Iterator[type]:
    for each in kind.__subclasses__():
        yield each
        yield from heirs(each)


def unbounded(node: Any, path: str, seen: frozenset[type] = frozenset()) -> Iterator[str]:
    """Where a number without bounds, or any plain data, may stand in values of this type."""
    if isinstance(node, msgspec.inspect.StructType):
        if node.cls not in seen:
            for field in node.fields:
                yield from unbounded(field.type, f"{path}.{field.name}", seen | {node.cls})
    elif isinstance(node, msgspec.inspect.IntType | msgspec.inspect.FloatType):
        if (node.ge is None and node.gt is None) or (node.le is None and node.lt is None):
            yield path
    elif isinstance(node, msgspec.inspect.AnyType):
        if path.rsplit(".", 1)[-1] not in FREE:
            yield path
    else:
        parts = [getattr(node, name, ()) for name in ("types", "item_types")]
        parts.append([getattr(node, name) for name in ("item_type", "key_type", "value_type") if hasattr(node, name)])
        for part in parts:
            for each in part:
                yield from unbounded(each, path, seen)


@pytest.mark.parametrize("message", messages(), ids=lambda each: each.__name__)
def test_numbers_in_requests_and_frames_have_bounds(message: type) -> None:
    assert not set(unbounded(msgspec.inspect.type_info(message), message.__name__)) - set(CHECKED)


def asked_for(described: dict[str, Any]) -> Iterator[tuple[str, Any]]:
    """The schemas of every operation's parameters and bodies."""
    for path, operations in described["paths"].items():
        for method, operation in operations.items():
            for each in operation.get("parameters", ()):
                yield f"{method} {path} {each['name']}", each["schema"]
            for each in operation.get("requestBody", {}).get("content", {}).values():
                yield f"{method} {path}", each["schema"]


def without_bounds(node: Any, path: str, schemas: dict[str, Any], seen: frozenset[str] = frozenset()) -> Iterator[str]:
    if isinstance(node, list):
        for each in node:
            yield from without_bounds(each, path, schemas, seen)
    if not isinstance(node, dict):
        return
    if "$ref" in node:
        name = node["$ref"].rsplit("/", 1)[-1]
        if name not in seen:
            yield from without_bounds(schemas[name], f"{path} {name}", schemas, seen | {name})
        return
    if _is_unbounded_number(node):
        yield path
    yield from without_bounds([node[key] for key in node if key in PARTS], path, schemas, seen)
    for name, schema in node.get("properties", {}).items():
        yield from without_bounds(schema, f"{path}.{name}", schemas, seen)


def _is_unbounded_number(node: dict[str, Any]) -> bool:
    least, most = {"minimum", "exclusiveMinimum"} & set(node), {"maximum", "exclusiveMaximum"} & set(node)
    return node.get("type") in ("integer", "number") and not (least and most)


def test_numbers_in_the_openapi_document_have_bounds() -> None:
    described: Any = Site().client.get("/api/openapi.json").json
    schemas = described["components"]["schemas"]
    found = {each for path, schema in asked_for(described) for each in without_bounds(schema, path, schemas)}
    assert not found - set(CHECKED)


@pytest.mark.parametrize("value", [2**53, 10**400, -1])
def test_a_limit_that_is_no_possible_amount_is_refused_and_not_passed_on(value: int) -> None:
    site = Site()
    body = f'{{"name": "stake", "value": {value}}}'
    answer = site.client.put("/api/care/limits", data=body, headers=BEARER, content_type="application/json")
    assert (answer.status_code, answer.json["error"]) == (400, "bad_request")
    assert not [each for each in site.rpc.asked if isinstance(each, SetLimit)]
