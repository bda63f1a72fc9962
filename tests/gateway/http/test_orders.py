"""REST about orders of operators: what the console sends reaches moderation with accounts in place of names."""

from typing import Any

from services.contracts.lobby.accounts import accounts as lobby
from services.contracts.moderation import orders
from services.contracts.ranking import boards
from services.kernel.refusal import Refusal
from tests.gateway.fakes import ANN, services
from tests.gateway.http.test_rest import BEARER, Site

REASON = "the server counted wrong"


def known(asked: lobby.GetPlayer) -> Any:
    """Ann, by account or by name."""
    return (
        ANN
        if "ann" in (asked.account or "", (asked.name or "").lower()) or asked.account == ANN.account
        else Refusal("player_unknown")
    )


def order(site: Site, operation: dict[str, Any]) -> Any:
    body = {"id": "o1", "reason": REASON, "operation": operation}
    return site.client.post("/api/operator/orders", headers=BEARER, json=body)


def placed(asked: orders.PlaceOrder) -> orders.Order:
    return orders.Order(id=asked.id, by=asked.account, reason=asked.reason, operation=asked.operation, at_ms=1)


def test_amounts_of_a_round_are_ordered_by_account_for_any_name() -> None:
    site = Site(services(GetPlayer=known, PlaceOrder=placed))
    assert order(site, {"kind": "correct_round", "round": "r", "credited": {"Ann": 1200}}).status_code == 201
    assert order(site, {"kind": "correct_round", "round": "r", "credited": {ANN.account: 7}}).status_code == 201
    assert order(site, {"kind": "correct_round", "round": "r"}).status_code == 201
    asked = [each.operation for each in site.rpc.requests(orders.PlaceOrder)]
    assert [each.credited for each in asked] == [{ANN.account: 1200}, {ANN.account: 7}, None]


def test_a_round_with_an_unknown_or_repeated_name_is_refused() -> None:
    site = Site(services(GetPlayer=known, PlaceOrder=placed))
    stranger = order(site, {"kind": "correct_round", "round": "r", "credited": {"Zoe": 1}})
    assert (stranger.status_code, stranger.json["error"]) == (404, "player_unknown")
    twice = order(site, {"kind": "correct_round", "round": "r", "credited": {"Ann": 1, ANN.account: 1}})
    assert twice.json["error"] == "bad_parameters"
    assert site.rpc.requests(orders.PlaceOrder) == []


PERIOD = boards.BoardPeriod(
    board="spring", period="2027-03-01", repeat="own", games=None, starts_at_ms=1, ends_at_ms=2, state="open",
    min_games=1, prizes_chips=[], players=0, title="Spring 2027",
)  # fmt: skip


def test_an_order_to_close_a_board_has_its_title_whatever_was_sent() -> None:
    site = Site(services(PlaceOrder=placed, GetBoard=boards.Board(period=PERIOD, rows=[], own=None)))
    for more in ({}, {"title": "Something else"}):
        assert (
            order(site, {"kind": "close_board", "board": "spring", "period": "2027-03-01", **more}).status_code == 201
        )
    unknown = Site(services(PlaceOrder=placed, GetBoard=Refusal("board_unknown")))
    assert order(unknown, {"kind": "close_board", "board": "none", "period": "x", "title": "y"}).status_code == 201
    titles = [each.operation.title for each in site.rpc.requests(orders.PlaceOrder)]
    assert titles == ["Spring 2027", "Spring 2027"]
    assert [each.operation.title for each in unknown.rpc.requests(orders.PlaceOrder)] == [""]
