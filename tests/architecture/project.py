"""The project's files and modules, as the shape tests read them. Everything takes the root, so that a copy will do."""

import ast
import subprocess
from collections import deque
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[2]
SERVICES = ("wallet", "lobby", "tables", "ranking", "tournaments", "moderation")
GAMES = "games"
NOT_FAMILIES = ("toolkit",)
PRODUCTION = ("games", "services", "gateway", "kafeneio")
"""The folders of what runs."""
_GENERATED = ("_pb2.py", "_pb2_grpc.py", "_pb2.pyi")
_PASSED_BY = ("node_modules", "__pycache__", ".venv")


class Import(NamedTuple):
    """One thing imported: its full dotted name (`nameko.rpc.RpcProxy`) and where."""

    name: str
    line: int

    def is_in(self, package: str) -> bool:
        """Whether it is the package or something inside it."""
        return self.name == package or self.name.startswith(f"{package}.")


class Module(NamedTuple):
    """A Python file below the root."""

    path: str
    name: str
    tree: ast.Module

    @property
    def imports(self) -> list[Import]:
        """Everything that it imports, anywhere in it."""
        return list(_imports(self))

    def at(self, line: int) -> str:
        """A place in it, as complaints name it."""
        return f"{self.path}:{line}"


def assert_none(complaints: list[str]) -> None:
    """Fail with every complaint in full."""
    assert not complaints, "\n" + "\n".join(complaints)


def files(root: Path = ROOT) -> list[Path]:
    """What is tracked by git, or would be after `git add --all`."""
    command = ["git", "ls-files", "--cached", "--others", "--exclude-standard", "-z"]
    listed = subprocess.run(command, cwd=root, capture_output=True, check=True).stdout.decode()
    return sorted(path for name in listed.split("\0") if name and (path := root / name).is_file())


def modules(root: Path, *folders: str) -> list[Module]:
    """The Python modules below these folders, without generated ones."""
    paths = (path for folder in folders for path in sorted((root / folder).rglob("*.py")))
    kept = (path for path in paths if not path.name.endswith(_GENERATED) and not set(path.parts) & set(_PASSED_BY))
    return [module(root, path) for path in kept]


def module(root: Path, path: Path) -> Module:
    """One Python file, read and parsed."""
    relative = path.relative_to(root)
    parts = relative.with_suffix("").parts
    name = ".".join(parts[:-1] if parts[-1] == "__init__" else parts)
    return Module(str(relative), name, _parsed(path, path.stat().st_mtime_ns))


def families(root: Path) -> list[str]:
    """The folders of the game families."""
    folders = (path for path in (root / GAMES).iterdir() if (path / "__init__.py").exists())
    return sorted(path.name for path in folders if path.name not in NOT_FAMILIES)


@cache
def _parsed(path: Path, _changed_ns: int) -> ast.Module:
    text = path.read_text(encoding="utf-8")
    if text not in _trees:  # a copy of the tree has the same files once more
        _trees[text] = ast.parse(text, filename=str(path))
    return _trees[text]


_trees: dict[str, ast.Module] = {}


def _imports(found: Module) -> Iterator[Import]:
    for node in _import_nodes(found.tree):
        base = f"{_absolute(found, node)}." if isinstance(node, ast.ImportFrom) else ""
        yield from (Import(base + alias.name, node.lineno) for alias in node.names)


@cache
def _import_nodes(tree: ast.Module) -> tuple[ast.Import | ast.ImportFrom, ...]:
    """Found once: every rule and everything planted asks for those of all files again."""
    return tuple(node for node in _statements(tree) if isinstance(node, ast.Import | ast.ImportFrom))


def _statements(tree: ast.Module) -> Iterator[ast.AST]:
    """Every statement, outer ones first; expressions, nine of ten nodes, are not looked into."""
    waiting: deque[ast.AST] = deque([tree])
    while waiting:
        node = waiting.popleft()
        yield node
        for field in ("body", "handlers", "orelse", "finalbody", "cases"):
            inner = getattr(node, field, ())
            waiting.extend(inner if isinstance(inner, list) else ())


def _absolute(found: Module, node: ast.ImportFrom) -> str:
    if node.level == 0:
        return node.module or ""
    package = found.name.split(".") if found.path.endswith("__init__.py") else found.name.split(".")[:-1]
    package = package[: len(package) - node.level + 1]
    return ".".join([*package, node.module] if node.module else package)
