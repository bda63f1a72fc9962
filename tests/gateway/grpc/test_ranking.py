"""Leaderboards, classification and totals through the gRPC front."""

from typing import Any

import grpc
import msgspec
import pytest

from gateway.grpc.gen.kafeneio.ranking.v1 import ranking_pb2
from services.contracts.moderation import conduct as moderation
from services.contracts.moderation import orders
from services.contracts.ranking import badges, boards, statistics
from services.contracts.ranking import ratings as ranking
from services.kernel.refusal import Refusal
from tests.gateway.fakes import services
from tests.gateway.grpc.test_front import LINE, WITH_TOKEN, opened
from tests.gateway.http.test_rankings import BOARD, PAGE, PERIOD, ROW

STANDINGS = boards.Standings(standings=[boards.Standing(period=PERIOD, row=ROW)])
CLASSIFIED = statistics.Classification(account="a", name="Ann", pr=7, quintile=1, matches=2, place=1)
CLASSIFICATION = statistics.Classifications(rows=[CLASSIFIED], own=CLASSIFIED, players=1, bounds=[None, 7, 7, 7])


def test_other_systems_read_how_players_stand() -> None:
    rpc = services(
        ListBoards=boards.Boards(boards=[PERIOD]),
        GetBoard=BOARD,
        ListPastPeriods=boards.BoardPeriods(periods=[PERIOD], winners={"2027-W10": [ROW]}),
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
        assert [(each.period, each.rows[0].account) for each in past.winners] == [("2027-W10", "a-ann")]
        assert past.periods[0].period == "2027-W10"
        places = ranking.GetStandings(ranking_pb2.GetStandingsRequest(account="a-ann"), **how)
        assert places.standings[0].row.place == 1
        around = ranking_pb2.GetClassificationRequest(pr_max=9, account="a", around=True)
        found = ranking.GetClassification(around, **how)
        assert (found.players[0].quintile, found.population, found.own.pr) == (1, 1, 7)
        assert [each.pr_min if each.HasField("pr_min") else None for each in found.bounds] == [None, 7, 7, 7]
        assert rpc.requests(statistics.GetClassification) == [
            statistics.GetClassification(account="a", pr_max=9, around=True)
        ]
        totals = ranking.GetStatistics(ranking_pb2.GetStatisticsRequest(account="a-ben"), **how)
        assert (totals.elo, totals.peak, list(totals.games)) == (1502, 1502, ["tavli"])
        assert (totals.units_won, totals.points_for, totals.net_chips, totals.elo_delta) == (1, 1, 9, 2)


def test_other_systems_read_the_badges_of_an_account() -> None:
    found = badges.Badges(account="a-ann", badges=[badges.Badge(badge="won_tavli", earned_at_ms=1_500)])
    rpc = services(ListBadges=found)
    with opened(rpc) as door:
        asked = ranking_pb2.ListBadgesRequest(account="a-ann")
        (badge,) = door.ranking.ListBadges(asked, metadata=WITH_TOKEN, timeout=30).badges
        assert (badge.badge, badge.earn_time.ToMilliseconds()) == ("won_tavli", 1_500)
        assert rpc.requests(badges.ListBadges) == [badges.ListBadges(account="a-ann")]
        with pytest.raises(grpc.RpcError) as caught:
            too_long = ranking_pb2.ListBadgesRequest(account="x" * 65)
            door.ranking.ListBadges(too_long, metadata=WITH_TOKEN, timeout=30)
        assert caught.value.code() == grpc.StatusCode.INVALID_ARGUMENT


def test_what_is_out_of_bounds_or_not_there_is_refused() -> None:
    with opened(services(GetBoard=Refusal("board_unknown"))) as door:
        for request, status in (
            (ranking_pb2.GetBoardRequest(board="none"), grpc.StatusCode.NOT_FOUND),
            (ranking_pb2.GetBoardRequest(board="none", page_size=-1), grpc.StatusCode.INVALID_ARGUMENT),
            (ranking_pb2.GetBoardRequest(board="none", page_token="x"), grpc.StatusCode.INVALID_ARGUMENT),
            (ranking_pb2.GetBoardRequest(board="x" * 65), grpc.StatusCode.INVALID_ARGUMENT),
        ):
            with pytest.raises(grpc.RpcError) as caught:
                door.ranking.GetBoard(request, metadata=WITH_TOKEN, timeout=30)
            assert caught.value.code() == status


def test_ratings_come_with_pr_and_quintile_also_many_at_once() -> None:
    rpc = services(
        GetRatings=lambda asked: ranking.Ratings(
            ratings=[ranking.Rating(account=each, rating=1500, games=1, peak=1520) for each in asked.accounts]
        ),
        GetQuintiles=lambda asked: statistics.Quintiles(
            quintiles=[
                statistics.QuintileChange(account=each, pr=number, quintile=number or None, seq=1)
                for number, each in enumerate(asked.accounts)
            ]
        ),
    )
    with opened(rpc) as door:
        asked = ranking_pb2.BatchGetRatingsRequest(accounts=["a-ann", "a-ben"])
        found = door.ranking.BatchGetRatings(asked, metadata=WITH_TOKEN, timeout=30).ratings
        assert [(each.account, each.rating, each.pr, each.quintile) for each in found] == [
            ("a-ann", 1500, 0, 0), ("a-ben", 1500, 1, 1)
        ]  # fmt: skip
        one = door.ranking.GetRating(ranking_pb2.GetRatingRequest(account="a-ann"), metadata=WITH_TOKEN, timeout=30)
        assert (one.peak, one.quintile) == (1520, 0)


def on_board(asked: boards.GetBoard) -> boards.Board:
    """A board of 250 players, named by their places."""
    places = range(asked.place, min(251, asked.place + asked.limit))
    rows = [msgspec.structs.replace(ROW, place=place, account=f"p{place}") for place in places]
    return boards.Board(period=msgspec.structs.replace(PERIOD, players=250), rows=rows, own=None)


def past_periods(asked: boards.ListPastPeriods) -> boards.BoardPeriods:
    """Periods that started at 1 … 9, in milliseconds."""
    starts = range((asked.before_ms or 10) - 1, 0, -1)[: asked.limit]
    periods = [msgspec.structs.replace(PERIOD, period=str(start), starts_at_ms=start) for start in starts]
    return boards.BoardPeriods(periods=periods, winners={})


def classified(asked: statistics.GetClassification) -> statistics.Classifications:
    """Players a0 … a6, two by two with the same PR."""
    players = [msgspec.structs.replace(CLASSIFIED, account=f"a{number}", pr=-(number // 2)) for number in range(7)]
    behind = [
        each
        for each in players
        if asked.pr_max is None or (-each.pr, each.account) > (-asked.pr_max, asked.after or "")
    ]
    return statistics.Classifications(rows=behind[: asked.limit], own=None, players=7, bounds=[])


def played(asked: statistics.ListPlayedMatches) -> statistics.PlayedMatches:
    """Matches 7 … 1, two by two with the same end."""
    lines = [msgspec.structs.replace(MATCH, number=number, ended_at_ms=number // 2) for number in range(7, 0, -1)]
    behind = [line for line in lines if asked.before is None or place(line) < place(asked.before)]
    last = behind[asked.limit - 1] if len(behind) > asked.limit else None
    return statistics.PlayedMatches(
        matches=behind[: asked.limit], next=None if last is None else statistics.MatchPlace(*place(last))
    )


def place(found: statistics.MatchLine | statistics.MatchPlace) -> tuple[int, int]:
    return found.ended_at_ms, found.number


def test_pages_go_on_where_the_last_one_ended() -> None:
    rpc = services(
        GetBoard=on_board, ListPastPeriods=past_periods, GetClassification=classified, ListPlayedMatches=played
    )
    with opened(rpc, grpc_tokens=[f"{LINE}+ranking.matches"]) as door:

        def all_of(method: str, request: Any, lines: str) -> list[Any]:
            found = []
            while True:
                page = getattr(door.ranking, method)(request, metadata=WITH_TOKEN, timeout=30)
                found += getattr(page, lines)
                if not page.next_page_token:
                    return found
                request.page_token = page.next_page_token

        rows = all_of("GetBoard", ranking_pb2.GetBoardRequest(board="b", place=21, page_size=500), "rows")
        assert [row.place for row in rows] == list(range(21, 251))
        periods = all_of("ListPastPeriods", ranking_pb2.ListPastPeriodsRequest(board="b", page_size=3), "periods")
        assert [each.start_time.ToMilliseconds() for each in periods] == [9, 8, 7, 6, 5, 4, 3, 2, 1]
        players = all_of("GetClassification", ranking_pb2.GetClassificationRequest(page_size=2, pr_max=0), "players")
        assert [each.account for each in players] == [f"a{number}" for number in range(7)]
        matches = all_of("ListMatches", ranking_pb2.ListMatchesRequest(account="a", page_size=2), "matches")
        assert [each.number for each in matches] == [7, 6, 5, 4, 3, 2, 1]


@pytest.mark.parametrize("token", ["!", "W10", "WyJ4Il0", "WzBd", "x" * 600, "é"])
def test_a_page_token_of_another_maker_is_refused(token: str) -> None:
    with opened(services(GetBoard=on_board)) as door:
        with pytest.raises(grpc.RpcError) as caught:
            request = ranking_pb2.GetBoardRequest(board="b", page_token=token)
            door.ranking.GetBoard(request, metadata=WITH_TOKEN, timeout=30)
        assert (caught.value.code(), caught.value.details()) == (
            grpc.StatusCode.INVALID_ARGUMENT, "page_token_invalid"
        )  # fmt: skip


def test_ratings_are_followed_from_what_they_are_to_what_they_become() -> None:
    elo = {"a-ann": 1500, "a-ben": 1500}
    rpc = services(
        GetRatings=lambda asked: ranking.Ratings(
            ratings=[ranking.Rating(account=each, rating=elo[each], games=1, peak=1500) for each in asked.accounts]
        ),
        GetQuintiles=lambda asked: statistics.Quintiles(
            quintiles=[statistics.QuintileChange(account=each, pr=0, quintile=None, seq=0) for each in asked.accounts]
        ),
    )
    with opened(rpc, grpc_stream_poll_ms=10, grpc_streams_max=1) as door:
        request = ranking_pb2.WatchRatingsRequest(accounts=["a-ann", "a-ben", "a-ann"])
        stream = door.ranking.WatchRatings(request, metadata=WITH_TOKEN, timeout=60)
        assert [(each.account, each.rating) for each in next(stream).ratings] == [("a-ann", 1500), ("a-ben", 1500)]
        elo["a-ben"] = 1516
        assert [(each.account, each.rating) for each in next(stream).ratings] == [("a-ben", 1516)]
        with pytest.raises(grpc.RpcError) as caught:
            next(iter(door.ranking.WatchRatings(request, metadata=WITH_TOKEN, timeout=60)))
        assert caught.value.details() == "streams_busy"
        stream.cancel()


@pytest.mark.parametrize("accounts", [[], [f"a{number}" for number in range(101)], ["x" * 65]])
def test_following_no_accounts_or_too_many_is_refused(accounts: list[str]) -> None:
    with opened(services()) as door:
        request = ranking_pb2.WatchRatingsRequest(accounts=accounts)
        with pytest.raises(grpc.RpcError) as caught:
            next(iter(door.ranking.WatchRatings(request, metadata=WITH_TOKEN, timeout=60)))
        assert (caught.value.code(), caught.value.details()) == (
            grpc.StatusCode.INVALID_ARGUMENT, "bad_parameters"
        )  # fmt: skip


MATCH = statistics.MatchLine(
    number=3,
    match="m3",
    game="dominoes",
    table="Plane tree",
    target="100",
    ended_at_ms=1,
    won=None,
    units_won=2,
    units_lost=2,
    points_for=90,
    points_against=90,
    scoreless=0,
    net_chips=None,
    elo_delta=4,
    elo_after=1504,
    pr_delta=1,
    pr_after=8,
    quintile_after=2,
)
DEAL = statistics.SeatDeal(seat=0, account=None, name="", value=40, doubles=1, suit=6, suit_count=3, missing=0)
HAND = statistics.HandLine(number=1, won=True, points_for=25, points_against=0, differential=25, deals=[DEAL])


def test_a_players_matches_are_for_tokens_with_the_scope() -> None:
    rpc = services(
        ListPlayedMatches=statistics.PlayedMatches(matches=[MATCH], next=None),
        GetMatchHands=statistics.MatchHands(line=MATCH, seat=0, hands=[HAND]),
    )
    with opened(rpc, grpc_tokens=[f"{LINE}+ranking.matches"]) as door:
        how = {"metadata": WITH_TOKEN, "timeout": 30}
        (found,) = door.ranking.ListMatches(ranking_pb2.ListMatchesRequest(account="a-ben"), **how).matches
        assert (found.HasField("won"), found.HasField("net_chips"), found.scoreless, found.pr_after) == (
            False, False, 0, 8
        )  # fmt: skip
        asked = ranking_pb2.GetMatchHandsRequest(account="a-ben", match="m3")
        hands = door.ranking.GetMatchHands(asked, **how)
        assert (hands.match.number, hands.hands[0].won, hands.hands[0].deals[0].suit_count) == (3, True, 3)
        assert rpc.requests(statistics.ListPlayedMatches) == [
            statistics.ListPlayedMatches(viewer="a-ben", account="a-ben", limit=50)
        ]


def conduct(*roles: str) -> moderation.Conduct:
    return moderation.Conduct(account="service.olga", cards={}, roles=list(roles), suspension=None)


DEFINITION = boards.BoardDefinition(board="spring", repeat="weekly", games=["tavli"], prizes_chips=[500])


WHY = "a board of the spring"
CALL = {"metadata": WITH_TOKEN, "timeout": 30}


class Orders:
    """Moderation, as far as it keeps orders; what came of each is asked for once in vain."""

    def __init__(self, **outcome: Any) -> None:
        """`outcome`: the fields with which an order is answered in the end."""
        self.placed: dict[str, orders.Order] = {}
        self._outcome = {"state": "done"} | outcome
        self._looks = 0

    def place(self, asked: orders.PlaceOrder) -> orders.Order:
        """A new order."""
        order = orders.Order(id=asked.id, by=asked.account, reason=asked.reason, operation=asked.operation, at_ms=1)
        return self.placed.setdefault(asked.id, order)

    def get(self, asked: orders.GetOrder) -> orders.Order:
        """Placed at first, then with its outcome."""
        self._looks += 1
        found = self.placed[asked.order]
        return found if self._looks == 1 else msgspec.structs.replace(found, **self._outcome)


def test_operators_define_and_close_boards_by_orders_with_a_reason() -> None:
    desk = Orders(detail=msgspec.to_builtins(PERIOD))
    rpc = services(
        GetConduct=conduct("operator"),
        ListDefinitions=boards.Definitions(definitions=[DEFINITION]),
        GetBoard=boards.Board(period=msgspec.structs.replace(PERIOD, title="Spring 2027"), rows=[], own=None),
        PlaceOrder=desk.place,
        GetOrder=desk.get,
    )
    with opened(rpc, grpc_tokens=[f"{LINE}+ranking.operate@olga"]) as door:
        asked = ranking_pb2.ListDefinitionsRequest(operator="service.olga")
        (known,) = door.ranking.ListDefinitions(asked, **CALL).definitions
        known.min_games = 3
        known.start_time.FromMilliseconds(1_000)
        save = ranking_pb2.SaveBoardRequest(operator="service.olga", definition=known, request_id="s1", reason=WHY)
        saved = door.ranking.SaveBoard(save, **CALL)
        assert (saved.definition, saved.order, saved.placed) == (known, "s1", False)
        close = {"operator": "service.olga", "board": "weekly:all", "period": "2027-W10", "reason": WHY}
        closed = door.ranking.CloseBoard(ranking_pb2.CloseBoardRequest(**close), **CALL)
        assert closed.period.board == "weekly:all" and closed.order in desk.placed
        changed = msgspec.structs.replace(DEFINITION, min_games=3, starts_at_ms=1_000)
        assert [(each.by, each.reason, each.operation) for each in desk.placed.values()] == [
            ("service.olga", WHY, orders.SaveBoard(definition=changed)),
            ("service.olga", WHY, orders.CloseBoard(board="weekly:all", period="2027-W10", title="Spring 2027")),
        ]
        wrong = ranking_pb2.BoardDefinition(board="Spring!", repeat=ranking_pb2.BOARD_REPEAT_OWN)
        with pytest.raises(grpc.RpcError) as caught:
            door.ranking.SaveBoard(ranking_pb2.SaveBoardRequest(operator="service.olga", definition=wrong), **CALL)
        assert (caught.value.code(), caught.value.details()) == (grpc.StatusCode.INVALID_ARGUMENT, "board_invalid")


def test_an_order_that_ranking_refuses_says_so_and_one_that_waits_is_placed() -> None:
    refusing, waiting = Orders(state="refused", error="board_not_closed"), Orders(state="placed")
    for desk in (refusing, waiting):
        unknown = Refusal("board_unknown")
        rpc = services(GetConduct=conduct("operator"), GetBoard=unknown, PlaceOrder=desk.place, GetOrder=desk.get)
        with opened(rpc, grpc_tokens=[f"{LINE}+ranking.operate@olga"], grpc_timeout_max_ms=1_000) as door:
            asked = ranking_pb2.CloseBoardRequest(operator="service.olga", board="weekly:all", period="x", reason=WHY)
            if desk is waiting:
                answer = door.ranking.CloseBoard(asked, **CALL)
                assert answer.placed and not answer.HasField("period")
                continue
            with pytest.raises(grpc.RpcError) as caught:
                door.ranking.CloseBoard(asked, **CALL)
            assert caught.value.details() == "board_not_closed"


def test_moderation_decides_which_accounts_may_order_and_refuses_a_missing_reason() -> None:
    for error in ("forbidden", "reason_required", "idempotency_conflict"):
        rpc = services(PlaceOrder=Refusal(error), GetBoard=Refusal("board_unknown"))
        with opened(rpc, grpc_tokens=[f"{LINE}+ranking.operate@olga"]) as door:
            with pytest.raises(grpc.RpcError) as caught:
                door.ranking.CloseBoard(
                    ranking_pb2.CloseBoardRequest(operator="service.olga", board="weekly:all", period="x"), **CALL
                )
            assert caught.value.details() == error
