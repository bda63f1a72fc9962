"""Names of melds in a moment in plain data: numbers as at a table, or any texts.

The engine knows numbers alone. Names are told again in the answer; melds laid since then have numbers.
"""

from collections.abc import Iterator, Mapping
from itertools import count
from typing import Any

NAMED = ("id", "meld")
"""Where a meld is named: in a table, in a move."""


class MeldNames:
    """A number for each meld of a moment that has a text for a name: the first ones that no other meld has."""

    def __init__(self, table: Any) -> None:
        """`table`: the moment's, whatever may be wrong with it."""
        given = list(_ids(table))
        texts = dict.fromkeys(each for each in given if isinstance(each, str))
        self._numbers: dict[Any, Any] = dict(zip(texts, (each for each in count(1) if each not in given), strict=False))
        self._names = {number: name for name, number in self._numbers.items()}

    def numbered(self, data: Any) -> Any:
        """Plain data with numbers for names."""
        return _renamed(data, self._numbers)

    def named(self, data: Any) -> Any:
        """Plain data with the names again."""
        return _renamed(data, self._names)


def _renamed(data: Any, ids: Mapping[Any, Any]) -> Any:
    if not ids or not isinstance(data, dict | list | tuple):
        return data
    if not isinstance(data, dict):
        return [_renamed(each, ids) for each in data]
    return {name: _id(value, ids) if name in NAMED else _renamed(value, ids) for name, value in data.items()}


def _id(value: Any, ids: Mapping[Any, Any]) -> Any:
    return ids.get(value, value) if type(value) in (int, str) else value


def _ids(table: Any) -> Iterator[Any]:
    """The ids of melds, in one list or in one a side."""
    if isinstance(table, Mapping):
        if "id" in table:
            yield table["id"]
        else:
            yield from _ids(list(table.values()))
    elif isinstance(table, list | tuple):
        for each in table:
            yield from _ids(each)
