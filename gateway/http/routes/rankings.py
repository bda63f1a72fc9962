"""Leaderboards, the dominoes classification, statistics; ranking decides who may see or change them."""

import msgspec

from gateway.http.operations.derived_bodies import query_of
from gateway.http.operations.forwarding import Forwarding
from gateway.http.operations.route import Call, Route
from gateway.rpc import Rpc
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
