"""Faults of `make drill` that are made at processes."""

import resource
import shutil
from pathlib import Path

from bench.drill.faults.actions import Repeated, execute
from bench.drill.faults.strangers import Guesses
from bench.drill.monitoring import page_of, wait_for
from bench.processes.members import ROOT
from bench.processes.whole_platform import Platform
from bench.robots.evening import say

_FILES_LEFT = 3
_RULES = "games/tictactoe/rules.py"
_STOPPED = b"kafeneio_tables_stopped_total{"
_REACHES_WITHIN_S = 30.0
"""Shards are shared out anew within seconds; a table then fails as it is loaded."""
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
    """A release of the second worker whose engine raises on every step; the release before it is put back.

    A worker that comes back gets half of the shards. Late in a drill few tables may be left, all in the other half:
    then the other worker gets the release too, and no table is out of its reach.
    """

    def __init__(self, platform: Platform) -> None:
        """Copies the code."""
        self._platform = platform
        self._code = platform.folder / "failing-release"
        self._failing: list[str] = []

    def begin(self) -> None:
        """The second worker runs the failing release, and the first one too where the second has stopped no table."""
        for part in ("services", "games", "kafeneio"):
            shutil.copytree(ROOT / part, self._code / part, dirs_exist_ok=True)
        rules = self._code / _RULES
        text = rules.read_text(encoding="utf-8")
        assert _FIRST_LINE in text, f"{_RULES} has changed"
        rules.write_text(text.replace(_FIRST_LINE, "    raise RuntimeError('drill')\n"), encoding="utf-8")
        for name in reversed(self._platform.names("worker")):
            self._failing.append(name)
            self._restart(name, self._code)
            if wait_for(self._has_stopped_tables, _REACHES_WITHIN_S) is not None:
                return
        say("no table is open that a failing engine could stop")

    def end(self) -> None:
        """They run the release of the others again, and load the tables that had stopped."""
        while self._failing:
            self._restart(self._failing.pop(), ROOT)

    def _has_stopped_tables(self) -> bool:
        ports = (self._platform.members[name].health_port for name in self._failing)
        return any(_STOPPED in (page_of(f"http://127.0.0.1:{port}/metrics") or b"") for port in ports)

    def _restart(self, name: str, code: Path) -> None:
        self._platform.term(name)
        self._platform.members[name].run_from(code)
        self._platform.start_member(name)


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
