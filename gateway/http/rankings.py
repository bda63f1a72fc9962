"""Leaderboards, the dominoes classification, statistics; ranking decides who may see or change them."""

from typing import Annotated

import msgspec

from gateway.http.forwarding import Forwarding
from gateway.http.request_bodies import Query
from gateway.http.routes import Call, Route
from gateway.rpc import Rpc
from services.contracts import boards, lobby, moderation, statistics
from services.kernel.refusal import Refusal

_NAME_LENGTH_MAX = 64


class BoardQuery(Query, frozen=True, kw_only=True):
    """Which part of a board."""

    period: boards.Name | None = None
    """None: the running one, else the newest."""
    place: boards.Place = 1
    limit: boards.Page = 50
    around: bool = False
    """Whether the rows around one's own are wanted instead."""


class PeriodsQuery(Query, frozen=True, kw_only=True):
    """Which past periods."""

    before_ms: boards.Moment | None = None
    limit: Annotated[int, msgspec.Meta(ge=1, le=boards.PERIODS_MAX)] = 12


class ClassificationQuery(Query, frozen=True, kw_only=True):
    """Which part of the classification: from a PR downwards, after an account of the same PR, or around oneself."""

    pr_max: statistics.Points | None = None
    after: statistics.Name | None = None
    around: bool = False
    limit: Annotated[int, msgspec.Meta(ge=1, le=statistics.CLASSIFICATION_MAX)] = 50


class MatchesQuery(Query, frozen=True, kw_only=True):
    """Of which game; None: of all."""

    game: statistics.Name | None = None


class Rankings:
    """Handlers of requests to ranking."""

    def __init__(self, rpc: Rpc) -> None:
        """`rpc` asks ranking, the lobby for accounts by name, and moderation for the roles of staff."""
        self._rpc = rpc

    def list_definitions(self, call: Call) -> boards.Definitions | Refusal:
        """The definitions of boards."""
        roles = self._roles(call)
        if isinstance(roles, Refusal):
            return roles
        return self._rpc.call(boards.ListDefinitions(roles=roles))

    def _roles(self, call: Call) -> list[str] | Refusal:
        conduct = self._rpc.call(moderation.GetConduct(account=call.account_id))
        return conduct if isinstance(conduct, Refusal) else conduct.roles

    def get_player_totals(self, call: Call) -> statistics.PlayerStatistics | Refusal:
        """The totals of a player of this name."""
        query: MatchesQuery = call.query
        player = self._player(call)
        if isinstance(player, Refusal):
            return player
        found = self._rpc.call(
            statistics.GetStatistics(viewer=call.account_id, account=player.account, game=query.game, part="totals")
        )
        if isinstance(found, Refusal):
            return found
        return msgspec.structs.replace(found, name=player.name)

    def get_player_standings(self, call: Call) -> boards.Standings | Refusal:
        """The places of a player of this name."""
        player = self._player(call)
        if isinstance(player, Refusal):
            return player
        return self._rpc.call(boards.GetStandings(account=player.account))

    def _player(self, call: Call) -> lobby.Account | Refusal:
        """By the account's id, or else by the username."""
        player = call.path["player"]
        if len(player) > _NAME_LENGTH_MAX:
            return Refusal("player_unknown")
        found = self._rpc.call(lobby.GetPlayer(account=player))
        if isinstance(found, Refusal) and found.error == "player_unknown":
            return self._rpc.call(lobby.GetPlayer(name=player))
        return found


def ranking_routes(rpc: Rpc) -> list[Route]:
    """Every operation, with its handler."""
    handlers = Rankings(rpc)
    return [
        *_forwarded_routes(Forwarding(rpc)),
        *_player_routes(handlers),
        *_operator_routes(handlers),
    ]


def _forwarded_routes(to: Forwarding) -> list[Route]:
    return [
        to.route(
            "GET /api/boards", boards.ListBoards, "The leaderboards that run, with the time left and their prizes"
        ),
        to.route(
            "GET /api/classification",
            statistics.GetClassification,
            "The dominoes players by PR, with quintiles and one's own row",
            query=ClassificationQuery,
        ),
        to.route(
            "GET /api/boards/<board>",
            boards.GetBoard,
            "Places of a leaderboard, one's own among them; of its running period or of a past one",
            "board_unknown",
            query=BoardQuery,
            invalid="board_unknown",
        ),
        to.route(
            "GET /api/boards/<board>/periods",
            boards.ListPastPeriods,
            "The past periods of a leaderboard with their winners, newest first",
            "board_unknown",
            query=PeriodsQuery,
            invalid="board_unknown",
        ),
        to.route(
            "GET /api/me/statistics/matches",
            statistics.GetStatistics,
            "One's last recorded matches with totals, Elo, PR and quintile",
            query=MatchesQuery,
            fixed={"part": "matches"},
            name="get_matches",
        ),
        to.route(
            "GET /api/me/statistics/matches/<match>",
            statistics.GetMatchHands,
            "One of one's last recorded matches hand by hand",
            "match_unknown",
            invalid="match_unknown",
        ),
    ]


def _player_routes(handlers: Rankings) -> list[Route]:
    return [
        Route(
            method="GET",
            path="/api/players/<player>/standings",
            summary="The places of a player on the leaderboards that run",
            handler=handlers.get_player_standings,
            answer=boards.Standings,
            errors=("player_unknown",),
        ),
        Route(
            method="GET",
            path="/api/players/<player>/statistics",
            summary="The totals of a player's last recorded matches, Elo, PR and quintile",
            handler=handlers.get_player_totals,
            query=MatchesQuery,
            answer=statistics.PlayerStatistics,
            errors=("player_unknown",),
        ),
    ]


def _operator_routes(handlers: Rankings) -> list[Route]:
    return [
        Route(
            method="GET",
            path="/api/operator/boards",
            summary="The definitions of all leaderboards; for operators",
            handler=handlers.list_definitions,
            answer=boards.Definitions,
            errors=("forbidden",),
        ),
    ]
