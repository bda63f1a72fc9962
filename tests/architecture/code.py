"""Things that code never does here, whatever a linter's comment says. Answers complaints."""

import ast
from pathlib import Path

from tests.architecture.project import PRODUCTION, Module, modules

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


OF_THE_WHOLE_RUN = (
    "tests/support/service_forks.py", "tests/support/lazy_routes.py", "tests/support/databases/compiled.py",
)  # fmt: skip
"""What these set is meant for every test."""


def tests_set_nothing_for_good(root: Path) -> list[str]:
    """No test sets an attribute of a module or class without a patch, which takes it back: whichever test comes next
    would find it. A program of its own may, as long as no test imports it."""
    found = modules(root, "tests")
    imported = {each.name for one in found for each in one.imports}
    return [
        f"{one.at(node.lineno)}: sets `{ast.unparse(target)}` for all tests"
        for one in found
        if one.path not in OF_THE_WHOLE_RUN and (_is_of_pytest(one) or _is_imported(one, imported))
        for node in ast.walk(one.tree)
        if isinstance(node, ast.Assign | ast.AugAssign)
        for target in (node.targets if isinstance(node, ast.Assign) else [node.target])
        if isinstance(target, ast.Attribute) and isinstance(target.value, ast.Name)
        if target.value.id in _bound_by_imports(one)
    ]


def _is_of_pytest(one: Module) -> bool:
    return Path(one.path).name.startswith(("test_", "conftest"))


def _is_imported(one: Module, imported: set[str]) -> bool:
    return one.name in imported or any(each.startswith(f"{one.name}.") for each in imported)


def _bound_by_imports(one: Module) -> set[str]:
    nodes = (node for node in ast.walk(one.tree) if isinstance(node, ast.Import | ast.ImportFrom))
    return {(alias.asname or alias.name).split(".")[0] for node in nodes for alias in node.names}
