"""Chat: services/lobby/RULES.md §3."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from services.kernel.refusal import Refusal
from services.lobby.chat.rules import FRESH, LOBBY, Room, clean, parse_room, read_message, say


@pytest.mark.parametrize(
    ("raw", "cleaned"),
    [
        ("hello", "hello"),
        ("  a\t\tb\r\nc\u2028d\x85e  ", "a b c d e"),
        ("a\x00b\x1bc\x7fd\x9fe", "abcde"),
        ("\u202eabc\u202c \u2066x\u2069", "abc x"),
        ("a\u200bb\u200cc\u200dd\u2060e\ufefff", "abcdef"),
        ("e\u0301", "é"),
        ("a\u00a0\u3000 b", "a b"),
        ("<b>&amp;</b>", "<b>&amp;</b>"),
        ("\u200b \u202e", ""),
    ],
)
def test_messages_are_composed_stripped_of_hidden_signs_and_their_spaces_collapsed(raw, cleaned):
    assert clean(raw) == cleaned


def test_nothing_left_is_empty_and_more_than_300_code_points_too_long():
    assert read_message(" \u200b\n") == Refusal("chat_empty")
    assert read_message("😀" * 300) == "😀" * 300
    assert read_message("x" * 301) == Refusal("chat_too_long", {"length": 301})
    assert read_message("x" * 300 + "\u200b" * 50) == "x" * 300


@settings(max_examples=100)
@given(st.text(max_size=40))
def test_a_cleaned_message_is_one_trimmed_line_without_hidden_signs(raw):
    cleaned = clean(raw)
    assert cleaned == cleaned.strip()
    assert "  " not in cleaned
    assert len(cleaned.splitlines()) <= 1
    assert not set(cleaned) & set("\u202a\u202e\u2066\u2069\u200b\u200d\u2060\ufeff\x00\x7f")


def talk(times_ms: list[int]):
    pace, answers = FRESH, []
    for at_ms in times_ms:
        pace, answer = say(pace, "hi", at_ms)
        answers.append(answer.error if isinstance(answer, Refusal) else answer)
    return pace, answers


def test_five_messages_in_ten_seconds_are_said_and_the_sixth_waits():
    assert talk([0, 1, 2, 3, 4, 9_999, 10_000])[1] == ["hi"] * 5 + ["chat_rate", "hi"]


def test_three_rate_refusals_within_a_minute_mute_the_room_for_five_minutes():
    pace, answers = talk([0, 0, 0, 0, 0, 1, 2, 3])
    assert answers[5:] == ["chat_rate"] * 3
    assert say(pace, "hi", 4)[1] == Refusal("chat_muted", {"until_ms": 300_003})
    assert say(pace, "hi", 300_002)[1].error == "chat_muted"
    assert say(pace, "hi", 300_003)[1] == "hi"


def test_refusals_further_apart_do_not_mute():
    first = [0] * 5 + [1, 2]
    later = [60_002] * 5
    assert talk(first + later + [60_002])[1][-1] == "chat_rate"
    pace, _ = talk(first + later + [60_002])
    assert pace.muted_until_ms == 0


def test_empty_and_long_messages_neither_use_the_pace_nor_count_towards_a_mute():
    pace = FRESH
    for _ in range(10):
        pace, answer = say(pace, " ", 0)
        assert answer == Refusal("chat_empty")
    assert pace == FRESH


def test_rooms_have_names_and_others_have_no_members():
    assert parse_room("lobby") == LOBBY
    assert parse_room("table:4f2c-1") == Room("table", "4f2c-1")
    assert parse_room("spectators:7") == Room("spectators", "7")
    assert parse_room("academy:7") == Room("academy", "7")
    for name in ["", "table:", "partner:7", "table:a b", "lobby:1", "table"]:
        assert parse_room(name) == Refusal("chat_not_member")
