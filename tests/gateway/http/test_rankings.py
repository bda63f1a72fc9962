"""REST about leaderboards, the dominoes classification and statistics."""

from typing import Any

import msgspec
import pytest

from services.contracts.lobby.accounts import accounts as lobby
from services.contracts.moderation import conduct as moderation
from services.contracts.ranking import badges, boards, statistics
from services.contracts.ranking.days import Days, GetDays
from services.contracts.tables.problems import ListProblems, OwnProblems
from services.contracts.wallet.lotteries import FreeOffer, GetFreeOffer
from services.kernel.refusal import Refusal
from tests.gateway.fakes import services
from tests.gateway.http.test_rest import BEARER, Site

PERIOD = boards.BoardPeriod(
    board="weekly:all",
    period="2027-W10",
    repeat="weekly",
    games=None,
    starts_at_ms=1,
    ends_at_ms=2,
    state="open",
    min_games=10,
    prizes_chips=[50_000],
    players=1,
)
ROW = boards.BoardRow(place=1, account="a-ann", name="Ann", rating=1516, wins=1, matches=1, last_end_ms=1)
BOARD = boards.Board(period=PERIOD, rows=[ROW], own=ROW)
TOTALS = statistics.TotalsLine(
    matches=1,
    won=1,
    lost=0,
    tied=0,
    units_won=1,
    units_lost=0,
    points_for=1,
    points_against=0,
    net_chips=9,
    elo_delta=2,
)
PAGE = statistics.PlayerStatistics(
    account="a-ben",
    name="",
    matches=[],
    totals=TOTALS,
    games=["tavli"],
    elo=1502,
    peak=1502,
    rated_games=1,
    pr=0,
    quintile=None,
    classified_matches=0,
)
BEN = lobby.Account(account="a-ben", name="Ben", language="en", created_at_ms=0)
DEFINITION = {"board": "spring", "repeat": "weekly", "games": ["tavli"], "prizes_chips": [5]}


def site(**answers: Any) -> Site:
    return Site(services(**answers))


def conduct(*roles: str) -> moderation.Conduct:
    return moderation.Conduct(account="a-ann", cards={}, roles=list(roles), suspension=None)


def test_a_board_needs_a_session() -> None:
    made = site(GetBoard=BOARD)

    answer = made.client.get("/api/boards/weekly:all?around=true&limit=5&period=2027-W10", headers=BEARER)

    assert (answer.status_code, answer.json) == (200, msgspec.to_builtins(BOARD))
    asked = boards.GetBoard(board="weekly:all", period="2027-W10", account="a-ann", limit=5, around=True)
    assert made.rpc.requests(boards.GetBoard) == [asked]


@pytest.mark.parametrize(
    "query", ["limit=0", "limit=101", "place=0", "around=perhaps", "other=1", f"period={'x' * 65}"]
)
def test_a_query_out_of_bounds_never_reaches_ranking(query: str) -> None:
    made = site(GetBoard=BOARD)

    assert made.client.get(f"/api/boards/weekly:all?{query}", headers=BEARER).status_code == 400
    assert made.rpc.requests(boards.GetBoard) == []


@pytest.mark.parametrize("path", [f"boards/weekly:all/periods?before_ms={10**30}", f"classification?pr_max={10**30}"])
def test_numbers_that_no_database_holds_never_reach_ranking(path: str) -> None:
    made = site()
    answer = made.client.get(f"/api/{path}", headers=BEARER)
    assert (answer.status_code, answer.json["error"]) == (400, "bad_request")
    assert made.rpc.asked == []


def test_a_board_that_is_not_there_is_not_found() -> None:
    made = site(GetBoard=Refusal("board_unknown"))

    assert made.client.get("/api/boards/none", headers=BEARER).status_code == 404
    assert made.client.get(f"/api/boards/{'x' * 65}", headers=BEARER).status_code == 404
    assert len(made.rpc.requests(boards.GetBoard)) == 1


def test_the_roles_come_from_moderation_and_ranking_decides_about_definitions() -> None:
    made = site(GetConduct=conduct("operator"), ListDefinitions=boards.Definitions(definitions=[]))
    assert made.client.get("/api/operator/boards", headers=BEARER).status_code == 200
    (asked,) = made.rpc.requests(boards.ListDefinitions)
    assert asked.roles == ["operator"]


