"""What stands for an index of Python packages where there is none: files that this machine's own pip has fetched."""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
_BUILDS_WITH = ("setuptools", "wheel")
"""With what pip builds the few packages of which there is only the source."""
_WITHIN_S = 900.0


def download(folder: Path, requirements: Path = ROOT / "requirements.txt") -> None:
    """Fetch the pinned files, each by its hash: a wheel, or the source where there is no wheel.

    Raises:
        RuntimeError: pip could not; with its last lines.
    """
    folder.mkdir(parents=True, exist_ok=True)
    for what in (("--require-hashes", "--requirement", str(requirements)), ("--no-deps", *_BUILDS_WITH)):
        command = [sys.executable, "-m", "pip", "download", "--quiet", "--dest", str(folder), *what]
        done = subprocess.run(command, capture_output=True, text=True, timeout=_WITHIN_S, check=False)
        if done.returncode:
            last = "\n".join((done.stdout + done.stderr).splitlines()[-15:])
            raise RuntimeError(f"pip download ended with {done.returncode}:\n{last}")
