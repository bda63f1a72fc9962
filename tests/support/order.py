"""The longest tests are begun first, so that no process is left alone with one in the end."""

import pytest

_FIRST = ("long", "browser", "real")
"""Marks of those that take long, the longest before the others: whole platforms, browsers, servers."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Files with such tests before the others; otherwise nothing changes its place."""
    ranks: dict[str, int] = {}
    for item in items:
        path = item.nodeid.partition("::")[0]
        ranks[path] = min(ranks.get(path, len(_FIRST)), _rank(item))
    items.sort(key=lambda item: ranks[item.nodeid.partition("::")[0]])


def _rank(item: pytest.Item) -> int:
    return next((rank for rank, name in enumerate(_FIRST) if item.get_closest_marker(name)), len(_FIRST))
