"""The shape of the tree: what every service and every family of games has. Answers complaints."""

import re
from pathlib import Path

from tests.architecture.project import GAMES, SERVICES, families

SERVICES_PARTS = ("kernel", "contracts", "platform", *SERVICES)
SERVICE_PARTS = ("README.md", "RULES.md", "service", "settings", "metrics", "schema", "migrations")
FAMILY_PARTS = ("state", "moves", "rules", "view", "bot", "RULES.md")

_CITATION = re.compile(r"(?P<path>[\w./-]*RULES\.md)`? §(?P<section>\d+)")
_CITING = (".py", ".ts", ".tsx", ".md", ".game", ".proto")
_MADE_BY_ALEMBIC = "migrations"
_NOT_PACKAGES = ("node_modules", "__pycache__")


def services_has_only_its_parts(root: Path) -> list[str]:
    """`services/` holds what the layers of .importlinter name: all of it, and nothing that they do not know."""
    there = {path.stem for path in (root / "services").iterdir() if not path.name.startswith("_")}
    unknown = [f"services/{name}: in no layer of .importlinter" for name in sorted(there - set(SERVICES_PARTS))]
    return [f"services/{name}: missing" for name in SERVICES_PARTS if name not in there] + unknown


def services_have_one_shape(root: Path) -> list[str]:
    """Each service has the same parts; a part is a module or, when it has grown, a package of that name."""
    return [
        f"services/{service}: has no {part}"
        for service in SERVICES
        for part in SERVICE_PARTS
        if not _has(root / "services" / service, part)
    ]


def families_have_one_shape(root: Path) -> list[str]:
    """Each family of games has the same parts, its rules in words, and a golden game."""
    complaints = [] if families(root) else [f"{GAMES}: no family"]
    for family in families(root):
        folder = root / GAMES / family
        complaints += [f"{GAMES}/{family}: has no {part}" for part in FAMILY_PARTS if not _has(folder, part)]
        complaints += [] if list(folder.glob("games/*.game")) else [f"{GAMES}/{family}: has no games/*.game"]
    return complaints


def packages_say_so(root: Path) -> list[str]:
    """A folder with modules has an `__init__.py`: import-linter looks into nothing else."""
    folders = {path.parent.relative_to(root) for top in ("services", "gateway") for path in (root / top).rglob("*.py")}
    own = (folder for folder in folders if not {*_NOT_PACKAGES, _MADE_BY_ALEMBIC} & set(folder.parts))
    return [f"{folder}: has no __init__.py" for folder in sorted(own) if not (root / folder / "__init__.py").exists()]


def citations_lead_somewhere(root: Path, found: list[Path]) -> list[str]:
    """`RULES.md §4` names a section that is there.

    Without a path the nearest RULES.md above is meant; for a test, that of the folder it tests.
    """
    return [
        f"{path.relative_to(root)}:{number}: {cited[0]} is not there"
        for path in found
        if path.suffix in _CITING
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1)
        for cited in _CITATION.finditer(line)
        if not _has_section(_rules(root, path, cited["path"]), cited["section"])
    ]


def _has(folder: Path, part: str) -> bool:
    return any((folder / name).exists() for name in (part, f"{part}.py", f"{part}/__init__.py"))


def _rules(root: Path, citing: Path, cited: str) -> Path | None:
    if cited != "RULES.md":
        return next((place for place in (root / cited, citing.parent / cited) if place.exists()), None)
    tested = root / _tested(citing.relative_to(root))
    above = (folder / cited for folder in tested.parents if folder.is_relative_to(root))
    return next((place for place in above if place.exists()), None)


def _tested(path: Path) -> Path:
    """The place in the tree that a test mirrors; anything else is its own."""
    if path.parts[0] != "tests":
        return path
    within = path.relative_to("tests")
    if within.parts[0] == "conformance":
        within = within.relative_to("conformance")
        if within.parts[0] == "services" and len(within.parts) == 2:
            return Path("services", within.stem, within.name)
    return Path(GAMES, *within.parts[1:]) if within.parts[0] == "games" else Path("services", within)


def _has_section(rules: Path | None, section: str) -> bool:
    if rules is None:
        return False
    heading = re.compile(rf"^#+ (§ ?)?{section}\b", re.MULTILINE)
    return heading.search(rules.read_text(encoding="utf-8")) is not None
