"""Words that once had a private meaning here, and that clean packages do not use any more, in Python and TypeScript.
Answers complaints."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from tests.architecture.project import Module, modules

CLEAN = (
    "clients/python",
    "deploy",
    "games",
    "gateway",
    "kafeneio",
    "services/contracts",
    "services/kernel",
    "services/lobby",
    "services/moderation",
    "services/platform",
    "services/ranking",
    "services/tables",
    "services/tournaments",
    "services/wallet",
    "tools",
)
"""Packages of which every text and name is checked."""

CLEAN_NAMES_OF_TESTS = tuple(
    f"tests/{name}" for name in ("architecture", "conformance", "contracts", "kernel", "tools")
)
"""Folders of tests of which the names of helpers are checked; the names of tests are in all of them."""

CLEAN_TYPESCRIPT = ("clients/web/src", "clients/typescript/src")
"""Folders of TypeScript of which comments, exported names and titles of tests are checked."""

_WIRE = ("services/contracts/", "clients/python/src/kafeneio_client/generated/")
"""Names of its types are in published schemas and stay."""
_CODE = re.compile(r"`[^`]*`")
"""Names in a text are not words of it."""

_QUAINT = re.compile(
    r"\b(?:told|telling|tells?|hears?|heard|eyes|by heart|nobody's|faded|shelf|keeper|the sheet|let be"
    r"|the house(?! age)|looks? on|says? so|answers? (?:how|whether|where|the|what))\b",
    re.IGNORECASE,
)
"""Say published, returns, receives, viewer, platform, RULES.md."""
_QUAINT_NAMES = frozenset({"told", "telling", "faded", "shelf", "sight", "steady", "news", "keeper", "eyes"})
_QUAINT_IN_TESTS = re.compile(
    r"_(?:nobody|somebody|anybody|everybody|(?:no|some|any|every)bodys|who|whom|whose|whoever|told|tells?|telling"
    r"|hears?|heard|keeper|news|shelf|given|answers?|house(?!_banked|_round))(?=_|$)"
)
"""Name the person or thing (a player, a viewer, no seat), and say receives, returns, published or platform."""
_QUAINT_IN_TITLES = re.compile(
    r"\b(?:nobody|somebody|anybody|everybody|who|whom|whose|whoever|told|tells?|telling|hears?|heard|keeper|news|shelf"
    r"|the house)\b",
    re.IGNORECASE,
)
_COMMENT = re.compile(r"/\*.*?\*/|(?<![:\"'`\w])//[^\n]*", re.DOTALL)
_LINE_OF_COMMENT = re.compile(r"\s*\n\s*(?:\*(?!/)|//)?\s*")
"""From the end of a line of a comment to the words of the next: a sentence may go over it."""
_EXPORTED = re.compile(
    r"^export (?:default )?(?:async |abstract )*(?:function\*?|const|let|class|type|interface|enum) (\w+)", re.MULTILINE
)
_TITLE = re.compile(r"^[ \t]*(?:test|it|describe)(?:\.each\([^)]*\))?\(\s*([\"'`])(.*?)\1", re.MULTILINE)
_WORD = re.compile(r"[A-Z]?[a-z]+")


def text_is_plain(root: Path) -> list[str]:
    """No docstring of a clean package or folder has such a word."""
    return [
        f"{found.at(line)}: says {match[0]!r}"
        for found in modules(root, *CLEAN, "bench", "tests")
        for line, text in _docstrings(found.tree)
        for match in _QUAINT.finditer(_CODE.sub("", text))
    ]


def names_are_plain(root: Path) -> list[str]:
    """No module, public class or public function of a clean package is named by such a word."""
    return [
        f"{found.at(line)}: {name} is named {word!r}"
        for found in _modules(root)
        if not found.path.startswith(_WIRE)
        for line, name in _names(found)
        for word in _WORD.findall(name)
        if word.lower() in _QUAINT_NAMES
    ]


def names_of_tests_are_plain(root: Path) -> list[str]:
    """No test is named by such a word, or by a pronoun in place of what is meant."""
    return [
        f"{found.at(node.lineno)}: {node.name} says {match[0].strip('_')!r}"
        for found in modules(root, "tests")
        for node in ast.walk(found.tree)
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_")
        for match in _QUAINT_IN_TESTS.finditer(node.name)
    ]


def typescript_is_plain(root: Path) -> list[str]:
    """No comment, no name of a file or of what it exports, and no title of a test has such a word."""
    return [
        f"{path.relative_to(root)}:{text.count(chr(10), 0, place) + 1}: says {word!r}"
        for path in _typescript(root)
        for text in [path.read_text(encoding="utf-8")]
        for place, word in sorted([*_in_comments(text), *_in_exports(path, text), *_in_titles(text)])
    ]


def _in_comments(text: str) -> Iterator[tuple[int, str]]:
    for comment in _COMMENT.finditer(text):
        plain = _CODE.sub("", _LINE_OF_COMMENT.sub(" ", comment[0]))
        yield from ((comment.start(), match[0]) for match in _QUAINT.finditer(plain))


def _in_exports(path: Path, text: str) -> Iterator[tuple[int, str]]:
    names = [(0, path.name.split(".")[0]), *((match.start(), match[1]) for match in _EXPORTED.finditer(text))]
    for place, name in names:
        yield from ((place, name) for word in _WORD.findall(name) if word.lower() in _QUAINT_NAMES)


def _in_titles(text: str) -> Iterator[tuple[int, str]]:
    for title in _TITLE.finditer(text):
        for word in _QUAINT_IN_TITLES.finditer(title[2]):
            yield title.start(), word[0]


def _typescript(root: Path) -> Iterator[Path]:
    for folder in CLEAN_TYPESCRIPT:
        for path in sorted((root / folder).rglob("*.ts*")):
            if "generated" not in path.parts:
                yield path


def _modules(root: Path) -> list[Module]:
    return modules(root, *CLEAN, *CLEAN_NAMES_OF_TESTS)


def _docstrings(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """Every text that stands alone as a statement: of modules, classes, functions and fields."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str):
            yield node.lineno, node.value.value


def _names(found: Module) -> Iterator[tuple[int, str]]:
    yield 1, Path(found.path).stem
    for node in ast.walk(found.tree):
        if isinstance(node, ast.FunctionDef | ast.ClassDef) and not node.name.startswith("_"):
            yield node.lineno, node.name
