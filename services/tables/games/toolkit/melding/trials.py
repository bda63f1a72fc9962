"""Moves tried on moments whose melds may have names: numbers as at a table, or any text.

The engine knows numbers alone; names are told again in the answer, and melds laid since then have numbers.
"""

from collections.abc import Iterator, Mapping
from itertools import count
from typing import Any

from services.kernel.seats import Seat
from services.tables.games.toolkit import trials
from services.tables.games.toolkit.trials import Plain

Ids = dict[Any, Any]


class Trials(trials.Trials):
    """Moves of one game in which melds are laid, tried on moments."""

    def apply(self, situation: Plain, move: Plain | None, moves: list[Plain] | None, options: Plain | None) -> Any:
        """As any game's, with the melds named as they were told."""
        ids = numbers(situation)
        found = super().apply(renamed(situation, ids), renamed(move, ids), renamed(moves, ids), options)
        return renamed(found, _names(ids))

    def view(
        self, situation: Plain, seat: Seat | None, move: Plain | None, then_view: Seat | None, options: Plain | None
    ) -> Any:
        """As any game's, with the melds named as they were told."""
        ids = numbers(situation)
        found = super().view(renamed(situation, ids), seat, renamed(move, ids), then_view, options)
        return renamed(found, _names(ids))


def numbers(situation: Plain) -> Ids:
    """A number for each meld of a moment that has a text for a name: the first ones that no other meld has."""
    given = list(_ids(situation.get("table")))
    names = dict.fromkeys(each for each in given if isinstance(each, str))
    return dict(zip(names, (number for number in count(1) if number not in given), strict=False))


def renamed(data: Any, ids: Ids) -> Any:
    """Plain data in which melds have other names."""
    if not ids or not isinstance(data, dict | list | tuple):
        return data
    if not isinstance(data, dict):
        return [renamed(each, ids) for each in data]
    return {name: _id(value, ids) if name in ("id", "meld") else renamed(value, ids) for name, value in data.items()}


def _id(value: Any, ids: Ids) -> Any:
    return ids.get(value, value) if type(value) in (int, str) else value


def _names(ids: Ids) -> Ids:
    return {number: name for name, number in ids.items()}


def _ids(table: Any) -> Iterator[Any]:
    """The ids of a moment's melds, whatever else may be wrong with it."""
    for side in table.values() if isinstance(table, Mapping) else table if isinstance(table, list) else ():
        yield from (each.get("id") for each in side if isinstance(each, Mapping)) if isinstance(side, list) else ()
