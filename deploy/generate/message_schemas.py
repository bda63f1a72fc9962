"""tests/contracts/schemas: the messages between services as JSON Schema, so that a change of one is seen in a diff.

During an upgrade processes of two releases talk to each other. A message may get a new field with a default; a field
that is removed, renamed or newly required breaks the older or the newer side (`breaking` finds it).
"""

import importlib
import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import msgspec

from services.contracts.base import Event, Message, Request

CONTRACTS = Path("services/contracts")


def texts(root: Path) -> dict[str, str]:
    """File name below `schemas` → the schemas of one module of contracts, by the names of its messages."""
    found = {}
    for path in sorted((root / CONTRACTS).rglob("*.py")):
        module = path.relative_to(root / CONTRACTS).with_suffix("")
        schemas = _schemas(".".join(("services.contracts", *module.parts)))
        if schemas:
            found[f"{module}.json"] = json.dumps(schemas, indent=1, sort_keys=True, ensure_ascii=False) + "\n"
    return found


def _schemas(module_name: str) -> dict[str, Any]:
    kinds = list(_messages(module_name))
    _, components = msgspec.json.schema_components(kinds, ref_template="#/{name}")
    return {name: _bare(schema) for name, schema in components.items()}


def _bare(value: Any) -> Any:
    """Without docstrings, which are not part of a message."""
    if isinstance(value, dict):
        return {key: _bare(inner) for key, inner in value.items() if key not in ("description", "title")}
    return [_bare(each) for each in value] if isinstance(value, list) else value


def _messages(module_name: str) -> Iterator[type]:
    """The Structs that a module declares, answers and nested ones too; those that are generic have no schema alone."""
    for value in vars(importlib.import_module(module_name)).values():
        if not (isinstance(value, type) and issubclass(value, msgspec.Struct) and value.__module__ == module_name):
            continue
        if value not in (Message, Request, Event) and not getattr(value, "__parameters__", ()):
            yield value


def breaking(old: Mapping[str, Any], new: Mapping[str, Any]) -> list[str]:
    """The parts of a change that a process of the other release cannot read: `old` and `new` are the schemas of one
    module."""
    found = [f"{name} is gone" for name in sorted(old.keys() - new.keys())]
    for name in sorted(old.keys() & new.keys()):
        found += [f"{name}: {each}" for each in _broken(old[name], new[name])]
    return found


def _broken(old: Mapping[str, Any], new: Mapping[str, Any]) -> list[str]:
    if old.get("type") == "array":
        return _broken_array(old, new)
    before, after = old.get("properties", {}), new.get("properties", {})
    required = set(new.get("required", ()))
    found = [f"{field} is gone" for field in sorted(before.keys() - after.keys()) if field in old.get("required", ())]
    found += [f"{field} is new and required" for field in sorted(after.keys() - before.keys()) if field in required]
    found += [
        f"{field} has another type"
        for field in sorted(before.keys() & after.keys())
        if _type(before[field]) != _type(after[field])
    ]
    return found


def _broken_array(old: Mapping[str, Any], new: Mapping[str, Any]) -> list[str]:
    """Fields by their place: the first ones stay as they are, more may follow if they need not be there."""
    before, after = old.get("prefixItems", []), new.get("prefixItems", [])
    if [_type(each) for each in before] != [_type(each) for each in after[: len(before)]]:
        return ["fields have other places or types"]
    return ["more fields are required"] if new.get("minItems", 0) > old.get("minItems", 0) else []


def _type(schema: Any) -> str:
    """A field's type, without words and defaults."""
    if not isinstance(schema, dict):
        return json.dumps(schema)
    return json.dumps(
        {key: _type(value) for key, value in schema.items() if key not in ("default", "description")}, sort_keys=True
    )
