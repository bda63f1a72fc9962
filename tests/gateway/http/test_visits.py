"""Visits over REST: where to go, passes, coming in, and what is closed to visitors (services/lobby/RULES.md §19)."""

from typing import Any

import msgspec
import pytest

from gateway.http.routes.api import make_routes
from gateway.rpc import Cached
from services.contracts.lobby import open_tables
from services.contracts.lobby.accounts import accounts, visits
from services.contracts.wallet.balances import GetBalance
from services.kernel.refusal import Refusal
from tests.gateway.fakes import ANN, services
from tests.gateway.http.test_rest import BEARER, SESSION, Site
from tests.gateway.ws.test_presence import Desk, room, sent

BERLIN = visits.Cell(cell="b", name="Berlin", address="https://b.example")
VISITOR = msgspec.structs.replace(ANN, account="b~ann", name="ann@b", home="b")
VISIT = visits.Visit(home=BERLIN, chips_at_home=4_200, ends_at_ms=9)
CLOSED = {
    "GET /api/care", "GET /api/invites", "GET /api/lotteries", "GET /api/me/access", "GET /api/shop",
    "GET /api/tickets",
    "GET /api/wallet/transfers", "POST /api/competitions/<competition>/entries",
    "POST /api/lotteries/<lottery>/tickets",
    "POST /api/me/email", "POST /api/me/password", "POST /api/me/second-factor", "POST /api/shop/avatars",
    "POST /api/shop/payments", "POST /api/tables/<table>/gifts", "PUT /api/care/limits", "PUT /api/me/photo",
}  # fmt: skip


def visiting(**answers: Any) -> Site:
    return Site(services(**({"WhoIs": VISITOR, "GetVisit": VISIT} | answers)))


def test_the_cells_that_can_be_visited_are_listed() -> None:
    site = Site(services(ListCells=visits.Cells(cells=[BERLIN])))
    answer = site.client.get("/api/cells", headers=BEARER)
    assert answer.json == {"cells": [{"cell": "b", "name": "Berlin", "address": "https://b.example"}]}
    assert site.client.get("/api/cells").json == {"error": "session_expired", "detail": None}


def test_a_pass_is_for_the_cell_of_the_path_and_the_account_of_the_session() -> None:
    issued = visits.CellPass(text="signed", address=BERLIN.address, expires_at_ms=5)
    site = Site(services(IssuePass=issued))
    answer = site.client.post("/api/cells/b/pass", headers=BEARER, environ_base={"REMOTE_ADDR": "192.0.2.7"})
    assert (answer.status_code, answer.json) == (
        201,
        {"pass": "signed", "address": "https://b.example", "expires_at_ms": 5},
    )
    assert answer.headers["Cache-Control"] == "no-store"
    assert site.rpc.requests(visits.IssuePass) == [visits.IssuePass(token="token-ann", cell="b", address="192.0.2.7")]


def test_a_path_that_names_no_cell_is_unknown() -> None:
    answer = Site().client.post(f"/api/cells/{'x' * 65}/pass", headers=BEARER)
    assert (answer.status_code, answer.json) == (404, {"error": "cell_unknown", "detail": None})


def test_a_visit_begins_without_a_session_with_device_and_address() -> None:
    site = Site(services(BeginVisit=msgspec.structs.replace(SESSION, account=VISITOR)))
    client = site.app.test_client()
    client.set_cookie("kafeneio_device", "ab" * 16)
    answer = client.post("/api/visit", json={"pass": "x.y", "terms": 3}, environ_base={"REMOTE_ADDR": "192.0.2.7"})
    assert answer.status_code == 201
    assert answer.json is not None
    assert (answer.json["account"]["home"], answer.json["token"]) == ("b", "token-ann")
    assert site.rpc.requests(visits.BeginVisit) == [
        visits.BeginVisit(signed="x.y", terms=3, device="ab" * 16, address="192.0.2.7")
    ]


@pytest.mark.parametrize("body", [{}, {"pass": 5}, {"pass": "x" * 2_049}, {"pass": "x", "account": "b~me"}])
def test_a_body_that_is_none_of_a_visit_is_refused(body: dict[str, Any]) -> None:
    site = visiting()
    answer = site.client.post("/api/visit", json=body)
    assert (answer.status_code, (answer.json or {})["error"]) == (400, "bad_request")
    assert site.rpc.requests(visits.BeginVisit) == []


def test_me_of_a_visitor_has_the_chips_at_home_and_the_way_there() -> None:
    site = visiting()
    answer = site.client.get("/api/me", headers=BEARER).json
    assert answer is not None
    assert (answer["chips"], answer["account"]["home"]) == (4_200, "b")
    assert answer["visit"] == msgspec.to_builtins(VISIT)
    assert site.rpc.requests(GetBalance) == []


def test_the_room_of_a_visitor_has_the_chips_at_home() -> None:
    desk = Desk(services(Connected=msgspec.structs.replace(room(), me=VISITOR), GetVisit=VISIT))
    assert sent(desk.greet())[0]["chips"] == 4_200
    assert desk.rpc.requests(GetBalance) == []


def test_what_is_only_at_home_is_closed_to_visitors_before_any_service_is_asked() -> None:
    site = visiting()
    routes = make_routes(site.rpc, Cached(site.rpc, open_tables.ListTables(), 60), 1.0)
    closed = {f"{each.method} {each.path}" for each in routes if not each.visitors}
    assert closed >= CLOSED
    for path in ("/api/shop", "/api/lotteries"):
        answer = site.client.get(path, headers=BEARER)
        assert (answer.status_code, answer.json) == (403, {"error": "visitor_forbidden", "detail": None})
    assert {type(each) for each in site.rpc.asked} == {accounts.WhoIs}


def test_players_of_the_cell_itself_pass_where_visitors_do_not() -> None:
    answer = Site(services(ListShop=Refusal("service_unavailable"))).client.get("/api/shop", headers=BEARER)
    assert answer.json == {"error": "service_unavailable", "detail": None}
