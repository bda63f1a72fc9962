"""Links name the site by its settings: whatever a request calls it, nobody else is sent there."""

from functools import cache
from typing import Any

import msgspec
import pytest

from gateway.http.operations.route import Route
from gateway.settings import GatewaySettings
from services.contracts.base import Done
from services.contracts.moderation import conduct as moderation
from services.contracts.wallet import invitations as economy
from services.contracts.wallet import payments
from services.kernel.refusal import Refusal
from tests.gateway.fakes import ANN, FakeRpc, services
from tests.gateway.http.test_rest import BEARER, NO_LIMITS, Site
from tests.gateway.http.test_staff_gate import example, name_of, routes

EVIL = "evil.example"
LIES = {
    "Host": EVIL,
    "X-Forwarded-Host": EVIL,
    "X-Forwarded-Server": EVIL,
    "X-Forwarded-Proto": "https",
    "X-Forwarded-Prefix": f"//{EVIL}",
    "X-Original-Host": EVIL,
    "X-Rewrite-Url": f"https://{EVIL}/",
    "Forwarded": f"host={EVIL};proto=https",
    "Referer": f"https://{EVIL}/",
}
"""Every header by which a request or a proxy says how the site is called."""
HOMES = [
    {"gateway_home": "https://play.example"},
    {},
    {"gateway_host": "0.0.0.0"},
    {"gateway_proxy_hops": 1, "gateway_host": "0.0.0.0"},
]


def answers() -> FakeRpc:
    conduct = moderation.Conduct(account="a-ann", cards={}, roles=["operator"], suspension=None)
    strong = msgspec.structs.replace(ANN, second_factor=True)
    return services(WhoIs=strong, GetPlayer=ANN, NoteReading=Done(), CheckStanding=Done(), GetConduct=conduct)


def ask(site: Site, route: Route) -> Any:
    path = route.path.replace("<", "").replace(">", "")
    body = None if route.body is None else example(route.body)
    query = None if route.query is None else example(route.query)
    return site.client.open(path, method=route.method, headers=BEARER | LIES, json=body, query_string=query)


@cache
def site_at(home: int) -> Site:
    """One application for all operations, which are asked faster than a player may."""
    return Site(answers(), **HOMES[home], **NO_LIMITS)


@pytest.mark.parametrize("home", range(len(HOMES)), ids=map(str, HOMES))
@pytest.mark.parametrize("route", routes(), ids=name_of)
def test_no_operation_takes_the_sites_name_from_the_request(route: Route, home: int) -> None:
    site = site_at(home)
    site.rpc.asked.clear()
    answer = ask(site, route)
    assert answer.status_code != 429
    told = [*answer.headers.values(), answer.get_data(as_text=True), *map(repr, site.rpc.asked)]
    assert not [each for each in told if EVIL in each]


@pytest.mark.parametrize("path", ["/api//terms", "//api/terms", "/api/terms/", "/play//x", "/r//AB12", "/", "/shop"])
def test_no_path_is_redirected_to_the_host_that_a_request_names(path: str) -> None:
    answer = Site().client.get(path, headers=LIES)
    assert EVIL not in str(answer.headers)


def link_asked(**settings: Any) -> Any:
    site = Site(services(GetInviteCard=Refusal("account_unknown")), **settings)
    answer = site.client.get("/api/invites", headers=BEARER | LIES)
    asked = site.rpc.requests(economy.GetInviteCard)
    return (asked[0].scheme, asked[0].host) if asked else answer.json["error"]


@pytest.mark.parametrize(
    ("settings", "link"),
    [
        ({"gateway_home": "https://play.example"}, ("https", "play.example")),
        ({"gateway_home": "https://play.example/"}, ("https", "play.example")),
        ({}, ("http", "127.0.0.1:8000")),
        ({"gateway_host": "::1", "gateway_port": 9000}, ("http", "[::1]:9000")),
        ({"gateway_host": "0.0.0.0"}, "home_unset"),
    ],
)
def test_an_invitation_names_the_address_of_the_settings_or_of_this_machine(settings: Any, link: Any) -> None:
    assert link_asked(**settings) == link


def test_no_payment_begins_without_an_address_to_come_back_to() -> None:
    site = Site(answers(), gateway_host="0.0.0.0")
    answer = site.client.post("/api/shop/payments", json={"id": "i", "pack": "p"}, headers=BEARER | LIES)
    assert (answer.status_code, answer.json["error"]) == (503, "home_unset")
    assert site.rpc.requests(payments.BeginPayment) == []


@pytest.mark.parametrize("home", ["play.example", "javascript:x", "https://a b", "https://x@evil.example", "//x"])
def test_an_address_of_the_settings_that_is_none_is_refused_at_the_start(home: str) -> None:
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert({"gateway_home": home}, GatewaySettings)
