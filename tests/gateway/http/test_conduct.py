"""REST about conduct: what players and staff send reaches moderation as it should, and refusals keep their status."""

from typing import Any

import msgspec
import pytest

from services.contracts.base import Done
from services.contracts.lobby.accounts import accounts as lobby
from services.contracts.lobby.accounts.security_log import NoteStaffRead
from services.contracts.lobby.people import conduct
from services.contracts.moderation import appeals, cards, reports, staff
from services.contracts.tables import recordings
from services.contracts.wallet import balances as wallet
from services.kernel.refusal import Refusal
from tests.gateway.fakes import ANN, services
from tests.gateway.http.test_rest import BEARER, Site

BOB = msgspec.structs.replace(ANN, account="a-bob", name="Bob")
REASON = "seen in the chat"
RECEIPT = reports.Receipt(id="r1", reported="a-bob", category="insult", created_at_ms=1)


def test_a_report_goes_to_the_lobby_with_its_place() -> None:
    site = Site(services(ReportPlayer=RECEIPT))
    body = {"id": "r1", "category": "insult", "comment": "rude", "to": "a-bob", "table": "t", "match": "m", "hand": 2}
    answer = site.client.post("/api/reports", headers=BEARER, json=body)
    assert (answer.status_code, answer.json["id"]) == (201, "r1")
    (asked,) = site.rpc.requests(conduct.ReportPlayer)
    assert (asked.account, asked.to, asked.category) == ("a-ann", "a-bob", "insult")
    assert asked.context == reports.ReportContext(match="m", hand=2, table="t")


def test_an_appeal_needs_no_session() -> None:
    site = Site(services(FileAppeal=conduct.AppealReceipt(id="a", created_at_ms=1)))
    body = {"username": "Ann", "password": "correct horse", "text": "It was not me."}
    assert site.client.post("/api/appeals", json=body).status_code == 201
    (asked,) = site.rpc.requests(conduct.FileAppeal)
    assert (asked.username, asked.text) == ("Ann", "It was not me.")


@pytest.mark.parametrize(
    ("path", "body", "request_name", "answer", "kind"),
    [
        ("reports/r1/decision", {"decision": "warn", "reason": REASON}, "Decide", None, reports.Decide),
        ("appeals/a1/ruling", {"outcome": "upheld", "reason": REASON}, "RuleAppeal", None, appeals.RuleAppeal),
        ("cards", {"id": "c", "to": "Bob", "reason": REASON}, "GiveCard", None, cards.GiveCard),
        ("cards/c/revoke", {"reason": REASON}, "RevokeCard", None, cards.RevokeCard),
        ("suspensions/s/lift", {"reason": REASON}, "LiftSuspension", None, cards.LiftSuspension),
        ("blocks", {"id": "b", "to": "Bob", "reason": REASON}, "Block", None, cards.Block),
        ("blocks/Bob/lift", {"reason": REASON}, "Unblock", Done(), cards.Unblock),
        (
            "roles",
            {"to": "Bob", "role": "auditor", "give": True, "reason": REASON},
            "GiveRole",
            None,
            staff.GiveRole,
        ),
        (
            "roles",
            {"to": "Bob", "role": "auditor", "give": False, "reason": REASON},
            "TakeRole",
            None,
            staff.TakeRole,
        ),
    ],
)
def test_what_staff_decide_is_asked_in_their_name(
    path: str, body: dict[str, Any], request_name: str, answer: Any, kind: Any
) -> None:
    site = Site(services(GetPlayer=BOB, **{request_name: answer or Refusal("conflict_of_interest")}))
    said = site.client.post(f"/api/staff/{path}", headers=BEARER, json=body)
    assert said.status_code == (403 if answer is None else 200)
    (asked,) = site.rpc.requests(kind)
    assert (asked.account, asked.reason) == ("a-ann", REASON)
    if hasattr(asked, "to"):
        assert asked.to == "a-bob"


def test_an_account_is_found_by_its_name() -> None:
    def found(asked: lobby.GetPlayer) -> Any:
        return BOB if asked.name == "Bob" else Refusal("player_unknown")

    site = Site(services(GetPlayer=found, GetPlayerFile=Refusal("forbidden")))
    assert site.client.get("/api/staff/players/Bob", headers=BEARER).status_code == 403
    (asked,) = site.rpc.requests(staff.GetPlayerFile)
    assert asked.of == "a-bob"
    assert site.client.get("/api/staff/players/Nobody", headers=BEARER).status_code == 404


def test_chat_is_read_only_after_that_was_written_down() -> None:
    page = conduct.ChatPage(lines=[], next_before=None)
    site = Site(services(GetPlayer=BOB, NoteReading=Done(), ListChat=page))
    assert site.client.get("/api/staff/players/Bob/chat?before=7", headers=BEARER).status_code == 200
    (asked,) = site.rpc.requests(conduct.ListChat)
    assert (asked.of, asked.before) == ("a-bob", 7)
    refused = Site(services(GetPlayer=BOB, NoteReading=Refusal("forbidden"), ListChat=page))
    assert refused.client.get("/api/staff/players/Bob/chat", headers=BEARER).status_code == 403
    assert refused.rpc.requests(conduct.ListChat) == []


@pytest.mark.parametrize(
    ("path", "what", "answers"),
    [
        ("money", "money", {"ListTransfers": wallet.TransferPage(transfers=[], next_before=None)}),
        ("matches", "matches", {"ListRecordings": recordings.Recordings(recordings=[], next=None)}),
    ],
)
def test_money_and_matches_are_read_only_after_that_was_written_down(path: str, what: str, answers: Any) -> None:
    (request_name,) = answers
    site = Site(services(GetPlayer=BOB, NoteReading=Done(), **answers))
    assert site.client.get(f"/api/staff/players/Bob/{path}", headers=BEARER).status_code == 200
    noted, asked, logged = site.rpc.asked[-3:]
    assert (noted.what, noted.of, noted.account) == (what, "a-bob", "a-ann")
    assert (type(asked).__name__, asked.account) == (request_name, "a-bob")
    assert type(logged) is NoteStaffRead
    refused = Site(services(GetPlayer=BOB, NoteReading=Refusal("forbidden"), **answers))
    assert refused.client.get(f"/api/staff/players/Bob/{path}", headers=BEARER).status_code == 403
    assert type(refused.rpc.asked[-1]) is staff.NoteReading


def test_names_are_asked_for_together() -> None:
    site = Site(services(FindNames=conduct.Names(names={"a-bob": "Bob"})))
    answer = site.client.get("/api/staff/names?accounts=a-bob,a-eva", headers=BEARER)
    assert answer.json == {"names": {"a-bob": "Bob"}}
    assert site.rpc.requests(conduct.FindNames) == [conduct.FindNames(account="a-ann", accounts=["a-bob", "a-eva"])]
