"""Which tests execute a line, nearest and shortest first."""

from pathlib import Path
from typing import NamedTuple

import msgspec

NEAR_S = 12.0
"""Seconds of tests that are tried first: most mutants die there."""
FAR_S = 120.0
"""Seconds of tests that are tried before a mutant counts as one that survived."""


class Reach(NamedTuple):
    """What the tests of an area execute."""

    lines: dict[str, dict[int, list[str]]]
    """By path and line: the tests that execute it."""
    seconds: dict[str, float]

    def tests(self, path: str, line: int) -> tuple[list[str], list[str]]:
        """The tests of a line: those tried first, and the others, as far as there is time.

        A line that is executed on import alone has all tests of its module; one of a module without functions, all.
        Tests in a file of the module's own name count to each of its lines: what reads a constant executes nothing.
        """
        of_path = self.lines.get(path, {})
        found = of_path.get(line) or {test for tests in of_path.values() for test in tests} or self.seconds
        own = {test for test in self.seconds if Path(test.partition("::")[0]).stem == f"test_{Path(path).stem}"}
        ordered = sorted(own.union(found), key=lambda test: (-_nearness(path, test), self.seconds.get(test, 0.0), test))
        near: list[str] = []
        far: list[str] = []
        spent = 0.0
        for test in ordered:
            spent += self.seconds.get(test, 0.0)
            if spent <= NEAR_S or not near:
                near.append(test)
            elif spent <= FAR_S:
                far.append(test)
        return near, far


class Kept(msgspec.Struct):
    """What is kept of an area: the state of its code and of each file of tests, and what each test executes. Tests by
    number, since each executes many lines."""

    code: str
    files: dict[str, str] = {}
    tests: list[str] = []
    seconds: dict[str, float] = {}
    lines: dict[str, dict[int, set[int]]] = {}


def kept_in(file: Path) -> Kept:
    """What a file keeps."""
    return msgspec.json.decode(file.read_bytes(), type=Kept)


def write(found: Kept, file: Path) -> None:
    """Keep it. Without sorting: msgspec sorts no keys that are numbers, as those of lines are."""
    file.write_bytes(msgspec.json.encode(found))


def _nearness(path: str, test: str) -> int:
    """How many folders and words of the name a test's file shares with a module: `tests/` mirrors the tree."""
    parts = set(Path(path).with_suffix("").parts)
    file = Path(test.partition("::")[0]).with_suffix("")
    return sum(part.removeprefix("test_") in parts for part in file.parts)
