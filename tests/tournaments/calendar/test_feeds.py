"""Feeds: what other calendars read with a secret address (services/tournaments/RULES.md §10)."""

from typing import Any

import pytest

from services.contracts.lobby.people.companies import CompanyLine, Evening
from services.contracts.tournaments import calendar as contract
from services.contracts.tournaments import competitions
from services.kernel.refusal import Refusal
from services.tournaments.privacy import rows as privacy
from tests.tournaments.platform import HOUR_MS, OPERATOR, REASON, Tournaments

UNKNOWN = Refusal("feed_unknown")
EVENING = Evening(weekday=4, minute=20 * 60, zone="Europe/Athens", game="tavli")


def make(tournaments: Tournaments, account: str = "ana") -> str:
    made: contract.CalendarFeed = tournaments.ask(contract.MakeCalendarFeed(account=account))
    assert made.made_at_ms == tournaments.clock.now_ms()
    assert made.token is not None
    return made.token


def read(tournaments: Tournaments, token: str) -> Any:
    return tournaments.ask(contract.ReadCalendarFeed(token=token))


def test_a_feed_shows_own_competitions_and_evenings_of_companies(tournaments: Tournaments) -> None:
    tournaments.announce()
    tournaments.announce("other")
    tournaments.tick()
    tournaments.paid("ana")
    tournaments.others.companies["ana"] = [
        CompanyLine(
            company="c", name="Friends", joining="open", members=3, founder="Ben", evening=EVENING, evening_at_ms=7
        ),
        CompanyLine(company="d", name="Without", joining="open", members=3, founder="Ben"),
    ]
    found = read(tournaments, make(tournaments))
    assert [each.id for each in found.lines] == ["cup"]
    assert found.evenings == [contract.FeedEvening(company="c", name="Friends", evening=EVENING, from_ms=7)]


def test_a_secret_is_shown_once_and_long(tournaments: Tournaments) -> None:
    token = make(tournaments)
    assert len(token) == 32
    shown = tournaments.ask(contract.GetCalendarFeed(account="ana"))
    assert shown == contract.CalendarFeed(made_at_ms=tournaments.clock.now_ms())
    exported = tournaments.ports.run(lambda work, _ports: privacy.collect(work, "ana"))
    assert exported["calendar_feed"] == [{"made_at_ms": tournaments.clock.now_ms()}]
    assert make(tournaments) != token


def test_making_another_and_ending_it_end_a_feed(tournaments: Tournaments) -> None:
    first = make(tournaments)
    second = make(tournaments)
    assert read(tournaments, first) == UNKNOWN
    assert not isinstance(read(tournaments, second), Refusal)
    tournaments.ask(contract.EndCalendarFeed(account="ana"))
    assert read(tournaments, second) == UNKNOWN
    assert tournaments.ask(contract.GetCalendarFeed(account="ana")).made_at_ms is None


@pytest.mark.parametrize("token", ["x", "A" * 32, "-"])
def test_a_wrong_secret_shows_nothing(tournaments: Tournaments, token: str) -> None:
    make(tournaments)
    assert read(tournaments, token) == UNKNOWN


def test_while_the_lobby_is_away_a_feed_is_refused_and_not_emptied(tournaments: Tournaments) -> None:
    token = make(tournaments)
    tournaments.others.lobby_is_away = True
    assert read(tournaments, token).error == "service_unavailable"


def test_what_was_called_off_stays_in_the_feed_of_its_entrants(tournaments: Tournaments) -> None:
    tournaments.announce()
    tournaments.tick()
    tournaments.paid("ana")
    token = make(tournaments)
    (before,) = read(tournaments, token).lines
    tournaments.clock.advance(60_000)
    tournaments.ask(competitions.CancelCompetition(account=OPERATOR, competition="cup", reason=REASON))
    (after,) = read(tournaments, token).lines
    assert (before.state, after.state) == ("open", "cancelled")
    assert after.changed_at_ms > before.changed_at_ms
    assert after.id == before.id


def test_a_withdrawn_entry_leaves_the_feed(tournaments: Tournaments) -> None:
    tournaments.announce()
    tournaments.tick()
    tournaments.paid("ana")
    token = make(tournaments)
    tournaments.ask(competitions.Withdraw(account="ana", competition="cup"))
    assert read(tournaments, token).lines == []
    tournaments.later(HOUR_MS)


def test_an_erased_account_has_no_feed(tournaments: Tournaments) -> None:
    token = make(tournaments)
    tournaments.ports.run(lambda work, ports: privacy.erase(work, ports, "ana"))
    assert read(tournaments, token) == UNKNOWN
