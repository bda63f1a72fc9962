"""The REST API about chips: what is asked of the wallet, in whose name, and how providers' notices come through."""

from typing import Any

import pytest

from services.contracts.base import Done
from services.contracts.lobby.accounts import accounts as lobby
from services.contracts.wallet import balances as wallet
from services.contracts.wallet import invitations, limits, lotteries, payments, shop
from services.kernel.refusal import Refusal
from tests.gateway.fakes import services
from tests.gateway.http.test_rest import BEARER, REGISTRATION, SESSION, Site

REFUSED = Refusal("lottery_limit")


def site(**answers: Any) -> Site:
    return Site(services(**answers))


def asked(method: str, path: str, body: Any, kind: type, **answers: Any) -> Any:
    """The one request that an operation makes of a service."""
    made = site(**answers)
    made.client.open(path, method=method, json=body, headers=BEARER)
    (request,) = made.rpc.requests(kind)
    return request


OPERATIONS: list[tuple[str, str, Any, Any]] = [
    ("GET", "/api/wallet/transfers?before=9", None, wallet.ListTransfers(account="a-ann", before=9, limit=50)),
    ("GET", "/api/lotteries", None, lotteries.ListLotteries(account="a-ann")),
    ("GET", "/api/lotteries/free", None, lotteries.GetFreeOffer(account="a-ann")),
    ("POST", "/api/lotteries/free/tickets", None, lotteries.OpenTicket(account="a-ann", lottery="free")),
    ("POST", "/api/tickets/t/draw", {"seed": "ab"}, lotteries.DrawTicket(account="a-ann", ticket="t", seed="ab")),
    ("GET", "/api/tickets?limit=5", None, lotteries.ListTickets(account="a-ann", limit=5)),
    ("GET", "/api/shop", None, shop.ListShop(account="a-ann")),
    (
        *("POST", "/api/shop/payments", {"id": "i", "pack": "p"}),
        payments.BeginPayment(account="a-ann", id="i", pack="p", home="http://127.0.0.1:8000"),
    ),
    ("GET", "/api/shop/payments", None, payments.ListPayments(account="a-ann")),
    ("GET", "/api/shop/payments?before_ms=7", None, payments.ListPayments(account="a-ann", before_ms=7)),
    ("GET", "/api/wallet/transfers?about=shop", None, wallet.ListTransfers(account="a-ann", about="shop")),
    ("POST", "/api/shop/payments/p/confirm", None, payments.ConfirmPayment(account="a-ann", payment="p")),
    (
        *("POST", "/api/shop/avatars", {"id": "i", "avatar": "owl"}),
        shop.BuyAvatar(account="a-ann", id="i", avatar="owl", place="profile"),
    ),
    ("PUT", "/api/shop/avatars", {"avatar": None}, shop.WearAvatar(account="a-ann", avatar=None)),
    (
        *("POST", "/api/tables/t/gifts", {"id": "i", "match": "m", "item": "ouzo", "seat": 2}),
        shop.GiveItem(account="a-ann", id="i", table="t", match="m", item="ouzo", seat=2),
    ),
    ("GET", "/api/tables/t/gifts?since_ms=7", None, shop.ListGifts(table="t", since_ms=7)),
    ("GET", "/api/gallery", None, shop.ListGifts(receiver="a-ann")),
    (
        *("GET", "/api/invites?text=Come%20in&subject=Hi", None),
        invitations.GetInviteCard(account="a-ann", host="127.0.0.1:8000", text="Come in", subject="Hi", scheme="http"),
    ),
    ("GET", "/api/care", None, limits.GetCare(account="a-ann")),
    (
        *("PUT", "/api/care/limits", {"name": "stake", "value": 5}),
        limits.SetLimit(account="a-ann", name="stake", value=5),
    ),
    ("POST", "/api/care/exclusion", {"period": "7d"}, limits.Exclude(account="a-ann", period="7d")),
    ("DELETE", "/api/care/exclusion", None, limits.RevokeExclusion(account="a-ann")),
    ("POST", "/api/care/acknowledged", {"what": "check"}, limits.Acknowledge(account="a-ann", what="check")),
]


@pytest.mark.parametrize(("method", "path", "body", "request_made"), OPERATIONS)
def test_the_wallet_is_asked_in_the_name_of_the_session(method: str, path: str, body: Any, request_made: Any) -> None:
    answers = {type(request_made).__name__: REFUSED}
    assert asked(method, path, body, type(request_made), **answers) == request_made


@pytest.mark.parametrize(("method", "path", "body", "request_made"), OPERATIONS)
def test_without_a_session_nothing_is_asked(method: str, path: str, body: Any, request_made: Any) -> None:
    made = site()
    assert made.client.open(path, method=method, json=body).status_code == 401
    assert made.rpc.requests(type(request_made)) == []


def test_a_refusal_comes_with_its_detail() -> None:
    made = site(OpenTicket=Refusal("ticket_not_ready", {"ready_at_ms": 7}))
    found = made.client.post("/api/lotteries/free/tickets", headers=BEARER)
    assert (found.status_code, found.json) == (422, {"error": "ticket_not_ready", "detail": {"ready_at_ms": 7}})


def test_a_providers_notice_is_handed_on_as_it_came() -> None:
    body = '{ "id":"evt_1",  "type":"x" }'
    made = site(HearProvider=Done())
    found = made.client.post("/api/payments/stripe/notices", data=body, headers={"Stripe-Signature": "t=1,v1=2"})

    assert found.status_code == 200
    (request,) = made.rpc.requests(payments.HearProvider)
    assert request == payments.HearProvider(provider="stripe", body=body, signature="t=1,v1=2")


def test_a_notice_that_is_not_the_providers_is_refused() -> None:
    made = site(HearProvider=Refusal("notice_invalid"))
    assert made.client.post("/api/payments/stripe/notices", data="{}").status_code == 400
    assert made.client.post("/api/payments/stripe/notices", data=b"\xff").status_code == 400


def test_links_name_the_address_of_the_settings() -> None:
    made = Site(services(BeginPayment=REFUSED), gateway_home="https://play.example")
    made.client.post("/api/shop/payments", json={"id": "i", "pack": "p"}, headers=BEARER)
    assert made.rpc.requests(payments.BeginPayment)[0].home == "https://play.example"


def test_a_newcomer_brings_the_code_of_an_invitation() -> None:
    made = site(Register=SESSION)
    made.client.post("/api/register", json=REGISTRATION | {"code": "AB12CD34", "channel": "viber"})
    (request,) = made.rpc.requests(lobby.Register)
    assert (request.code, request.channel) == ("AB12CD34", "viber")


@pytest.mark.parametrize("code", ["service_unavailable", "account_suspended", "account_blocked"])
def test_nothing_is_bought_for_money_while_moderation_is_silent_or_against_it(code: str) -> None:
    made = site(CheckStanding=Refusal(code), BeginPayment=REFUSED)
    answer = made.client.post("/api/shop/payments", json={"id": "i", "pack": "p"}, headers=BEARER)
    assert answer.get_json()["error"] == code
    assert made.rpc.requests(payments.BeginPayment) == []
