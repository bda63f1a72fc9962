"""Halls: the parts into which a full room is divided, so that a client gets lists of bounded length (RULES.md §18).

A player is in one hall, and so is a table. What the players list, the tables list and the lobby's chat show is the
hall's; friends, invitations and searches for a game reach everybody.
"""

from collections.abc import Callable, Mapping
from itertools import count
from typing import NamedTuple

from services.kernel.clock import TimeMs

Hall = int
"""A hall's number, from 1 on."""
FIRST: Hall = 1
NEARBY_MAX = 50
"""The most halls that a client is shown; the totals say how many more there are."""


class HallsInView(NamedTuple):
    """The halls as a client sees them: those near its own, and the totals of all."""

    nearby: list[tuple[Hall, int]]
    """Halls in the order of their numbers, each with its players."""
    halls_total: int
    players_total: int


def choose(players: Mapping[Hall, int], players_max: int, last: Hall = FIRST) -> Hall:
    """The hall for somebody who comes in.

    `players`: hall → how many are in it, of those that are open; `last`: the hall where they were before, to which they
    return if it is open and has room. Otherwise it is the fullest that has room, so that halls fill one after the other
    and half-empty ones close as their players leave. Where none has room, a new one opens.
    """
    if players.get(last, players_max) < players_max:
        return last
    with_room = [(-present, hall) for hall, present in players.items() if present < players_max]
    if with_room:
        return min(with_room)[1]
    return next(hall for hall in count(FIRST) if hall not in players)


def in_view(players: Mapping[Hall, int], own: Hall) -> HallsInView:
    """The halls that a player in hall `own` is shown (RULES.md §18): up to `NEARBY_MAX` that are nearest in order,
    their own among them, so that entering costs the same at any number of halls.

    `players`: hall → how many are in it, of those that are open.
    """
    ordered = sorted(players)
    middle = sum(hall < own for hall in ordered)
    start = max(0, min(middle - NEARBY_MAX // 2, len(ordered) - NEARBY_MAX))
    nearby = [(hall, players[hall]) for hall in ordered[start : start + NEARBY_MAX]]
    return HallsInView(nearby, len(ordered), sum(players.values()))


class HallCounts:
    """The numbers of a moment ago. The caller adds players who enter; players who leave are noticed with the next
    reading. So each of several processes may exceed a hall's limit by the players who entered by the others within a
    second (services/lobby/RULES.md §18)."""

    def __init__(self) -> None:
        """Nothing has been read."""
        self._found: dict[Hall, int] = {}
        self._good_until_ms: TimeMs = 0

    def get(self, now_ms: TimeMs, age_ms: int, read: Callable[[], dict[Hall, int]]) -> dict[Hall, int]:
        """Hall → players, at most `age_ms` old. The caller adds players who enter."""
        if now_ms >= self._good_until_ms:
            self._found = read()
            self._good_until_ms = now_ms + age_ms
        return self._found
