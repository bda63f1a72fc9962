"""Small files, short functions, and few pages to read first. Answers complaints.

The longer functions that there are may only get shorter.
"""

import ast
import json
from collections.abc import Iterator, Mapping
from pathlib import Path

from tests.architecture.project import PRODUCTION, Module, modules

FUNCTION_LINES_MAX = 60
FILE_LINES_MAX = 600
LONGER = Path(__file__).parent / "long_functions.json"
READ_FIRST = {"README.md": 5_000, "ARCHITECTURE.md": 7_000, "CONTRIBUTING.md": 5_000}
"""What is read before a first change, with the bytes that each may have."""
READ_FIRST_MAX = 15_000
_CODE = (*PRODUCTION, "bench", "tools", "tests")
_SOURCE = (".py", ".ts", ".tsx")
_MADE = ("_pb2.py", "_pb2_grpc.py")
_MADE_FOLDER = "generated"
_MIGRATIONS = "/migrations/versions/"
"""Lists of tables, read once from top to bottom."""


def longer_functions() -> dict[str, int]:
    """The functions that may exceed the bound, each with the lines it has (`path::name` → lines)."""
    return json.loads(LONGER.read_text())


def functions_are_short(root: Path, longer: Mapping[str, int]) -> list[str]:
    """No function exceeds the bound, except those named, and they have exactly the lines that are written down."""
    own = (each for each in modules(root, *_CODE) if _MIGRATIONS not in each.path)
    found = dict(length for each in own for length in _lengths(each))
    complaints = []
    for name, lines in sorted(found.items()):
        allowed = longer.get(name, FUNCTION_LINES_MAX)
        if lines > allowed:
            complaints.append(f"{name}: {lines} lines, {allowed} are allowed")
        elif name in longer and lines <= FUNCTION_LINES_MAX:
            complaints.append(f"{name}: short enough now, take it out of {LONGER.name}")
        elif name in longer and lines < allowed:
            complaints.append(f"{name}: write {lines} into {LONGER.name}, so that it stays")
    return complaints + [f"{name}: is gone, take it out of {LONGER.name}" for name in sorted(set(longer) - set(found))]


def files_are_small(root: Path, found: list[Path]) -> list[str]:
    """No source file exceeds the bound."""
    written = (path for path in found if path.suffix in _SOURCE and not path.name.endswith(_MADE))
    own = (path for path in written if _MADE_FOLDER not in path.relative_to(root).parts)
    lengths = {path: len(path.read_text(encoding="utf-8").splitlines()) for path in own}
    return [
        f"{path.relative_to(root)}: {lines} lines, {FILE_LINES_MAX} are allowed"
        for path, lines in sorted(lengths.items())
        if lines > FILE_LINES_MAX
    ]


def first_documents_are_short(root: Path) -> list[str]:
    """Whoever comes new reads few pages; what is more belongs to docs/."""
    found = {name: (root / name).stat().st_size for name in READ_FIRST}
    complaints = [
        f"{name}: {size} bytes, {READ_FIRST[name]} are allowed"
        for name, size in found.items()
        if size > READ_FIRST[name]
    ]
    whole = sum(found.values())
    if whole > READ_FIRST_MAX:
        complaints.append(f"{', '.join(found)}: {whole} bytes together, {READ_FIRST_MAX} are allowed")
    return complaints


def _lengths(found: Module) -> Iterator[tuple[str, int]]:
    """Every function and method, also those within functions, with its lines from `def` to its end."""
    waiting: list[tuple[str, ast.AST]] = [("", found.tree)]
    while waiting:
        prefix, node = waiting.pop()
        for child in ast.iter_child_nodes(node):
            name = prefix
            if isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
                name = f"{prefix}.{child.name}" if prefix else child.name
            if isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef):
                yield f"{found.path}::{name}", (child.end_lineno or child.lineno) - child.lineno + 1
            waiting.append((name, child))
