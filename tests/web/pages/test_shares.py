"""Shared replays in the browser: the page of a link, the page for frames of other sites, and one's own links and
answers (services/tables/RULES.md §23)."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from services.contracts.tables import recordings, sharing
from services.kernel.languages import LANGUAGES
from services.tables.history import replay
from services.tables.sharing import rules
from tests.web.browser.test_first_load import DIST, weight_bytes
from tests.web.conftest import PHONE, Enter
from tests.web.house import House
from tests.web.pages.test_records import open_replay
from tests.web.records import recorded
from tests.web.test_access import at_rest

pytestmark = pytest.mark.browser

LINK = "aB3-_x"
BYTES_MAX = 300_000


def shares(house: House, shown: Callable[[sharing.Shared], sharing.Shared] = lambda found: found) -> House:
    """The platform has this link."""
    recording = recorded()
    seats = rules.shown_seats(recording.seats, names=False)
    found = sharing.Shared(
        game=recording.game, title="Tic-tac-toe", options=recording.options, seats=seats, sides=recording.sides,
        hands=[sharing.SharedHand(number=each.number, events=each.events) for each in recording.hands],
        ended_on="2026-11-28", outcome="won", winners=recording.result["winners"], points=recording.result["points"],
        corrected=False, moment=rules.moment_of(recording, None), pictures=[],
    )  # fmt: skip
    made = replay.replay(recording, 1, 0, 50)
    assert isinstance(made, recordings.Replay)
    house.more[f"shared/{LINK}"] = shown(found)
    house.more[f"shared/{LINK}/replay"] = rules.without_people(made)
    return house


def opened(at_the_door: Enter, path: str = f"/shared/{LINK}", **options: Any) -> Page:
    page = at_the_door(lambda page: shares(House(page)), path=path, **options).page
    expect(page.get_by_role("heading", name="Tic-tac-toe, play by play")).to_be_visible()
    return page


def at(page: Page, position: int) -> None:
    bar = page.get_by_role("slider", name="Go to a play")
    expect(bar).to_have_attribute("aria-valuetext", f"{position} of 6")


# --- the page of a link ------------------------------------------------------------------------------------------


def test_a_shared_match_plays_by_itself_to_its_end(at_the_door: Enter) -> None:
    page = opened(at_the_door, reduced_motion="no-preference")
    page.get_by_text("Quick").click()
    at(page, 6)
    expect(page.get_by_role("button", name="Play", exact=True)).to_be_visible()
    expect(page.get_by_text(re.compile(r"Seat \d won\."))).to_be_visible()
    page.get_by_role("button", name="Play", exact=True).click()
    expect(page.get_by_role("button", name="Pause")).to_be_visible()


@pytest.mark.parametrize("look", [{}, {"viewport": PHONE}, {"viewport": PHONE, "color_scheme": "dark"}])
def test_without_motion_it_is_stepped_through(at_the_door: Enter, look: dict[str, Any]) -> None:
    page = opened(at_the_door, **look)
    at(page, 0)
    page.get_by_role("button", name="One play on").click()
    at(page, 1)
    page.get_by_role("button", name="To the deciding moment").click()
    at(page, 6)
    assert page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth")
    at_rest(page)


def test_going_somewhere_stops_it(at_the_door: Enter) -> None:
    page = opened(at_the_door, reduced_motion="no-preference")
    page.get_by_role("button", name="To the beginning").click()
    expect(page.get_by_role("button", name="Play", exact=True)).to_be_visible()
    at(page, 0)


def test_it_needs_no_session_opens_no_socket_and_shows_no_name(at_the_door: Enter) -> None:
    sockets: list[object] = []

    def remembers(page: Page) -> House:
        page.on("websocket", lambda socket: sockets.append(socket))
        house = shares(House(page))
        house.remembers("session", "t0ken")
        return house

    page = at_the_door(remembers, path=f"/shared/{LINK}").page
    expect(page.get_by_text("Seat 1", exact=True)).to_be_visible()
    page.get_by_role("button", name="To the end").click()
    at(page, 6)
    assert not re.search("Eleni|Nikos", page.content())
    assert sockets == []


def test_a_link_that_leads_nowhere_says_so(at_the_door: Enter) -> None:
    def gone(page: Page) -> House:
        house = House(page)
        house.rest_refuses[f"shared/{LINK}"] = (404, "share_unknown")
        return house

    page = at_the_door(gone, path=f"/shared/{LINK}").page
    expect(page.get_by_text("This link leads nowhere any more.")).to_be_visible()
    at_rest(page)


def test_from_a_frame_everything_leads_to_a_window_of_its_own(at_the_door: Enter) -> None:
    page = opened(at_the_door, f"/embed/{LINK}")
    links = page.get_by_role("link").all()
    assert [(each.get_attribute("href"), each.get_attribute("target")) for each in links] == [
        (f"/shared/{LINK}", "_blank")
    ]


def test_the_whole_page_stays_below_300_kb(at_the_door: Enter) -> None:
    """With the words of the largest language, and everything that it loads by itself; set in the system's own fonts,
    though pages that were here before may have loaded others."""
    page = at_the_door(lambda page: shares(House(page)), path=f"/shared/{LINK}").page
    expect(page.get_by_role("gridcell").first).to_be_visible()
    expect(page.locator("html")).not_to_have_attribute("data-fonts", "own")
    # by the document itself: requests of the page that was here before may still come
    loaded = page.evaluate("() => performance.getEntriesByType('resource').map(({ name }) => name)")
    asked = {name.partition("/assets/")[2] for name in loaded}
    assert any(name.startswith("index-") for name in asked)
    is_of_words = re.compile(rf"({'|'.join(LANGUAGES)})-[^/]{{8}}\.js")
    scripts = (name for name in asked if name.endswith((".js", ".css")) and not is_of_words.fullmatch(name))
    files = [DIST / "assets" / name for name in scripts]
    words = [max(map(weight_bytes, (DIST / "assets").glob(f"{language}-*.js"))) for language in LANGUAGES]
    assert sum(map(weight_bytes, files)) + max(words) <= BYTES_MAX


# --- one's own ---------------------------------------------------------------------------------------------------


def own(**changed: Any) -> sharing.ShareLink:
    match = recorded().match
    usual = {"names": False, "names_shown": False, "waiting_for": 0, "made_at_ms": 0, "ends_at_ms": 1_800_000_000_000}
    return sharing.ShareLink(link=LINK, match=match, game="tictactoe", **(usual | changed))


def test_a_link_is_made_shown_with_names_asked_for_and_withdrawn(enter: Enter) -> None:
    house = open_replay(enter)
    page, made = house.page, f"recordings/{recorded().match}/share"
    house.more[f"POST {made}"] = own()
    page.get_by_role("button", name="Share this replay").click()
    page.get_by_role("button", name="Make a link").click()
    expect(page.get_by_label("The link", exact=True)).to_have_value(re.compile(f"/shared/{LINK}$"))
    expect(page.get_by_label("For your own page")).to_have_value(re.compile(f"<iframe src=.*/embed/{LINK}"))
    expect(page.get_by_text("Names are hidden.")).to_be_visible()
    at_rest(page)
    house.more[f"POST {made}"] = own(names=True, waiting_for=1)
    page.get_by_text("Show names").click()
    expect(page.get_by_text("1 player has not agreed yet: names are hidden.")).to_be_visible()
    house.more[f"DELETE shares/{LINK}"] = {}
    page.get_by_role("button", name="Withdraw the link").click()
    expect(page.get_by_role("button", name="Make a link")).to_be_visible()
    expect(page.get_by_text("The link leads nowhere any more.")).to_be_visible()


def test_a_link_that_cannot_be_made_says_why(enter: Enter) -> None:
    house = open_replay(enter)
    house.rest_refuses[f"recordings/{recorded().match}/share"] = (422, "share_limit", {"limit": 50})
    house.page.get_by_role("button", name="Share this replay").click()
    house.page.get_by_role("button", name="Make a link").click()
    expect(house.page.get_by_text("You have as many shared links as fit; withdraw one first.")).to_be_visible()


def test_questions_wait_among_the_own_matches(enter: Enter) -> None:
    question = sharing.ShareQuestion(
        match=recorded().match, game="tictactoe", players=["Eleni", "Nikos"], asked_by="a-nikos", asked_at_ms=0,
        ended_at_ms=0, answer="asked",
    )  # fmt: skip
    asked = sharing.Shares(choice="ask", links=[], questions=[question], limit=50)

    def prepared(house: House) -> None:
        house.more["shares"] = asked
        house.more[f"PUT recordings/{question.match}/share/answer"] = {}

    page = enter(prepared, path="/matches").page
    part = page.get_by_role("region", name="You were asked")
    expect(part.get_by_text("May your name be shown in a shared replay of Tic-tac-toe with Nikos?")).to_be_visible()
    at_rest(page)
    part.get_by_role("button", name="Hide my name").click()
    expect(part.get_by_text("Your name stays hidden.")).to_be_visible()


def test_the_standing_choice_is_among_the_settings(enter: Enter) -> None:
    house = enter(lambda house: house.more.update({"PUT shares/choice": {}}))
    page = house.page
    page.get_by_role("button", name="Your account").click()
    page.get_by_role("button", name="Settings").click()
    chosen = page.get_by_role("group", name="My name in shared replays")
    expect(chosen.get_by_label("Ask me")).to_be_checked()
    chosen.get_by_text("Hide").click()
    expect(chosen.get_by_label("Hide")).to_be_checked()
