"""The `kafeneio` command, several times in one process: to start one for each takes a second every time."""

import contextlib
import io
import json
import os
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[2]
_TIMEOUT_S = 250


class Ran(NamedTuple):
    """How one command went."""

    code: int
    stdout: str
    stderr: str


def kafeneio(settings: Mapping[str, str], *commands: Sequence[str]) -> list[Ran]:
    """Run one after the other with these settings and no others of ours; answers how each went."""
    environment = {name: text for name, text in os.environ.items() if not name.startswith("KAFENEIO_")}
    done = subprocess.run(
        [sys.executable, "-W", "ignore", "-m", "tests.support.commands", json.dumps(commands)],
        cwd=ROOT,
        env=environment | dict(settings),
        capture_output=True,
        text=True,
        timeout=_TIMEOUT_S,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return [Ran(*each) for each in json.loads(done.stdout)]


def _run(words: list[str]) -> Ran:
    from services.main import main  # which patches its process

    out, err = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        code = main(words)
    return Ran(code, out.getvalue(), err.getvalue())


if __name__ == "__main__":
    ran = [_run(words) for words in json.loads(sys.argv[1])]
    sys.stdout.write(json.dumps(ran))
