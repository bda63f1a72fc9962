"""The REST API: who may what, what is refused with which status, and what every answer carries."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient

from gateway.http.app import make_app
from gateway.port.statuses import status_of
from gateway.rpc import Cached
from gateway.settings import GatewaySettings
from services.contracts.base import Done
from services.contracts.lobby import open_tables, presence
from services.contracts.lobby.accounts import accounts as lobby_accounts
from services.contracts.tables import catalogue, commands
from services.contracts.wallet import balances as wallet
from services.kernel.refusal import Refusal
from services.platform.process.health import Health
from tests.gateway.fakes import ANN, FakeRpc, services

SESSION = lobby_accounts.Session(token="token-ann", account=ANN)
REGISTRATION = {
    "username": "ann",
    "email": "ann@example.org",
    "password": "correct horse battery",
    "birth_date": "1990-12-31",
    "language": "el",
}
LOGIN = {"username": "ann", "password": "correct horse battery"}
BEARER = {"Authorization": "Bearer token-ann"}
NO_LIMITS = {"gateway_attempts_per_min": 0, "gateway_requests_per_s": 0, "gateway_computations_per_min": 0}
"""For an application that many tests share."""


def match_record(*accounts: str | None) -> catalogue.MatchRecord:
    return catalogue.MatchRecord(
        match="m-1",
        table="t-1",
        number=1,
        game="tavli",
        rules=1,
        options={},
        stake_chips=0,
        seats=[commands.SeatPlayer(name="x", account=account) for account in accounts],
        commit="c",
        started_at_ms=1,
        ended_at_ms=2,
        outcome="won",
        result=None,
        seeds=["0"],
        root="ab",
    )


STAKES = wallet.StakeRules(
    min_chips=200, max_chips=1_000, friendly_games=["dominoes"], rake_steps=[wallet.RakeStep(200, 4_000)]
)
STAKES_JSON = {
    "min_chips": 200,
    "max_chips": 1_000,
    "friendly_games": ["dominoes"],
    "rake_steps": [{"from_chips": 200, "rate_bps": 4_000}],
    "helpline": "",
    "regulator": "",
}


class Site:
    """The application on fake services."""

    def __init__(self, rpc: FakeRpc | None = None, **settings: Any) -> None:
        self.rpc = rpc or services(
            Register=SESSION,
            LogIn=SESSION,
            LogOut=Done(),
            GetCatalogue=catalogue.Catalogue(games=[]),
            GetStakeRules=STAKES,
            GetMatch=match_record("a-ann", None),
        )
        self.health = Health()
        self.settings = GatewaySettings(**({"gateway_web_dir": "/nowhere"} | settings))
        lists = Cached(self.rpc, open_tables.ListTables(), 60)
        self.app = make_app(self.settings, self.rpc, lists, self.health)

    @property
    def client(self) -> FlaskClient:
        return self.app.test_client()


@pytest.fixture
def site() -> Site:
    return Site()


# --- accounts ---


def test_registering_calls_the_lobby_and_returns_the_session(site: Site) -> None:
    answer = site.client.post("/api/register", json=REGISTRATION, environ_base={"REMOTE_ADDR": "192.0.2.7"})
    assert answer.status_code == 201
    assert answer.json == {
        "token": "token-ann",
        "account": {
            "account": "a-ann",
            "name": "ann",
            "language": "el",
            "created_at_ms": 1,
            "second_factor": False,
            "staff_session_over": False,
            "guest": False,
            "bot": False,
            "home": None,
            "scopes": None,
        },
        "invite_result": None,
    }
    (asked,) = site.rpc.requests(lobby_accounts.Register)
    assert (asked.username, asked.birth_date, asked.address) == ("ann", "1990-12-31", "192.0.2.7")
    assert f"kafeneio_device={asked.device};" in answer.headers["Set-Cookie"]


def test_logging_in_brings_the_device_of_the_cookie_and_the_address(site: Site) -> None:
    client = site.client
    client.set_cookie("kafeneio_device", "ab" * 16)
    answer = client.post("/api/login", json=LOGIN, environ_base={"REMOTE_ADDR": "192.0.2.7"})
    assert answer.status_code == 200
    assert site.rpc.requests(lobby_accounts.LogIn) == [
        lobby_accounts.LogIn(username="ann", password="correct horse battery", device="ab" * 16, address="192.0.2.7")
    ]
    assert "Set-Cookie" not in answer.headers


def test_logging_out_ends_the_session(site: Site) -> None:
    answer = site.client.post("/api/logout", headers=BEARER)
    assert (answer.status_code, answer.json) == (200, {})
    assert site.rpc.requests(lobby_accounts.LogOut) == [lobby_accounts.LogOut(token="token-ann")]


def test_me_is_account_chips_rating_and_table(site: Site) -> None:
    answer = site.client.get("/api/me", headers=BEARER)
    assert answer.json == {
        "account": {
            "account": "a-ann",
            "name": "ann",
            "language": "el",
            "created_at_ms": 1,
            "second_factor": False,
            "staff_session_over": False,
            "guest": False,
            "bot": False,
            "home": None,
            "scopes": None,
        },
        "chips": 500,
        "elo": 1250,
        "games": 3,
        "table": "t-1",
        "visit": None,
    }


def test_me_right_after_registering_has_no_chips_yet() -> None:
    site = Site(services(GetBalance=Refusal("account_unknown"), ListPlayers=presence.Players(players=[])))
    answer = site.client.get("/api/me", headers=BEARER)
    assert answer.json is not None
    assert (answer.json["chips"], answer.json["table"]) == (0, None)


@pytest.mark.parametrize("away", ["GetBalance", "GetRatings"])
def test_me_says_when_a_service_is_away(away: str) -> None:
    answer = Site(services(**{away: Refusal("service_unavailable", {"service": "x"})})).client.get(
        "/api/me", headers=BEARER
    )
    assert answer.status_code == 503
    assert answer.json == {"error": "service_unavailable", "detail": {"service": "x"}}
    assert answer.headers["Retry-After"] == "1"


# --- queries ---


@pytest.mark.parametrize("path", ["/api/tables", "/api/players"])
def test_the_lists_need_a_session(site: Site, path: str) -> None:
    assert site.client.get(path).status_code == 401
    assert site.client.get(path, headers=BEARER).status_code == 200


def test_the_catalogue_is_public_and_requested_once(site: Site) -> None:
    assert [site.client.get("/api/catalogue").json for _ in range(3)] == [{"games": [], "stakes": STAKES_JSON}] * 3
    assert len(site.rpc.requests(catalogue.GetCatalogue)) == len(site.rpc.requests(wallet.GetStakeRules)) == 1


def test_the_catalogue_comes_without_stakes_while_the_wallet_is_away() -> None:
    made = Site(services(GetCatalogue=catalogue.Catalogue(games=[]), GetStakeRules=Refusal("service_unavailable")))
    assert made.client.get("/api/catalogue").json == {"games": [], "stakes": None}


def test_lists_are_asked_for_once_in_a_while(site: Site) -> None:
    for _ in range(3):
        assert site.client.get("/api/tables", headers=BEARER).status_code == 200
    assert len(site.rpc.requests(open_tables.ListTables)) == 1


def test_a_match_is_shown_to_its_players(site: Site) -> None:
    answer = site.client.get("/api/matches/m-1", headers=BEARER)
    assert answer.json is not None
    assert (answer.json["match"], answer.json["root"]) == ("m-1", "ab")
    assert site.rpc.requests(catalogue.GetMatch) == [catalogue.GetMatch(match="m-1")]


def test_a_match_of_others_is_not_shown() -> None:
    answer = Site(services(GetMatch=match_record("a-bob", "a-cleo"))).client.get("/api/matches/m-1", headers=BEARER)
    assert (answer.status_code, answer.json) == (403, {"error": "recording_forbidden", "detail": None})


def test_an_unknown_match_is_not_found() -> None:
    site = Site(services(GetMatch=Refusal("match_unknown")))
    assert site.client.get("/api/matches/m-9", headers=BEARER).status_code == 404


# --- sessions ---


@pytest.mark.parametrize("header", ["", "Bearer", "Bearer ", "Basic dG9rZW4=", "token-ann"])
def test_without_a_session_the_request_is_refused(site: Site, header: str) -> None:
    answer = site.client.get("/api/me", headers={"Authorization": header})
    assert answer.status_code == 401
    assert answer.json == {"error": "session_expired", "detail": None}
    assert answer.headers["WWW-Authenticate"] == "Bearer"
    assert site.rpc.asked == []


@pytest.mark.parametrize("error", ["session_expired", "session_replaced"])
def test_a_session_that_has_ended_is_said_to_have(error: str) -> None:
    answer = Site(services(WhoIs=Refusal(error))).client.get("/api/me", headers=BEARER)
    assert (answer.status_code, answer.json) == (401, {"error": error, "detail": None})


# --- refusals ---


@pytest.mark.parametrize(
    ("error", "status"),
    [
        ("bad_request", 400),
        ("login_failed", 401),
        ("session_replaced", 401),
        ("account_suspended", 403),
        ("recording_forbidden", 403),
        ("origin_forbidden", 403),
        ("match_unknown", 404),
        ("player_unknown", 404),
        ("username_taken", 409),
        ("email_taken", 409),
        ("username_invalid", 422),
        ("password_weak", 422),
        ("underage", 422),
        ("login_locked", 429),
        ("registration_limit", 429),
        ("rate_limited", 429),
        ("internal_error", 500),
        ("service_unavailable", 503),
    ],
)
def test_every_error_has_its_status(error: str, status: int) -> None:
    assert status_of(error) == status


def test_a_refusal_is_passed_on_with_its_detail() -> None:
    site = Site(services(Register=Refusal("username_invalid", {"min": 3})))
    answer = site.client.post("/api/register", json=REGISTRATION)
    assert (answer.status_code, answer.json) == (422, {"error": "username_invalid", "detail": {"min": 3}})


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"{",
        b"[]",
        b'"x"',
        json.dumps(LOGIN | {"extra": 1}).encode(),
        json.dumps({"username": "ann"}).encode(),
        json.dumps({"username": 1, "password": "x"}).encode(),
        b'{"username": "\xff", "password": "x"}',
        b'{"username":' + b"[" * 5000,
    ],
)
def test_a_body_that_cannot_be_read_is_a_bad_request(site: Site, body: bytes) -> None:
    answer = site.client.post("/api/login", data=body, content_type="application/json")
    assert answer.status_code == 400
    assert answer.json is not None
    assert answer.json["error"] == "bad_request"
    assert site.rpc.asked == []


def test_a_body_of_another_kind_is_not_taken(site: Site) -> None:
    answer = site.client.post("/api/login", data=json.dumps(LOGIN), content_type="text/plain")
    assert (answer.status_code, answer.json) == (
        415,
        {"error": "content_type_unsupported", "detail": {"expected": "application/json"}},
    )


def test_a_body_that_is_too_long_is_not_taken(site: Site) -> None:
    answer = site.client.post("/api/login", json=LOGIN | {"password": "x" * 20_000})
    assert (answer.status_code, answer.json) == (413, {"error": "body_too_large", "detail": None})


def test_another_method_is_refused(site: Site) -> None:
    answer = site.client.get("/api/login")
    assert (answer.status_code, answer.json) == (405, {"error": "method_not_allowed", "detail": None})
    assert "POST" in answer.headers["Allow"]


@pytest.mark.parametrize("path", ["/api/nothing", "/api/", "/api/matches/", "/nothing.js", "/../settings.py"])
def test_what_is_not_there_is_not_found(site: Site, path: str) -> None:
    answer = site.client.get(path)
    assert (answer.status_code, answer.json) == (404, {"error": "not_found", "detail": None})


def test_a_foreign_page_cannot_log_in(site: Site) -> None:
    answer = site.client.post("/api/login", json=LOGIN, headers={"Origin": "https://evil.example"})
    assert (answer.status_code, answer.json) == (403, {"error": "origin_forbidden", "detail": None})
    assert site.rpc.asked == []


def test_our_own_page_can(site: Site) -> None:
    answer = site.client.post("/api/login", json=LOGIN, headers={"Origin": "http://localhost"})
    assert answer.status_code == 200


def test_a_handler_that_fails_reveals_no_details() -> None:
    def break_down(_request: Any) -> None:
        raise RuntimeError("secret reason")

    answer = Site(services(LogIn=break_down)).client.post("/api/login", json=LOGIN)
    assert (answer.status_code, answer.json) == (500, {"error": "internal_error", "detail": None})
    assert answer.headers["X-Content-Type-Options"] == "nosniff"


# --- rates ---


def test_attempts_to_get_in_have_a_rate_per_address() -> None:
    site = Site(services(LogIn=Refusal("login_failed")), gateway_attempts_per_min=3)

    def login(address: str) -> int:
        return site.client.post("/api/login", json=LOGIN, environ_base={"REMOTE_ADDR": address}).status_code

    assert [login("192.0.2.1") for _ in range(5)] == [401, 401, 401, 429, 429]
    assert login("192.0.2.2") == 401
    assert site.client.get("/api/catalogue", environ_base={"REMOTE_ADDR": "192.0.2.1"}).status_code != 429


def test_one_ipv6_household_shares_a_rate() -> None:
    site = Site(services(LogIn=Refusal("login_failed")), gateway_attempts_per_min=1)
    found = [
        site.client.post("/api/login", json=LOGIN, environ_base={"REMOTE_ADDR": f"2001:db8::{n}"}).status_code
        for n in (1, 2)
    ]
    assert found == [401, 429]


def test_requests_have_a_rate_per_address() -> None:
    site = Site(gateway_requests_per_s=2)
    found = [site.client.get("/api/catalogue").status_code for _ in range(6)]
    assert found[:4] == [200] * 4
    assert 429 in found


# --- what every answer carries ---


def test_responses_have_headers_that_protect_the_page(site: Site) -> None:
    headers = site.client.get("/api/catalogue").headers
    assert headers["Content-Security-Policy"].startswith("default-src 'self'; ")
    assert "unsafe" not in headers["Content-Security-Policy"]
    assert "frame-ancestors 'none'" in headers["Content-Security-Policy"]
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["Referrer-Policy"] == "same-origin"
    assert headers["Cache-Control"] == "no-store"
    assert "Strict-Transport-Security" not in headers


@pytest.mark.parametrize(
    ("hops", "told", "said"), [(1, "https", True), (1, "http", False), (1, None, False), (0, "https", False)]
)
def test_tls_is_insisted_on_where_it_is_set_and_the_client_came_by_it(hops: int, told: str | None, said: bool) -> None:
    site = Site(gateway_hsts_s=600, gateway_proxy_hops=hops)
    headers = site.client.get("/healthz", headers={"X-Forwarded-Proto": told} if told else {}).headers
    assert headers.get("Strict-Transport-Security") == ("max-age=600; includeSubDomains" if said else None)


@pytest.mark.parametrize("path", ["/", "/healthz", "/api/none", "/api/me", "/api/openapi.json"])
def test_whatever_is_answered_carries_them(built: Site, path: str) -> None:
    headers = built.client.get(path).headers
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["X-Frame-Options"] == "DENY"
    assert "require-trusted-types-for 'script'" in headers["Content-Security-Policy"]
    assert "camera=()" in headers["Permissions-Policy"]
    assert headers["Cross-Origin-Opener-Policy"] == headers["Cross-Origin-Resource-Policy"] == "same-origin"


OF_PROVIDERS = "/api/providers/<provider>/callback"
"""A form of a provider's own page is sent there: it changes nothing, and leads to a page of ours."""


