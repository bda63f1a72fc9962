"""A test run makes much that stays: to look through it for garbage again and again was a fifth of its time."""

import gc

_THRESHOLDS = (50_000, 20, 50)
"""As in production (services/main.py)."""


def pytest_collection_finish() -> None:
    """What is there before the first test is never looked at again, and the rest less often."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(*_THRESHOLDS)
