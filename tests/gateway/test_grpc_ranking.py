"""Leaderboards, classification and totals through the gRPC front."""

import grpc
import pytest

from gateway.grpc.gen.kafeneio.ranking.v1 import ranking_pb2
from services.contracts import boards, statistics
from services.kernel.refusal import Refusal
from tests.gateway.fakes import services
from tests.gateway.test_grpc import WITH_TOKEN, opened
from tests.gateway.test_rest_rankings import BOARD, PAGE, PERIOD, ROW

STANDINGS = boards.Standings(standings=[boards.Standing(period=PERIOD, row=ROW)])
CLASSIFIED = statistics.Classification(account="a", name="Ann", pr=7, quintile=1, matches=2, place=1)
CLASSIFICATION = statistics.Classifications(rows=[CLASSIFIED], own=None, players=1, bounds=[7, 7, 7, 7])


def test_other_systems_read_how_players_stand() -> None:
    rpc = services(
        ListBoards=boards.Boards(boards=[PERIOD]),
        GetBoard=BOARD,
        ListPastPeriods=boards.BoardPeriods(periods=[PERIOD], winners={}),
        GetStandings=STANDINGS,
        GetClassification=CLASSIFICATION,
        GetStatistics=PAGE,
    )
    with opened(rpc) as door:
        ranking, how = door.ranking, {"metadata": WITH_TOKEN, "timeout": 30}
        (board,) = ranking.ListBoards(ranking_pb2.ListBoardsRequest(), **how).boards
        assert (board.board, board.state) == ("weekly:all", ranking_pb2.PERIOD_STATE_OPEN)
        page = ranking.GetBoard(ranking_pb2.GetBoardRequest(board="weekly:all", account="a-ann"), **how)
        assert (page.rows[0].rating, page.own.place) == (1516, 1)
        assert rpc.requests(boards.GetBoard) == [boards.GetBoard(board="weekly:all", account="a-ann")]
        past = ranking.ListPastPeriods(ranking_pb2.ListPastPeriodsRequest(board="weekly:all"), **how)
        assert past.periods[0].period == "2027-W10"
        places = ranking.GetStandings(ranking_pb2.GetStandingsRequest(account="a-ann"), **how)
        assert places.standings[0].row.place == 1
        found = ranking.GetClassification(ranking_pb2.GetClassificationRequest(pr_max=9), **how)
        assert (found.players[0].quintile, found.population) == (1, 1)
        assert ranking.GetStatistics(ranking_pb2.GetStatisticsRequest(account="a-ben"), **how).elo == 1502


def test_what_is_out_of_bounds_or_not_there_is_refused() -> None:
    with opened(services(GetBoard=Refusal("board_unknown"))) as door:
        for request, status in (
            (ranking_pb2.GetBoardRequest(board="none"), grpc.StatusCode.NOT_FOUND),
            (ranking_pb2.GetBoardRequest(board="none", limit=101), grpc.StatusCode.INVALID_ARGUMENT),
            (ranking_pb2.GetBoardRequest(board="x" * 65), grpc.StatusCode.INVALID_ARGUMENT),
        ):
            with pytest.raises(grpc.RpcError) as caught:
                door.ranking.GetBoard(request, metadata=WITH_TOKEN, timeout=30)
            assert caught.value.code() == status
