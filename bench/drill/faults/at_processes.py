"""Faults of `make drill` that are made at processes."""

import resource
import shutil
from pathlib import Path

from bench.drill.faults.actions import Repeated, execute
from bench.drill.faults.strangers import Guesses
from bench.processes.members import ROOT
from bench.processes.whole_platform import Platform

_FILES_LEFT = 3
_RULES = "games/tictactoe/rules.py"
_FIRST_LINE = "    if state.over:\n        return Over(result(state))\n"


class CrowdedProcesses:
    """One process has nearly used up its open files, one gateway has died, shards are taken from their owners, and
    strangers guess passwords and register for the welcome chips."""

    def __init__(self, platform: Platform) -> None:
        """Not begun."""
        self._platform = platform
        self._guesses = Guesses(platform)
        self._taking = Repeated(self._take_shards, 1.5)
        self._limits: list[tuple[int, tuple[int, int]]] = []

    def begin(self) -> None:
        """All of it."""
        self._platform.kill9("gateway-2")
        for pid in self._platform.members["tournaments"].pids():
            used = len(list(Path(f"/proc/{pid}/fd").iterdir()))
            soft, hard = resource.prlimit(pid, resource.RLIMIT_NOFILE)
            self._limits.append((pid, (soft, hard)))
            resource.prlimit(pid, resource.RLIMIT_NOFILE, (used + _FILES_LEFT, hard))
        self._guesses.begin()
        self._taking.begin()

    def end(self) -> None:
        """As it was."""
        self._guesses.end()
        self._taking.end()
        for pid, limits in self._limits:
            resource.prlimit(pid, resource.RLIMIT_NOFILE, limits)
        self._limits = []
        self._platform.start_member("gateway-2")

    def _take_shards(self) -> None:
        execute(self._platform, "tables", "UPDATE tables.shards SET epoch = epoch + 1")


class FailingEngine:
    """A release of the second worker whose engine raises on every step; the release before it is put back."""

    def __init__(self, platform: Platform) -> None:
        """Copies the code."""
        self._platform = platform
        self._code = platform.folder / "failing-release"

    def begin(self) -> None:
        """The second worker runs the failing release."""
        for part in ("services", "games", "kafeneio"):
            shutil.copytree(ROOT / part, self._code / part, dirs_exist_ok=True)
        rules = self._code / _RULES
        text = rules.read_text(encoding="utf-8")
        assert _FIRST_LINE in text, f"{_RULES} has changed"
        rules.write_text(text.replace(_FIRST_LINE, "    raise RuntimeError('drill')\n"), encoding="utf-8")
        self._restart(self._code)

    def end(self) -> None:
        """It runs the release of the others again, and loads the tables that had stopped."""
        self._restart(ROOT)

    def _restart(self, code: Path) -> None:
        self._platform.term("worker-2")
        self._platform.members["worker-2"].run_from(code)
        self._platform.start_member("worker-2")


class GoneProcesses:
    """All workers and the wallet are killed."""

    def __init__(self, platform: Platform) -> None:
        """They run."""
        self._platform = platform
        self._names = ("wallet", *platform.names("worker"))

    def begin(self) -> None:
        """Without a word."""
        for name in self._names:
            self._platform.kill9(name)

    def end(self) -> None:
        """They are started again."""
        for name in self._names:
            self._platform.start_member(name)
