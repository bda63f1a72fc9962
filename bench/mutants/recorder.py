"""A plugin of pytest that records which test executes which line, and how long each test takes.

Loaded by `-p bench.mutants.recorder` into every process of a run; `MUTANTS_RECORD` names the folder to write into,
`MUTANTS_CODE` the one whose lines are asked for.
"""

import json
import os
from pathlib import Path

import coverage
import pytest

_folder = Path(os.environ["MUTANTS_RECORD"])
_name = f"{os.environ.get('PYTEST_XDIST_WORKER', 'main')}"
_coverage = coverage.Coverage(
    data_file=str(_folder / f"{_name}.coverage"),
    config_file=False,
    source=[os.environ["MUTANTS_CODE"]],
    concurrency=["thread"],  # no test switches greenlets in its own process; those of a dead thread are cleared in a
    # pending call, where Python 3.11 traces the first line of a function for ever once another thread has ended
)
_seconds: dict[str, float] = {}


def pytest_configure() -> None:
    """Before anything of the project is imported."""
    _coverage.start()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item):
    """Lines that a test executes, its fixtures included, are its own."""
    _coverage.switch_context(item.nodeid)
    result = yield
    _coverage.switch_context("")
    return result


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    """The seconds of a test: preparing, running, clearing up."""
    _seconds[report.nodeid] = _seconds.get(report.nodeid, 0.0) + report.duration


def pytest_unconfigure() -> None:
    """Write what was recorded."""
    _coverage.stop()
    _coverage.save()
    (_folder / f"{_name}.seconds.json").write_text(json.dumps(_seconds), encoding="utf-8")
