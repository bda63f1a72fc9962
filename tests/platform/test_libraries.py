"""docs/LIBRARIES.md is true: versions are those installed, attributes exist, and no private one is used unlisted."""

import ast
import importlib
import inspect
import re
import sys
from collections.abc import Iterator
from importlib.metadata import version
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.architecture.project import ROOT, Module, module, modules

DOCUMENT = ROOT / "docs" / "LIBRARIES.md"
LOOKS_PRIVATE = {"_mapping", "_asdict", "_replace", "_fields"}
"""Documented interfaces of SQLAlchemy's rows and of named tuples."""


class Part(NamedTuple):
    """One line of the table."""

    library: str
    version: str
    owner: str
    attribute: str
    files: tuple[str, ...]


def parts() -> list[Part]:
    """The table of private parts."""
    rows = (line.split("|")[1:-1] for line in DOCUMENT.read_text().splitlines() if re.match(r"\| [a-z]+ \| \d", line))
    found = []
    for library, number, attribute, where, _what in rows:
        owner, _, name = (
            attribute.strip().strip("`").rpartition("." if attribute.count(".") and _is_in_class(attribute) else ":")
        )
        found.append(Part(library.strip(), number.strip(), owner, name, tuple(re.findall(r"`([^`]+)`", where))))
    return found


def _is_in_class(attribute: str) -> bool:
    return "." in attribute.partition(":")[2]


PARTS = parts()


def name(part: Part) -> str:
    return f"{part.owner}.{part.attribute}"


def exists(owner: str, attribute: str) -> bool:
    """Whether `module:Class` or `module` has the attribute, or gives it to its instances."""
    path, _, class_name = owner.partition(":")
    found = importlib.import_module(path)
    if not class_name:
        return hasattr(found, attribute)
    kind = getattr(found, class_name)
    if hasattr(kind, attribute):
        return True
    sources = (inspect.getsource(each) for each in kind.__mro__ if each.__module__.split(".")[0] == path.split(".")[0])
    return any(re.search(rf"self\.{attribute}\b.*=", source) for source in sources)


def private_uses(root: Path) -> Iterator[tuple[Module, int, str]]:
    """Every private attribute of something else that services and gateway touch, unless it is defined by ourselves."""
    found = [each for each in modules(root, "services", "gateway") if "/games/" not in each.path]
    own = {name for each in found for name in _defined(each.tree)} | LOOKS_PRIVATE
    for each in found:
        for node in ast.walk(each.tree):
            if isinstance(node, ast.Attribute) and _is_private(node.attr) and node.attr not in own:
                yield each, node.lineno, node.attr
            elif isinstance(node, ast.ImportFrom):
                for alias in node.names:
                    if _is_private(alias.name) and not (node.module or "").startswith(("services", "gateway")):
                        yield each, node.lineno, alias.name


def _is_private(word: str) -> bool:
    return word.startswith("_") and not word.startswith("__")


def _defined(tree: ast.Module) -> Iterator[str]:
    """Names that a module defines: functions, classes, slots, and what objects assign to themselves."""
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            yield node.name
        elif isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store) and _is_self(node.value):
            yield node.attr
        elif isinstance(node, ast.AnnAssign | ast.Assign):
            targets = [node.target] if isinstance(node, ast.AnnAssign) else node.targets
            yield from (target.id for target in targets if isinstance(target, ast.Name))


def _is_self(node: ast.expr) -> bool:
    return isinstance(node, ast.Name) and node.id in ("self", "cls")


def test_the_table_is_read() -> None:
    assert len(PARTS) > 40
    assert Part("python", "3.11", "socket:socket", "_accept", ("gateway/port/public_port.py",)) in PARTS
    assert {part.owner for part in PARTS if part.attribute == "wait"} == {"psycopg.waiting"}


@pytest.mark.parametrize("library", sorted({part.library for part in PARTS}))
def test_the_version_that_was_looked_at_is_the_one_that_is_installed(library: str) -> None:
    installed = "{}.{}".format(*sys.version_info) if library == "python" else version(library)
    assert {part.version for part in PARTS if part.library == library} == {installed}


@pytest.mark.parametrize("part", PARTS, ids=name)
def test_the_attribute_is_there(part: Part) -> None:
    assert exists(part.owner, part.attribute)


@pytest.mark.parametrize("part", PARTS, ids=name)
def test_the_files_that_are_named_use_it(part: Part) -> None:
    for path in part.files:
        assert re.search(rf"\b{part.attribute}\b", (ROOT / path).read_text()), path


def test_no_private_attribute_is_used_that_is_not_listed() -> None:
    listed = {(path, part.attribute) for part in PARTS for path in part.files}
    unlisted = [
        f"{each.at(line)}: {word}" for each, line, word in private_uses(ROOT) if (each.path, word) not in listed
    ]
    assert unlisted == []


@pytest.mark.parametrize("text", ["def f(x):\n    return x._hidden\n", "from kombu.transport import _secret\n"])
def test_a_private_attribute_that_is_used_is_found(tmp_path: Path, text: str) -> None:
    target = tmp_path / "services" / "a.py"
    target.parent.mkdir()
    target.write_text(text)
    assert [word for _, _, word in private_uses(tmp_path)]
    assert module(tmp_path, target).path == "services/a.py"


def test_an_attribute_that_is_gone_is_noticed() -> None:
    assert not exists("amqp.transport:TCPTransport", "_quick_receive")
    assert not exists("psycopg.waiting", "wait_forever")
