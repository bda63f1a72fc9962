"""Dice and deals in public: counts and tests for everybody, kept for a moment, and one's own luck."""

import threading

from gateway.http.operations.derived_bodies import query_of
from gateway.http.operations.forwarding import Forwarding
from gateway.http.operations.route import Call, Route
from gateway.rpc import Cached, Rpc
from services.contracts.tables import fairness
from services.kernel.refusal import Refusal

_AGE_S = 30
"""How old these counts may be; a browser may keep them as long."""


class PublicChance:
    """The handler of the counts: one call for all who look within a moment."""

    def __init__(self, rpc: Rpc) -> None:
        """Nothing is asked yet."""
        self._rpc = rpc
        self._lock = threading.Lock()
        self._kept: dict[int, Cached[fairness.Chance]] = {}
        """By the number of days, of which there are not many."""

    def get_chance(self, call: Call) -> fairness.Chance | Refusal:
        """The counts of all games with their tests."""
        asked = fairness.GetChance(days=call.query.days)
        with self._lock:
            kept = self._kept.setdefault(asked.days, Cached(self._rpc, asked, _AGE_S))
        return kept.get()


def fairness_routes(rpc: Rpc) -> list[Route]:
    """Every operation."""
    to = Forwarding(rpc)
    return [
        Route(
            method="GET",
            path="/api/chance",
            summary="All dice and deals that were ever revealed: counts by game, with tests of all and of each day",
            handler=PublicChance(rpc).get_chance,
            request=fairness.GetChance,
            answer=fairness.Chance,
            query=query_of(fairness.GetChance, "days"),
            session=False,
            age_max_s=_AGE_S,
        ),
        to.route(
            "GET /api/chance/<game>",
            fairness.GetChanceCounts,
            "Everything that is counted of a game's draws, of one day or of all, to be tested in another way",
            query=("day",),
            invalid="game_unknown",
            session=False,
            age_max_s=_AGE_S,
        ),
        to.route("GET /api/me/luck", fairness.GetLuck, "What one got by chance in all of one's finished matches"),
    ]
