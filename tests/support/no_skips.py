"""With KAFENEIO_REQUIRE_SERVICES=1 no test may be skipped: what was not tested is reported as a failure."""

import os
from collections.abc import Generator
from typing import TypeVar

import pytest

Report = TypeVar("Report", pytest.TestReport, pytest.CollectReport)


def services_required() -> bool:
    """Whether a missing server fails the run."""
    return os.environ.get("KAFENEIO_REQUIRE_SERVICES") == "1"


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_makereport() -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Look at each test's report last."""
    return _without_skip((yield))


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_make_collect_report() -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
    """Look at each module's report last."""
    return _without_skip((yield))


def _without_skip(report: Report) -> Report:
    if services_required() and report.outcome == "skipped" and not hasattr(report, "wasxfail"):
        report.outcome = "failed"
        report.longrepr = f"skipped, but KAFENEIO_REQUIRE_SERVICES=1 allows no skip: {report.longrepr}"
    return report
