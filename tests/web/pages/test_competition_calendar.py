"""The calendar of competitions on their page and in the room, the last winners, and one's own."""

from typing import Any

import msgspec
import pytest
from playwright.sync_api import expect

from services.contracts.tournaments import calendar
from services.contracts.tournaments import competitions as contract
from tests.web.conftest import PHONE, Enter
from tests.web.house import House
from tests.web.match import now_ms
from tests.web.pages.test_competitions import CUP, MINUTE_MS, in_both_widths, prepared
from tests.web.room.test_companies import with_companies
from tests.web.test_access import at_rest

pytestmark = pytest.mark.browser

HOUR_MS = 60 * MINUTE_MS
DAY_MS = 24 * HOUR_MS
TOKEN = "s3cret" * 5


def line(name: str, ahead_ms: int, state: Any = "planned", chips: int = 0) -> calendar.CalendarLine:
    start_ms = now_ms() + ahead_ms
    return calendar.CalendarLine(
        id=name.lower().replace(" ", "-"),
        name=name,
        game="tictactoe",
        state=state,
        opens_at_ms=start_ms - HOUR_MS,
        starts_at_ms=start_ms,
        ends_at_ms=start_ms + 2 * HOUR_MS,
        price_chips=chips,
        changed_at_ms=0,
    )


def winner(name: str, place: int, photo: str | None = None) -> calendar.Winner:
    return calendar.Winner(account=f"a-{name.lower()}", name=name, place=place, photo=photo)


def full(house: House) -> None:
    """A week with something on it, winners of an earlier competition, and one's own."""
    prepared(house)
    over = msgspec.structs.replace(CUP, id="old", name="The winter cup", state="settled")
    won = [winner("Nikos", 1, "p-1"), winner("Despina", 2), winner("Kostas", 2)]
    lines = [
        line("Called off", MINUTE_MS, "cancelled"),
        line("Evening tavli", 3 * MINUTE_MS, "announced"),
        line("Sunday cup", DAY_MS, "planned", 500),
        line("Far away", 10 * DAY_MS),
    ]
    house.more |= {
        "calendar": calendar.Calendar(lines=lines, as_of_ms=now_ms()),
        "calendar/past": calendar.PastCompetitions(past=[calendar.PastCompetition(competition=over, winners=won)]),
        "me/competitions": calendar.OwnCompetitions(
            competitions=[
                calendar.OwnCompetition(competition=CUP),
                calendar.OwnCompetition(competition=over, place=2),
            ]
        ),
    }


def with_evening(house: House) -> None:
    with_companies(house)
    full(house)


def test_the_page_has_the_week_ones_own_and_the_last_winners(enter: Enter) -> None:
    page = enter(with_evening, path="/competitions", viewport=PHONE).page
    week = page.get_by_role("region", name="This week")
    expect(week.get_by_role("heading", name="Today")).to_be_visible()
    expect(week.get_by_role("link", name="Evening tavli")).to_be_visible()
    expect(week.get_by_text("Sunday cup")).to_be_visible()
    expect(week.get_by_role("link", name="Η παρέα της Πέμπτης")).to_have_attribute("href", "/company/c-1")
    for absent in ("Called off", "Far away"):
        expect(week.get_by_text(absent)).to_have_count(0)

    expect(page.get_by_role("region", name="Next")).to_contain_text("Evening tavli")
    mine = page.get_by_role("region", name="Yours")
    expect(mine.get_by_role("listitem").nth(1)).to_contain_text("Place 2")
    winners = page.get_by_role("list", name="Winners of The winter cup").get_by_role("listitem")
    expect(winners).to_have_text(["1.Nikos", "D2.Despina", "K2.Kostas"])
    in_both_widths(page)


def test_without_anything_announced_the_page_still_has_last_winners(enter: Enter) -> None:
    def quiet(house: House) -> None:
        full(house)
        house.more["competitions"] = contract.Competitions(competitions=[])
        house.more["calendar"] = calendar.Calendar(lines=[], as_of_ms=now_ms())

    page = enter(quiet, path="/competitions", viewport=PHONE).page
    expect(page.get_by_text("Nothing is on today.")).to_be_visible()
    expect(page.get_by_role("list", name="Winners of The winter cup")).to_be_visible()


def test_a_calendar_can_be_read_from_elsewhere_at_an_address_that_is_shown_once(enter: Enter) -> None:
    house = enter(full, path="/competitions", viewport=PHONE)
    house.more |= {
        "POST me/calendar": calendar.CalendarFeed(made_at_ms=now_ms(), token=TOKEN),
        "DELETE me/calendar": {},
    }
    page = house.page
    page.get_by_text("In your own calendar").click()
    expect(page.get_by_role("link", name="The competitions", exact=True)).to_have_attribute("href", "/calendar.ics")
    page.get_by_role("button", name="Make the address").click()
    expect(page.get_by_text(f"/calendar/{TOKEN}.ics")).to_be_visible()
    expect(page.get_by_role("link", name="Open in the calendar")).to_have_attribute(
        "href", f"webcal://{page.url.split('/')[2]}/calendar/{TOKEN}.ics"
    )
    at_rest(page)
    page.get_by_role("button", name="End it").click()
    expect(page.get_by_text(TOKEN)).to_have_count(0)
    expect(page.get_by_role("button", name="Make the address")).to_be_visible()


def test_the_room_says_which_competition_is_next(enter: Enter) -> None:
    page = enter(full, viewport=PHONE).page
    part = page.get_by_role("region", name="Next", exact=True)
    expect(part.get_by_role("link", name="Evening tavli")).to_have_attribute("href", "/competitions/evening-tavli")
    expect(part).to_contain_text("Tic-tac-toe · free")
    at_rest(page)
    part.get_by_role("link", name="All competitions").click()
    expect(page.get_by_role("region", name="This week")).to_be_visible()
