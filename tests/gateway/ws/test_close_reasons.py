"""Every way in which a connection ends has a code that may be sent."""

import re
from pathlib import Path

import pytest

from gateway.ws.connection import codec
from gateway.ws.connection.close_reasons import ENDINGS, OTHER_SESSION_END, ending_of, pause_s

WS = Path(codec.__file__).parents[1]


@pytest.mark.parametrize("reason", ENDINGS)
def test_a_close_code_is_one_that_may_be_sent(reason: str) -> None:
    code = ENDINGS[reason].code
    assert code in {1000, 1002, 1003, 1007, 1008, 1009, 1011, 1012, 1013} or 4000 <= code <= 4999


def test_reasons_that_end_a_session_say_bye_first() -> None:
    assert {reason for reason, ending in ENDINGS.items() if ending.bye} == {
        "session_expired",
        "session_replaced",
        "session_ended",
        "protocol_unsupported",
        "protocol_abuse",
    }


def test_only_a_client_that_does_not_read_gets_the_reason_before_what_waits_for_it() -> None:
    assert [reason for reason, ending in ENDINGS.items() if ending.at_once] == ["not_reading"]


def test_the_protocol_names_every_reason_with_its_code_and_whether_bye_goes_before() -> None:
    lines = (WS / "PROTOCOL.md").read_text(encoding="utf-8").splitlines()
    rows = [re.match(r"\| `(\w+)` \| (\d{4}) \| (yes )?\|", line) for line in lines]
    written = {row[1]: (int(row[2]), bool(row[3])) for row in rows if row}
    assert written == {reason: (ending.code, ending.bye) for reason, ending in ENDINGS.items()}


def test_an_end_that_the_lobby_names_otherwise_is_a_session_ended() -> None:
    assert ending_of("session_replaced") == "session_replaced"
    assert ending_of("account_suspended") == "session_ended"


def test_every_reason_used_in_the_code_is_listed_and_documented() -> None:
    used = {
        reason
        for path in WS.rglob("*.py")
        for reason in re.findall(r'(?:\.close|Violation)\("(\w+)"', path.read_text())
    }
    described = (WS / "PROTOCOL.md").read_text()
    assert used | {OTHER_SESSION_END, "session_expired", "session_replaced"} == set(ENDINGS)
    assert [reason for reason in ENDINGS if f"`{reason}`" not in described] == []


@pytest.mark.parametrize(
    ("connections", "left_s", "pause"),
    [(0, 15.0, 0.02), (200, 15.0, 0.02), (1_500, 15.0, 0.005), (10, 0.0, 0.0), (10, -3.0, 0.0)],
)
def test_farewells_are_spread_as_far_as_the_time_that_is_left_allows(connections, left_s, pause) -> None:
    assert pause_s(connections, 50, left_s) == pytest.approx(pause)
