"""Who comes back after registering: services/lobby/RULES.md §28."""

from datetime import UTC, date, datetime

import pytest
from prometheus_client import REGISTRY

from services.kernel.clock import DAY_MS
from services.lobby.mails.notices.rows import mail_choices
from services.lobby.push.rows import push_browsers
from services.lobby.returns import rows, rules
from services.lobby.returns.rules import Newcomer
from tests.lobby.local_lobby import LocalLobby


def gauge(name: str, **labels: str) -> float | None:
    return REGISTRY.get_sample_value(f"kafeneio_lobby_cohort_{name}", labels)


@pytest.mark.parametrize("today", [date(2027, 3, day) for day in range(1, 29)])
def test_a_week_is_counted_when_it_is_over_and_while_its_sessions_are_kept(today: date) -> None:
    counted = list(rules.weeks(today))
    assert 2 <= len(counted) <= 3
    for week in counted:
        assert (len(week), week[0].weekday()) == (7, 0)
        assert (today - week[-1]).days > 7, "its seventh days are over"
        assert (today - week[0]).days <= 30, "its first days are kept"


def test_weeks_are_named_as_in_calendars() -> None:
    assert rules.name_of([date(2026, 12, 28)]) == "2026-W53"


def test_of_few_nothing_is_said_and_accounts_with_both_ways_count_once() -> None:
    few = [Newcomer("push", frozenset({1}))] * (rules.ACCOUNTS_MIN - 1)
    enough = [Newcomer("none", frozenset({1}))] * 6 + [Newcomer("none", frozenset({1, 7}))] * 4
    (cohort,) = rules.count("2027-W01", few + enough)
    assert (cohort.way, cohort.accounts, cohort.returned) == ("none", 10, {1: 10, 7: 4})
    assert rules.way_of(has_push=True, has_mail=True) == "push"


def test_a_return_is_a_session_on_the_first_and_on_the_seventh_day(
    lobby: LocalLobby, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rules, "ACCOUNTS_MIN", 1)
    to_monday = (7 - datetime.fromtimestamp(lobby.now_ms / 1000, UTC).weekday()) % 7
    lobby.wait(to_monday * DAY_MS)
    week = rules.name_of([datetime.fromtimestamp(lobby.now_ms / 1000, UTC).date()])
    accounts = {name: lobby.register(name).account.account for name in ("Ana", "Ben", "Cara")}
    with lobby.database.work() as work:
        browser = {"browser": "b", "device": "", "endpoint": "", "host": "", "p256dh": "", "auth": "", "added_at_ms": 1}
        work.execute(push_browsers.insert().values(account=accounts["Ana"], **browser))
        work.execute(mail_choices.insert().values(account=accounts["Ana"], kinds='["call"]', key="k"))
        work.execute(mail_choices.insert().values(account=accounts["Ben"], kinds='["call"]', key="k"))
        work.execute(mail_choices.insert().values(account=accounts["Cara"], kinds="[]", key="k"))
    lobby.wait(DAY_MS)
    lobby.log_in("Ana")
    lobby.wait(6 * DAY_MS)
    lobby.log_in("Ana")
    lobby.log_in("Ben")
    lobby.wait(DAY_MS)
    lobby.log_in("Cara")
    lobby.wait(6 * DAY_MS)
    lobby.ports.run(rows.measure)
    assert {way: gauge("accounts", week=week, way=way) for way in ("push", "mail", "none")} == {
        "push": 1, "mail": 1, "none": 1,
    }  # fmt: skip
    returned = {
        (way, day): gauge("returned", week=week, way=way, day=day) for way in ("push", "mail", "none") for day in "17"
    }
    assert returned == {
        ("push", "1"): 1, ("push", "7"): 1, ("mail", "1"): 0, ("mail", "7"): 1, ("none", "1"): 0, ("none", "7"): 0,
    }  # fmt: skip
    lobby.wait(30 * DAY_MS)
    lobby.ports.run(rows.measure)
    assert gauge("accounts", week=week, way="push") is None, "it is counted no more"
