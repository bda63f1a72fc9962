"""Limits and states of the Administrator's messages: services/moderation/RULES.md §8."""

import pytest

from services.kernel.refusal import Refusal
from services.moderation.messages.rules import Letter, acknowledge, check, read

UNREAD = Letter("1", "ana", "warning", "s", "b", 100)


@pytest.mark.parametrize(
    ("subject", "body", "wrong"),
    [
        ("x", "x", []),
        ("x" * 100, "x" * 2_000, []),
        ("", "x", ["subject"]),
        ("x" * 101, "x", ["subject"]),
        ("x", " ", ["body"]),
        ("x", "x" * 2_001, ["body"]),
        ("", "", ["subject", "body"]),
    ],
)
def test_a_subject_has_1_to_100_characters_and_a_body_1_to_2000(subject: str, body: str, wrong: list[str]) -> None:
    refusal = Refusal("message_invalid", {"fields": wrong}) if wrong else None
    assert check(["moderator"], "ana", subject, body) == refusal


def test_a_moderator_writes_to_one_player_an_operator_to_all_and_an_administrator_to_both() -> None:
    def allowed(role: str) -> tuple[bool, bool]:
        one, everybody = check([role], "ana", "s", "b"), check([role], None, "s", "b")  # type: ignore[list-item]
        assert {one, everybody} <= {None, Refusal("forbidden")}
        return one is None, everybody is None

    assert [allowed(role) for role in ("player", "moderator", "operator", "administrator", "auditor")] == [
        (False, False), (True, False), (False, True), (True, True), (False, False),
    ]  # fmt: skip
    assert check(["player"], "ana", "", "") == Refusal("forbidden"), "before anything else"


def test_the_first_time_of_reading_counts() -> None:
    opened = read(UNREAD, 200)
    assert (opened.read_at_ms, opened.ack_at_ms) == (200, None)
    assert read(opened, 300) == opened


def test_a_message_is_acknowledged_once_and_so_also_read() -> None:
    known = acknowledge(UNREAD, 200)
    assert isinstance(known, Letter) and (known.read_at_ms, known.ack_at_ms) == (200, 200)
    later = acknowledge(read(UNREAD, 200), 300)
    assert isinstance(later, Letter) and (later.read_at_ms, later.ack_at_ms) == (200, 300)
    assert acknowledge(known, 400) == Refusal("already_acknowledged")
