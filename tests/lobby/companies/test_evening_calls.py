"""The standing evening over a real database (services/lobby/RULES.md §23)."""

from datetime import UTC, datetime
from typing import Any

import pytest

from services.contracts.base import Done
from services.contracts.client.frames import CompanyFrame
from services.contracts.lobby.people import companies as contract
from services.contracts.lobby.people.companies import Evening
from services.contracts.tables.catalogue import CheckOptions
from services.kernel.clock import HOUR_MS
from services.kernel.refusal import Refusal
from services.lobby import schema
from services.lobby.companies.evening_calls import sweep_evenings
from services.lobby.companies.evenings import LASTS_MS, LATE_MS, SOON_MS
from tests.lobby.companies.people import Company, act, found, grown_up
from tests.lobby.local_lobby import Here, LocalLobby

WEEK_MS = 7 * 24 * HOUR_MS


def evening_in(lobby: LocalLobby, ms: int) -> Evening:
    """An evening whose next hour is so far ahead, to the minute."""
    at = datetime.fromtimestamp((lobby.now_ms + ms) / 1000, UTC)
    return Evening(weekday=at.weekday(), minute=at.hour * 60 + at.minute, zone="UTC", game="tictactoe")


def set_evening(company: Company, who: Here, evening: Evening | None) -> Any:
    return company.do(who, contract.SetCompanyEvening, evening=evening)


def calls(lobby: LocalLobby, who: Here) -> list[tuple[str, int | None]]:
    frames = lobby.push.to(who.account, CompanyFrame)
    return [(frame.news, frame.at_ms) for frame in frames if frame.news in ("soon", "now")]


def pass_time(lobby: LocalLobby, ms: int) -> None:
    """Two processes sweep after it."""
    lobby.wait(ms)
    for _ in range(2):
        sweep_evenings(lobby.ports)


def test_members_are_called_a_quarter_before_and_at_the_hour_each_once(lobby: LocalLobby) -> None:
    ana, ben, eva, ida = grown_up(lobby, "Ana", "Ben", "Eva", "Ida")
    company = found(lobby, ana)
    company.bring(ana, (ben, "Ben"), (eva, "Eva"))
    assert set_evening(company, ana, evening_in(lobby, 2 * HOUR_MS)) == Done()
    at_ms = company.seen_by(ben).line.evening_at_ms
    lobby.leave(eva)
    pass_time(lobby, at_ms - SOON_MS - lobby.now_ms - 1)
    assert calls(lobby, ben) == []
    pass_time(lobby, 1)
    pass_time(lobby, 1)
    assert calls(lobby, ana) == calls(lobby, ben) == [("soon", at_ms)]
    pass_time(lobby, at_ms - lobby.now_ms)
    pass_time(lobby, 1)
    assert calls(lobby, ana) == calls(lobby, ben) == [("soon", at_ms), ("now", at_ms)]
    assert calls(lobby, eva) == calls(lobby, ida) == []
    pass_time(lobby, LASTS_MS - 2)
    assert company.seen_by(ben).line.evening_at_ms == at_ms
    pass_time(lobby, 1)
    assert company.seen_by(ben).line.evening_at_ms == at_ms + WEEK_MS
    pass_time(lobby, WEEK_MS - LASTS_MS)
    assert len(calls(lobby, ben)) == 4 - 1, "the call before was due while nobody swept, and is not made late"


def test_a_platform_that_was_down_calls_no_later_than_a_quarter_after(lobby: LocalLobby) -> None:
    (ana,) = grown_up(lobby, "Ana")
    company = found(lobby, ana)
    set_evening(company, ana, evening_in(lobby, HOUR_MS))
    at_ms = company.seen_by(ana).line.evening_at_ms
    pass_time(lobby, at_ms + LATE_MS - lobby.now_ms)
    assert calls(lobby, ana) == []
    pass_time(lobby, 3 * WEEK_MS)
    pass_time(lobby, 0)
    assert company.seen_by(ana).line.evening_at_ms == at_ms + 4 * WEEK_MS


def test_members_say_that_they_come_and_each_evening_begins_anew(lobby: LocalLobby) -> None:
    ana, ben, eva = grown_up(lobby, "Ana", "Ben", "Eva")
    company = found(lobby, ana)
    company.bring(ana, (ben, "Ben"))
    assert company.do(ben, contract.ComeToEvening, comes=True) == "evening_unknown"
    set_evening(company, ana, evening_in(lobby, HOUR_MS))
    for _ in range(2):
        assert company.do(ben, contract.ComeToEvening, comes=True) == Done()
    assert company.do(ana, contract.ComeToEvening, comes=True) == Done()
    assert company.do(ana, contract.ComeToEvening, comes=False) == Done()
    assert company.do(eva, contract.ComeToEvening, comes=True) == "company_unknown"
    seen = company.seen_by(ben)
    assert (seen.line.coming, seen.line.comes) == (1, True)
    assert [(each.name, each.comes) for each in seen.members] == [("Ana", False), ("Ben", True)]
    (line,) = act(lobby, ana, contract.ListOwnCompanies).mine
    assert (line.coming, line.comes, line.evening.game) == (1, False, "tictactoe")
    set_evening(company, ana, evening_in(lobby, 2 * HOUR_MS))
    assert company.seen_by(ben).line.coming == 0
    company.do(ben, contract.ComeToEvening, comes=True)
    company.leave(ben)
    assert lobby.rows(schema.company_comers) == []


def test_hosts_set_an_evening_that_there_can_be(lobby: LocalLobby) -> None:
    ana, ben = grown_up(lobby, "Ana", "Ben")
    company = found(lobby, ana)
    company.bring(ana, (ben, "Ben"))
    usual = evening_in(lobby, HOUR_MS)
    assert set_evening(company, ben, usual) == "company_forbidden"
    company.role(ana, ben, "host")
    assert set_evening(company, ben, Evening(weekday=0, minute=0, zone="Athens", game="tictactoe")) == "zone_unknown"
    for answer in (Refusal("game_unknown"), Refusal("options_invalid")):
        lobby.rpc.answers[CheckOptions] = answer
        assert set_evening(company, ben, usual) == "game_unknown"
    lobby.rpc.answers[CheckOptions] = Refusal("service_unavailable")
    assert set_evening(company, ben, usual) == "service_unavailable"
    assert company.seen_by(ana).line.evening is None
    assert set_evening(company, ben, None) == Done()


@pytest.mark.parametrize("ahead_ms", [SOON_MS + 1, SOON_MS - 60_000])
def test_another_time_within_half_a_day_is_not_called_again(lobby: LocalLobby, ahead_ms: int) -> None:
    (ana,) = grown_up(lobby, "Ana")
    company = found(lobby, ana)
    set_evening(company, ana, evening_in(lobby, 20 * 60_000))
    pass_time(lobby, 20 * 60_000)
    made = calls(lobby, ana)
    assert [call for call, _ in made] == ["now"] or [call for call, _ in made] == ["soon", "now"]
    set_evening(company, ana, evening_in(lobby, ahead_ms + 60_000))
    pass_time(lobby, 30 * 60_000)
    assert calls(lobby, ana) == made
