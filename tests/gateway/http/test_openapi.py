"""The OpenAPI document describes exactly what is served, in a form that validates."""

from typing import Any

import jsonschema
import pytest

from gateway.http.documents.openapi import document
from gateway.http.routes.api import make_routes
from gateway.rpc import Cached
from services.contracts.lobby import open_tables as lobby
from tests.gateway.fakes import services
from tests.gateway.http.test_rest import BEARER, LOGIN, Site


@pytest.fixture(scope="module")
def described() -> dict[str, Any]:
    answer = Site().client.get("/api/openapi.json")
    assert answer.json is not None
    return answer.json


def refs(node: Any) -> set[str]:
    if isinstance(node, dict):
        own = {node["$ref"]} if "$ref" in node else set()
        return own.union(*(refs(value) for value in node.values()))
    return set().union(*(refs(item) for item in node)) if isinstance(node, list) else set()


def test_every_route_is_described_and_nothing_else(described: dict[str, Any]) -> None:
    rpc = services()
    routes = make_routes(rpc, Cached(rpc, lobby.ListTables(), 1), 1)
    expected = {(route.method.lower(), route.path.replace("<", "{").replace(">", "}")) for route in routes}
    found = {(method, path) for path, operations in described["paths"].items() for method in operations}
    assert found == expected
    served = {rule.rule for rule in Site().app.url_map.iter_rules()}
    assert {route.path for route in routes} <= served


def test_every_reference_leads_somewhere(described: dict[str, Any]) -> None:
    names = {ref.removeprefix("#/components/schemas/") for ref in refs(described)}
    assert names
    assert names <= set(described["components"]["schemas"])


def test_schemas_are_valid(described: dict[str, Any]) -> None:
    for schema in described["components"]["schemas"].values():
        jsonschema.Draft202012Validator.check_schema(schema)


def test_operations_have_ids_of_their_own_and_say_their_refusals(described: dict[str, Any]) -> None:
    operations = [operation for path in described["paths"].values() for operation in path.values()]
    ids = [operation["operationId"] for operation in operations]
    assert len(set(ids)) == len(ids)
    assert "`username_taken`" in described["paths"]["/api/register"]["post"]["responses"]["409"]["description"]
    assert described["paths"]["/api/me"]["get"]["security"] == [{"session": []}]
    assert "security" not in described["paths"]["/api/login"]["post"]


@pytest.mark.parametrize(
    ("method", "path", "options"),
    [
        ("get", "/api/me", {"headers": BEARER}),
        ("get", "/api/tables", {"headers": BEARER}),
        ("get", "/api/players", {"headers": BEARER}),
        ("get", "/api/catalogue", {}),
        ("post", "/api/login", {"json": LOGIN}),
        ("post", "/api/login", {"json": {}}),
    ],
)
def test_responses_are_as_described(described: dict[str, Any], method: str, path: str, options: dict[str, Any]) -> None:
    answer = getattr(Site().client, method)(path, **options)
    response = described["paths"][path][method]["responses"][str(answer.status_code)]
    schema = response["content"]["application/json"]["schema"] | {"components": described["components"]}
    jsonschema.validate(answer.json, schema)


def test_the_document_is_made_of_the_routes_alone() -> None:
    assert document([])["paths"] == {}
