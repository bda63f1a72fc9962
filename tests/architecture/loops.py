"""Event loops in tests: one helper starts them, so that no test depends on what else ran in its process."""

import ast
from collections.abc import Iterator
from pathlib import Path

from tests.architecture.project import Module, module

HELPER = "tests/support/loops.py"
BROWSER_HELPER = "tests/support/chromium.py"
_STARTS = ("run", "Runner", "install", "run_until_complete", "run_forever")
_ANYWHERE = ("run_until_complete", "run_forever")
_WORDS = ("asyncio", "uvloop", *_ANYWHERE, "async def test_", "_playwright")
"""Whatever is looked for has one of these in its text; the other files need not be parsed."""


def only_the_helper_starts_loops(root: Path) -> list[str]:
    """Tests start event loops by `tests.support.loops.run` alone."""
    return [
        f"{found.at(line)}: {what} starts an event loop in the thread of the tests; use tests.support.loops.run"
        for found in _modules(root)
        if found.path != HELPER
        for what, line in _starts(found.tree)
    ]


def no_test_is_a_coroutine(root: Path) -> list[str]:
    """No `async def test_…`: whatever would run it decides in which thread it does so."""
    return [
        f"{found.at(node.lineno)}: {node.name} is a coroutine; give one to tests.support.loops.run"
        for found in _modules(root)
        for node in ast.walk(found.tree)
        if isinstance(node, ast.AsyncFunctionDef) and node.name.startswith("test_")
    ]


def only_the_helper_starts_playwright(root: Path) -> list[str]:
    """A second Playwright in the same thread cannot start, so tests ask for the fixture `browser`."""
    return [
        f"{found.at(item.line)}: imports {item.name}; ask for the fixture browser"
        for found in _modules(root)
        for item in found.imports
        if found.path != BROWSER_HELPER and item.name.endswith((".sync_playwright", ".async_playwright"))
    ]


def _modules(root: Path) -> Iterator[Module]:
    for path in sorted((root / "tests").rglob("*.py")):
        text = path.read_text(encoding="utf-8")
        if any(word in text for word in _WORDS):
            yield module(root, path)


def _starts(tree: ast.Module) -> Iterator[tuple[str, int]]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute):
            base = node.value.id if isinstance(node.value, ast.Name) else ""
            if node.attr in _ANYWHERE or (base in ("asyncio", "uvloop") and node.attr in _STARTS):
                yield f"{base or '…'}.{node.attr}", node.lineno
        elif isinstance(node, ast.ImportFrom) and node.module in ("asyncio", "uvloop"):
            yield from ((f"{node.module}.{alias.name}", node.lineno) for alias in node.names if alias.name in _STARTS)
