"""What pages of other sites may read: nothing unless the operator allows it, and then names alone."""

from typing import Any

import pytest

from services.contracts.ranking import boards
from services.kernel.refusal import Refusal
from tests.gateway.fakes import FakeRpc, services
from tests.gateway.http.test_rest import BEARER, Site

CLUB = "https://club.example"
PATH = "/api/public/boards/weekly:all"


def row(place: int, name: str) -> boards.BoardRow:
    return boards.BoardRow(place, f"a-{place}", name, 1_600 - place, 5, 9, 7, prize_chips=50_000)


def board(*names: str) -> boards.Board:
    period = boards.BoardPeriod(
        board="weekly:all", period="2026-W48", repeat="weekly", games=None, starts_at_ms=1, ends_at_ms=2, state="open",
        min_games=10, prizes_chips=[], players=len(names),
    )  # fmt: skip
    return boards.Board(period=period, rows=[row(place, name) for place, name in enumerate(names, 1)], own=None)


def house(**answers: Any) -> FakeRpc:
    return services(**({"GetBoard": board("ann", "bob")} | answers))


def read(*allowed: str, origin: str = CLUB, path: str = PATH, rpc: FakeRpc | None = None) -> Any:
    site = Site(rpc or house(), gateway_public_origins=[*allowed])
    return site.client.get(path, headers={"Origin": origin} if origin else {})


@pytest.mark.parametrize("origin", ["", CLUB, "http://localhost"])
def test_nothing_is_served_unless_the_operator_allows_it(origin: str) -> None:
    rpc = house()
    answer = read(origin=origin, rpc=rpc)
    assert (answer.status_code, answer.json["error"]) == (404, "public_off")
    assert "Access-Control-Allow-Origin" not in answer.headers
    assert rpc.asked == []


def test_a_page_that_is_allowed_reads_names_and_no_accounts_prizes_or_cookies() -> None:
    rpc = house()
    answer = read(CLUB, rpc=rpc)
    assert answer.headers["Access-Control-Allow-Origin"] == CLUB
    assert answer.headers["Cross-Origin-Resource-Policy"] == "cross-origin"
    assert "Access-Control-Allow-Credentials" not in answer.headers and "Set-Cookie" not in answer.headers
    assert "Origin" in answer.headers["Vary"]
    assert answer.json == {
        "board": "weekly:all", "period": "2026-W48", "starts_at_ms": 1, "ends_at_ms": 2, "state": "open", "players": 2,
        "rows": [
            {"place": 1, "name": "ann", "rating": 1_599, "wins": 5, "matches": 9},
            {"place": 2, "name": "bob", "rating": 1_598, "wins": 5, "matches": 9},
        ],
    }  # fmt: skip
    assert rpc.requests(boards.GetBoard) == [boards.GetBoard(board="weekly:all")]


@pytest.mark.parametrize(("allowed", "origin"), [("*", "https://any.example"), ("*", ""), (CLUB, CLUB), (CLUB, "")])
def test_those_that_are_listed_and_programs_may_read(allowed: str, origin: str) -> None:
    assert read(allowed, origin=origin).status_code == 200


def test_a_page_that_is_not_listed_is_refused_and_may_not_read_why() -> None:
    answer = read(CLUB, origin="https://club.example.evil.example")
    assert (answer.status_code, answer.json["error"]) == (403, "origin_forbidden")
    assert "Access-Control-Allow-Origin" not in answer.headers


@pytest.mark.parametrize("path", ["/api/boards/weekly:all", "/api/me", "/api/problems", "/api/catalogue"])
def test_nothing_else_is_opened_by_it(path: str) -> None:
    site = Site(house(), gateway_public_origins=["*"])
    answer = site.client.get(path, headers=BEARER | {"Origin": CLUB})
    assert (answer.status_code, answer.json["error"]) == (403, "origin_forbidden")
    assert "Access-Control-Allow-Origin" not in answer.headers


def test_a_board_that_is_not_there_is_unknown_and_its_page_may_read_that() -> None:
    for path, rpc in ((PATH, house(GetBoard=Refusal("board_unknown"))), (f"/api/public/boards/{'x' * 49}", house())):
        answer = read(CLUB, path=path, rpc=rpc)
        assert (answer.status_code, answer.json["error"]) == (404, "board_unknown")
        assert answer.headers["Access-Control-Allow-Origin"] == CLUB


@pytest.mark.parametrize("query", ["limit=101", "limit=0", "place=0", "account=a-ann", "around=true"])
def test_the_query_has_its_bounds_and_no_account(query: str) -> None:
    assert read(CLUB, path=f"{PATH}?{query}").status_code == 400
