"""What a family gives as an example of its games, for the tests of what all families have alike."""

from typing import Any, NamedTuple

Plain = dict[str, Any]


class Example(NamedTuple):
    """A moment of a game, what of it is by seat or side, a move of seat 0 that is legal, and a function that needs
    little of it."""

    options: Plain
    data: Plain
    by_seat: dict[str, list[Any]]
    move: Plain
    function: str
    arguments: Plain
