"""Names of melds in a moment in plain data: numbers as at a table, or any texts.

The engine knows numbers alone. Results have the names again; melds laid since then have numbers.
"""

from collections.abc import Iterator, Mapping
from itertools import count
from typing import Any

from games.toolkit.meld_moves import MELD_ID_MAX

NAMED = ("id", "meld", "melds")
"""Where a meld is named, or several are: in a table, in a move."""


class MeldNames:
    """A number for each meld of a moment that has a text for a name: the first ones that no other meld has."""

    def __init__(self, table: Any) -> None:
        """`table`: the moment's, whatever may be wrong with it."""
        given = [each for each in _ids(table) if type(each) in (int, str)]
        texts = dict.fromkeys(each for each in given if isinstance(each, str))
        self._numbers: dict[Any, Any] = dict(zip(texts, (each for each in count(1) if each not in given), strict=False))
        self._names = {number: name for name, number in self._numbers.items()}
        taken = {*given, *self._names}
        self._unused = next(each for each in range(MELD_ID_MAX, -1, -1) if each not in taken)

    def numbered(self, data: Any) -> Any:
        """Plain data with numbers for names."""
        return _renamed(data, self._numbers)

    def move(self, move: Any) -> Any:
        """A move with numbers for names. The number of a meld that has a name names none."""
        return _renamed(move, dict.fromkeys(self._names, self._unused) | self._numbers)

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
    if isinstance(value, list | tuple):
        return [_id(each, ids) if type(each) in (int, str) else _renamed(each, ids) for each in value]
    return ids.get(value, value) if type(value) in (int, str) else _renamed(value, ids)


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
