"""Signing in by OpenID providers over REST: there, back, and nowhere else (services/lobby/RULES.md §27)."""

from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest

from services.contracts.base import Done
from services.contracts.lobby.accounts import accounts, providers
from services.contracts.lobby.accounts.provider_parts import ProviderLine
from services.contracts.lobby.people import conduct
from services.kernel.refusal import Refusal
from tests.gateway.fakes import services
from tests.gateway.http.test_rest import BEARER, SESSION, Site

HOME = "https://play.example"
ADDRESS = providers.ProviderAddress(address="https://accounts.example/authorize?state=s")
BACK = providers.ProviderReturn(
    ticket="dA", provider="google", name="Google", next="register", email="ann@example.org", life_ms=600_000
)
LINE = ProviderLine(provider="google", name="Google", added_at_ms=1, used_at_ms=None, open=True)


def site(**answers: Any) -> Site:
    return Site(services(**answers), gateway_home=HOME)


def test_the_way_there_and_back_is_for_the_configured_site_whatever_a_request_calls_it() -> None:
    at = site(StartProvider=ADDRESS, ReturnFromProvider=BACK)
    forged = {"X-Forwarded-Host": "evil.example", "Host": "evil.example"}
    answer = at.client.post("/api/providers/google/start", json={"purpose": "enter"}, headers=forged)
    assert answer.json == {"address": ADDRESS.address}
    answer = at.client.post("/api/providers/google/return", json={"state": "s", "code": "c"}, headers=forged)
    assert answer.json["ticket"] == "dA"
    (begun,), (back,) = at.rpc.requests(providers.StartProvider), at.rpc.requests(providers.ReturnFromProvider)
    assert (begun.site, back.site, len(begun.device), begun.provider) == (HOME, HOME, 32, "google")


@pytest.mark.parametrize("field", ["site", "device", "address", "redirect_uri", "next"])
def test_a_client_says_nothing_of_where_it_goes(field: str) -> None:
    at = site(StartProvider=ADDRESS)
    assert at.client.post("/api/providers/google/start", json={field: "https://evil.example"}).status_code == 400
    assert at.rpc.asked == []


@pytest.mark.parametrize("method", ["get", "post"])
def test_the_callback_leads_to_one_page_by_address_and_by_form(method: str) -> None:
    at = site()
    told = {"state": "abc-_1", "code": "4/x&y=z#", "redirect": "https://evil.example", "user": "{}"}
    more = {"query_string": told} if method == "get" else {"data": told}
    answer = getattr(at.client, method)("/api/providers/apple/callback", **more)
    assert answer.status_code == 303
    parts = urlsplit(answer.headers["Location"])
    assert (parts.scheme, parts.netloc, parts.path, parts.query) == ("", "", "/provider", "")
    assert parse_qs(parts.fragment) == {"provider": ["apple"], "state": ["abc-_1"], "code": ["4/x&y=z#"]}
    assert (answer.headers["Cache-Control"], answer.headers["Referrer-Policy"]) == ("no-store", "no-referrer")


def test_the_callback_leaves_the_cookie_of_the_browser_alone() -> None:
    """A form that another site posts comes without it; another one would end the attempt."""
    answer = site().client.post("/api/providers/apple/callback", data={"state": "s", "code": "c"})
    assert "Set-Cookie" not in answer.headers


@pytest.mark.parametrize(
    "told", [{}, {"state": "s" * 65, "code": "c"}, {"state": "a/b", "code": "c"}, {"state": "a\r\nX: y"}]
)
def test_a_callback_without_an_attempt_leads_to_the_page_without_anything(told: dict[str, str]) -> None:
    answer = site().client.get("/api/providers/google/callback", query_string=told)
    assert (answer.status_code, answer.headers["Location"]) == (303, "/provider")
    answer = site().client.get("/api/providers/https:evil.example/callback", query_string={"state": "s"})
    assert answer.headers["Location"] == "/provider"


def test_a_refusal_there_comes_without_a_code() -> None:
    told = {"state": "s", "error": "access_denied", "code": "c"}
    answer = site().client.get("/api/providers/google/callback", query_string=told)
    assert answer.headers["Location"] == "/provider#provider=google&state=s"


def test_a_ticket_signs_in_registers_and_appeals() -> None:
    at = site(
        EnterByProvider=SESSION, Register=SESSION, RegisterGuest=SESSION,
        FileAppeal=conduct.AppealReceipt(id="1", created_at_ms=1),
    )  # fmt: skip
    form = {"username": "Ann", "birth_date": "1990-02-03", "ticket": "dA"}
    assert at.client.post("/api/providers/login", json={"ticket": "dA", "code": "123456"}).status_code == 200
    assert at.client.post("/api/register", json=form).status_code == 201
    assert at.client.post("/api/me/register", json=form, headers=BEARER).status_code == 201
    assert at.client.post("/api/appeals", json={"text": "No.", "ticket": "dA"}).status_code == 201
    (asked,) = at.rpc.requests(accounts.Register)
    assert (asked.ticket, asked.email, asked.password) == ("dA", "", "")
    assert at.client.post("/api/providers/login", json={"ticket": "d/A"}).status_code == 400


def test_ones_own_providers_are_added_proven_and_removed() -> None:
    at = site(LinkProvider=LINE, ProveProvider=Done(), UnlinkProvider=Done())
    steps = [
        ("/api/me/providers", {"ticket": "dA", "password": "x"}, 201),
        ("/api/me/providers/proof", {"ticket": "dA"}, 200),
        ("/api/me/providers/google/removal", {"password": ""}, 200),
    ]
    for path, body, status in steps:
        assert at.client.post(path, json=body).status_code == 401, path
        assert at.client.post(path, json=body, headers=BEARER).status_code == status, path


def test_the_list_may_be_kept_for_a_minute() -> None:
    listed = providers.Providers(providers=[providers.ProviderName(id="google", name="Google")])
    answer = site(ListProviders=listed).client.get("/api/providers")
    assert answer.json == {"providers": [{"id": "google", "name": "Google"}]}
    assert answer.headers["Cache-Control"] == "private, max-age=60"


@pytest.mark.parametrize(
    ("code", "status"),
    [
        ("provider_unknown", 404),
        ("provider_silent", 503),
        ("provider_failed", 422),
        ("provider_expired", 422),
        ("rate_limited", 429),
    ],
)
def test_refusals_have_a_status(code: str, status: int) -> None:
    at = site(ReturnFromProvider=Refusal(code))
    assert at.client.post("/api/providers/google/return", json={"state": "s"}).status_code == status
