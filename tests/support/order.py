"""The longest tests are begun first, so that no process is left alone with one in the end; those that mostly wait are
begun one at a time, among those with browsers, which never do."""

from collections.abc import Collection, Mapping

import pytest

_FIRST = ("long", "browser", "real")
"""Marks of those that take long, the longest before the others: whole platforms, browsers, servers."""
_BROWSER = _FIRST.index("browser")
_WAITS = "waits"


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """The tests of a file stay together and in their order."""
    ranks: dict[str, int] = {}
    for item in items:
        ranks[_file(item)] = min(ranks.get(_file(item), len(_FIRST)), _rank(item))
    waiting = {_file(item) for item in items if item.get_closest_marker(_WAITS)}
    places = {file: place for place, file in enumerate(in_order(ranks, waiting))}
    items.sort(key=lambda item: places[_file(item)])


def in_order(ranks: Mapping[str, int], waiting: Collection[str]) -> list[str]:
    """The files by rank, and of one rank in the order that they have; those that wait spread evenly among those with
    browsers."""
    files = sorted(ranks, key=ranks.__getitem__)
    spread = [file for file in files if file in waiting]
    others = [file for file in files if file not in waiting]
    browsers = [place for place, file in enumerate(others) if ranks[file] == _BROWSER] or [len(others)]
    for number in reversed(range(len(spread))):
        others.insert(browsers[number * len(browsers) // len(spread)], spread[number])
    return others


def _file(item: pytest.Item) -> str:
    return item.nodeid.partition("::")[0]


def _rank(item: pytest.Item) -> int:
    return next((rank for rank, name in enumerate(_FIRST) if item.get_closest_marker(name)), len(_FIRST))
