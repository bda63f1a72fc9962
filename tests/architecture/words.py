"""What no file of the project says: where it was built, where packages come from. Answers complaints."""

import re
from pathlib import Path

# Written so that this file does not say them itself.
_HOSTS = (
    *(f"{name}.org" for name in ("pypi", "pythonhosted", "npmjs", "yarnpkg", "debian", "golang")),
    *(f"{name}.com" for name in ("npmjs", "yarnpkg", "jsdelivr", "unpkg")),
    *(f"{name}.io" for name in ("docker", "ghcr", "quay")),
)
_ELSEWHERE = re.compile(r"[.]{2}/shared|/(?:work|farm)/|\bissue #?[0-9]", re.IGNORECASE)
_REGISTRY = re.compile(r"(?<![\w-])(?:[\w-]+\.)*(?:" + "|".join(map(re.escape, _HOSTS)) + r")\b")
_ORIGIN = re.compile(r'"resolved"\s*:|--(?:extra-)?index-url|--find-links|^[^#]*://', re.MULTILINE)
_LOCKS = ("uv.lock", "poetry.lock", "Pipfile.lock", "yarn.lock", "pnpm-lock.yaml", "bun.lock", "bun.lockb")
_BUILT = ("node_modules", ".venv", "dist", "var", "__pycache__")
_NOT_TEXT = (".png", ".jpg", ".jpeg", ".webp", ".woff2", ".woff", ".ico", ".mp3", ".ogg", ".bin", ".gz", ".npz")


def files_speak_of_the_project_alone(root: Path, found: list[Path]) -> list[str]:
    """No path of the machine it was written on, no number of a tracker."""
    return _lines_with(root, found, _ELSEWHERE)


def no_registry_is_named(root: Path, found: list[Path]) -> list[str]:
    """Where packages are fetched from is the machine's affair, never a file's."""
    return _lines_with(root, found, _REGISTRY)


def pins_tell_no_origin(root: Path, found: list[Path]) -> list[str]:
    """Requirements name no index, no address; the only lock file is npm's, without addresses; no other kind."""
    complaints = [
        f"{path.relative_to(root)}: records where packages came from" for path in found if path.name in _LOCKS
    ]
    for path in found:
        text = path.read_text(encoding="utf-8") if _is_pin(path) else ""
        complaints += [f"{path.relative_to(root)}: says {match[0]!r}" for match in _ORIGIN.finditer(_pins(path, text))]
    return complaints


def nothing_built_is_kept(root: Path, found: list[Path]) -> list[str]:
    """What a build makes is not tracked."""
    names = (path.relative_to(root) for path in found)
    return [f"{name}: made by a build" for name in names if set(name.parts[:-1]) & set(_BUILT)]


def _is_pin(path: Path) -> bool:
    return path.name == "package-lock.json" or re.fullmatch(r"requirements.*\.(txt|in)", path.name) is not None


def _pins(path: Path, text: str) -> str:
    """The lock file of npm lists authors' addresses too: only its `resolved` lines show an origin."""
    if path.name != "package-lock.json":
        return text
    return "\n".join(line for line in text.splitlines() if "resolved" in line)


def _lines_with(root: Path, found: list[Path], pattern: re.Pattern[str]) -> list[str]:
    texts = ((path, path.read_text(encoding="utf-8")) for path in found if path.suffix not in _NOT_TEXT)
    return [
        f"{path.relative_to(root)}:{text.count(chr(10), 0, match.start()) + 1}: {match[0]}"
        for path, text in texts
        for match in pattern.finditer(text)
    ]
