"""Older releases of the platform, kept runnable beside this one: a worktree of the repository at a commit."""

import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from bench.processes.members import ROOT
from tests.support.guard import GUARD
from tests.support.server import make_folder


class NoRelease(Exception):
    """The commit cannot be checked out; the message has what git says."""


@contextmanager
def release(commit: str) -> Iterator[Path]:
    """A folder with the code of a commit, which runs on this environment's packages; removed in the end."""
    folder = make_folder("kafeneio-release-")
    GUARD.watch(folder=folder)
    code = folder / "code"
    try:
        _git("worktree", "add", "--quiet", "--detach", str(code), commit)
        yield code
    finally:
        shutil.rmtree(folder, ignore_errors=True)
        _git("worktree", "prune")
        GUARD.forget(folder=folder)


def _git(*arguments: str) -> None:
    done = subprocess.run(["git", *arguments], cwd=ROOT, capture_output=True, text=True, check=False)
    if done.returncode:
        raise NoRelease(f"git {' '.join(arguments)}: {done.stderr.strip()}")
    sys.stderr.write(done.stderr)
