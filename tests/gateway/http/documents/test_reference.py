"""The page that describes the public interfaces says of each type, operation and message what its document says."""

from typing import Any

import pytest

from gateway.http.documents.reference import _access, _contents, _fields, _operation, _schemas, _type


@pytest.mark.parametrize(
    ("schema", "text"),
    [
        ({"$ref": "#/components/schemas/Table"}, '<a href="#Table">Table</a>'),
        ({"anyOf": [{"type": "string"}, {"type": "null"}]}, "string or null"),
        ({"enum": ["a<b", 2]}, "<code>a&lt;b</code> or <code>2</code>"),
        ({"const": "won"}, "<code>won</code>"),
        ({"type": "array", "items": {"type": "integer"}}, "list of integer"),
        (
            {"type": "array", "items": {"type": "array", "items": {"$ref": "#/x/A"}}},
            'list of list of <a href="#A">A</a>',
        ),
        ({"type": "array", "items": False}, "list"),
        ({"type": "array"}, "list"),
        ({"type": "object", "additionalProperties": {"type": "string"}}, "object of string"),
        ({"type": "object", "additionalProperties": False}, "object"),
        ({"type": "object"}, "object"),
        ({"type": "integer", "additionalProperties": {"type": "string"}}, "integer"),
        ({"type": "integer", "items": {"type": "string"}}, "integer"),
        ({}, "anything"),
    ],
)
def test_a_type_is_described_in_words(schema: dict[str, Any], text: str) -> None:
    assert _type(schema) == text


@pytest.mark.parametrize(
    ("security", "text"),
    [
        ([], ""),
        ([{"session": []}], "Needs a session; closed to tokens."),
        ([{"session": []}, {"token": ["play"]}], "Needs a session, or a token with one of <code>play</code>."),
        ([{"token": ["a", "b"]}], "Needs a session, or a token with one of <code>a</code>, <code>b</code>."),
    ],
)
def test_an_operation_names_the_scopes_that_it_needs(security: list[dict[str, Any]], text: str) -> None:
    assert _access(security) == text


def test_fields_that_may_be_missing_are_marked() -> None:
    schema = {"required": ["id"], "properties": {"id": {"type": "string"}, "at": {"type": "integer"}}}
    assert _fields(schema) == (
        "<dl><dt><code>id</code></dt><dd>string</dd><dt><code>at</code></dt><dd>integer (may be missing)</dd></dl>"
    )
    assert _fields({"type": "string"}) == ""


def test_contents_that_are_no_json_have_their_kind() -> None:
    content = {"application/json": {"schema": {"type": "object"}}, "text/csv": {"schema": {"type": "string"}}}
    assert _contents(content) == "object, <code>text/csv</code>"


def test_an_operation_has_its_parameters_body_and_responses() -> None:
    operation = {
        "parameters": [{"name": "id", "in": "path", "schema": {"type": "string"}}],
        "requestBody": {"content": {"application/json": {"schema": {"type": "array"}}}},
        "responses": {"200": {"description": "Yes.", "content": {"application/json": {"schema": {}}}}},
        "security": [],
        "summary": "Sit down",
    }
    assert _operation("post", "/seats/{id}", operation) == (
        "<details><summary><code>POST /seats/{id}</code> Sit down</summary><p></p>"
        "<dl><dt><code>id</code></dt><dd>in path: string</dd><dt><code>body</code></dt><dd>list</dd></dl>"
        "<dl><dt><code>200</code></dt><dd>Yes. anything</dd></dl></details>"
    )
    bare = operation | {"parameters": [], "requestBody": {}, "responses": {"204": {"description": "Gone."}}}
    assert "</summary><p></p><dl><dt><code>204</code></dt><dd>Gone. </dd></dl>" in _operation("get", "/", bare)


def test_schemas_of_all_documents_are_in_order_with_their_first_words() -> None:
    one = {"components": {"schemas": {"B": {"description": "Two\n  lines"}}}}
    other = {"components": {"schemas": {"A": {}}}}
    assert _schemas(one, other) == (
        '<details id="A"><summary><code>A</code> </summary></details>'
        '<details id="B"><summary><code>B</code> Two lines</summary></details>'
    )
