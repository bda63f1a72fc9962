"""Runs tests in one copy of the tree, a process for each run: `python trial_server.py TREE`.

Reads lines of JSON (`{"tests": [...], "seconds": 30}`) and writes one for each: `{"outcome": "passed"}`, `failed` or
`slow`.
It holds the libraries of others in memory, and nothing of the project, so that a run has no need to load them and
always reads the tree as it is at that moment.
"""

import json
import os
import signal
import sys
import time
from typing import NoReturn

LIBRARIES = (
    *("pytest", "_pytest.assertion.rewrite", "hypothesis", "hypothesis.strategies", "msgspec", "sqlalchemy"),
    *("sqlalchemy.dialects.postgresql", "structlog", "prometheus_client", "kombu", "flask", "numpy"),
)


def main() -> None:
    """Serve until the input ends."""
    tree = sys.argv[1]
    os.chdir(tree)
    sys.path[0] = tree
    for library in LIBRARIES:
        __import__(library)
    for line in sys.stdin:
        asked = json.loads(line)
        print(json.dumps({"outcome": _try(asked["tests"], asked["seconds"])}), flush=True)


def _try(tests: list[str], seconds: float) -> str:
    child = os.fork()
    if child == 0:
        _run(tests)
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        done, status = os.waitpid(child, os.WNOHANG)
        if done:
            return "passed" if os.waitstatus_to_exitcode(status) == 0 else "failed"
        time.sleep(0.02)
    os.killpg(child, signal.SIGKILL)
    os.waitpid(child, 0)
    return "slow"


def _run(tests: list[str]) -> NoReturn:
    code = 3
    try:
        os.setsid()
        quiet = os.open(os.devnull, os.O_RDWR)
        for stream in (0, 1, 2):
            os.dup2(quiet, stream)
        sys.dont_write_bytecode = True  # a mutant is written within the second of the file that it replaces
        import pytest

        code = int(pytest.main(["-x", "-q", *tests]))
    finally:
        os._exit(code)


if __name__ == "__main__":
    main()