def test_ones_own_matches_are_asked_for_as_oneself() -> None:
    made = site(GetStatistics=PAGE)

    assert made.client.get("/api/me/statistics/matches?game=tavli", headers=BEARER).status_code == 200
    asked = statistics.GetStatistics(viewer="a-ann", account="a-ann", game="tavli", part="matches")
    assert made.rpc.requests(statistics.GetStatistics) == [asked]


def test_others_totals_are_found_by_name() -> None:
    made = site(GetStatistics=PAGE, GetPlayer=BEN)

    answer = made.client.get("/api/players/Ben/statistics", headers=BEARER)

    assert (answer.status_code, answer.json["name"]) == (200, "Ben")
    asked = statistics.GetStatistics(viewer="a-ann", account="a-ben", part="totals")
    assert made.rpc.requests(statistics.GetStatistics) == [asked]
    nobody = site(GetPlayer=Refusal("player_unknown"))
    assert nobody.client.get("/api/players/Zoe/standings", headers=BEARER).status_code == 404


@pytest.mark.parametrize(
    "path", ["boards", "boards/weekly:all", "classification", "me/statistics/matches", "players/Ben/statistics"]
)
def test_every_route_needs_a_session(path: str) -> None:
    assert site().client.get(f"/api/{path}").status_code == 401


def test_the_badges_of_a_player_are_found_by_name_and_ones_own_by_the_session() -> None:
    found = badges.Badges(account="a-ben", badges=[badges.Badge(badge="won_tavli", earned_at_ms=7)])
    own = badges.OwnBadges(badges=[], goals=[badges.BadgeGoal(badge="people", done=2, needed=10)], quiet=False)
    made = site(ListBadges=found, GetOwnBadges=own, GetPlayer=BEN)

    answer = made.client.get("/api/players/Ben/badges", headers=BEARER)
    assert (answer.status_code, answer.json) == (200, msgspec.to_builtins(found))
    assert made.rpc.requests(badges.ListBadges) == [badges.ListBadges(account="a-ben")]
    assert made.client.get("/api/me/badges", headers=BEARER).json == msgspec.to_builtins(own)
    assert made.rpc.requests(badges.GetOwnBadges) == [badges.GetOwnBadges(account="a-ann")]


# --- today ---

PROBLEMS = OwnProblems(today="2027-03-10", next_at_ms=9, problems=[])
DAYS = Days(streak_days=3, today=True)
OFFER = FreeOffer(ready_at_ms=7)


def test_today_asks_three_services_in_the_name_of_the_session() -> None:
    made = site(GetFreeOffer=OFFER, ListProblems=PROBLEMS, GetDays=DAYS)

    answer = made.client.get("/api/me/today", headers=BEARER)
    parts = {"free": OFFER, "problems": PROBLEMS, "days": DAYS}
    assert (answer.status_code, answer.json) == (200, msgspec.to_builtins(parts))
    for request in (GetFreeOffer(account="a-ann"), ListProblems(account="a-ann"), GetDays(account="a-ann")):
        assert made.rpc.requests(type(request)) == [request]


@pytest.mark.parametrize(
    ("away", "part"), [("GetFreeOffer", "free"), ("ListProblems", "problems"), ("GetDays", "days")]
)
def test_a_part_of_today_that_is_away_takes_nothing_from_the_others(away: str, part: str) -> None:
    answers = {"GetFreeOffer": OFFER, "ListProblems": PROBLEMS, "GetDays": DAYS}
    made = site(**answers | {away: Refusal("service_unavailable")})

    answer = made.client.get("/api/me/today", headers=BEARER)
    assert answer.status_code == 200
    assert answer.json is not None
    assert [name for name, found in answer.json.items() if found is None] == [part]


def test_guests_are_offered_no_ticket_and_without_a_session_nothing_is_asked() -> None:
    guest = lobby.Account(account="a-guest", name="Guest 1", language="en", created_at_ms=0, guest=True)
    made = site(GetFreeOffer=OFFER, ListProblems=PROBLEMS, GetDays=DAYS, WhoIs=guest)
    answer = made.client.get("/api/me/today", headers=BEARER)
    assert answer.json is not None
    assert (answer.json["free"], answer.json["days"]) == (None, msgspec.to_builtins(DAYS))
    assert made.rpc.requests(GetFreeOffer) == []
    made = site(GetDays=DAYS)
    assert made.client.get("/api/me/today").status_code == 401
    assert made.rpc.requests(GetDays) == []