def all_routes() -> list[tuple[str, str]]:
    site = Site()
    return sorted(
        (method, rule.rule)
        for rule in site.app.url_map.iter_rules()
        for method in sorted(rule.methods - {"GET", "HEAD", "OPTIONS"})
        if rule.rule != OF_PROVIDERS
    )


@pytest.mark.parametrize(("method", "path"), all_routes())
def test_no_page_of_another_origin_can_change_anything(method: str, path: str) -> None:
    """Not with what a form can send, and not with a session that a script has got hold of."""
    site = Site()
    headers = BEARER | {"Origin": "https://evil.example"}
    address = re.sub("<.*?>", "x", path)
    answer = site.client.open(address, method=method, headers=headers, json={})
    assert (answer.status_code, answer.json["error"]) == (403, "origin_forbidden")
    assert site.rpc.asked == []
    # What a payment provider sends is known by its signature, what ends mails by its link, what a program asks by its
    # code or token.
    if "/notices" not in path and "/unsubscribe" not in path and not path.startswith("/oauth/"):
        form = site.client.open(address, method=method, data={"username": "ann", "password": "x"})
        assert form.status_code in (400, 401, 415)
        assert site.rpc.asked == []


def test_a_trace_id_is_taken_over_or_made(site: Site) -> None:
    told = site.client.get("/api/catalogue", headers={"X-Trace-Id": "from-outside-1"})
    assert told.headers["X-Trace-Id"] == "from-outside-1"
    made = site.client.get("/api/catalogue", headers={"X-Trace-Id": "x" * 65})
    assert len(made.headers["X-Trace-Id"]) == 36


