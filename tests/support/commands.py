"""The `kafeneio` command, several times in one process: to start one for each takes a second every time."""

import contextlib
import io
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from tests.support.server import in_memory
from tests.support.warm_parent import PARENT

ROOT = Path(__file__).resolve().parents[2]
_TIMEOUT_S = 250


class Ran(NamedTuple):
    """How one command went."""

    code: int
    stdout: str
    stderr: str


def kafeneio(settings: Mapping[str, str], *commands: Sequence[str]) -> list[Ran]:
    """Run one after the other with these settings and no others of ours; returns how each went."""
    environment = {name: text for name, text in os.environ.items() if not name.startswith("KAFENEIO_")}
    ours = environment | dict(settings) | {"PYTHONPATH": str(ROOT), "PYTHONWARNINGS": "ignore"}
    # An embedded process of tables has another event loop.
    if all(PARENT.can_start(words, ours) and "tables" not in words[:2] for words in commands):
        with tempfile.TemporaryDirectory(dir=in_memory()) as folder:
            return [_forked(words, ours, Path(folder, str(number))) for number, words in enumerate(commands)]
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


def _forked(words: Sequence[str], environment: Mapping[str, str], files: Path) -> Ran:
    out, err = files.with_suffix(".out"), files.with_suffix(".err")
    code = PARENT.start(words, environment, ROOT, str(out), str(err)).wait(_TIMEOUT_S)
    return Ran(code, out.read_text(), err.read_text())


def _run(words: list[str]) -> Ran:
    from kafeneio.main import main  # which patches its process

    out, err = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        try:
            code = main(words)
        except SystemExit as left:  # of --help and --version
            code = int(left.code or 0)
    return Ran(code, out.getvalue(), err.getvalue())


if __name__ == "__main__":
    ran = [_run(words) for words in json.loads(sys.argv[1])]
    sys.stdout.write(json.dumps(ran))
