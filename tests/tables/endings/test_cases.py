"""What every way of ending a match gives the pages to say (RULES.md §10)."""

import pytest

from tests.tables.endings import cases


@pytest.fixture
def shown(monkeypatch: pytest.MonkeyPatch) -> dict[str, cases.Case]:
    return cases.made(monkeypatch)


def test_the_pages_have_the_cases_that_the_engine_makes(shown: dict[str, cases.Case]) -> None:
    """After a change: `python -m tests.tables.endings.cases`."""
    assert cases.text(shown) == cases.PATH.read_text(encoding="utf-8")


def test_each_way_names_the_leaver_and_the_cause(shown: dict[str, cases.Case]) -> None:
    reasons = {"left": "left", "time": "timeouts", "cards": "suspended", "staff": "left", "lost": "not_returned"}
    for name, case in shown.items():
        how = name.split("_", 1)[0]
        if how in reasons and name != "left_before_the_start":
            (left,) = case["departures"]
            assert (left["account"] or "").capitalize() == left["name"], name
            assert left["reason"] == reasons[how], name


def test_a_computer_that_took_a_seat_is_named_with_the_player_it_replaced(shown: dict[str, cases.Case]) -> None:
    case = shown["left_bot_replace_after"]
    (left,) = case["departures"]
    assert left["replaced"] and left["name"] == "Ann"
    assert case["seats"][left["seat"]] == {"name": "bot-0", "bot": True, "left": True}


def test_a_suspension_by_staff_looks_like_leaving(shown: dict[str, cases.Case]) -> None:
    assert not any("suspended" in str(case) for name, case in shown.items() if name.startswith("staff"))
