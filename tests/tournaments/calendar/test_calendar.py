"""The calendar, past competitions with their winners, one's own (services/tournaments/RULES.md §9)."""

from typing import Any

import pytest

from services.contracts.tournaments import calendar as contract
from services.contracts.tournaments import competitions
from services.contracts.tournaments.templates import SaveTemplate
from services.kernel.clock import DAY_MS
from services.tournaments.plans import series as plans
from tests.tournaments.platform import HOUR_MS, OPERATOR, REASON, Tournaments


def series(tournaments: Tournaments, template: str = "evening", **how: Any) -> Any:
    """A daily one at this hour from tomorrow on, announced a day before its opening, which is an hour before."""
    start_ms = tournaments.clock.now_ms() + DAY_MS
    times = {"opens_at_ms": start_ms - HOUR_MS, "starts_at_ms": start_ms, "ends_at_ms": start_ms + 2 * HOUR_MS}
    plan = tournaments.plan(**times, name="Evening")
    usual: dict[str, Any] = {"every": "daily", "zone": "UTC", "lead_ms": 0}
    saved = tournaments.ask(SaveTemplate(account=OPERATOR, template=template, plan=plan, reason=REASON, **usual | how))
    tournaments.tick()
    return saved


def lines(tournaments: Tournaments, **how: int) -> list[contract.CalendarLine]:
    found: contract.Calendar = tournaments.ask(contract.GetCalendar(**how))
    assert found.as_of_ms == tournaments.clock.now_ms()
    return found.lines


def test_announced_competitions_and_dates_of_a_series_are_in_one_calendar(tournaments: Tournaments) -> None:
    tournaments.announce(name="Cup")
    series(tournaments)
    found = lines(tournaments, ahead_days=3)
    assert [(each.name, each.state) for each in found] == [
        ("Cup", "open"),
        *[("Evening", "planned")] * 2,
    ]
    assert [each.starts_at_ms for each in found] == sorted(each.starts_at_ms for each in found)


def test_a_planned_date_keeps_its_id_when_it_is_announced(tournaments: Tournaments) -> None:
    series(tournaments)
    (before, *_rest) = lines(tournaments)
    tournaments.later(DAY_MS - HOUR_MS)
    (after, *_rest) = lines(tournaments)
    assert (before.id, before.state) == (after.id, "planned")
    assert after.state in ("announced", "open")
    assert after.changed_at_ms > before.changed_at_ms
    assert len({each.id for each in lines(tournaments)}) == len(lines(tournaments))


def test_a_date_that_is_made_again_has_the_id_of_its_next_competition(tournaments: Tournaments) -> None:
    series(tournaments, lead_ms=5 * DAY_MS)
    first = {each.id for each in lines(tournaments) if each.state != "planned"}
    assert first
    series(tournaments, active=False, lead_ms=5 * DAY_MS)
    assert {each.id for each in lines(tournaments)} == first  # called off, and nothing is planned
    assert {each.state for each in lines(tournaments)} == {"cancelled"}
    before = {each.id for each in lines(tournaments)}
    series(tournaments, lead_ms=0)
    planned = {each.id for each in lines(tournaments) if each.state == "planned"}
    assert not planned & before
    assert {f"{each}-2" for each in before if f"{each}-2" in planned}


def test_a_changed_series_has_changed_its_planned_dates(tournaments: Tournaments) -> None:
    series(tournaments)
    before = {each.id: each for each in lines(tournaments)}
    tournaments.clock.advance(60_000)
    series(tournaments)
    after = {each.id: each for each in lines(tournaments)}
    both = before.keys() & after.keys()
    assert both
    assert all(after[each].changed_at_ms > before[each].changed_at_ms for each in both)


@pytest.mark.parametrize("evenings", [True, False])
def test_the_evenings_of_every_installation_are_planned_while_they_are_held(
    tournaments_url: str, evenings: bool
) -> None:
    tournaments = Tournaments(tournaments_url, default_evenings=True)
    plans.add_default_evenings(tournaments.ports)
    other = Tournaments(tournaments_url, tournaments.clock, default_evenings=evenings)
    names = {each.name for each in lines(other)}
    assert names == ({"Tavli evening", "Sunday cup"} if evenings else set())
    other.close()
    tournaments.close()


def test_drafts_and_what_is_far_away_are_not_in_it(tournaments: Tournaments) -> None:
    tournaments.save("draft")
    start_ms = tournaments.clock.now_ms() + 20 * DAY_MS
    tournaments.announce("later", starts_at_ms=start_ms, ends_at_ms=start_ms + HOUR_MS)
    assert lines(tournaments) == []
    assert [each.id for each in lines(tournaments, ahead_days=21)] == ["later"]


def test_a_calendar_has_no_more_lines_than_it_may(tournaments: Tournaments, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(contract, "LINES_MAX", 5)
    series(tournaments)
    series(tournaments, "other")
    assert len(lines(tournaments, ahead_days=62)) == 5


# --- past ---


def played(tournaments: Tournaments) -> None:
    tournaments.announce()
    tournaments.tick()
    tournaments.paid("ana", "ben", "eva", "leo")
    tournaments.later(HOUR_MS)
    for first, second in (("ana", "ben"), ("eva", "leo"), ("ana", "eva")):
        (called,) = tournaments.call(first, second)
        tournaments.finish(called, points=[5, 2])
    tournaments.later(2 * HOUR_MS)
    tournaments.later(1000)
    assert tournaments.state() == "settled"


def past(tournaments: Tournaments) -> list[contract.PastCompetition]:
    found: contract.PastCompetitions = tournaments.ask(contract.ListPastCompetitions())
    return found.past


def test_past_competitions_name_their_winners_with_pictures(tournaments: Tournaments) -> None:
    played(tournaments)
    tournaments.others.photos["ana"] = "p-ana"
    (one,) = past(tournaments)
    assert one.competition.id == "cup"
    assert [(each.place, each.name, each.photo) for each in one.winners] == [
        (1, "Ana", "p-ana"),
        (2, "Eva", None),
        (3, "Ben", None),
        (3, "Leo", None),
    ]


def test_without_the_lobby_winners_have_no_pictures(tournaments: Tournaments) -> None:
    played(tournaments)
    tournaments.others.lobby_is_away = True
    (one,) = past(tournaments)
    assert {each.photo for each in one.winners} == {None}


def test_what_was_called_off_is_not_past(tournaments: Tournaments) -> None:
    tournaments.announce()
    tournaments.later(HOUR_MS)
    assert tournaments.state() == "cancelled"
    assert past(tournaments) == []


# --- one's own ---


def own(tournaments: Tournaments, account: str) -> list[tuple[str, int | None]]:
    found: contract.OwnCompetitions = tournaments.ask(contract.ListOwnCompetitions(account=account))
    return [(each.competition.id, each.place) for each in found.competitions]


def test_own_competitions_are_those_with_an_entry(tournaments: Tournaments) -> None:
    played(tournaments)
    tournaments.announce("next")
    tournaments.announce("other")
    tournaments.tick()
    tournaments.paid("ana", competition="next")
    assert own(tournaments, "ana") == [("next", None), ("cup", 1)]
    assert own(tournaments, "zoe") == []
    tournaments.ask(competitions.Withdraw(account="ana", competition="next"))
    assert own(tournaments, "ana") == [("cup", 1)]
