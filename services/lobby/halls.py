"""Halls: the parts into which a full room is divided, so that nobody gets the lines of thousands (RULES.md §18).

A player is in one hall, and so is a table. What the players list, the tables list and the lobby's chat show is the
hall's; friends, invitations and searches for a game reach everybody.
"""

from collections.abc import Mapping
from itertools import count

Hall = int
"""A hall's number, from 1 on."""
FIRST: Hall = 1


def choose(players: Mapping[Hall, int], players_max: int, last: Hall = FIRST) -> Hall:
    """The hall for somebody who comes in.

    `players`: hall → how many are in it, of those that are open; `last`: the hall where they were before, to which
    they return if it is open and has room. Otherwise it is the fullest that has room, so that halls fill one after the
    other and half-empty ones close as their players leave. Where none has room, a new one opens.
    """
    if players.get(last, players_max) < players_max:
        return last
    with_room = [(-present, hall) for hall, present in players.items() if present < players_max]
    if with_room:
        return min(with_room)[1]
    return next(hall for hall in count(FIRST) if hall not in players)
