"""Generates the part of the Python client that comes from the contracts: the types of frames. Its stubs of the gRPC API
are those that tools/protos.py makes.

Run from the root: `python -m tools.python_client [folder]`.
"""

import re
import sys
from pathlib import Path
from typing import Any

from tools import protos
from tools.client_schema import frames_document

Schema = dict[str, Any]

PACKAGE = "kafeneio_client"
ROOT = protos.ROOT
SOURCES = ROOT / "clients" / "python" / "src" / PACKAGE
FRAMES = SOURCES / "generated" / "frames.py"
_LINE_MAX = 120
_PLAIN = {"string": "str", "integer": "int", "number": "float", "boolean": "bool", "null": "None"}
_HEAD = '''"""The frames of the socket, as types. Made by `make clients`. Do not edit."""

from __future__ import annotations

from typing import Any, Literal, NotRequired, TypedDict
'''


def write(folder: Path) -> None:
    """Write `generated/frames.py` below the package's folder."""
    (folder / "generated").mkdir(exist_ok=True)
    (folder / "generated" / "frames.py").write_text(frames_module(), encoding="utf-8")


def frames_module() -> str:
    """The module with a TypedDict for every object, and the unions of both directions."""
    definitions: Schema = frames_document()["$defs"]
    objects = [_class(name, schema) for name, schema in definitions.items() if "properties" in schema]
    unions = [_alias(name, schema) for name, schema in definitions.items() if "properties" not in schema]
    return _HEAD + "\n\n" + "\n\n\n".join(objects) + "\n\n\n" + "\n\n".join(unions) + "\n"


def _class(name: str, schema: Schema) -> str:
    required = set(schema.get("required", ()))
    lines = [f"class {name}(TypedDict):", f'    """{_text(schema, name)}"""', ""]
    for field, each in schema["properties"].items():
        kind = _type(each)
        lines.append(f"    {field}: {kind if field in required else f'NotRequired[{kind}]'}")
    return "\n".join(lines)


def _alias(name: str, schema: Schema) -> str:
    members = (each["$ref"].rsplit("/", 1)[1] for each in schema["anyOf"])
    return f"{name} = (\n    {chr(10).join(members).replace(chr(10), chr(10) + '    | ')}\n)"


def _text(schema: Schema, name: str) -> str:
    """The first sentence of the contract's docstring."""
    words = " ".join(str(schema.get("description", name)).split())
    sentence = re.split(r"(?<=[.;:])\s", words)[0].rstrip(".;:") + "."
    return sentence if len(sentence) < _LINE_MAX - 10 else sentence[: _LINE_MAX - 14].rsplit(" ", 1)[0] + " …"


def _type(schema: Schema) -> str:
    if "$ref" in schema:
        return str(schema["$ref"]).rsplit("/", 1)[1]
    if "anyOf" in schema:
        return " | ".join(dict.fromkeys(_type(each) for each in schema["anyOf"]))
    if "const" in schema or "enum" in schema:
        return f"Literal[{', '.join(_literal(value) for value in schema.get('enum', [schema.get('const')]))}]"
    kind = schema.get("type")
    if isinstance(kind, list):
        return " | ".join(_type({**schema, "type": each}) for each in kind)
    if kind == "array":
        return f"list[{_type(schema['items'])}]" if isinstance(schema.get("items"), dict) else "list[Any]"
    if kind == "object":
        values = schema.get("additionalProperties") or {}
        return f"dict[str, {_type(values)}]" if isinstance(values, dict) and values else "dict[str, Any]"
    return _PLAIN.get(str(kind), "Any")


def _literal(value: Any) -> str:
    return f'"{value}"' if isinstance(value, str) else repr(value)


if __name__ == "__main__":
    write(Path(sys.argv[1]) if len(sys.argv) > 1 else SOURCES)
