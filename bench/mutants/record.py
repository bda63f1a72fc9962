"""Runs the tests of an area without a mutant, and keeps which of them execute which lines.

What was recorded is kept as long as the area's code and what its tests share stay as they are; a file of tests that has
changed is run again alone.
"""

import hashlib
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Collection
from pathlib import Path

import coverage

from bench.mutants.reach import Kept, Reach, kept_in, write

_NO_TESTS = 5
"""How pytest ends when all tests of the files were passed by."""


def record(tree: Path, area: str, code: Path, kept: Path, workers: int) -> Reach:
    """Run those tests of an area in a copy of the tree that are not known yet, and keep what they execute.

    `code`: the area's folder in the tree; `workers`: how many processes share the tests.
    """
    tests = {str(path.relative_to(tree)): _state([path]) for path in sorted((tree / "tests" / area).rglob("test_*.py"))}
    shared = [path for path in (tree / "tests" / area).rglob("*.py") if str(path.relative_to(tree)) not in tests]
    state = _state(sorted([*(tree / code).rglob("*.py"), *shared]))
    found = kept_in(kept) if kept.exists() else Kept(state)
    if found.code != state:
        found = Kept(state)
    fresh = [file for file, of_file in tests.items() if found.files.get(file) != of_file]
    gone = {file for file in found.files if file not in tests}
    if fresh or gone:
        _forget(found, gone.union(fresh))
        if fresh:
            _run(tree, code, fresh, kept.with_suffix(".running"), found, workers)
        found.files = tests
        write(found, kept)
    lines = {
        path: {line: [found.tests[number] for number in sorted(executing)] for line, executing in of_path.items()}
        for path, of_path in found.lines.items()
    }
    return Reach(lines, found.seconds)


def _state(paths: list[Path]) -> str:
    texts = b"\0".join(path.name.encode() + b"\0" + path.read_bytes() for path in paths)
    return hashlib.sha256(texts).hexdigest()


def _forget(found: Kept, files: Collection[str]) -> None:
    """The tests of these files are no longer known; their numbers are not given again."""
    gone = {number for number, test in enumerate(found.tests) if test.partition("::")[0] in files}
    for number in gone:
        found.seconds.pop(found.tests[number], None)
    for of_path in found.lines.values():
        for executing in of_path.values():
            executing -= gone


def _run(tree: Path, code: Path, files: list[str], folder: Path, found: Kept, workers: int) -> None:
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    command = [sys.executable, "-m", "pytest", "-p", "bench.mutants.recorder", "-n", str(workers), "--dist", "loadfile"]
    chosen = ["-m", "not real and not browser", *files]
    environment = {**os.environ, "MUTANTS_RECORD": str(folder), "MUTANTS_CODE": str(code), "CI": "true"}
    done = subprocess.run([*command, *chosen], cwd=tree, env=environment, capture_output=True, text=True)
    if done.returncode not in (0, _NO_TESTS):
        end = f"{done.stdout[-4000:]}\n{done.stderr[-2000:]}"
        raise SystemExit(f"the tests of {code} fail without a mutant:\n{end}")
    _add(tree, folder, found)
    shutil.rmtree(folder)


def _add(tree: Path, folder: Path, found: Kept) -> None:
    """Add what all processes of a run recorded."""
    spent: dict[str, float] = {}
    for file in folder.glob("gw*.seconds.json"):
        for test, seconds in json.loads(file.read_text(encoding="utf-8")).items():
            spent[test] = max(seconds, spent.get(test, 0.0))
    numbers = {test: len(found.tests) + place for place, test in enumerate(sorted(spent))}
    found.tests += numbers
    found.seconds |= spent
    for file in folder.glob("gw*.coverage"):
        data = coverage.CoverageData(str(file))
        data.read()
        for measured in data.measured_files():
            of_path = found.lines.setdefault(str(Path(measured).relative_to(tree.resolve())), {})
            for line, contexts in data.contexts_by_lineno(measured).items():
                of_path.setdefault(line, set()).update(numbers[name] for name in contexts if name in numbers)
