"""A program of another's acts for a player by OAuth 2: Authlib's client is the program, from discovery to giving back
(services/lobby/RULES.md §29)."""

import json
import urllib.error
import urllib.request
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from authlib.integrations.base_client.errors import OAuthError
from authlib.integrations.requests_client import OAuth2Session
from authlib.oauth2.rfc8414 import AuthorizationServerMetadata

from tests.e2e.house import House
from tests.e2e.test_clients import PASSWORD, registered

BACK = "https://club.example/back"
HERE = "http://127.0.0.1/back"
VERIFIER = "v" * 64


def ask(house: House, method: str, path: str, body: dict[str, Any] | None = None, token: str = "") -> Any:
    headers = {"Content-Type": "application/json"} | ({"Authorization": f"Bearer {token}"} if token else {})
    content = None if body is None else json.dumps(body).encode()
    asked = urllib.request.Request(f"{house.url}{path}", content, headers, method=method)
    with urllib.request.urlopen(asked, timeout=60) as answer:
        return json.loads(answer.read())


def status_of(house: House, path: str, token: str) -> tuple[int, str]:
    """What a token opens, and what is said of the rest."""
    asked = urllib.request.Request(f"{house.url}{path}", headers={"Authorization": f"Bearer {token}"})
    try:
        with urllib.request.urlopen(asked, timeout=60) as answer:
            return answer.status, ""
    except urllib.error.HTTPError as refused:
        return refused.code, refused.headers.get("WWW-Authenticate", "")


def session_of(house: House) -> str:
    """Somebody who is signed in."""
    name, password = registered(house)
    token: str = ask(house, "POST", "/api/login", {"username": name, "password": password})["token"]
    return token


class Program:
    """A registered program, which knows of the platform what its metadata say."""

    def __init__(self, house: House, *, secret: bool, redirect: str) -> None:
        self.house = house
        self.metadata = AuthorizationServerMetadata(house.get("/.well-known/oauth-authorization-server"))
        self.metadata.validate()
        form = {"name": "Club board", "homepage": "https://club.example/", "redirects": [BACK, HERE], "secret": secret}
        made = ask(house, "POST", "/api/me/programs", form, session_of(house))
        self.id = made["line"]["program"]
        self.client = OAuth2Session(
            self.id,
            made["secret"],
            token_endpoint_auth_method="client_secret_basic" if secret else "none",
            revocation_endpoint_auth_method="client_secret_basic" if secret else "none",
            scope="read chat",
            redirect_uri=redirect,
            code_challenge_method="S256",
        )

    def allowed_by(self, person: str, *, allow: bool = True) -> str:
        """Where the person's browser goes once they have decided; it asks as the page does."""
        address, self.state = self.client.create_authorization_url(
            self.metadata.authorization_endpoint, code_verifier=VERIFIER
        )
        question = {name: value for name, (value,) in parse_qs(urlsplit(address).query).items()}
        body = question | {"allow": allow, "password": PASSWORD if allow else ""}
        return str(ask(self.house, "POST", "/api/oauth/authorize", body, person)["location"])

    def fetch(self, location: str) -> dict[str, Any]:
        """Its tokens."""
        found: dict[str, Any] = self.client.fetch_token(
            self.metadata.token_endpoint,
            authorization_response=location,
            state=self.state,
            code_verifier=VERIFIER,
        )
        return found

    def refresh(self, refresh_token: str) -> dict[str, Any]:
        """The next ones."""
        found: dict[str, Any] = self.client.refresh_token(self.metadata.token_endpoint, refresh_token=refresh_token)
        return found


@pytest.mark.parametrize(("secret", "redirect"), [(False, "http://127.0.0.1:49152/back"), (True, BACK)])
def test_a_program_acts_for_a_player_until_it_gives_its_tokens_back(house: House, secret: bool, redirect: str) -> None:
    person = session_of(house)
    program = Program(house, secret=secret, redirect=redirect)
    location = program.allowed_by(person)
    back = parse_qs(urlsplit(location).query)
    assert location.startswith(f"{redirect}?") and back["iss"] == [house.url] == [program.metadata.issuer]

    first = program.fetch(location)
    assert (first["token_type"], first["scope"]) == ("Bearer", "read chat")
    assert status_of(house, "/api/me", first["access_token"]) == (200, "")
    refused = status_of(house, "/api/me/companies", first["access_token"])
    assert refused == (403, 'Bearer error="insufficient_scope", scope="company"')

    second = program.refresh(first["refresh_token"])
    assert status_of(house, "/api/me", first["access_token"]) == (401, 'Bearer error="invalid_token"')
    assert status_of(house, "/api/me", second["access_token"]) == (200, "")
    (line,) = ask(house, "GET", "/api/me/programs", token=person)["allowed"]
    assert (line["program"], line["name"], line["scopes"]) == (program.id, "Club board", ["read", "chat"])

    given_back = program.client.revoke_token(
        program.metadata.revocation_endpoint, second["refresh_token"], token_type_hint="refresh_token"
    )
    assert given_back.status_code == 200
    assert status_of(house, "/api/me", second["access_token"])[0] == 401
    assert ask(house, "GET", "/api/me/programs", token=person)["allowed"] == []


def test_what_is_shown_twice_ends_the_consent(house: House) -> None:
    person = session_of(house)
    program = Program(house, secret=False, redirect=BACK)
    location = program.allowed_by(person)
    first = program.fetch(location)
    second = program.refresh(first["refresh_token"])
    with pytest.raises(OAuthError, match="invalid_grant"):
        program.refresh(first["refresh_token"])
    with pytest.raises(OAuthError, match="invalid_grant"):
        program.refresh(second["refresh_token"])
    assert status_of(house, "/api/me", second["access_token"])[0] == 401
    with pytest.raises(OAuthError, match="invalid_grant"):
        program.fetch(location)


def test_a_person_denies_and_ends(house: House) -> None:
    person = session_of(house)
    program = Program(house, secret=True, redirect=BACK)
    denied = parse_qs(urlsplit(program.allowed_by(person, allow=False)).query)
    assert (denied["error"], denied["state"], denied["iss"]) == (["access_denied"], [program.state], [house.url])
    held = program.fetch(program.allowed_by(person))
    ask(house, "DELETE", f"/api/me/programs/{program.id}/allowance", token=person)
    assert status_of(house, "/api/me", held["access_token"])[0] == 401
    with pytest.raises(OAuthError, match="invalid_grant"):
        program.refresh(held["refresh_token"])
