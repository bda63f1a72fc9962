"""Text of production code and documents names only Python files that exist. Answers complaints."""

import re
from pathlib import Path

from tests.architecture.project import PRODUCTION

_NAMED = re.compile(r"(?<![\w/.*{<-])((?:[a-z_]+/)*[a-z_][a-z_0-9]*\.py)\b")
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
