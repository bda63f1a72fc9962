"""How many files a use case walks through, measured by following it, and how far the modules are entangled.

`python -m tests.architecture.walks` prints the figures, with `--files hold` the functions that one walk calls, and with
`--write` renews walks.json, the figures that may not be exceeded. `make walks` does that, and makes docs/walks.
"""

import argparse
import inspect
import json
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from types import CodeType, FrameType
from typing import Any, NamedTuple

import structlog

from tests.architecture import import_figures
from tests.architecture.import_figures import PRODUCTION
from tests.architecture.project import ROOT
from tests.architecture.walk_steps import WALKS, Ground

Figures = dict[str, dict[str, int]]
"""Group (a walk, or `imports`) → figure → number."""
WRITTEN = Path(__file__).parent / "walks.json"
IMPORTS = "imports"


class Call(NamedTuple):
    """A call of a function of the services. `depth`: how many of their functions it is called within."""

    depth: int
    file: str
    function: str


class Trace:
    """The calls of one walk, as the interpreter reports them."""

    def __init__(self) -> None:
        """Nothing was called yet."""
        self.calls: list[Call] = []
        self._generators: set[FrameType] = set()
        """Kept, so that a generator that goes on is known from a new one."""

    @contextmanager
    def following(self) -> Iterator[None]:
        """Note every call of this thread meanwhile."""
        before = sys.getprofile()
        sys.setprofile(self._note)
        try:
            yield
        finally:
            sys.setprofile(before)

    def _note(self, frame: FrameType, event: str, _argument: Any) -> None:
        file = _file_of(frame.f_code) if event == "call" else None
        if file is not None and not (self._is_part(frame) and self.calls and self.calls[-1].file == file):
            self.calls.append(Call(_depth(frame), file, frame.f_code.co_qualname.replace("<locals>.", "")))

    def _is_part(self, frame: FrameType) -> bool:
        """Whether it is a comprehension, a lambda or a generator that goes on: in the same file it is no step."""
        goes_on = frame in self._generators
        if frame.f_code.co_flags & inspect.CO_GENERATOR:
            self._generators.add(frame)
        return goes_on or frame.f_code.co_name.startswith("<")


@cache
def trace(name: str) -> list[Call]:
    """Follow a walk, once in a process. It is walked once before, since the first time also fills caches."""
    _walk(name, Trace())
    found = Trace()
    _walk(name, found)
    return found.calls


def measure(calls: list[Call]) -> dict[str, int]:
    """The figures of a walk. A return: a call goes to another file, and the walk has been in that file before. Folders
    are those of the services' and the gateway's own rooms: what all share is walked through by everything."""
    files = [each.file for each in calls]
    seen: set[str] = set()
    returns, last = 0, ""
    for file in files:
        returns += file != last and file in seen
        seen.add(file)
        last = file
    return {
        "files": len(seen),
        "returns": returns,
        "calls": len(files),
        "folders": len({Path(file).parent for file in seen if _is_in_room(file)}),
    }


def _is_in_room(file: str) -> bool:
    """Whether it belongs to a service or the gateway, and not to what all of them share."""
    top, part, *_ = Path(file).parts
    return top == "gateway" or (top == "services" and part not in ("contracts", "kernel", "platform"))


def all_figures() -> Figures:
    """Every walk's, and those of the imports."""
    return {name: measure(trace(name)) for name in WALKS} | {IMPORTS: import_figures.measure(ROOT)}


def written_figures() -> Figures:
    """The figures that may not be exceeded."""
    found: Figures = json.loads(WRITTEN.read_text())
    return found


def may_only_shrink(found: Mapping[str, Mapping[str, int]], written: Mapping[str, Mapping[str, int]]) -> list[str]:
    """No figure exceeds the one that is written down, and smaller ones are written down."""
    found_flat, written_flat = _flat(found), _flat(written)
    complaints = []
    for name, number in found_flat.items():
        allowed = written_flat.get(name)
        if allowed is None:
            complaints.append(f"{name}: {number}, write it into {WRITTEN.name} (--write)")
        elif number > allowed:
            complaints.append(f"{name}: {number}, {allowed} are allowed")
        elif number < allowed:
            complaints.append(f"{name}: write {number} into {WRITTEN.name} (--write), so that it stays")
    gone = [name for name in written_flat if name not in found_flat]
    return complaints + [f"{name}: is gone, take it out of {WRITTEN.name} (--write)" for name in gone]


def main(arguments: list[str]) -> None:
    """Print the figures or a walk, or renew what is written."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--files", choices=WALKS, help="the functions that this walk calls")
    parser.add_argument("--write", action="store_true", help=f"renew {WRITTEN.name}")
    chosen = parser.parse_args(arguments)
    structlog.configure(logger_factory=structlog.PrintLoggerFactory(sys.stderr))
    if chosen.files:
        sys.stdout.write(_listed(trace(chosen.files)))
        return
    found = all_figures()
    sys.stdout.write(_table(found))
    if chosen.write:
        WRITTEN.write_text(json.dumps(found, indent=4) + "\n")


def _walk(name: str, following: Trace) -> None:
    ground = Ground()
    try:
        step = WALKS[name](ground)
        with following.following():
            step()
    finally:
        ground.close()


def _depth(frame: FrameType) -> int:
    depth, above = 0, frame.f_back
    while above is not None:
        depth += _file_of(above.f_code) is not None and not above.f_code.co_name.startswith("<")
        above = above.f_back
    return depth


@cache
def _file_of(code: CodeType) -> str | None:
    """The file of a function of the services; None for generated code, the top of a module, the body of a class, and
    code of tests and libraries."""
    path = Path(code.co_filename)
    if not code.co_flags & inspect.CO_OPTIMIZED or not path.is_relative_to(ROOT):
        return None
    file = path.relative_to(ROOT)
    is_generated = "generated" in file.parts or file.stem.endswith(("_pb2", "_pb2_grpc"))
    return None if file.parts[0] not in PRODUCTION or is_generated else str(file)


def _flat(figures: Mapping[str, Mapping[str, int]]) -> dict[str, int]:
    return {f"{group}: {name}": number for group, some in figures.items() for name, number in some.items()}


def _listed(calls: list[Call]) -> str:
    return "".join(f"{'  ' * each.depth}{each.file}:{each.function}\n" for each in calls)


def _table(figures: Figures) -> str:
    lines = []
    for group, some in figures.items():
        lines.append(f"{group:<18}" + "".join(f"{number:>6} {name}" for name, number in some.items()))
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    main(sys.argv[1:])
