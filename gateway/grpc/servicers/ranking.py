"""kafeneio.ranking.v1.RankingService: ratings, leaderboards, classification, statistics."""

from collections.abc import Iterator

import grpc
import msgspec

from gateway.grpc.calls.message_conversion import time_of
from gateway.grpc.calls.method_forwarding import forwarded
from gateway.grpc.calls.paging import page_size, page_token, read_page_token, token_behind
from gateway.grpc.calls.service_calls import Asker, refuse
from gateway.grpc.calls.streams import Streams
from gateway.grpc.gen.kafeneio.ranking.v1 import ranking_pb2, ranking_pb2_grpc
from gateway.grpc.servicers.ranking_messages import (
    check_names,
    classified_of,
    hand_of,
    match_of,
    period_of,
    row_of,
)
from gateway.grpc.servicers.ranking_operators import BoardOperators
from services.contracts.ranking import badges, boards, statistics
from services.contracts.ranking import ratings as ranking
from services.kernel.refusal import Refusal

_ROWS = 50
_PERIODS = 12
_WATCHED_MAX = 100
"""Accounts that one stream follows."""


class _FromPlace(msgspec.Struct, array_like=True):
    """The place at which a page of a leaderboard begins."""

    place: boards.Place


class _BeforePeriod(msgspec.Struct, array_like=True):
    """The start of the last period of the page before."""

    starts_at_ms: boards.Moment


class _BehindPlayer(msgspec.Struct, array_like=True):
    """PR and account of the last player of the page before; no account: from this PR on, None: from the top."""

    pr: statistics.Points | None = None
    account: statistics.Name | None = None


