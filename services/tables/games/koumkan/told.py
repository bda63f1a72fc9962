"""The form in which a moment was told, which its answer keeps (RULES.md §14).

Melds may have any ids, texts too, where the engine counts them from 1; and what is by seat is a list, or has the seats
as keys.
"""

from collections.abc import Mapping
from typing import Any

from services.kernel.plain import as_told
from services.tables.games.toolkit.meld_moves import MELDS_MAX, is_meld_id

Plain = dict[str, Any]
BY_SEAT = ("hands", "timeouts", "totals", "counts")
"""What an answer tells of every seat: in its own form where it was told, else in that of the hands."""


class Form:
    """The form of one moment."""

    def __init__(self, situation: Plain) -> None:
        self._situation = situation
        self._numbers = _numbers(situation.get("table"))
        self._names = {number: name for name, number in self._numbers.items()}

    def read(self) -> Plain:
        """The moment with melds numbered as the engine numbers them."""
        if not self._numbers:
            return self._situation
        table = [{**meld, "id": self._numbers[meld["id"]]} for meld in self._situation["table"]]
        return {**self._situation, "table": table}

    def move(self, move: Plain | None) -> Plain | None:
        """A move with the number of the meld that it names; 0, which no meld has, where there is none of that id."""
        if not self._numbers or move is None or not isinstance(move.get("meld"), int | str):
            return move
        named = move["meld"]
        laid_since = is_meld_id(named) and named not in self._names
        return {**move, "meld": self._numbers.get(named, named if laid_since else 0)}

    def moves(self, moves: list[Plain] | None) -> list[Plain] | None:
        """Several moves, as `move` has each."""
        return None if moves is None else [self.move(each) or {} for each in moves]

    def answer(self, answer: Any) -> Any:
        """What a move came to, in the form of the moment; a refusal as it is."""
        if not isinstance(answer, dict):
            return answer
        formed = {name: self._by_seat(name, answer[name]) for name in BY_SEAT if answer.get(name)}
        return {**self.named(answer), **formed}

    def named(self, answer: Any) -> Any:
        """An answer with melds by the ids that they were told by; a refusal as it is."""
        if not self._names or not isinstance(answer, dict):
            return answer
        return {**answer, **{name: self._table(answer[name]) for name in ("table", "melds") if answer.get(name)}}

    def _by_seat(self, name: str, found: Any) -> Any:
        items = [found[str(seat)] for seat in range(len(found))] if isinstance(found, dict) else found
        told = self._situation.get(name) or self._situation.get("hands")
        return as_told(told, items) if told else found

    def _table(self, table: list[Plain]) -> list[Plain]:
        """Melds by the ids and in the order that they were told in, new ones after them."""
        order = list(self._names)
        lying = sorted(table, key=lambda meld: order.index(meld["id"]) if meld["id"] in order else len(order))
        return [{**meld, "id": self._names.get(meld["id"], meld["id"])} for meld in lying]


def _numbers(table: Any) -> dict[Any, int]:
    """A number for each id of a table whose ids the engine does not have; none where it has them, or cannot."""
    if not isinstance(table, list | tuple) or not all(isinstance(meld, Mapping) for meld in table):
        return {}
    ids = [meld.get("id") for meld in table]
    if all(name is None or is_meld_id(name) for name in ids) or len(ids) > MELDS_MAX:
        return {}
    if not all(type(name) in (int, str) for name in ids) or len(set(ids)) < len(ids):
        return {}
    free = (number for number in range(1, MELDS_MAX + 1) if number not in ids)
    return {name: name if is_meld_id(name) else next(free) for name in ids}
