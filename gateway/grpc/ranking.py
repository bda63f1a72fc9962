"""kafeneio.ranking.v1.RankingService: ratings, leaderboards, classification and totals."""

import grpc

from gateway.grpc.gen.kafeneio.ranking.v1 import ranking_pb2, ranking_pb2_grpc
from gateway.grpc.service_calls import Asker, refuse
from services.contracts import boards, ranking, statistics
from services.kernel.refusal import Refusal

_ROWS = 50
_PERIODS = 12
_NAME_LENGTH_MAX = 64


class Ranking(ranking_pb2_grpc.RankingServiceServicer):
    """Each call is one request to ranking."""

    def __init__(self, asker: Asker) -> None:
        """`asker` reaches ranking."""
        self._asker = asker

    def GetRating(
        self, request: ranking_pb2.GetRatingRequest, context: grpc.ServicerContext
    ) -> ranking_pb2.GetRatingResponse:
        """The rating of an account."""
        (found,) = self._asker.ask(context, ranking.GetRatings(accounts=[request.account])).ratings
        return ranking_pb2.GetRatingResponse(
            account=found.account, rating=found.rating, games=found.games, peak=found.peak
        )

    def ListBoards(
        self, _request: ranking_pb2.ListBoardsRequest, context: grpc.ServicerContext
    ) -> ranking_pb2.ListBoardsResponse:
        """The running leaderboards."""
        found = self._asker.ask(context, boards.ListBoards())
        return ranking_pb2.ListBoardsResponse(boards=[_period(each) for each in found.boards])

    def GetBoard(
        self, request: ranking_pb2.GetBoardRequest, context: grpc.ServicerContext
    ) -> ranking_pb2.GetBoardResponse:
        """A page of a leaderboard."""
        _check_names(context, request.board, request.period, request.account)
        found = self._asker.ask(
            context,
            boards.GetBoard(
                board=request.board,
                period=request.period or None,
                account=request.account or None,
                place=max(1, request.place),
                limit=_limit(context, request.limit, _ROWS, boards.PAGE_MAX),
                around=request.around,
            ),
        )
        return ranking_pb2.GetBoardResponse(
            period=_period(found.period),
            rows=[_row(row) for row in found.rows],
            own=None if found.own is None else _row(found.own),
        )

    def ListPastPeriods(
        self, request: ranking_pb2.ListPastPeriodsRequest, context: grpc.ServicerContext
    ) -> ranking_pb2.ListPastPeriodsResponse:
        """Periods that are over."""
        _check_names(context, request.board)
        limit = _limit(context, request.limit, _PERIODS, boards.PERIODS_MAX)
        asked = boards.ListPastPeriods(board=request.board, before_ms=request.before_ms or None, limit=limit)
        found = self._asker.ask(context, asked)
        return ranking_pb2.ListPastPeriodsResponse(periods=[_period(each) for each in found.periods])

    def GetStandings(
        self, request: ranking_pb2.GetStandingsRequest, context: grpc.ServicerContext
    ) -> ranking_pb2.GetStandingsResponse:
        """An account's places."""
        _check_names(context, request.account)
        found = self._asker.ask(context, boards.GetStandings(account=request.account))
        return ranking_pb2.GetStandingsResponse(
            standings=[
                ranking_pb2.Standing(period=_period(each.period), row=_row(each.row)) for each in found.standings
            ]
        )

    def GetClassification(
        self, request: ranking_pb2.GetClassificationRequest, context: grpc.ServicerContext
    ) -> ranking_pb2.GetClassificationResponse:
        """A page of the classification."""
        _check_names(context, request.after)
        asked = statistics.GetClassification(
            pr_max=request.pr_max if request.HasField("pr_max") else None,
            after=request.after or None,
            limit=_limit(context, request.limit, _ROWS, statistics.CLASSIFICATION_MAX),
        )
        found = self._asker.ask(context, asked)
        return ranking_pb2.GetClassificationResponse(
            players=[_classified(row) for row in found.rows], population=found.players
        )

    def GetStatistics(
        self, request: ranking_pb2.GetStatisticsRequest, context: grpc.ServicerContext
    ) -> ranking_pb2.GetStatisticsResponse:
        """An account's totals."""
        _check_names(context, request.account, request.game)
        asked = statistics.GetStatistics(viewer="", account=request.account, game=request.game or None)
        found = self._asker.ask(context, asked)
        return ranking_pb2.GetStatisticsResponse(
            account=found.account,
            matches=found.totals.matches,
            won=found.totals.won,
            lost=found.totals.lost,
            tied=found.totals.tied,
            elo=found.elo,
            pr=found.pr,
            quintile=found.quintile or 0,
        )


def _check_names(context: grpc.ServicerContext, *names: str) -> None:
    if any(len(name) > _NAME_LENGTH_MAX for name in names):
        refuse(context, Refusal("bad_parameters"))


def _limit(context: grpc.ServicerContext, asked: int, usual: int, most: int) -> int:
    if not 0 <= asked <= most:
        refuse(context, Refusal("bad_parameters", {"field": "limit"}))
    return asked or usual


def _period(found: boards.BoardPeriod) -> ranking_pb2.BoardPeriod:
    return ranking_pb2.BoardPeriod(
        board=found.board,
        period=found.period,
        games=found.games or [],
        starts_at_ms=found.starts_at_ms,
        ends_at_ms=found.ends_at_ms,
        state=f"PERIOD_STATE_{found.state.upper()}",
        min_games=found.min_games,
        prizes_chips=found.prizes_chips,
        players=found.players,
    )


def _row(row: boards.BoardRow) -> ranking_pb2.BoardRow:
    return ranking_pb2.BoardRow(
        place=row.place,
        account=row.account,
        name=row.name,
        rating=row.rating,
        wins=row.wins,
        matches=row.matches,
        last_end_ms=row.last_end_ms,
        prize_chips=row.prize_chips,
    )


def _classified(row: statistics.Classification) -> ranking_pb2.ClassifiedPlayer:
    return ranking_pb2.ClassifiedPlayer(
        account=row.account,
        name=row.name,
        pr=row.pr,
        quintile=row.quintile or 0,
        matches=row.matches,
        place=row.place or 0,
    )
