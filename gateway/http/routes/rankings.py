"""Leaderboards, the dominoes classification, statistics; ranking decides who may see or change them."""

import msgspec

from gateway.http.operations.derived_bodies import query_of
from gateway.http.operations.forwarding import Forwarding
from gateway.http.operations.route import Call, Route
from gateway.rpc import Rpc
from services.contracts.base import Message
from services.contracts.moderation import conduct as moderation
from services.contracts.ranking import badges, boards, days, statistics
from services.kernel.refusal import Refusal


class Rankings(Forwarding):
    """Adds to requests the named account, and the roles of the asking one."""

    def roles(self, call: Call) -> list[str] | Refusal:
        """The roles of the asking account, by moderation."""
        conduct = self.ask(call, moderation.GetConduct(account=call.account_id), None)
        return conduct if isinstance(conduct, Refusal) else conduct.roles

    def get_player_totals(self, call: Call) -> statistics.PlayerStatistics | Refusal:
        """The totals of a player of this name."""
        player = self.player_of(call.path["player"])
        if isinstance(player, Refusal):
            return player
        asked = statistics.GetStatistics(
            viewer=call.account_id, account=player.account, game=call.query.game, part="totals"
        )
        found = self.ask(call, asked, None)
        return found if isinstance(found, Refusal) else msgspec.structs.replace(found, name=player.name)


def ranking_routes(rpc: Rpc) -> list[Route]:
    """Every operation."""
    to = Rankings(rpc)
    return [*_board_routes(to), *_own_routes(to), *_player_routes(to)]


def _board_routes(to: Rankings) -> list[Route]:
    return [
        to.route(
            "GET /api/boards", boards.ListBoards, "The leaderboards that run, with the time left and their prizes"
        ),
        to.route(
            "GET /api/classification",
            statistics.GetClassification,
            "The dominoes players by PR, with quintiles and one's own row",
            query=("pr_max", "after", "around", "limit"),
        ),
        to.route(
            "GET /api/boards/<board>",
            boards.GetBoard,
            "Places of a leaderboard, one's own among them; of its running period or of a past one",
            query=("period", "place", "limit", "around"),
            invalid="board_unknown",
        ),
        to.route(
            "GET /api/boards/<board>/periods",
            boards.ListPastPeriods,
            "The past periods of a leaderboard with their winners, newest first",
            query=("before_ms", "limit"),
            invalid="board_unknown",
        ),
        to.route(
            "GET /api/operator/boards",
            boards.ListDefinitions,
            "The definitions of all leaderboards; for operators",
            fill={"roles": to.roles},
        ),
    ]


def _own_routes(to: Rankings) -> list[Route]:
    return [
        to.route("GET /api/me/badges", badges.GetOwnBadges, "One's badges, and how far one is with the others"),
        to.route("GET /api/me/days", days.GetDays, "On how many days in a row one has played or solved a problem"),
        to.route(
            "GET /api/me/statistics/matches",
            statistics.GetStatistics,
            "One's last recorded matches with totals, Elo, PR and quintile",
            query=("game",),
            fill={"part": lambda _call: "matches"},
            name="get_matches",
        ),
        to.route(
            "GET /api/me/statistics/matches/<match>",
            statistics.GetMatchHands,
            "One of one's last recorded matches hand by hand",
            invalid="match_unknown",
        ),
    ]


def _player_routes(to: Rankings) -> list[Route]:
    return [
        to.route(
            "GET /api/players/<player>/standings",
            boards.GetStandings,
            "The places of a player on the leaderboards that run",
            "player_unknown",
            fill={"account": to.account_in_path("player")},
            name="get_player_standings",
        ),
        to.route(
            "GET /api/players/<player>/badges",
            badges.ListBadges,
            "The badges of a player, newest first",
            "player_unknown",
            fill={"account": to.account_in_path("player")},
            name="list_player_badges",
        ),
        Route(
            method="GET",
            path="/api/players/<player>/statistics",
            summary="The totals of a player's last recorded matches, Elo, PR and quintile",
            handler=to.get_player_totals,
            query=query_of(statistics.GetStatistics, "game"),
            answer=statistics.PlayerStatistics,
            errors=("player_unknown",),
        ),
    ]


# --- for anybody without a session, and pages of other sites where the operator lets them (`public_origins`) ---


PUBLIC = "/api/public/"
_BOARD_LENGTH_MAX = 48
_AGE_S = 30
"""For how long a browser may keep an answer: pages of others are not asked to be more up to date."""


class PublicRow(Message, frozen=True):
    """A place: the name is empty for an account whose data were erased."""

    place: int
    name: str
    rating: int
    wins: int
    matches: int


class PublicBoard(Message, frozen=True):
    """Places of a leaderboard in their order."""

    board: str
    period: str
    starts_at_ms: int
    ends_at_ms: int
    state: boards.Life
    players: int
    rows: list[PublicRow]


class _Public:
    """The handlers."""

    def __init__(self, rpc: Rpc) -> None:
        self._rpc = rpc

    def get_public_board(self, call: Call) -> PublicBoard | Refusal:
        """A leaderboard, asked for by nobody in particular."""
        if len(call.path["board"]) > _BOARD_LENGTH_MAX:
            return Refusal("board_unknown")
        query = call.query
        found = self._rpc.call(
            boards.GetBoard(board=call.path["board"], period=query.period, place=query.place, limit=query.limit)
        )
        if isinstance(found, Refusal):
            return found
        period = found.period
        return PublicBoard(
            board=period.board,
            period=period.period,
            starts_at_ms=period.starts_at_ms,
            ends_at_ms=period.ends_at_ms,
            state=period.state,
            players=period.players,
            rows=[PublicRow(row.place, row.name, row.rating, row.wins, row.matches) for row in found.rows],
        )


def public_routes(rpc: Rpc) -> list[Route]:
    """Every operation."""
    return [
        Route(
            method="GET",
            path=f"{PUBLIC}boards/<board>",
            summary="Places of a leaderboard for pages of other sites: names alone; only where the operator allows it",
            handler=_Public(rpc).get_public_board,
            answer=PublicBoard,
            query=query_of(boards.GetBoard, "period", "place", "limit", name="PublicBoardQuery"),
            session=False,
            public=True,
            age_max_s=_AGE_S,
            errors=("public_off", "board_unknown"),
        )
    ]
