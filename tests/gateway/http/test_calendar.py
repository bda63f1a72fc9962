"""Calendars over REST: the page's, and files in iCalendar, read back with a library (services/tournaments/RULES.md §9,
§10)."""

from datetime import UTC, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import msgspec
import pytest
from dateutil.rrule import rrulestr
from icalendar import Calendar, Event

from services.contracts.base import Done
from services.contracts.lobby.people.companies import Evening
from services.contracts.tournaments import calendar as contract
from services.kernel.refusal import Refusal
from tests.gateway.fakes import services
from tests.gateway.http.test_rest import BEARER, Site

START_MS = 1_800_000_000_000
HOUR_MS = 3_600_000
LINE = contract.CalendarLine(
    id="cup",
    name="The cup",
    game="tavli",
    state="open",
    opens_at_ms=START_MS - HOUR_MS,
    starts_at_ms=START_MS,
    ends_at_ms=START_MS + 2 * HOUR_MS,
    price_chips=0,
    changed_at_ms=START_MS - 90 * HOUR_MS,
)
TOKEN = "a" * 32
ATHENS = ZoneInfo("Europe/Athens")


def evening(minute: int = 20 * 60 + 30, zone: str = "Europe/Athens") -> contract.FeedEvening:
    """Fridays, the next one on 2027-03-26, two days before summer time."""
    at = datetime(2027, 3, 26, *divmod(minute, 60), tzinfo=ZoneInfo(zone))
    of = Evening(weekday=4, minute=minute, zone=zone, game="tavli")
    return contract.FeedEvening(company="c1", name="Friends", evening=of, from_ms=round(at.timestamp() * 1000))


def site(*lines: contract.CalendarLine, evenings: Any = (), **settings: Any) -> Site:
    return Site(
        services(
            GetCalendar=contract.Calendar(lines=list(lines), as_of_ms=START_MS),
            ReadCalendarFeed=contract.PersonalCalendar(lines=list(lines), evenings=list(evenings)),
        ),
        **settings,
    )


def read(made: Site, path: str = "/calendar.ics") -> Calendar:
    answer = made.client.get(path)
    assert answer.status_code == 200
    assert answer.headers["Content-Type"] == "text/calendar; charset=utf-8"
    found = Calendar.from_ical(answer.data)
    assert isinstance(found, Calendar)
    return found


def code_of(answer: Any) -> Any:
    return answer.json["error"]


def events(calendar: Calendar) -> list[Any]:
    return [each for each in calendar.walk("VEVENT") if isinstance(each, Event)]


def test_a_competition_is_an_event_at_its_moments() -> None:
    calendar = read(site(LINE, gateway_home="https://coffee.example"))
    assert (str(calendar["VERSION"]), str(calendar["METHOD"])) == ("2.0", "PUBLISH")
    (event,) = events(calendar)
    assert event.start == datetime.fromtimestamp(START_MS / 1000, UTC)
    assert event.end == event.start + timedelta(hours=2)
    assert str(event["UID"]) == "cup@coffee.example"
    assert str(event["SUMMARY"]) == "The cup"
    assert str(event["URL"]) == "https://coffee.example/competitions/cup"
    assert str(event["STATUS"]) == "CONFIRMED"
    assert event["DTSTAMP"].dt.tzinfo is not None


@pytest.mark.parametrize(
    ("state", "status"),
    [("planned", "TENTATIVE"), ("announced", "CONFIRMED"), ("settled", "CONFIRMED"), ("cancelled", "CANCELLED")],
)
def test_the_state_of_a_competition_is_the_status_of_its_event(state: Any, status: str) -> None:
    (event,) = events(read(site(msgspec.structs.replace(LINE, state=state))))
    assert str(event["STATUS"]) == status
    assert ("URL" in event) == (state != "planned")


def test_an_event_keeps_its_uid_and_its_sequence_grows_with_each_change() -> None:
    planned = msgspec.structs.replace(LINE, state="planned", changed_at_ms=0)
    called_off = msgspec.structs.replace(LINE, state="cancelled", changed_at_ms=LINE.changed_at_ms + 1000)
    found = [events(read(site(each)))[0] for each in (planned, LINE, called_off)]
    assert len({str(each["UID"]) for each in found}) == 1
    sequences = [int(each["SEQUENCE"]) for each in found]
    assert sequences == sorted(set(sequences))
    assert sequences[0] == 0
    assert sequences[-1] < 2**31


@pytest.mark.parametrize(
    "name",
    [
        "Ana; Ben, and \\ more",
        "END:VEVENT",
        "a\r\nEND:VEVENT\r\nBEGIN:VEVENT\r\nSUMMARY:b",
        "a\nATTACH:file:///etc/passwd",
        "Βραδιά τάβλι " * 12,
        'quoted "name": x=y',
    ],
)
def test_names_cannot_write_anything_but_a_summary(name: str) -> None:
    made = site(msgspec.structs.replace(LINE, name=name))
    (event,) = events(read(made))
    assert str(event["SUMMARY"]) == name.replace("\r\n", "\n")
    assert "ATTACH" not in event
    lines = made.client.get("/calendar.ics").data.split(b"\r\n")
    assert all(len(line) <= 75 for line in lines)


