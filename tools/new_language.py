"""`python -m tools.new_language TAG` writes every file that a language needs, in English, for somebody to translate.

Where they belong says clients/web/src/i18n/README.md. Nothing that exists is overwritten.
"""

import re
import sys
from pathlib import Path

from services.kernel.languages import ENGLISH

ROOT = Path(__file__).resolve().parent.parent
_TAG = re.compile(r"[a-z]{2}")
_FOLDERS = ("services/kernel/languages", "clients/web/src/i18n")
_GAMES = f"clients/web/src/games/*/*/{ENGLISH}.json"


def files(tag: str, root: Path = ROOT) -> dict[Path, str]:
    """Path below the root → content of every file of a new language: the English one."""
    found = {
        Path(folder) / tag / path.relative_to(root / folder / ENGLISH): path.read_text(encoding="utf-8")
        for folder in _FOLDERS
        for path in sorted((root / folder / ENGLISH).rglob("*"))
        if path.is_file() and "__pycache__" not in path.parts
    }
    for path in sorted(root.glob(_GAMES)):
        found[path.relative_to(root).with_name(f"{tag}.json")] = path.read_text(encoding="utf-8")
    loads = Path(_FOLDERS[1]) / tag / "index.ts"
    return found | {loads: found[loads].replace(f"/{ENGLISH}.json", f"/{tag}.json")}


def write(tag: str, root: Path = ROOT) -> list[Path]:
    """Write the files; returns their paths.

    Raises:
        ValueError: the tag is not two small letters, or something of that language exists.
    """
    if not _TAG.fullmatch(tag):
        raise ValueError(f"{tag!r}: two small letters, as of ISO 639-1")
    found = files(tag, root)
    existing = [str(path) for path in found if (root / path).exists()]
    if existing:
        raise ValueError(f"already there: {', '.join(existing)}")
    for path, text in found.items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(text, encoding="utf-8")
    return list(found)


def main(arguments: list[str]) -> int:
    """The command; returns the exit code."""
    if len(arguments) != 1:
        sys.stderr.write("usage: python -m tools.new_language TAG\n")
        return 2
    try:
        written = write(arguments[0])
    except ValueError as problem:
        sys.stderr.write(f"{problem}\n")
        return 2
    sys.stdout.write("".join(f"{path}\n" for path in written))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
