"""Requests and events as they are declared in `services/contracts`, and the requests that code names."""

import ast
import importlib
import pkgutil
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from services import contracts
from services.contracts.base import Event, Request, service_of, topic_of, wire_name

_CONTRACTS = contracts.__name__


@cache
def _declared(kind: type) -> dict[tuple[str, str], type]:
    """Module and name → the messages of a kind; not those that others are derived from."""
    found = {}
    for module in pkgutil.walk_packages(contracts.__path__, f"{_CONTRACTS}."):
        own = importlib.import_module(module.name)
        for name, value in vars(own).items():
            if isinstance(value, type) and value.__module__ == own.__name__ and issubclass(value, kind):
                found[module.name, name] = value
    bases = {base for each in found.values() for base in each.__bases__}
    return {where: each for where, each in found.items() if each not in bases}


def requests() -> set[str]:
    """Every request, as its routing key."""
    return {_key(each) for each in _declared(Request).values() if hasattr(each, "answer")}


def topics() -> set[str]:
    """Every event's topic."""
    return {topic_of(each) for where, each in _declared(Event).items() if where != (f"{_CONTRACTS}.base", "Event")}


def requests_in(folders: list[Path]) -> set[str]:
    """The requests that the code in folders (or files) names."""
    paths = [path for folder in folders for path in (folder.rglob("*.py") if folder.is_dir() else [folder])]
    return {key for path in paths if path.suffix == ".py" for key in _named_in(ast.parse(path.read_text("utf-8")))}


def _named_in(tree: ast.Module) -> Iterator[str]:
    modules: dict[str, str] = {}
    names: dict[str, tuple[str, str]] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and f"{node.module}.".startswith(f"{_CONTRACTS}."):
            for alias in node.names:
                modules[alias.asname or alias.name] = f"{node.module}.{alias.name}"
                names[alias.asname or alias.name] = (str(node.module), alias.name)
    declared = _declared(Request)
    for node in ast.walk(tree):
        where = None
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id in modules:
            where = (modules[node.value.id], node.attr)
        elif isinstance(node, ast.Name):
            where = names.get(node.id)
        if where in declared:
            yield _key(declared[where])


def _key(request: type) -> str:
    return f"{service_of(request)}.{wire_name(request)}"
