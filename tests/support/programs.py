"""Programs of tests: what needs a patched process runs in one of its own, and says in JSON what it saw."""

import json
import os
import subprocess
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import IO, Any

from tests.support.processes import kill_family
from tests.support.server import in_memory
from tests.support.warm_parent import PARENT, Hub

_TIMEOUT_S = 250


def run_program(module: str, settings: Mapping[str, str], var_dir: Path, hub: Hub = "epoll") -> dict[str, Any]:
    """Run a module as a program; returns the JSON object that it wrote as its last line.

    `settings`: environment variables `KAFENEIO_…`; `var_dir`: its folder for files; `hub`: what the module runs its
    green threads on.
    """
    own = {name: text for name, text in os.environ.items() if not name.startswith("KAFENEIO_")}
    more = {"KAFENEIO_VAR_DIR": str(var_dir), "KAFENEIO_RPC_TIMEOUT_MS": "60000", "PYTHONWARNINGS": "ignore"}
    with tempfile.TemporaryFile(dir=in_memory()) as out, tempfile.TemporaryFile(dir=in_memory()) as err:
        running = PARENT.run_module(module, [], own | dict(settings) | more, hub=hub, stdout=out, stderr=err)
        try:
            code = running.wait(_TIMEOUT_S)
        except subprocess.TimeoutExpired:
            kill_family(running.pid)
            raise
        said, errors = _text(out), _text(err)
    assert code == 0, errors + said[-5000:]
    found: dict[str, Any] = json.loads(said.splitlines()[-1])
    return found


def _text(file: IO[bytes]) -> str:
    file.seek(0)
    return file.read().decode()


def find_gnubg(root: Path) -> Path | None:
    """GNU Backgammon, as Debian installs it below a root folder; it reads what we write for other programs."""
    program = root / "usr/games/gnubg"
    return program if program.exists() else None
