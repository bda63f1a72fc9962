"""A test run makes much that stays: to look through it for garbage again and again was a fifth of its time."""

import gc
from collections.abc import Generator

import pytest

_THRESHOLDS = (50_000, 20, 50)

# Nearly all that is made until the first test stays until the end.
gc.disable()


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """What is there before the first test is never looked at, and the rest less often than Python would do it."""
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.set_threshold(*_THRESHOLDS)
        gc.enable()
