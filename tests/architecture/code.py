"""Things that code never does here, whatever a linter's comment says. Answers complaints."""

import ast
from pathlib import Path

from tests.architecture.project import PRODUCTION, modules

MAY_PRINT = ("kafeneio/main.py", "services/platform/operations/console.py")
"""The command line's own voice; everything else speaks through the log."""


def nothing_is_caught_unseen(root: Path) -> list[str]:
    """No `except:`, and no handler of every exception that does nothing."""
    return [
        f"{found.at(node.lineno)}: catches everything" + (" and does nothing" if node.type else "")
        for found in modules(root, *PRODUCTION)
        for node in ast.walk(found.tree)
        if isinstance(node, ast.ExceptHandler) and (node.type is None or _swallows(node))
    ]


def nothing_is_printed(root: Path) -> list[str]:
    """No `print` outside the command line."""
    return [
        f"{found.at(node.lineno)}: prints"
        for found in modules(root, *PRODUCTION)
        for node in ast.walk(found.tree)
        if found.path not in MAY_PRINT and isinstance(node, ast.Name) and node.id == "print"
    ]


TEXT_OF_PEOPLE = frozenset({"comment", "message", "name", "reason", "text"})
"""Fields that people write. A service cleans and counts them by services/kernel/text."""


def text_of_people_is_cleaned_in_one_place(root: Path) -> list[str]:
    """No service strips or counts a text of people by itself: spaces are the least of what shows nothing."""
    return [
        f"{found.at(node.lineno)}: strips `{node.func.value.attr}` by itself"
        for found in modules(root, "services")
        for node in ast.walk(found.tree)
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and node.func.attr == "strip"
        and isinstance(node.func.value, ast.Attribute)
        and node.func.value.attr in TEXT_OF_PEOPLE
        and not found.path.endswith("cell_directory.py")  # an operator's file, read at the start
    ]


def _swallows(node: ast.ExceptHandler) -> bool:
    everything = isinstance(node.type, ast.Name) and node.type.id in ("Exception", "BaseException")
    return everything and all(isinstance(step, ast.Pass | ast.Continue) for step in node.body)