def test_an_evening_has_the_same_time_of_its_zone_in_summer_and_winter() -> None:
    calendar = read(site(evenings=[evening()]), f"/calendar/{TOKEN}.ics")
    (event,) = events(calendar)
    assert str(event.start.tzinfo) == "Europe/Athens"
    rule = rrulestr(event["RRULE"].to_ical().decode(), dtstart=event.start.replace(tzinfo=None))
    first, second = [each.replace(tzinfo=ATHENS) for each in rule[:2]]
    assert (first.hour, first.minute, second.hour, second.minute) == (20, 30, 20, 30)
    assert [each.astimezone(UTC).hour for each in (first, second)] == [18, 17]
    (zone,) = calendar.walk("VTIMEZONE")
    assert str(zone["TZID"]) == "Europe/Athens"
    assert {each.name for each in zone.subcomponents} == {"STANDARD", "DAYLIGHT"}


def test_an_evening_that_is_set_anew_is_another_event() -> None:
    def uid(one: contract.FeedEvening) -> str:
        return str(events(read(site(evenings=[one]), f"/calendar/{TOKEN}.ics"))[0]["UID"])

    assert uid(evening()) == uid(evening())
    assert len({uid(evening()), uid(evening(minute=60)), uid(evening(zone="Europe/Rome"))}) == 3


def test_a_personal_calendar_is_asked_for_by_its_secret() -> None:
    made = site(LINE, evenings=[evening()])
    assert len(events(read(made, f"/calendar/{TOKEN}.ics"))) == 2
    assert made.rpc.requests(contract.ReadCalendarFeed) == [contract.ReadCalendarFeed(token=TOKEN)]


@pytest.mark.parametrize("token", ["a" * 65, "a%20b", "%E2%82%AC", "a.b"])
def test_what_cannot_be_a_secret_is_not_asked_for(token: str) -> None:
    made = site(LINE)
    answer = made.client.get(f"/calendar/{token}.ics")
    assert (answer.status_code, code_of(answer)) == (404, "feed_unknown")
    assert made.rpc.requests(contract.ReadCalendarFeed) == []


def test_a_feed_that_has_ended_is_not_found() -> None:
    made = Site(services(ReadCalendarFeed=Refusal("feed_unknown")))
    answer = made.client.get(f"/calendar/{TOKEN}.ics")
    assert (answer.status_code, code_of(answer)) == (404, "feed_unknown")


@pytest.mark.parametrize("path", ["/calendar.ics", f"/calendar/{TOKEN}.ics"])
def test_a_calendar_that_is_the_same_is_not_sent_again(path: str) -> None:
    made = site(LINE, evenings=[evening()])
    first = made.client.get(path)
    again = made.client.get(path, headers={"If-None-Match": first.headers["ETag"]})
    assert (again.status_code, again.data) == (304, b"")
    other = site(msgspec.structs.replace(LINE, name="Another cup"))
    changed = other.client.get(path, headers={"If-None-Match": first.headers["ETag"]})
    assert changed.status_code == 200
    assert "must-revalidate" in first.headers["Cache-Control"]


def test_files_count_to_the_rate_of_an_address() -> None:
    made = site(LINE, gateway_requests_per_s=1)
    answers = [made.client.get("/calendar.ics").status_code for _ in range(4)]
    assert answers[0] == 200
    assert answers[-1] == 429


def test_the_calendar_is_asked_for_once_by_many() -> None:
    made = site(LINE)
    for _ in range(3):
        assert b'"id":"cup"' in made.client.get("/api/calendar", headers=BEARER).data
        read(made)
    assert made.rpc.requests(contract.GetCalendar) == [
        contract.GetCalendar(),
        contract.GetCalendar(past_days=31, ahead_days=62),
    ]


@pytest.mark.parametrize(
    ("method", "path", "asked", "status"),
    [
        ("GET", "/api/me/competitions", contract.ListOwnCompetitions(account="a-ann"), 200),
        ("GET", "/api/me/calendar", contract.GetCalendarFeed(account="a-ann"), 200),
        ("POST", "/api/me/calendar", contract.MakeCalendarFeed(account="a-ann"), 201),
        ("DELETE", "/api/me/calendar", contract.EndCalendarFeed(account="a-ann"), 200),
    ],
    ids=["own", "feed", "make", "end"],
)
def test_an_operation_on_ones_own_calendar_asks_in_ones_name(method: str, path: str, asked: Any, status: int) -> None:
    feed = contract.CalendarFeed(made_at_ms=1, token=TOKEN)
    own = contract.OwnCompetitions(competitions=[])
    made = Site(services(ListOwnCompetitions=own, GetCalendarFeed=feed, MakeCalendarFeed=feed, EndCalendarFeed=Done()))
    answer = made.client.open(path, method=method, headers=BEARER)
    assert answer.status_code == status
    assert made.rpc.requests(type(asked)) == [asked]
    assert made.client.open(path, method=method).status_code == 401
