"""REST about oneself: password, language, what the Administrator has written."""

from typing import Any

import msgspec
import pytest

from services.contracts.base import Done
from services.contracts.lobby.accounts import accounts as lobby
from services.contracts.lobby.people import notice_mails
from services.contracts.moderation import messages as moderation
from services.kernel.refusal import Refusal
from tests.gateway.fakes import services
from tests.gateway.http.test_rest import BEARER, SESSION, Site, site

__all__ = ["site"]


def test_another_password_is_the_lobbys_to_judge(site: Site) -> None:
    body = {"current": "correct horse", "new": "a better horse"}
    site.rpc.answers["ChangePassword"] = lobby.Token(token="newer")
    client = site.client
    client.set_cookie("kafeneio_device", "ab" * 16)
    answer = client.post("/api/me/password", headers=BEARER, json=body)
    assert (answer.status_code, answer.json) == (200, {"token": "newer"})
    assert site.rpc.requests(lobby.ChangePassword) == [
        lobby.ChangePassword(token="token-ann", device="ab" * 16, address="127.0.0.1", **body)
    ]


def test_a_session_may_ask_for_another_token(site: Site) -> None:
    site.rpc.answers["RenewToken"] = lobby.Token(token="newer")
    answer = site.client.post("/api/me/token", headers=BEARER)
    assert (answer.status_code, answer.json) == (200, {"token": "newer"})
    assert site.rpc.requests(lobby.RenewToken) == [lobby.RenewToken(token="token-ann")]


def test_a_wrong_current_password_is_refused_without_ending_the_session() -> None:
    site = Site(services(ChangePassword=Refusal("password_wrong")))
    answer = site.client.post("/api/me/password", headers=BEARER, json={"current": "x", "new": "y"})
    assert (answer.status_code, answer.json) == (422, {"error": "password_wrong", "detail": None})


def test_guessing_passwords_has_the_rate_of_the_door() -> None:
    site = Site(services(ChangePassword=Refusal("password_wrong")), gateway_attempts_per_min=2)
    body = {"current": "x", "new": "y"}
    answers = [site.client.post("/api/me/password", headers=BEARER, json=body).status_code for _ in range(3)]
    assert answers == [422, 422, 429]


def test_the_language_is_changed_for_the_account(site: Site) -> None:
    spanish = msgspec.structs.replace(SESSION.account, language="es")
    site.rpc.answers["ChangeLanguage"] = spanish
    answer = site.client.post("/api/me/language", headers=BEARER, json={"language": "es"})
    assert answer.json == msgspec.to_builtins(spanish)
    assert site.client.post("/api/me/language", headers=BEARER, json={"language": "fr"}).status_code == 400


MESSAGE = moderation.AdminMessage(
    id="m1", to="a-ann", kind="warning", subject="s", body="b", created_at_ms=7, read_at_ms=None, ack_at_ms=None
)


def test_ones_messages_are_those_since_one_is_here() -> None:
    site = Site(services(ListMessages=moderation.AdminMessages(messages=[MESSAGE])))
    answer = site.client.get("/api/messages", headers=BEARER)
    assert answer.json == {"messages": [msgspec.to_builtins(MESSAGE)]}
    assert site.rpc.requests(moderation.ListMessages) == [moderation.ListMessages(account="a-ann", since_ms=1)]


@pytest.mark.parametrize(
    ("verb", "asked"), [("read", moderation.ReadMessage), ("acknowledge", moderation.AcknowledgeMessage)]
)
def test_a_message_is_read_and_acknowledged_by_its_recipient(verb: str, asked: type) -> None:
    site = Site(services(**{asked.__name__: MESSAGE}))
    answer = site.client.post(f"/api/messages/m1/{verb}", headers=BEARER)
    assert (answer.status_code, answer.json) == (200, msgspec.to_builtins(MESSAGE))
    assert site.rpc.requests(asked) == [asked(account="a-ann", message="m1")]


WRITTEN = {"id": "m1", "to": "Ben", "kind": "notice", "subject": "s", "body": "b"}


def test_staff_write_to_a_name() -> None:
    ben = lobby.Account(account="a-ben", name="Ben", language="en", created_at_ms=1)
    site = Site(services(GetPlayer=ben, SendMessage=MESSAGE))
    assert site.client.post("/api/messages", headers=BEARER, json=WRITTEN).status_code == 201
    (asked,) = site.rpc.requests(moderation.SendMessage)
    assert (asked.account, asked.to, asked.id) == ("a-ann", "a-ben", "m1")


def test_a_message_to_all_accounts_needs_no_name() -> None:
    site = Site(services(SendMessage=MESSAGE))
    site.client.post("/api/messages", headers=BEARER, json=WRITTEN | {"to": None})
    assert site.rpc.requests(lobby.GetPlayer) == []
    assert site.rpc.requests(moderation.SendMessage)[0].to is None


@pytest.mark.parametrize(
    ("answers", "status", "error"),
    [
        ({"GetPlayer": Refusal("player_unknown")}, 404, "player_unknown"),
        ({"SendMessage": Refusal("forbidden")}, 403, "forbidden"),
        ({"SendMessage": Refusal("message_invalid")}, 422, "message_invalid"),
    ],
)
def test_a_message_that_cannot_be_sent_says_why(answers: dict[str, Any], status: int, error: str) -> None:
    ben = lobby.Account(account="a-ben", name="Ben", language="en", created_at_ms=1)
    answer = Site(services(**({"GetPlayer": ben} | answers))).client.post("/api/messages", headers=BEARER, json=WRITTEN)
    assert answer.json is not None
    assert (answer.status_code, answer.json["error"]) == (status, error)


@pytest.mark.parametrize("kind", ["application/x-www-form-urlencoded", "multipart/form-data; boundary=x", "text/plain"])
def test_a_mail_program_ends_mails_by_one_post_without_a_session_or_json(site: Site, kind: str) -> None:
    site.rpc.answers["EndMails"] = Done()
    answer = site.client.post("/api/unsubscribe/a-ann.mac", data=b"List-Unsubscribe=One-Click", content_type=kind)
    assert (answer.status_code, answer.json) == (200, {})
    assert site.rpc.requests(notice_mails.EndMails) == [notice_mails.EndMails(link="a-ann.mac")]


def test_opening_the_link_of_a_mail_changes_nothing_and_leads_to_its_page(site: Site) -> None:
    answer = site.client.get("/api/unsubscribe/a-ann.m%20ac")
    assert (answer.status_code, answer.headers["Location"]) == (303, "/unsubscribe#a-ann.m%20ac")
    assert site.rpc.requests(notice_mails.EndMails) == []


def test_a_link_that_cannot_be_one_is_refused_here(site: Site) -> None:
    answer = site.client.post(f"/api/unsubscribe/{'x' * 300}")
    assert answer.json == {"error": "link_invalid", "detail": None}
