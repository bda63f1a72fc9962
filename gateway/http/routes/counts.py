"""The numbers of players and matches, for visitors who have not logged in."""

import msgspec

from gateway.http.operations.route import Call, Route
from gateway.rpc import Cached
from services.contracts.lobby import requests as lobby
from services.kernel.refusal import Refusal


class Counts(msgspec.Struct, frozen=True, kw_only=True):
    """The numbers of players and of running matches."""

    players: int
    matches: int


class Counting:
    """The handler of this query."""

    def __init__(self, players: Cached[lobby.Players], tables_list: Cached[lobby.Tables]) -> None:
        """The lists are those that are read for all clients, so that this costs no further call."""
        self._players = players
        self._tables = tables_list

    def get_counts(self, _call: Call) -> Counts | Refusal:
        """Both numbers."""
        players, tables = self._players.get(), self._tables.get()
        if isinstance(players, Refusal):
            return players
        if isinstance(tables, Refusal):
            return tables
        running = [line for line in tables.tables if line.state == "started" and _is_on(line)]
        return Counts(players=len(players.players), matches=len(running))


def _is_on(line: lobby.TableLine) -> bool:
    """Whether the table counts: a house-banked table always runs, and counts while somebody sits there."""
    return not line.house or any(seat.name is not None for seat in line.seats)


def count_routes(handlers: Counting) -> list[Route]:
    """The operation."""
    return [
        Route(
            method="GET",
            path="/api/counts",
            summary="How many players are here, and how many matches are on",
            handler=handlers.get_counts,
            answer=Counts,
            session=False,
        ),
    ]