def test_the_device_cookie_is_long_random_hidden_from_scripts_and_kept(site: Site) -> None:
    first, second = (site.client.get("/api/catalogue").headers["Set-Cookie"] for _ in range(2))
    assert first != second
    assert "HttpOnly" in first
    assert "SameSite=Lax" in first
    assert "Max-Age=34560000" in first
    assert "Secure" not in first
    client = site.client
    client.get("/api/catalogue")
    assert "Set-Cookie" not in client.get("/api/catalogue").headers


def test_a_made_up_device_is_replaced(site: Site) -> None:
    client = site.client
    client.set_cookie("kafeneio_device", "../../etc")
    assert "kafeneio_device=" in client.get("/api/catalogue").headers["Set-Cookie"]


def test_behind_a_proxy_with_tls_the_cookie_is_secure_and_the_address_the_clients() -> None:
    site = Site(services(Register=SESSION), gateway_proxy_hops=1)
    answer = site.client.post(
        "/api/register",
        json=REGISTRATION,
        headers={"X-Forwarded-Proto": "https", "X-Forwarded-For": "6.6.6.6, 203.0.113.9"},
    )
    assert "Secure" in answer.headers["Set-Cookie"]
    assert site.rpc.requests(lobby_accounts.Register)[0].address == "203.0.113.9"


