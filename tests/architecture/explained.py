"""Settings are the operator's: every one says what it does. Answers complaints."""

import ast
from collections.abc import Iterator
from itertools import zip_longest
from pathlib import Path

from tests.architecture.project import PRODUCTION, modules


def every_setting_is_explained(root: Path) -> list[str]:
    """Each field of a Struct in a `settings.py` has a docstring below it."""
    return [
        f"{found.at(field.lineno)}: {field.target.id} is not explained"
        for found in modules(root, *PRODUCTION)
        if found.path.endswith("/settings.py")
        for node in ast.walk(found.tree)
        if isinstance(node, ast.ClassDef)
        for field in _unexplained(node)
        if isinstance(field.target, ast.Name)
    ]


def _unexplained(node: ast.ClassDef) -> Iterator[ast.AnnAssign]:
    for field, below in zip_longest(node.body, node.body[1:]):
        if isinstance(field, ast.AnnAssign) and not _is_text(below):
            yield field


def _is_text(node: ast.stmt | None) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)
