"""Queries about games, tables, players and matches, what there is today, the numbers of players and matches for
visitors, and dice and deals in public."""

import threading
from typing import TypeVar

from gateway.http.operations.derived_bodies import query_of
from gateway.http.operations.forwarding import Forwarding
from gateway.http.operations.request_bodies import Catalogue, Today
from gateway.http.operations.route import Call, Route
from gateway.rpc import Cached, Rpc
from services.contracts.base import Request
from services.contracts.lobby import open_tables, presence
from services.contracts.ranking.days import GetDays
from services.contracts.tables import catalogue as tables
from services.contracts.tables import fairness
from services.contracts.tables.game_schemas import GetGameSchema
from services.contracts.tables.problems import ListProblems
from services.contracts.wallet import balances as wallet
from services.contracts.wallet.lotteries import GetFreeOffer
from services.kernel.refusal import Refusal

A = TypeVar("A")
_CATALOGUE_AGE_S = 30.0
_TODAY_PART_MS = 2_000
"""How long a part of today may take: the room does not wait for one whose service is away."""


class Queries:
    """The handlers; answers that are the same for everybody are kept for a moment."""

    def __init__(self, rpc: Rpc, players: Cached[presence.Players], tables_list: Cached[open_tables.Tables]) -> None:
        """The lists of tables and players are shared with the sockets."""
        self._rpc = rpc
        self._players = players
        self._tables = tables_list
        self._catalogue = Cached(rpc, tables.GetCatalogue(), _CATALOGUE_AGE_S)
        self._stakes = Cached(rpc, wallet.GetStakeRules(), _CATALOGUE_AGE_S)

    def get_catalogue(self, _call: Call) -> Catalogue | Refusal:
        """All games, with the limits of stakes."""
        found, stakes = self._catalogue.get(), self._stakes.get()
        if isinstance(found, Refusal):
            return found
        return Catalogue(games=found.games, stakes=None if isinstance(stakes, Refusal) else stakes)

    def list_tables(self, _call: Call) -> open_tables.Tables | Refusal:
        """The tables."""
        return self._tables.get()

    def list_players(self, _call: Call) -> presence.Players | Refusal:
        """The players."""
        return self._players.get()

    def get_match(self, call: Call) -> tables.MatchRecord | Refusal:
        """A match, for those who played it: the proof of its chance also reveals every hand (services/tables/RULES.md
        §12)."""
        found = self._rpc.call(tables.GetMatch(match=call.path["match"]))
        if isinstance(found, Refusal):
            return found
        played = any(seat.account == call.account_id for seat in found.seats)
        return found if played else Refusal("recording_forbidden")

    def get_today(self, call: Call) -> Today:
        """The parts that there are: what one service refuses takes nothing from the others. Guest accounts are offered
        no ticket."""
        account = call.account_id
        is_guest = call.account is not None and call.account.guest
        return Today(
            free=None if is_guest else self._part(GetFreeOffer(account=account)),
            problems=self._part(ListProblems(account=account)),
            days=self._part(GetDays(account=account)),
        )

    def _part(self, request: Request[A]) -> A | None:
        found = self._rpc.call(request, timeout_ms=_TODAY_PART_MS)
        return None if isinstance(found, Refusal) else found


def query_routes(rpc: Rpc, players: Cached[presence.Players], tables_list: Cached[open_tables.Tables]) -> list[Route]:
    """Every operation."""
    queries = Queries(rpc, players, tables_list)
    return [
        Route(
            method="GET",
            path="/api/me/today",
            summary="What the room says of today: the free ticket, the problems of the day, the row of days",
            handler=queries.get_today,
            answer=Today,
            visitors=False,
        ),
        Route(
            method="GET",
            path="/api/catalogue",
            summary="The games with their options and policies, limits of stakes and the rake's steps",
            handler=queries.get_catalogue,
            answer=Catalogue,
            session=False,
        ),
        Route(
            method="GET",
            path="/api/tables",
            summary="Every table that is open or running, oldest first",
            handler=queries.list_tables,
            answer=open_tables.Tables,
        ),
        Route(
            method="GET",
            path="/api/players",
            summary="Everybody who is here, in the order of the players list",
            handler=queries.list_players,
            answer=presence.Players,
        ),
        Route(
            method="GET",
            path="/api/matches/<match>",
            summary="A match that one has played; with what proves its chance once it has ended",
            handler=queries.get_match,
            answer=tables.MatchRecord,
            errors=(*tables.GetMatch.refusals, "recording_forbidden"),
        ),
    ]


def hall_routes(rpc: Rpc) -> list[Route]:
    """The operations that are not limited to a hall."""
    return [
        Forwarding(rpc).route(
            "GET /api/tables/<table>",
            open_tables.FindTable,
            "A table that is open or running, and the hall that lists it",
        )
    ]


def game_schema_routes(rpc: Rpc) -> list[Route]:
    """One operation, which needs no session: authors of clients have none yet."""
    route = Forwarding(rpc).route(
        "GET /api/games/<game>/schema",
        GetGameSchema,
        "The JSON Schema of a game's options, moves, views and events",
        session=False,
    )
    return [route]


def count_routes(rpc: Rpc, age_s: float) -> list[Route]:
    """The operation; its answer is read once for all within `age_s`."""
    counts = Cached(rpc, presence.CountPresent(), age_s)

    def count_present(_call: Call) -> presence.Counts | Refusal:
        return counts.get()

    return [
        Route(
            method="GET",
            path="/api/counts",
            summary="How many people are here, and how many matches and practice tables are on",
            handler=count_present,
            answer=presence.Counts,
            session=False,
        ),
    ]


# --- dice and deals in public: counts and tests for everybody, kept for a moment, and one's own luck ---


_CHANCE_AGE_S = 30
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
            kept = self._kept.setdefault(asked.days, Cached(self._rpc, asked, _CHANCE_AGE_S))
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
            age_max_s=_CHANCE_AGE_S,
        ),
        to.route(
            "GET /api/chance/<game>",
            fairness.GetChanceCounts,
            "Everything that is counted of a game's draws, of one day or of all, to be tested in another way",
            query=("day",),
            invalid="game_unknown",
            session=False,
            age_max_s=_CHANCE_AGE_S,
        ),
        to.route("GET /api/me/luck", fairness.GetLuck, "What one got by chance in all of one's finished matches"),
    ]
