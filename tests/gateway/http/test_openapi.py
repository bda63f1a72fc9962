"""The OpenAPI document describes exactly what is served, in a form that validates."""

from typing import Any

import jsonschema
import pytest

from gateway.http.documents.openapi import SUBJECTS, document, template
from gateway.http.routes.api import make_routes
from gateway.http.versions import versioned
from gateway.rpc import Cached
from services.contracts.client.token_scopes import CONNECTING, OPERATIONS
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
    expected = {(route.method.lower(), template(versioned(route.path))) for route in routes}
    found = {(method, path) for path, operations in described["paths"].items() for method in operations}
    assert found == expected
    served = {rule.rule for rule in Site().app.url_map.iter_rules()}
    assert {route.path for route in routes} <= served


def test_every_reference_leads_somewhere(described: dict[str, Any]) -> None:
    names = {tuple(ref.removeprefix("#/components/").split("/")) for ref in refs(described)}
    assert names
    assert names <= {(kind, name) for kind, parts in described["components"].items() for name in parts}


def test_schemas_are_valid(described: dict[str, Any]) -> None:
    for schema in described["components"]["schemas"].values():
        jsonschema.Draft202012Validator.check_schema(schema)


def test_operations_have_ids_of_their_own_and_say_their_refusals(described: dict[str, Any]) -> None:
    operations = [operation for path in described["paths"].values() for operation in path.values()]
    ids = [operation["operationId"] for operation in operations]
    assert len(set(ids)) == len(ids)
    assert "`username_taken`" in described["paths"]["/api/v1/register"]["post"]["responses"]["409"]["description"]
    assert described["paths"]["/api/v1/me/access"]["get"]["security"] == [{"session": []}]
    assert described["paths"]["/api/v1/login"]["post"]["security"] == []


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
    response = described["paths"][versioned(path)][method]["responses"][str(answer.status_code)]
    schema = response["content"]["application/json"]["schema"] | {"components": described["components"]}
    jsonschema.validate(answer.json, schema)


@pytest.fixture(scope="module")
def operations(described: dict[str, Any]) -> list[dict[str, Any]]:
    return [operation for path in described["paths"].values() for operation in path.values()]


def test_each_scope_that_opens_an_operation_is_said(described: dict[str, Any]) -> None:
    for operation, scopes in OPERATIONS.items():
        if operation == CONNECTING:
            continue
        method, path = operation.split(" ")
        security = described["paths"][template(versioned(path))][method.lower()]["security"]
        assert security == [{"session": []}, *({"token": [scope]} for scope in scopes)]
    assert set(described["components"]["securitySchemes"]) == {"session", "token"}


def test_every_operation_has_a_subject_that_is_described(
    described: dict[str, Any], operations: list[dict[str, Any]]
) -> None:
    assert {tag for operation in operations for tag in operation["tags"]} == set(SUBJECTS)
    assert [tag["name"] for tag in described["tags"]] == list(SUBJECTS)


def test_every_response_names_its_headers_and_has_them(operations: list[dict[str, Any]]) -> None:
    for operation in operations:
        for status, answer in operation["responses"].items():
            assert {"RateLimit-Limit", "RateLimit-Remaining", "RateLimit-Reset", "X-Trace-Id"} <= set(answer["headers"])
            assert ("Retry-After" in answer["headers"]) == (status in ("429", "503"))
    sent = Site(gateway_requests_per_s=1).client
    answers = [sent.get("/api/v1/catalogue") for _ in range(3)]
    assert [answer.status_code for answer in answers] == [200, 200, 429]
    for answer in answers:
        assert {"RateLimit-Limit", "RateLimit-Remaining", "RateLimit-Reset", "X-Trace-Id"} <= set(answer.headers.keys())
    assert [answer.headers["RateLimit-Remaining"] for answer in answers] == ["1", "0", "0"]
    assert int(answers[2].headers["Retry-After"]) >= 1


def test_the_site_s_own_address_is_the_server() -> None:
    assert document([], "https://play.example")["servers"][0]["url"] == "https://play.example"
    assert document([])["servers"][0]["url"] == "/"


def test_the_document_is_made_of_the_routes_alone() -> None:
    assert document([])["paths"] == {}
