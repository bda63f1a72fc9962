"""Mutants against tests: each in a private copy of the tree, two at a time."""

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from queue import Queue
from typing import NamedTuple

from bench.mutants.mutant import Mutant
from bench.mutants.reach import Reach
from bench.mutants.sites import changed

SLOWER = 8
"""A run that takes this many times as long as without the mutant, and `SPARE_S` more, is a test that failed."""
SPARE_S = 20.0


class Result(NamedTuple):
    """What became of a mutant: `killed`, `slow` (killed as well), `survived`, or `unreached` by any test (survived)."""

    mutant: Mutant
    outcome: str

    @property
    def killed(self) -> bool:
        """Whether a test noticed it."""
        return self.outcome in ("killed", "slow")


def try_all(tree: Path, mutants: Iterable[Mutant], reach: Reach, workers: int) -> Iterator[Result]:
    """The results, in the order of the mutants."""
    trees = [tree] + [_twin(tree, number) for number in range(1, workers)]
    free: Queue[_Server] = Queue()
    servers = [_Server(each) for each in trees]
    for server in servers:
        free.put(server)

    def one(mutant: Mutant) -> Result:
        server = free.get()
        try:
            return Result(mutant, server.outcome(mutant, reach))
        finally:
            free.put(server)

    try:
        with ThreadPoolExecutor(workers) as pool:
            yield from pool.map(one, mutants)
    finally:
        for server in servers:
            server.stop()
        for each in trees[1:]:
            shutil.rmtree(each, ignore_errors=True)


def _twin(tree: Path, number: int) -> Path:
    twin = tree.with_name(f"{tree.name}.{number}")
    shutil.rmtree(twin, ignore_errors=True)
    shutil.copytree(tree, twin, symlinks=True)
    return twin


class _Server:
    """A process that runs tests in a tree of its own."""

    def __init__(self, tree: Path) -> None:
        self._tree = tree
        command = [sys.executable, str(Path(__file__).with_name("trial_server.py")), str(tree)]
        environment = {key: value for key, value in os.environ.items() if key != "PYTHONPATH"} | {"CI": "true"}
        self._process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=environment
        )

    def outcome(self, mutant: Mutant, reach: Reach) -> str:
        """Put the mutant in place, try its tests, and put the module back."""
        near, far = reach.tests(mutant.path, mutant.line)
        if not near:
            return "unreached"
        file = self._tree / mutant.path
        source, at_ns = file.read_bytes(), file.stat().st_mtime_ns
        try:
            file.write_text(changed(mutant, source.decode("utf-8")), encoding="utf-8")
            for tests in (near, far):
                found = self._run(tests, sum(reach.seconds.get(test, 0.0) for test in tests)) if tests else "passed"
                if found != "passed":
                    return "slow" if found == "slow" else "killed"
        finally:
            file.write_bytes(source)
            os.utime(file, ns=(at_ns, at_ns))
        return "survived"

    def _run(self, tests: list[str], usual_s: float) -> str:
        assert self._process.stdin is not None and self._process.stdout is not None
        asked = {"tests": tests, "seconds": SPARE_S + SLOWER * usual_s}
        self._process.stdin.write(json.dumps(asked) + "\n")
        self._process.stdin.flush()
        return str(json.loads(self._process.stdout.readline())["outcome"])

    def stop(self) -> None:
        """End it."""
        assert self._process.stdin is not None
        self._process.stdin.close()
        self._process.wait()
