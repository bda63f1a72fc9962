"""The web client and the package `kafeneio-client` meet at the package's name alone. Returns complaints."""

import re
from pathlib import Path

_IMPORT = re.compile(r'(?:\bfrom|\bimport)\s*\(?\s*"([^"]+)"')
_CODE = (".ts", ".tsx", ".mts")


def web_client_imports_the_package_by_its_name(root: Path, found: list[Path]) -> list[str]:
    """No file of the web client imports a file of the package by its path, or anything below the package's name."""
    return [
        f"{path.relative_to(root)}: imports {name}"
        for path, name in _imports(root / "clients" / "web" / "src", found)
        if name.startswith("kafeneio-client/") or "clients/typescript" in name
    ]


def package_imports_only_itself(root: Path, found: list[Path]) -> list[str]:
    """The package needs nothing but its own files: no dependency, nothing of the web client. Tests also use vitest."""
    return [
        f"{path.relative_to(root)}: imports {name}"
        for path, name in _imports(root / "clients" / "typescript" / "src", found)
        if not name.startswith("./") and not (name == "vitest" and ".test." in path.name)
    ]


def _imports(folder: Path, found: list[Path]) -> list[tuple[Path, str]]:
    own = (path for path in found if path.suffix in _CODE and path.is_relative_to(folder))
    return [(path, match[1]) for path in own for match in _IMPORT.finditer(path.read_text(encoding="utf-8"))]
