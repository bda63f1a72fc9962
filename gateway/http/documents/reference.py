"""The reference page, made of the two documents: REST from OpenAPI, socket and events from AsyncAPI. It is rendered
once, on the server, without scripts and with a style sheet of its own, as the content policy of all pages requires."""

from html import escape
from typing import Any

Schema = dict[str, Any]

STYLE = """
:root { color-scheme: light dark; --line: color-mix(in srgb, currentColor 20%, transparent); }
body { font: 1rem/1.5 system-ui, sans-serif; margin: 0 auto; max-width: 62rem; padding: 1rem; }
nav ul { columns: 14rem; padding-left: 1.2rem; }
details { border-bottom: 1px solid var(--line); padding: .4rem 0; }
summary { cursor: pointer; overflow-wrap: anywhere; }
code { font: .9em ui-monospace, monospace; overflow-wrap: anywhere; }
dl { display: grid; gap: .2rem 1rem; grid-template-columns: minmax(8rem, max-content) 1fr; }
dl { margin: .5rem 0 .5rem 1.2rem; }
dt { font-weight: 600; overflow-wrap: anywhere; }
dd { margin: 0; overflow-wrap: anywhere; }
@media (max-width: 40rem) { dl { grid-template-columns: 1fr; } }
"""


_VERSIONS = (
    "<p>Paths begin with their version: <code>/api/v1/…</code>. Within it the API changes by addition alone. The same "
    "paths without a version work and are deprecated: their answers say so (<code>Deprecation</code>, <code>Link"
    '</code> with <code>rel="successor-version"</code>). How much may still be asked is in <code>RateLimit-Limit'
    "</code>, <code>RateLimit-Remaining</code> and <code>RateLimit-Reset</code> of every answer.</p>"
)


def page(openapi: Schema, asyncapi: Schema) -> str:
    """The page, in English like the documents."""
    sections = [
        ("versions", "Versions", _VERSIONS),
        ("rest", "REST", _operations(openapi)),
        ("from-client", "Socket: what a client sends", _messages(asyncapi, "takeFrame")),
        ("to-client", "Socket: what a client gets", _messages(asyncapi, "sendFrame")),
        ("events", "Events, over gRPC", _messages(asyncapi, "sendEvent")),
        ("schemas", "Schemas", _schemas(openapi, asyncapi)),
    ]
    links = "".join(f'<li><a href="#{id}">{title}</a></li>' for id, title, _ in sections)
    body = "".join(f'<section id="{id}"><h2>{title}</h2>{content}</section>' for id, title, content in sections)
    return (
        '<!doctype html><html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1"><title>Kafeneio: reference</title>'
        '<link rel="stylesheet" href="/api/v1/reference.css"></head><body><main><h1>Kafeneio: reference</h1>'
        '<p>For machines: <a href="/api/v1/openapi.json">OpenAPI 3.1</a>, '
        '<a href="/api/v1/asyncapi.json">AsyncAPI 3</a>. '
        "A game's options, moves, views and events: <code>/api/v1/games/{game}/schema</code>, for each game of "
        '<a href="/api/v1/catalogue">the catalogue</a>.</p>'
        f'<nav aria-label="Contents"><ul>{links}</ul></nav>{body}</main></body></html>'
    )


def _operations(openapi: Schema) -> str:
    return "".join(
        _operation(method, path, operation)
        for path, operations in openapi["paths"].items()
        for method, operation in operations.items()
    )


def _operation(method: str, path: str, operation: Schema) -> str:
    parameters = {each["name"]: f"in {each['in']}: {_type(each['schema'])}" for each in operation["parameters"]}
    body = operation.get("requestBody", {}).get("content", {})
    answers = {
        status: f"{escape(answer['description'])} {_contents(answer.get('content', {}))}"
        for status, answer in operation["responses"].items()
    }
    rows = _rows(parameters | ({"body": _contents(body)} if body else {}))
    session = _access(operation["security"])
    return (
        f"<details><summary><code>{method.upper()} {escape(path)}</code> {escape(operation['summary'])}</summary>"
        f"<p>{session}</p>{rows}{_rows(answers)}</details>"
    )


def _access(security: list[Schema]) -> str:
    scopes = ", ".join(f"<code>{scope}</code>" for each in security for scope in each.get("token", ()))
    if not security:
        return ""
    return "Needs a session" + (f", or a token with one of {scopes}." if scopes else "; closed to tokens.")


def _contents(content: Schema) -> str:
    return ", ".join(
        _type(each["schema"]) if kind == "application/json" else f"<code>{escape(kind)}</code>"
        for kind, each in content.items()
    )


def _messages(asyncapi: Schema, operation: str) -> str:
    names = [each["$ref"].rsplit("/", 1)[1] for each in asyncapi["operations"][operation]["messages"]]
    return "".join(_message(asyncapi, asyncapi["components"]["messages"][name]) for name in names)


def _message(asyncapi: Schema, message: Schema) -> str:
    payload = message["payload"]
    if "$ref" in payload:
        payload = asyncapi["components"]["schemas"][payload["$ref"].rsplit("/", 1)[1]]
    return (
        f"<details><summary><code>{escape(message['name'])}</code> {escape(message['summary'])}</summary>"
        f"{_fields(payload)}</details>"
    )


def _schemas(*documents: Schema) -> str:
    found: Schema = {}
    for document in documents:
        found |= document["components"]["schemas"]
    return "".join(
        f'<details id="{escape(name)}"><summary><code>{escape(name)}</code> {escape(_words(schema))}</summary>'
        f"{_fields(schema)}</details>"
        for name, schema in sorted(found.items())
    )


def _words(schema: Schema) -> str:
    return " ".join(str(schema.get("description", "")).split())


def _fields(schema: Schema) -> str:
    required = set(schema.get("required", ()))
    return _rows(
        {
            name: _type(each) + ("" if name in required else " (may be missing)")
            for name, each in schema.get("properties", {}).items()
        }
    )


def _rows(rows: dict[str, str]) -> str:
    if not rows:
        return ""
    return (
        "<dl>"
        + "".join(f"<dt><code>{escape(name)}</code></dt><dd>{text}</dd>" for name, text in rows.items())
        + "</dl>"
    )


def _type(schema: Schema) -> str:
    """A short description of a type; a type with a name is a link to it."""
    if "$ref" in schema:
        name = schema["$ref"].rsplit("/", 1)[1]
        return f'<a href="#{escape(name)}">{escape(name)}</a>'
    if "anyOf" in schema:
        return " or ".join(map(_type, schema["anyOf"]))
    if "enum" in schema or "const" in schema:
        values = schema.get("enum", [schema.get("const")])
        return " or ".join(f"<code>{escape(str(value))}</code>" for value in values)
    if schema.get("type") == "array":
        return f"list of {_type(schema['items'])}" if isinstance(schema.get("items"), dict) else "list"
    if schema.get("type") == "object" and isinstance(schema.get("additionalProperties"), dict):
        return f"object of {_type(schema['additionalProperties'])}"
    return escape(str(schema.get("type", "anything")))