def test_without_a_proxy_what_a_client_claims_is_not_believed(site: Site) -> None:
    site.client.post("/api/register", json=REGISTRATION, headers={"X-Forwarded-For": "6.6.6.6"})
    assert site.rpc.requests(lobby_accounts.Register)[0].address == "127.0.0.1"


# --- probes, metrics, the web client ---


def test_probes_say_alive_and_ready(site: Site) -> None:
    site.health.add("broker", lambda: True)
    assert site.client.get("/healthz").json == {"alive": True}
    answer = site.client.get("/readyz")
    assert (answer.status_code, answer.json) == (200, {"ready": True, "draining": False, "checks": {"broker": True}})
    assert "Set-Cookie" not in answer.headers


def test_readiness_ends_when_a_check_fails(site: Site) -> None:
    site.health.add("broker", lambda: False)
    assert site.client.get("/readyz").status_code == 503


def test_metrics_are_public_only_where_that_is_set() -> None:
    assert Site().client.get("/metrics").status_code == 404
    page = Site(gateway_metrics_on_port=True).client.get("/metrics")
    assert page.status_code == 200
    assert b"kafeneio_gateway_limit" in page.data


@pytest.fixture
def built(tmp_path: Path) -> Site:
    (tmp_path / "assets").mkdir()
    (tmp_path / "index.html").write_text("<title>Kafeneio</title>")
    (tmp_path / "assets" / "app-1a2b.js").write_text("let x")
    (tmp_path / "assets" / "app-1a2b.js.br").write_bytes(b"by brotli")
    (tmp_path / "assets" / "app-1a2b.js.gz").write_bytes(b"by gzip")
    (tmp_path / "cup.svg").write_text("<svg/>")
    return Site(gateway_web_dir=str(tmp_path))
