"""ARCHITECTURE.md's walk of a move names files and what is defined in them; all of it is there."""

import ast
import re

import pytest

from tests.architecture.project import ROOT

_SECTION = re.compile(r"^## The walk of a move\n(?P<text>.*?)^## ", re.MULTILINE | re.DOTALL)
_STEP = re.compile(r"^\d+\. ", re.MULTILINE)
_NAMED = re.compile(r"`(?P<path>(?:gateway|services)/[\w/]+\.py)` `(?P<name>\w+)`")


def walk() -> str:
    """The section's text."""
    found = _SECTION.search((ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8"))
    assert found, "the section is missing"
    return found["text"]


def defined(path: str) -> set[str]:
    """The names of classes and functions at the top of a file."""
    tree = ast.parse((ROOT / path).read_text(encoding="utf-8"))
    return {node.name for node in tree.body if isinstance(node, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef)}


def test_the_walk_has_ten_steps_and_names_files() -> None:
    assert len(_STEP.findall(walk())) == 10
    assert len(_NAMED.findall(walk())) >= 10


@pytest.mark.parametrize(("path", "name"), [(found["path"], found["name"]) for found in _NAMED.finditer(walk())])
def test_what_the_walk_names_is_defined_there(path: str, name: str) -> None:
    assert name in defined(path)
