"""The OpenAPI document as the tools of integrators take it: a linter's rules hold, and each example can be sent."""

import json
import os
import re
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import jsonschema
import pytest

from gateway.http.documents.examples import example_of
from gateway.http.operations.route import Route
from gateway.http.versions import versioned
from tests.e2e.test_clients import VENV, WEB, with_node
from tests.gateway.http.test_rest import NO_LIMITS, Site
from tests.gateway.http.test_staff_gate import name_of, routes
from tests.gateway.running_gateway import House

LINTER = WEB / "node_modules" / "@redocly" / "cli" / "bin" / "cli.js"
UNREADABLE = {"bad_request", "body_too_large", "content_type_unsupported", "not_found", "method_not_allowed"}
PARTS = {"provider": "google", "file": "board.png", "day": "2026-11-29"}


@pytest.fixture(scope="module")
def described() -> Any:
    return Site().client.get("/api/v1/openapi.json").json


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    quick = {"rpc_timeout_ms": 100, "gateway_attempt_wait_s": 0.1}
    with House(tmp_path_factory.mktemp("house"), **quick, **NO_LIMITS) as running:
        yield running


def linted(folder: Path) -> "subprocess.CompletedProcess[str]":
    """The document in this folder, held against the rules that the linter recommends. It asks nothing outside."""
    command = with_node("node", LINTER, "lint", "--extends", "recommended", "--format", "json", "openapi.json")
    quiet = {"REDOCLY_TELEMETRY": "off", "REDOCLY_SUPPRESS_UPDATE_NOTICE": "true"}
    return subprocess.run(
        list(map(str, command)),
        cwd=folder,
        env=os.environ | VENV | quiet,
        capture_output=True,
        text=True,
        timeout=240,
        check=False,
    )


def test_the_recommended_rules_of_the_linter_hold(described: Any, tmp_path: Path) -> None:
    assert LINTER.exists(), "npm ci in clients/web installs it"
    (tmp_path / "openapi.json").write_text(json.dumps(described))
    done = linted(tmp_path)
    found = json.loads(done.stdout)
    assert found["totals"]["errors"] == 0, [each["message"] for each in found["problems"]]
    assert done.returncode == 0


def test_the_linter_finds_what_is_wrong(described: Any, tmp_path: Path) -> None:
    part = described | {"servers": [], "paths": dict(list(described["paths"].items())[:1])}
    (tmp_path / "openapi.json").write_text(json.dumps(part))
    done = linted(tmp_path)
    assert done.returncode != 0 and "no-empty-servers" in done.stdout


def examples(described: Any) -> Iterator[tuple[str, dict[str, Any]]]:
    """Every example of a body or an answer, with its media type's schema."""
    for path, operations in described["paths"].items():
        for method, operation in operations.items():
            contents = [operation.get("requestBody", {}), *operation["responses"].values()]
            for content in [each for part in contents for each in part.get("content", {}).values()]:
                if "example" in content:
                    yield f"{method} {path}", content


def test_each_example_is_of_its_schema(described: Any) -> None:
    found = list(examples(described))
    assert len(found) > 1_000
    for operation, content in found:
        schema = content["schema"] | {"components": described["components"]}
        try:
            jsonschema.validate(content["example"], schema)
        except jsonschema.ValidationError as error:
            raise AssertionError(f"{operation}: {error.message}") from error


SENT = [each for each in routes() if not (each.body_is_raw or each.body_is_image or each.lines)]


def test_each_operation_with_a_body_has_an_example_of_it(described: Any) -> None:
    for path, operations in described["paths"].items():
        for method, operation in operations.items():
            content = operation.get("requestBody", {}).get("content", {})
            assert "application/json" not in content or content["application/json"]["example"] is not None, (
                method,
                path,
            )


@pytest.mark.parametrize("route", [each for each in SENT if each.body or each.query], ids=name_of)
def test_an_example_that_is_sent_is_read(house: House, route: Route) -> None:
    path = re.sub(r"<(\w+)>", lambda part: PARTS.get(part[1], "abc123"), versioned(route.path))
    if route.query is not None:
        path += f"?{urlencode(example_of(route.query))}"
    body = None if route.body is None else example_of(route.body)
    headers = {"Authorization": "Bearer token-ann"}
    if route.body_is_form:
        body = urlencode(body).encode()
        headers["Content-Type"] = "application/x-www-form-urlencoded"
    status, headers, answer = house.request(route.method, path, body, **headers)
    error = answer.get("error") if isinstance(answer, dict) else None
    assert error not in UNREADABLE, answer
    assert "Deprecation" not in headers and "X-Trace-Id" in headers
    assert status < 500 or error in ("service_unavailable", "internal_error", "home_unset"), answer
