"""Text of production code and documents names only files and folders that exist. Answers complaints."""

import re
from pathlib import Path

from tests.architecture.project import PRODUCTION

_NAMED = re.compile(r"(?<![\w/.*{<-])((?:[a-z_]+/)*[a-z_][a-z_0-9]*\.py)\b")
_IN_CODE = re.compile(r"`([^`]+)`")
_PATH = re.compile(r"(?!var/|dist/)[\w-][\w.-]*(?:/[\w.-]+)+/?")
"""A path from the root or from anywhere below, without wildcards; what is built is not there."""
_WHERE = (*PRODUCTION, "bench", "clients", "tools", "deploy", "docs")
_DOCUMENTS = ("README.md", "ARCHITECTURE.md", "CONTRIBUTING.md")
_KINDS = (".py", ".md", ".sh", ".yaml")


def named_files_exist(root: Path, found: list[Path]) -> list[str]:
    """`journal/rows.py` is a file whose path ends so; a name without a folder is any file of that name."""
    paths = [path.relative_to(root) for path in found]
    ends = {"/".join(path.parts[start:]) for path in paths for start in range(len(path.parts))}
    return [
        f"{path}:{number}: {match[1]} does not exist"
        for path in paths
        if path.suffix in _KINDS and (path.parts[0] in _WHERE or str(path) in _DOCUMENTS)
        for number, line in enumerate((root / path).read_text(encoding="utf-8").splitlines(), start=1)
        if ".py" in line
        for match in _NAMED.finditer(line)
        if match[1] not in ends
    ]


def named_paths_exist(root: Path, found: list[Path]) -> list[str]:
    """`journal/archive/` and `ws/dispatch`, as code of a document, are a part of the path of a file."""
    paths = [path.relative_to(root) for path in found]
    known = {part for path in paths for part in _parts(path)}
    known |= {part.rsplit(".", 1)[0] for part in known}
    return [
        f"{path}:{number}: {match[1]} does not exist"
        for path in paths
        if path.suffix == ".md"
        for number, line in enumerate((root / path).read_text(encoding="utf-8").splitlines(), start=1)
        for match in _IN_CODE.finditer(line)
        if _PATH.fullmatch(match[1]) and match[1].rstrip("/") not in known
    ]


def _parts(path: Path) -> set[str]:
    names = path.parts
    return {"/".join(names[start:end]) for start in range(len(names)) for end in range(start + 1, len(names) + 1)}
