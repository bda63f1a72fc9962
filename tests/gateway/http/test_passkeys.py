"""Passkeys over REST: the site is the configured one; what a browser sends has a form (services/lobby/RULES.md §26)."""

from typing import Any

import pytest

from services.contracts.base import Done
from services.contracts.lobby.accounts import accounts, passkeys
from services.contracts.lobby.accounts.passkey_parts import NewPasskey, PasskeyChallenge, PasskeyLine
from services.contracts.lobby.people import conduct
from services.kernel.refusal import Refusal
from tests.gateway.fakes import services
from tests.gateway.http.test_rest import BEARER, SESSION, Site

HOME = "https://play.example"
SHOWN = {"id": "aWQ", "client_data": "e30", "authenticator_data": "YQ", "signature": "cw", "user_handle": "aA"}
CREATED = {"id": "aWQ", "client_data": "e30", "attestation": "YQ", "transports": ["internal"]}
CHALLENGE = PasskeyChallenge(challenge="Yw", rp_id="play.example", allow=[], life_ms=300_000)
NEW = NewPasskey(
    challenge="Yw", rp_id="play.example", user_handle="aA", user_name="Ann", exclude=[], algorithms=[-7], life_ms=1
)
LINE = PasskeyLine(id="aWQ", name="", added_at_ms=1, used_at_ms=None, synced=False, closed=False)


def site(**answers: Any) -> Site:
    return Site(services(**answers), gateway_home=HOME)


def test_a_challenge_is_for_the_configured_site_whatever_a_request_calls_it() -> None:
    at = site(OfferSignIn=CHALLENGE)
    answer = at.client.post("/api/passkeys/challenge", json={}, headers={"X-Forwarded-Host": "evil.example"})
    assert (answer.status_code, answer.json["challenge"]) == (200, "Yw")
    (asked,) = at.rpc.requests(passkeys.OfferSignIn)
    assert (asked.site, asked.appeal, len(asked.device)) == (HOME, False, 32)


def test_clients_learn_where_passkeys_are_taken() -> None:
    at = site(GetPasskeySite=passkeys.PasskeySite(origin=HOME))
    answer = at.client.get("/api/passkeys/site")
    assert (answer.json, answer.headers["Cache-Control"]) == ({"origin": HOME}, "private, max-age=60")
    (asked,) = at.rpc.requests(passkeys.GetPasskeySite)
    assert asked.site == HOME


@pytest.mark.parametrize("field", ["site", "device", "address"])
def test_a_client_says_nothing_of_site_device_and_address(field: str) -> None:
    at = site(OfferSignIn=CHALLENGE)
    assert at.client.post("/api/passkeys/challenge", json={field: "https://evil.example"}).status_code == 400
    assert at.rpc.asked == []


def test_a_passkey_signs_in() -> None:
    at = site(SignInByPasskey=SESSION)
    assert at.client.post("/api/passkeys/login", json={"passkey": SHOWN}).status_code == 200
    (asked,) = at.rpc.requests(passkeys.SignInByPasskey)
    assert (asked.passkey.id, asked.site) == ("aWQ", HOME)


@pytest.mark.parametrize("wrong", [{"id": ""}, {"id": "a/b"}, {"signature": "s" * 4097}, {"client_data": 1}])
def test_what_is_no_passkey_is_refused_before_the_lobby(wrong: dict[str, Any]) -> None:
    at = site(SignInByPasskey=SESSION)
    assert at.client.post("/api/passkeys/login", json={"passkey": SHOWN | wrong}).status_code == 400
    assert at.rpc.asked == []


def test_registering_brings_passkey_and_site_of_guests_too() -> None:
    form = {"username": "Ann", "birth_date": "1990-02-03", "passkey": CREATED}
    at = site(Register=SESSION, RegisterGuest=SESSION, OfferRegistration=NEW)
    offer = {"username": "Ann", "birth_date": "1990-02-03"}
    assert at.client.post("/api/passkeys/registration", json=offer).json["user_name"] == "Ann"
    assert at.client.post("/api/register", json=form).status_code == 201
    assert at.client.post("/api/me/register", json=form, headers=BEARER).status_code == 201
    (asked,) = at.rpc.requests(accounts.Register)
    assert (asked.site, asked.email, asked.password, asked.passkey.transports) == (HOME, "", "", ["internal"])


def test_ones_own_passkeys_are_added_named_proven_and_removed() -> None:
    at = site(
        OfferPasskey=NEW, AddPasskey=LINE, RenamePasskey=LINE, RemovePasskey=Done(), OfferProof=CHALLENGE,
        ProvePasskey=Done(),
    )  # fmt: skip
    steps = [
        ("/api/me/passkeys/challenge", {"password": "x"}, 200),
        ("/api/me/passkeys", {"passkey": CREATED, "name": "Phone"}, 201),
        ("/api/me/passkeys/aWQ/name", {"name": "Old phone"}, 200),
        ("/api/me/passkeys/proof/challenge", {}, 200),
        ("/api/me/passkeys/proof", {"passkey": SHOWN}, 200),
        ("/api/me/passkeys/aWQ/removal", {"password": ""}, 200),
    ]
    for path, body, status in steps:
        assert at.client.post(path, json=body).status_code == 401, path
        assert at.client.post(path, json=body, headers=BEARER).status_code == status, path
    (removed,) = at.rpc.requests(passkeys.RemovePasskey)
    assert (removed.passkey, removed.token) == ("aWQ", "token-ann")


@pytest.mark.parametrize(
    ("code", "status"),
    [
        ("passkey_unknown", 404),
        ("passkey_failed", 422),
        ("passkeys_off", 422),
        ("login_locked", 429),
        ("rate_limited", 429),
    ],
)
def test_refusals_have_a_status(code: str, status: int) -> None:
    at = site(SignInByPasskey=Refusal(code))
    assert at.client.post("/api/passkeys/login", json={"passkey": SHOWN}).status_code == status


def test_an_appeal_takes_a_passkey() -> None:
    at = site(FileAppeal=conduct.AppealReceipt(id="1", created_at_ms=1))
    form = {"text": "It was not me.", "passkey": SHOWN}
    assert at.client.post("/api/appeals", json=form).status_code == 201
    (asked,) = at.rpc.requests(conduct.FileAppeal)
    assert (asked.site, asked.passkey.id) == (HOME, "aWQ")
