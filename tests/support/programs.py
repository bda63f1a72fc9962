"""Programs of tests: what needs a patched process runs in one of its own, and says in JSON what it saw."""

import json
import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

_ROOT = Path(__file__).resolve().parents[2]
_TIMEOUT_S = 250


def run_program(module: str, settings: Mapping[str, str], var_dir: Path) -> dict[str, Any]:
    """Run a module as a program; returns the JSON object that it wrote as its last line.

    `settings`: environment variables `KAFENEIO_…`; `var_dir`: its folder for files.
    """
    own = {name: text for name, text in os.environ.items() if not name.startswith("KAFENEIO_")}
    more = {"KAFENEIO_VAR_DIR": str(var_dir), "KAFENEIO_RPC_TIMEOUT_MS": "60000"}
    done = subprocess.run(
        [sys.executable, "-W", "ignore", "-m", module],
        cwd=_ROOT,
        env=own | dict(settings) | more,
        capture_output=True,
        text=True,
        timeout=_TIMEOUT_S,
        check=False,
    )
    assert done.returncode == 0, done.stderr + done.stdout[-5000:]
    found: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return found
