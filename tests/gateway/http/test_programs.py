"""Programs of others over HTTP: forms in, errors as RFC 6749 has them, metadata of the configured address
(services/lobby/RULES.md §29)."""

from typing import Any

import pytest
from authlib.oauth2.rfc8414 import AuthorizationServerMetadata

from services.contracts.base import Done
from services.contracts.lobby.accounts import programs
from services.kernel.refusal import Refusal
from tests.gateway.fakes import services
from tests.gateway.http.test_rest import BEARER, Site

HOME = "https://play.example"
TOKEN = programs.ProgramToken(
    access_token="kaf_a", token_type="Bearer", expires_in=3600, refresh_token="kar_r", scope="read"
)
FORM = {"grant_type": "authorization_code", "code": "kac_c", "client_id": "p1", "code_verifier": "v" * 43}
QUESTION = {
    "client_id": "p1",
    "redirect_uri": "https://club.example/back",
    "response_type": "code",
    "scope": "read",
    "state": "s",
    "code_challenge": "c" * 43,
    "code_challenge_method": "S256",
}
CONSENT = programs.Consent(
    program="p1",
    name="Club board",
    homepage="https://club.example/",
    owner="Ana",
    host="club.example",
    scopes=["read"],
    password=True,
)


def site(*, home: str = HOME, settings: Any = None, **answers: Any) -> Site:
    return Site(services(**answers), gateway_home=home, **(settings or {}))


def test_the_metadata_are_valid_and_of_the_configured_address() -> None:
    answer = site().client.get(
        "/.well-known/oauth-authorization-server", headers={"Host": "evil.example", "X-Forwarded-Host": "evil.example"}
    )
    metadata = AuthorizationServerMetadata(answer.json)
    metadata.validate()
    assert metadata.issuer == HOME
    assert metadata.authorization_endpoint == f"{HOME}/oauth/authorize"
    assert metadata.code_challenge_methods_supported == ["S256"]
    assert metadata["authorization_response_iss_parameter_supported"] is True
    assert "evil" not in answer.text
    unnamed = site(home="", settings={"gateway_host": "0.0.0.0"})
    assert unnamed.client.get("/.well-known/oauth-authorization-server").json["error"] == "home_unset"


def test_a_token_is_answered_as_rfc_6749_has_it() -> None:
    at = site(AskToken=TOKEN)
    answer = at.client.post("/oauth/token", data=FORM | {"more": "ignored"})
    assert (answer.status_code, answer.json["token_type"]) == (200, "Bearer")
    assert answer.headers["Cache-Control"] == "no-store"
    (asked,) = at.rpc.requests(programs.AskToken)
    assert (asked.code, asked.client_id, asked.authorization) == ("kac_c", "p1", "")
    at.client.post("/oauth/token", data=FORM, headers={"Authorization": "Basic cDE6a2Fz"})
    assert at.rpc.requests(programs.AskToken)[-1].authorization == "Basic cDE6a2Fz"


@pytest.mark.parametrize(
    ("error", "status"),
    [
        ("invalid_request", 400),
        ("invalid_client", 401),
        ("invalid_grant", 400),
        ("invalid_scope", 400),
        ("unsupported_grant_type", 400),
    ],
)
def test_errors_have_their_form_and_status(error: str, status: int) -> None:
    answer = site(AskToken=Refusal(error, "why")).client.post("/oauth/token", data=FORM)
    assert (answer.status_code, answer.json) == (status, {"error": error, "error_description": "why"})
    challenge = answer.headers.get("WWW-Authenticate")
    assert challenge == ('Basic realm="programs"' if error == "invalid_client" else None)


@pytest.mark.parametrize("path", ["/oauth/token", "/oauth/revoke"])
def test_what_cannot_be_read_reaches_no_service(path: str) -> None:
    at = site(AskToken=TOKEN, RevokeProgramToken=Done())
    assert at.client.post(path, json=FORM).status_code == 415
    twice = at.client.post(path, data="client_id=p1&client_id=p2", content_type="application/x-www-form-urlencoded")
    assert (twice.status_code, twice.json["error"]) == (400, "invalid_request")
    long = at.client.post(path, data={"client_id": "x" * 1_001})
    assert (long.status_code, long.json["error"]) == (400, "invalid_request")
    header = at.client.post(path, data={"client_id": "p1"}, headers={"Authorization": "Basic " + "x" * 1_001})
    assert (header.status_code, header.json["error"]) == (400, "invalid_request")
    assert at.client.get(path).status_code == 405
    assert at.rpc.asked == []


def test_a_token_goes_back_by_its_own_name() -> None:
    at = site(RevokeProgramToken=Done())
    answer = at.client.post("/oauth/revoke", data={"token": "kar_r", "client_id": "p1", "token_type_hint": "any"})
    assert answer.status_code == 200
    (asked,) = at.rpc.requests(programs.RevokeProgramToken)
    assert (asked.revoked, asked.client_id) == ("kar_r", "p1")


def test_an_address_has_a_rate_of_such_requests() -> None:
    at = site(settings={"gateway_attempts_per_min": 2}, AskToken=TOKEN)
    answers = [at.client.post("/oauth/token", data=FORM) for _ in range(3)]
    assert [each.status_code for each in answers] == [200, 200, 429]
    assert answers[-1].json == {"error": "rate_limited"} and int(answers[-1].headers["Retry-After"]) > 0


def test_the_consent_is_asked_for_this_site_whatever_a_request_calls_it() -> None:
    at = site(AskConsent=CONSENT, DecideConsent=programs.ConsentDecided(location="https://club.example/back?code=c"))
    forged = BEARER | {"X-Forwarded-Host": "evil.example"}
    assert at.client.get("/api/oauth/authorize", query_string=QUESTION, headers=forged).json["name"] == "Club board"
    body = QUESTION | {"allow": True, "password": "correct horse"}
    answer = at.client.post("/api/oauth/authorize", json=body, headers=forged)
    assert answer.json == {"location": "https://club.example/back?code=c"}
    (asked,), (decided,) = at.rpc.requests(programs.AskConsent), at.rpc.requests(programs.DecideConsent)
    assert (asked.home, decided.home, decided.allow, len(decided.device)) == (HOME, HOME, True, 32)
    for field in ("home", "device", "token"):
        assert at.client.post("/api/oauth/authorize", json=body | {field: "x"}, headers=BEARER).status_code == 400


def test_a_token_that_opens_nothing_says_how_as_rfc_6750_has_it() -> None:
    missing = Refusal("scope_missing", {"scopes": ["read", "play"]})
    answer = site(WhoIs=missing).client.get("/api/tables", headers=BEARER)
    assert answer.status_code == 403
    assert answer.headers["WWW-Authenticate"] == 'Bearer error="insufficient_scope", scope="read"'
    closed = site(WhoIs=Refusal("scope_missing", {"scopes": []})).client.get("/api/me", headers=BEARER)
    assert closed.headers["WWW-Authenticate"] == 'Bearer error="insufficient_scope"'
