"""The legal moves of a seat, as its own client may ask for them (services/tables/RULES.md §17)."""

from itertools import islice
from typing import Any, NamedTuple

from games.registry import game
from services.kernel.seats import Seat
from services.tables.table.model import Table

LISTED_MAX = 512
"""Moves that one answer lists. Sets of bets, whole tavli turns with doubles and exchanges of tichu can be more."""


class Listed(NamedTuple):
    """The decision that a seat owes (None: none), moves that it may make as plain data, and whether there are more."""

    number: int | None
    moves: list[dict[str, Any]]
    more: bool


def legal_moves(table: Table, seat: Seat) -> Listed:
    """The first `LISTED_MAX` legal moves of a seat, in the order of its game.

    It shows nothing that the seat's own view does not: a law of all games has states that a seat cannot know apart
    list the same moves. While the match waits for somebody's return, or none is played, there are none.
    """
    match = table.match
    if table.phase != "playing" or match.paused_at_ms is not None:
        return Listed(None, [], more=False)
    rules = game(table.game)
    found = list(islice(rules.legal(match.state, seat), LISTED_MAX + 1))
    number = next((clock.number for clock in match.clocks if clock.seat == seat), None)
    return Listed(number, [rules.write(move) for move in found[:LISTED_MAX]], len(found) > LISTED_MAX)