class Ranking(BoardOperators, ranking_pb2_grpc.RankingServiceServicer):
    """Each call is one request to ranking, or two."""

    def __init__(self, asker: Asker, streams: Streams) -> None:
        """`asker` reaches ranking, and moderation for the roles of operators; `streams` limits the number of
        followers."""
        super().__init__(asker)
        self._asker = asker
        self._streams = streams

    # --- ratings ---

    def GetRating(
        self, request: ranking_pb2.GetRatingRequest, context: grpc.ServicerContext
    ) -> ranking_pb2.GetRatingResponse:
        """The rating of an account."""
        check_names(context, request.account)
        (found,) = self._ratings(context, [request.account])
        return found

    def BatchGetRatings(
        self, request: ranking_pb2.BatchGetRatingsRequest, context: grpc.ServicerContext
    ) -> ranking_pb2.BatchGetRatingsResponse:
        """The ratings of many accounts."""
        check_names(context, *request.accounts)
        return ranking_pb2.BatchGetRatingsResponse(ratings=self._ratings(context, list(request.accounts)))

    def WatchRatings(
        self, request: ranking_pb2.WatchRatingsRequest, context: grpc.ServicerContext
    ) -> Iterator[ranking_pb2.WatchRatingsResponse]:
        """The ratings of some accounts, and again those that have changed."""
        accounts = list(dict.fromkeys(request.accounts))
        if not 0 < len(accounts) <= _WATCHED_MAX:
            refuse(context, Refusal("bad_parameters", {"field": "accounts"}))
        check_names(context, *accounts)
        with self._streams.follow(context) as follower:
            last: dict[str, ranking_pb2.GetRatingResponse] = {}
            while follower.is_here:
                news = [found for found in self._ratings(context, accounts) if last.get(found.account) != found]
                if news:
                    last |= {found.account: found for found in news}
                    yield ranking_pb2.WatchRatingsResponse(ratings=news)
                follower.pause()

    def _ratings(self, context: grpc.ServicerContext, accounts: list[str]) -> list[ranking_pb2.GetRatingResponse]:
        ratings = self._asker.ask(context, ranking.GetRatings(accounts=accounts)).ratings
        quintiles = self._asker.ask(context, statistics.GetQuintiles(accounts=accounts)).quintiles
        return [
            ranking_pb2.GetRatingResponse(
                account=found.account,
                rating=found.rating,
                games=found.games,
                peak=found.peak,
                pr=of_dominoes.pr,
                quintile=of_dominoes.quintile or 0,
            )
            for found, of_dominoes in zip(ratings, quintiles, strict=True)
        ]

    # --- leaderboards ---

    ListBoards = forwarded(
        boards.ListBoards, lambda found: ranking_pb2.ListBoardsResponse(boards=map(period_of, found.boards))
    )

    def GetBoard(
        self, request: ranking_pb2.GetBoardRequest, context: grpc.ServicerContext
    ) -> ranking_pb2.GetBoardResponse:
        """A page of a leaderboard."""
        check_names(context, request.board, request.period, request.account)
        behind = read_page_token(context, request.page_token, _FromPlace)
        asked = boards.GetBoard(
            board=request.board,
            period=request.period or None,
            account=request.account or None,
            place=max(1, request.place) if behind is None else behind.place,
            limit=page_size(context, request.page_size, _ROWS, boards.PAGE_MAX),
            around=request.around and behind is None,
        )
        found = self._asker.ask(context, asked)
        last = found.rows[-1].place if found.rows else found.period.players
        return ranking_pb2.GetBoardResponse(
            period=period_of(found.period),
            rows=[row_of(row) for row in found.rows],
            own=None if found.own is None else row_of(found.own),
            next_page_token=page_token(_FromPlace(last + 1)) if last < found.period.players else "",
        )

    def ListPastPeriods(
        self, request: ranking_pb2.ListPastPeriodsRequest, context: grpc.ServicerContext
    ) -> ranking_pb2.ListPastPeriodsResponse:
        """Periods that are over."""
        check_names(context, request.board)
        limit = page_size(context, request.page_size, _PERIODS, boards.PERIODS_MAX)
        behind = read_page_token(context, request.page_token, _BeforePeriod)
        before_ms = None if behind is None else behind.starts_at_ms
        found = self._asker.ask(context, boards.ListPastPeriods(board=request.board, before_ms=before_ms, limit=limit))
        winners = [
            ranking_pb2.PeriodWinners(period=each.period, rows=[row_of(row) for row in found.winners[each.period]])
            for each in found.periods
            if each.period in found.winners
        ]
        return ranking_pb2.ListPastPeriodsResponse(
            periods=[period_of(each) for each in found.periods],
            winners=winners,
            next_page_token=token_behind(found.periods, limit, lambda last: _BeforePeriod(last.starts_at_ms)),
        )

    def GetStandings(
        self, request: ranking_pb2.GetStandingsRequest, context: grpc.ServicerContext
    ) -> ranking_pb2.GetStandingsResponse:
        """An account's places."""
        check_names(context, request.account)
        found = self._asker.ask(context, boards.GetStandings(account=request.account))
        return ranking_pb2.GetStandingsResponse(
            standings=[
                ranking_pb2.Standing(period=period_of(each.period), row=row_of(each.row)) for each in found.standings
            ]
        )

    # --- classification and statistics ---

    def GetClassification(
        self, request: ranking_pb2.GetClassificationRequest, context: grpc.ServicerContext
    ) -> ranking_pb2.GetClassificationResponse:
        """A page of the classification."""
        check_names(context, request.account)
        limit = page_size(context, request.page_size, _ROWS, statistics.CLASSIFICATION_MAX)
        from_pr = request.pr_max if request.HasField("pr_max") else None
        behind = read_page_token(context, request.page_token, _BehindPlayer) or _BehindPlayer(from_pr)
        asked = statistics.GetClassification(
            account=request.account or None,
            around=request.around and not request.page_token,
            pr_max=behind.pr,
            after=behind.account,
            limit=limit,
        )
        found = self._asker.ask(context, asked)
        return ranking_pb2.GetClassificationResponse(
            players=[classified_of(row) for row in found.rows],
            population=found.players,
            own=None if found.own is None else classified_of(found.own),
            bounds=[
                ranking_pb2.QuintileBound(quintile=quintile, pr_min=bound)
                for quintile, bound in enumerate(found.bounds, 1)
            ],
            next_page_token=token_behind(found.rows, limit, lambda last: _BehindPlayer(last.pr, last.account)),
        )

    def GetStatistics(
        self, request: ranking_pb2.GetStatisticsRequest, context: grpc.ServicerContext
    ) -> ranking_pb2.GetStatisticsResponse:
        """An account's totals."""
        check_names(context, request.account, request.game)
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
            units_won=found.totals.units_won,
            units_lost=found.totals.units_lost,
            points_for=found.totals.points_for,
            points_against=found.totals.points_against,
            net_chips=found.totals.net_chips,
            elo_delta=found.totals.elo_delta,
            peak=found.peak,
            games=found.games,
        )

    def ListBadges(
        self, request: ranking_pb2.ListBadgesRequest, context: grpc.ServicerContext
    ) -> ranking_pb2.ListBadgesResponse:
        """An account's badges."""
        check_names(context, request.account)
        found = self._asker.ask(context, badges.ListBadges(account=request.account))
        return ranking_pb2.ListBadgesResponse(
            account=found.account,
            badges=[ranking_pb2.Badge(badge=each.badge, earn_time=time_of(each.earned_at_ms)) for each in found.badges],
        )

    def ListMatches(
        self, request: ranking_pb2.ListMatchesRequest, context: grpc.ServicerContext
    ) -> ranking_pb2.ListMatchesResponse:
        """A page of an account's recorded matches, newest first."""
        check_names(context, request.account, request.game)
        asked = statistics.ListPlayedMatches(
            viewer=request.account,
            account=request.account,
            game=request.game or None,
            before=read_page_token(context, request.page_token, statistics.MatchPlace),
            limit=page_size(context, request.page_size, _ROWS, statistics.PLAYED_MAX),
        )
        found = self._asker.ask(context, asked)
        return ranking_pb2.ListMatchesResponse(
            matches=[match_of(line) for line in found.matches], next_page_token=page_token(found.next)
        )

    def GetMatchHands(
        self, request: ranking_pb2.GetMatchHandsRequest, context: grpc.ServicerContext
    ) -> ranking_pb2.GetMatchHandsResponse:
        """A match hand by hand."""
        check_names(context, request.account, request.match)
        asked = statistics.GetMatchHands(viewer=request.account, account=request.account, match=request.match)
        found = self._asker.ask(context, asked)
        return ranking_pb2.GetMatchHandsResponse(
            match=match_of(found.line), seat=found.seat, hands=[hand_of(hand) for hand in found.hands]
        )
