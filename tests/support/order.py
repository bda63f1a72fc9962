"""The longest tests are begun first, so that no process is left alone with one in the end."""

import pytest


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Those marked `long` before the others; otherwise nothing changes its place."""
    items.sort(key=lambda item: item.get_closest_marker("long") is None)
