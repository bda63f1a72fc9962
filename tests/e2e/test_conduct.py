"""Conduct in the whole platform: a report, a red card in mid-match, the appeal, a block with frozen chips."""

import contextlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import websocket

from tests.e2e.guest import PASSWORD, Guest, start_match
from tests.e2e.house import House, wait_until
from tests.support.commands import kafeneio

REASON = "seen in the chat of the room"


@pytest.fixture
def running(tmp_path: Path) -> Iterator[House]:
    house = House(tmp_path)
    try:
        yield house.open()
    finally:
        house.kill()


def guest(house: House, name: str, number: int) -> Guest:
    made = Guest(house, name, f"{name.lower()}@example.org", f"{number:02x}" * 16)
    wait_until(lambda: made.rest("GET", "/api/me")[1].get("chips") == 5000, "welcome chips")
    made.come_in()
    return made


def asked(who: Guest, path: str, body: Any) -> Any:
    """What a successful POST answers."""
    status, answer = who.rest("POST", path, body)
    assert status in (200, 201), (path, answer)
    return answer


def log_in(house: House, who: Guest) -> tuple[int, Any]:
    vars(who).pop("token", None)
    return who.rest("POST", "/api/login", {"username": who.name, "password": PASSWORD})


def last_word(who: Guest) -> str:
    """The reason that a socket receives at its end."""
    who.socket.settimeout(60)
    with contextlib.suppress(websocket.WebSocketException, OSError, ValueError):
        return str(who.hear("bye")["error"])
    return "it was cut without a word"


def make_staff(folder: Path, **roles: str) -> None:
    settings = {"KAFENEIO_VAR_DIR": str(folder / "var")}
    commands = [("roles", "give", name, role, "--reason", "staff of this test") for name, role in roles.items()]
    done = kafeneio(settings, *commands)
    assert [each.code for each in done] == [0] * len(commands), done


def test_from_the_report_to_the_ruling_of_the_appeal(running: House, tmp_path: Path) -> None:
    ana, ben = guest(running, "Anabel", 1), guest(running, "Benedict", 2)
    judge, other = guest(running, "Justine", 3), guest(running, "Oliver", 4)
    make_staff(tmp_path, Justine="administrator", Oliver="administrator")
    table = start_match(ana, ben)
    ben.do("say", room=f"table:{table}", text="something rude")
    receipt = asked(
        ana, "/api/reports", {"id": "r1", "category": "insult", "comment": "rude", "to": ben.account, "table": table}
    )
    assert receipt["decided_at_ms"] is None
    (report,) = judge.rest("GET", "/api/staff/reports")[1]["reports"]
    assert [line["text"] for line in report["lines"]] == ["something rude"]
    assert ben.rest("GET", "/api/staff/reports") == (403, {"error": "forbidden", "detail": None})

    asked(judge, f"/api/staff/reports/{report['id']}/decision", {"decision": "block", "reason": REASON})
    assert last_word(ben) == "account_suspended"
    assert ben.rest("GET", "/api/me")[1]["error"] == "account_suspended"
    wait_until(lambda: ana.rest("GET", "/api/me")[1].get("table") is None, "the table lets its players go")
    (own,) = ana.rest("GET", "/api/me/reports")[1]["reports"]
    assert own["decided_at_ms"] is not None and "decision" not in own

    status, refused = log_in(running, ben)
    assert (status, refused["error"]) == (403, "account_suspended")
    assert (refused["detail"]["colour"], refused["detail"]["reason"]) == ("red", REASON)
    appeal = {"username": "Benedict", "password": PASSWORD, "text": "It was only a joke."}
    assert ben.rest("POST", "/api/appeals", appeal)[0] == 201
    assert ben.rest("POST", "/api/appeals", appeal)[1]["error"] == "appeal_exists"
    (filed,) = judge.rest("GET", "/api/staff/appeals")[1]["appeals"]
    ruling = {"outcome": "lifted", "reason": "a warning is enough"}
    path = f"/api/staff/appeals/{filed['id']}/ruling"
    assert judge.rest("POST", path, ruling)[1]["error"] == "conflict_of_interest"
    asked(other, path, ruling)
    status, session = log_in(running, ben)
    assert status == 200
    ben.token = session["token"]
    assert judge.rest("GET", "/api/staff/audit/check")[1]["broken_at"] is None


def test_a_blocked_account_is_out_at_once_and_its_chips_stay(running: House, tmp_path: Path) -> None:
    ben, judge = guest(running, "Benedict", 2), guest(running, "Justine", 3)
    make_staff(tmp_path, Justine="administrator")
    asked(judge, "/api/staff/blocks", {"id": "b1", "to": "Benedict", "reason": REASON})
    assert last_word(ben) == "account_blocked"
    assert log_in(running, ben)[1]["error"] == "account_blocked"
    file = judge.rest("GET", "/api/staff/players/Benedict")[1]
    assert file["blocked"]["reason"] == REASON and file["suspensions"] == []
    lift = "/api/staff/blocks/Benedict/lift"
    assert judge.rest("POST", lift, {"reason": REASON})[1]["error"] == "conflict_of_interest"
    asked(judge, lift, {"reason": REASON, "alone": True})
    status, session = log_in(running, ben)
    assert status == 200
    ben.token = session["token"]
    assert ben.rest("GET", "/api/me")[1]["chips"] == 5000
