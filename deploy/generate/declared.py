"""The declarations in the code: the settings Structs field by field, and the processes of `kafeneio run`."""

import ast
import inspect
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any, Literal, NamedTuple, get_args, get_origin

import msgspec

from kafeneio.processes import FRONTS, SERVICES
from services.platform.process.settings import PREFIX, settings_structs

MAIN = "kafeneio/main.py"
_LISTS = (list, tuple, set, frozenset)


class Setting(NamedTuple):
    """One variable. `default` is written as in the environment, `heading` is the comment above it in the code."""

    name: str
    default: str
    kind: str
    meaning: str
    heading: str


class Section(NamedTuple):
    """The settings of one Struct; `title` is the package that reads them."""

    title: str
    about: str
    settings: list[Setting]


def sections(root: Path) -> Iterator[Section]:
    """Every settings Struct, the platform's first."""
    for path, kind in settings_structs(root):
        yield _section(kind, ".".join(path.parts[:-1][:2]))


def processes() -> tuple[list[str], list[str]]:
    """The processes of `kafeneio run`: the services, which have a database, and the fronts, which have none."""
    return list(SERVICES), list(FRONTS)


def database_variables(root: Path) -> list[str]:
    """The variables that name databases."""
    return [f"{PREFIX}{service.upper()}_DB_URL" for service in SERVICES]


def defaults_of_up(root: Path) -> dict[str, str]:
    """The defaults that `kafeneio up` has instead of the declared ones: `environ.setdefault(name, text)` and alike."""
    found = {}
    for call in ast.walk(_main(root)):
        if isinstance(call, ast.Call) and len(call.args) == 2:
            name, value = (each.value if isinstance(each, ast.Constant) else None for each in call.args)
            if isinstance(name, str) and isinstance(value, str) and name.startswith(PREFIX):
                found[name] = value
    return found


def as_environment(value: Any) -> str:
    """A value as `services.platform.process.settings.load` reads it."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, str | int | float):
        return str(value)
    plain = msgspec.to_builtins(value)
    if isinstance(plain, _LISTS) and all(isinstance(each, str | int | float) for each in plain):
        return ",".join(str(each) for each in plain)
    return msgspec.json.encode(plain).decode()


def _main(root: Path) -> ast.Module:
    """Parsed, not imported: importing it patches the process."""
    return ast.parse((root / MAIN).read_text(encoding="utf-8"))


def _section(kind: type[msgspec.Struct], title: str) -> Section:
    meanings, headings = _words_of(kind)
    settings = [
        Setting(
            name=PREFIX + field.name.upper(),
            default=as_environment(field.default_factory() if field.default is msgspec.NODEFAULT else field.default),
            kind=_kind_of(field.type),
            meaning=meanings.get(field.name, ""),
            heading=headings.get(field.name, ""),
        )
        for field in msgspec.structs.fields(kind)
    ]
    return Section(title, (inspect.getdoc(kind) or "").split("\n", 1)[0], settings)


def _words_of(kind: type[msgspec.Struct]) -> tuple[dict[str, str], dict[str, str]]:
    """By field: the text below it, and the `# --- heading ---` that stands before it."""
    source = inspect.getsource(kind)
    declared = ast.parse(source).body[0]
    assert isinstance(declared, ast.ClassDef)
    meanings: dict[str, str] = {}
    headings: dict[str, str] = {}
    last = ""
    for node in declared.body:
        if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            last = node.target.id
            before = source.splitlines()[node.lineno - 2].strip()
            if before.startswith("# ---"):
                headings[last] = before.strip("# -")
        elif isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and last:
            meanings[last] = " ".join(str(node.value.value).split())
    return meanings, headings


def _kind_of(annotation: Any) -> str:
    """A field's type in words, with its bounds: `whole number from 1`."""
    bounds: list[msgspec.Meta] = []
    if get_origin(annotation) is Annotated:
        annotation, *bounds = get_args(annotation)
    if get_origin(annotation) is Literal:
        return f"one of {', '.join(map(str, get_args(annotation)))}"
    names = {bool: "true or false", int: "whole number", float: "number", str: "text"}
    words = names.get(annotation, "list" if get_origin(annotation) in _LISTS else "JSON")
    for meta in bounds:
        words += f" from {meta.ge}" if meta.ge is not None else ""
        words += f" above {meta.gt}" if meta.gt is not None else ""
        words += f" to {meta.le}" if meta.le is not None else ""
    return words
