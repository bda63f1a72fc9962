"""`python -m tools.new_game NAME ["Title"]` writes the skeleton of a game; its tests fail until the rules are there.

The folders are those of the guide in games/README.md. Nothing that exists is overwritten.
"""

import re
import sys
from itertools import groupby
from pathlib import Path
from string import Template

from services.kernel.languages import LANGUAGES

ROOT = Path(__file__).resolve().parent.parent
SKELETON = Path(__file__).resolve().parent / "game_skeleton"
_NAME = re.compile(r"[a-z][a-z0-9]{1,30}")
_FOLDERS = {
    "engine": "games/{name}",
    "tests": "tests/games/{name}",
    "conformance": "tests/conformance/games/{name}",
    "web": "clients/web/src/games/{name}",
}
NEXT_STEPS = """Written, which is step 1 of games/README.md. Now, by its numbers:
  2-7. RULES.md, then state, moves, rules, view, bot: pytest tests/games/{name} tests/games/test_laws.py -k {name}
  8. tests/conformance/games/{name}: moments, calculations, an example: pytest tests/conformance -k {name}
  10. golden games in games/: python -m tests.games.golden_record {name} OPTIONS SEED; pytest tests/games/test_golden.py
  12. make types, then the board, words and rules in clients/web/src/games/{name}: npm run check, npm test
  13-14. python -m deploy.generate: the worker's deployment and scaler; then make check, and play it: make up"""


def skeleton(name: str, title: str) -> dict[Path, str]:
    """Path from the root → content of every file of a new game."""
    words = {"name": name, "title": title, "type": name.capitalize()}
    found: dict[Path, str] = {}
    for source in sorted(SKELETON.rglob("*.txt")):
        part, *inside = source.relative_to(SKELETON).parts
        folder = Path(_FOLDERS[part].format(name=name), *inside[:-1])
        text = _with_sorted_imports(Template(source.read_text(encoding="utf-8")).substitute(words))
        for target in _targets(inside[-1].removesuffix(".txt")):
            found[folder / target] = text
    return found


def _with_sorted_imports(text: str) -> str:
    """Imports in the order that the linter wants: the game's name decides where its own come."""
    lines = [(line.split()[1] if line.startswith("from ") else None, line) for line in text.split("\n")]
    blocks = [list(block) for _, block in groupby(lines, key=lambda each: each[0] is None)]
    ordered = [block if block[0][0] is None else sorted(block, key=lambda each: str(each[0])) for block in blocks]
    return "\n".join(line for block in ordered for _, line in block)


def _targets(file: str) -> list[str]:
    """Where a file of the skeleton goes: one for each language, golden games into their folder, others as named."""
    if file == "lang.json":
        return [f"{language}.json" for language in LANGUAGES]
    return [f"games/{file}"] if file.endswith(".game") else [file]


def write(name: str, title: str, root: Path = ROOT) -> list[Path]:
    """Write the skeleton; returns the paths.

    Raises:
        ValueError: the name is not lower-case letters and digits, or something of that name exists.
    """
    if not _NAME.fullmatch(name):
        raise ValueError(f"{name!r}: lower-case letters and digits, a letter first")
    files = skeleton(name, title)
    existing = [str(path) for path in files if (root / path).exists()]
    if existing:
        raise ValueError(f"already there: {', '.join(existing)}")
    for path, text in files.items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(text, encoding="utf-8")
    return list(files)


def main(arguments: list[str]) -> int:
    """The command; returns the exit code."""
    if len(arguments) not in (1, 2):
        sys.stderr.write('usage: python -m tools.new_game NAME ["Title"]\n')
        return 2
    name, title = arguments[0], arguments[-1] if len(arguments) == 2 else arguments[0].capitalize()
    try:
        written = write(name, title)
    except ValueError as problem:
        sys.stderr.write(f"{problem}\n")
        return 2
    sys.stdout.write("".join(f"{path}\n" for path in written) + NEXT_STEPS.format(name=name) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
